"""Which press does what: each verb of a button has one handler, registered by the module that offers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import discord

from bot.sessions.refusals import TableError

from . import places
from .answering import answering
from .card import CUSTOM_ID, Control
from .house import house_of, restrain
from .restraint import PRESSES

Handler: TypeAlias = Callable[[discord.Interaction[Any], Control], Awaitable[None]]
HANDLERS: Final[dict[str, Handler]] = {}
LARGEST: Final = 2**63 - 1
"""The largest number that the database holds; Discord's are smaller."""


class OtherRelease(TableError):
    """A button that this release does not make."""

    def __init__(self) -> None:
        super().__init__("This button is from another release of the bot. Use `/games` instead.")


def number_in(text: str) -> int:
    """The number that a button's custom_id says.

    :raises OtherRelease: when ``text`` is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 20) or (number := int(text)) > LARGEST:
        raise OtherRelease
    return number


def on(verb: str) -> Callable[[Handler], Handler]:
    """Register a handler for the buttons of ``verb``."""

    def register(handler: Handler) -> Handler:
        assert verb not in HANDLERS, verb
        HANDLERS[verb] = handler
        return handler

    return register


async def pressed(interaction: discord.Interaction[Any], control: Control) -> None:
    """Answer a press, once."""
    if not house_of(interaction).heard.first(interaction.id):
        return
    async with answering(interaction, table=control.session or None):
        places.catch_up(interaction, control.session)
        handler = HANDLERS.get(control.verb)
        if handler is None:
            raise OtherRelease
        restrain(interaction, PRESSES.get(control.verb))
        await handler(interaction, control)


async def unheard(interaction: discord.Interaction[Any]) -> None:
    """Answer what no button of this release would send, since discord.py passes over it without a word."""
    given: Any = interaction.data or {}
    match interaction.type:
        case discord.InteractionType.component:
            button = given.get("component_type") == discord.ComponentType.button.value
            if button and CUSTOM_ID.fullmatch(given.get("custom_id") or ""):
                return
        case discord.InteractionType.modal_submit:
            pass
        case _:
            return
    if house_of(interaction).heard.first(interaction.id):
        async with answering(interaction, table=None):
            raise OtherRelease
