"""Which press does what: each verb of a button has one handler, registered by the module that offers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import discord

from . import places
from .answering import answering, tell
from .card import Control
from .house import house_of

Handler: TypeAlias = Callable[[discord.Interaction[Any], Control], Awaitable[None]]
HANDLERS: Final[dict[str, Handler]] = {}


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
            await tell(interaction, "This button is from another release of the bot. Use `/games` instead.")
            return
        await handler(interaction, control)
