"""Voices: the interactions through which a table speaks where the bot may post nothing by itself.

In a server that the bot is no member of, and in group messages, Discord lets it answer interactions only: for
15 minutes each, with five messages. There a table's card is an answer to the press or command that changed
the table; what no person caused (a clock that ran out) is seen with the next answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import structlog

from .card import Card, files, layout, mentions
from .discord_errors import passes

log: Final = structlog.get_logger(__name__)
SPENT: Final = (10015, 10062, 40094, 50027)
"""Discord's codes for an interaction that can't answer any more: too old, or with all its messages sent."""
MOST: Final = 3
"""Public answers to one interaction: of Discord's five, its own and an apology are kept free."""
KEPT: Final = 1024
PATIENCE: Final = 60
"""Seconds that an interaction's own answer may take."""


@dataclass(slots=True, eq=False)
class Voice:
    """One interaction."""

    interaction: discord.Interaction[Any]
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once its own answer is out: what comes first is as private as the acknowledgement."""
    left: int = MOST


_CURRENT: Final[ContextVar[Voice | None]] = ContextVar("voice", default=None)


@contextmanager
def voiced(interaction: discord.Interaction[Any]) -> Iterator[None]:
    """While ``interaction`` is worked on, what is committed is its doing."""
    voice = Voice(interaction)
    token = _CURRENT.set(voice)
    try:
        yield
    finally:
        _CURRENT.reset(token)
        voice.answered.set()


class Voices:
    """The latest voice of each table."""

    def __init__(self) -> None:
        self._latest: OrderedDict[int, Voice] = OrderedDict()

    def hear(self, session: int) -> None:
        """Something was committed at ``session``: remember by whose interaction."""
        if (voice := _CURRENT.get()) is not None:
            self._latest[session] = voice
            self._latest.move_to_end(session)
            while len(self._latest) > KEPT:
                self._latest.popitem(last=False)

    def heard_in(self, session: int, guild: int | None) -> bool:
        """Whether what was committed last at ``session`` was done in that server."""
        voice = self._latest.get(session)
        return voice is not None and voice.interaction.guild_id == guild

    def drop(self, session: int) -> None:
        """The table needs no voice."""
        self._latest.pop(session, None)

    async def say(self, session: int, card: Card, here: Collection[int]) -> int | None:
        """Show ``card`` to everybody ``here``, as an answer; its message's number, None without a voice.

        ``here`` are the table's channels: a table is played with ``table:`` from anywhere, and what is said
        elsewhere is not for those who sit there.

        :raises discord.HTTPException: when the fault may pass.
        """
        voice = await self._ready(session, here)
        if voice is None:
            return None
        voice.left -= 1
        try:
            message = await voice.interaction.followup.send(
                view=layout(card),
                files=files(card),
                allowed_mentions=mentions(card),
                silent=not card.pings,
                wait=True,
            )
        except discord.HTTPException as error:
            self._spent(session, error)
            return None
        return message.id

    async def alter(self, session: int, message: int | None, card: Card, here: Collection[int]) -> None:
        """Change the message whose button was pressed, where that is ``message``.

        :raises discord.HTTPException: when the fault may pass.
        """
        voice = await self._ready(session, here)
        pressed = voice.interaction.message if voice is not None else None
        if voice is None or pressed is None or pressed.id != message:
            return
        try:
            await voice.interaction.edit_original_response(
                view=layout(card), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            self._spent(session, error)

    async def revise(self, session: int, message: int, card: Card) -> None:
        """Change a message that was said by the latest voice; nothing where it can't be changed any more."""
        voice = self._latest.get(session)
        if voice is None or voice.interaction.is_expired():
            return
        try:
            await voice.interaction.followup.edit_message(
                message,
                view=layout(card),
                attachments=files(card),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            log.info("an answer could not be changed", code=error.code, table=session)

    async def _ready(self, session: int, here: Collection[int]) -> Voice | None:
        voice = self._latest.get(session)
        if voice is None or voice.interaction.channel_id not in here:
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await voice.answered.wait()
        if voice.left and voice.answered.is_set() and not voice.interaction.is_expired():
            return voice
        self.drop(session)
        return None

    def _spent(self, session: int, error: discord.HTTPException) -> None:
        if passes(error):
            raise error
        log.info("no answer is left to an interaction", code=error.code, table=session)
        self.drop(session)
