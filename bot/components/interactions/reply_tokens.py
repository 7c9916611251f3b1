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
TOKEN_SPENT: Final = (10015, 10062, 40094, 50027)
"""Discord's codes for an interaction that can't answer any more: too old, or with all its messages sent."""
MAX_REPLIES: Final = 3
"""Public answers to one interaction: of Discord's five, its own and an apology are kept free."""
CACHE_SIZE: Final = 1024
REPLY_TIMEOUT_S: Final = 60
"""Seconds that an interaction's own answer may take."""


@dataclass(slots=True, eq=False)
class ReplyToken:
    """One interaction."""

    interaction: discord.Interaction[Any]
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once its own answer is out: what comes first is as private as the acknowledgement."""
    left: int = MAX_REPLIES


_CURRENT: Final[ContextVar[ReplyToken | None]] = ContextVar("voice", default=None)


@contextmanager
def use_token(interaction: discord.Interaction[Any]) -> Iterator[None]:
    """While ``interaction`` is worked on, what is committed is its doing."""
    voice = ReplyToken(interaction)
    token = _CURRENT.set(voice)
    try:
        yield
    finally:
        _CURRENT.reset(token)
        voice.answered.set()


class ReplyTokens:
    """The latest voice of each table."""

    def __init__(self) -> None:
        self._latest: OrderedDict[int, ReplyToken] = OrderedDict()

    def remember(self, table_id: int) -> None:
        """Something was committed at ``table_id``: remember by whose interaction."""
        if (voice := _CURRENT.get()) is not None:
            self._latest[table_id] = voice
            self._latest.move_to_end(table_id)
            while len(self._latest) > CACHE_SIZE:
                self._latest.popitem(last=False)

    def last_used_in(self, table_id: int, guild: int | None) -> bool:
        """Whether what was committed last at ``table_id`` was done in that server."""
        voice = self._latest.get(table_id)
        return voice is not None and voice.interaction.guild_id == guild

    def drop(self, table_id: int) -> None:
        """The table needs no voice."""
        self._latest.pop(table_id, None)

    async def reply(self, table_id: int, card: Card, here: Collection[int]) -> int | None:
        """Show ``card`` to everybody ``here``, as an answer; its message's number, None without a voice.

        ``here`` are the table's channels: a table is played with ``table:`` from anywhere, and what is said
        elsewhere is not for those who sit there.

        :raises discord.HTTPException: when the fault may pass.
        """
        voice = await self._ready(table_id, here)
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
            self._spent(table_id, error)
            return None
        return message.id

    async def update_pressed(
        self, table_id: int, message: int | None, card: Card, here: Collection[int]
    ) -> None:
        """Change the message whose button was pressed, where that is ``message``.

        :raises discord.HTTPException: when the fault may pass.
        """
        voice = await self._ready(table_id, here)
        pressed = voice.interaction.message if voice is not None else None
        if voice is None or pressed is None or pressed.id != message:
            return
        try:
            await voice.interaction.edit_original_response(
                view=layout(card), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            self._spent(table_id, error)

    async def update_reply(self, table_id: int, message: int, card: Card) -> None:
        """Change a message that was said by the latest voice; nothing where it can't be changed any more."""
        voice = self._latest.get(table_id)
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
            log.info("an answer could not be changed", code=error.code, table=table_id)

    async def _ready(self, table_id: int, here: Collection[int]) -> ReplyToken | None:
        voice = self._latest.get(table_id)
        if voice is None or voice.interaction.channel_id not in here:
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(REPLY_TIMEOUT_S):
                await voice.answered.wait()
        if voice.left and voice.answered.is_set() and not voice.interaction.is_expired():
            return voice
        self.drop(table_id)
        return None

    def _spent(self, table_id: int, error: discord.HTTPException) -> None:
        if passes(error):
            raise error
        log.info("no answer is left to an interaction", code=error.code, table=table_id)
        self.drop(table_id)
