"""Which press does what: each verb of a button has one handler, registered by the module that offers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import discord

from bot.tables.errors import TableError

from . import channels, visibility
from .card import CUSTOM_ID, Control
from .context import check_rate_limit, context_of
from .rate_limits import PRESSES
from .replies import acknowledge, answering

Handler: TypeAlias = Callable[[discord.Interaction[Any], Control], Awaitable[None]]
Reply: TypeAlias = Literal["edit", "private", "own"]
"""How a press is acknowledged: its message is edited, a private answer follows, or the handler does it."""


@dataclass(frozen=True, slots=True)
class Route:
    """What a press of one verb leads to."""

    handler: Handler
    reply: Reply
    needs_sight: bool


HANDLERS: Final[dict[str, Route]] = {}
MAX_ID: Final = 2**63 - 1
"""The largest number that the database holds; Discord's are smaller."""


class OtherRelease(TableError):
    """A button that this release does not make."""

    def __init__(self) -> None:
        super().__init__("This button is from another release of the bot. Use `/games` instead.")


def number_in(text: str) -> int:
    """The number that a button's custom_id says.

    :raises OtherRelease: when ``text`` is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 20) or (number := int(text)) > MAX_ID:
        raise OtherRelease
    return number


def on_button(verb: str, *, reply: Reply = "edit", needs_sight: bool = True) -> Callable[[Handler], Handler]:
    """Register a handler for the buttons of ``verb``.

    The handler runs once the press is acknowledged and the person may see the button's table. Only a handler
    that neither reads nor changes a table does without ``needs_sight``.
    """

    def register(handler: Handler) -> Handler:
        assert verb not in HANDLERS, verb
        HANDLERS[verb] = Route(handler, reply, needs_sight)
        return handler

    return register


async def dispatch(interaction: discord.Interaction[Any], control: Control) -> None:
    """Answer a press, once."""
    context = context_of(interaction)
    if not context.seen.add(interaction.id):
        return
    async with answering(interaction, table=control.table_id or None):
        route = HANDLERS.get(control.verb)
        if route is None:
            raise OtherRelease
        check_rate_limit(interaction, PRESSES.get(control.verb))
        if route.reply != "own":
            await acknowledge(interaction, private=True if route.reply == "private" else None)
        if control.table_id and route.needs_sight:
            visibility.require_visible(interaction, await context.tables.get(control.table_id))
        channels.show_unshown(interaction, control.table_id)
        await route.handler(interaction, control)


async def reject_unknown(interaction: discord.Interaction[Any]) -> None:
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
    if context_of(interaction).seen.add(interaction.id):
        async with answering(interaction, table=None):
            raise OtherRelease
