"""Reply tokens: the interactions through which a table is shown where the bot may not post by itself.

In a server that the bot is no member of, and in group messages, Discord only lets it reply to interactions:
for 15 minutes each, with five messages. There a table's card is a reply to the press or command that changed
the table. A change that no person caused, for example a timeout, is shown with the next reply.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from .card import NOBODY, Card, as_edit, as_new, layout
from .context import Interaction
from .discord_errors import passes

log: Final = structlog.get_logger(__name__)
MAX_REPLIES: Final = 3
"""Public replies to one interaction: of Discord's five, two are kept for its own reply and an error."""
CACHE_SIZE: Final = 1024
REPLY_TIMEOUT_S: Final = 60
"""Seconds that an interaction's own reply may take."""


@dataclass(slots=True, eq=False)
class ReplyToken:
    """One interaction."""

    interaction: Interaction
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once its own reply is sent: the first reply is as private as the acknowledgement."""
    began: float = field(default_factory=time.monotonic)
    """When it arrived."""
    left: int = MAX_REPLIES
    by_card: bool = False
    """Whether the table's card is its reply, on the message that was pressed."""
    outcome: str = "answered"
    """How the answer ends, for the metrics."""


_CURRENT: Final[ContextVar[ReplyToken | None]] = ContextVar("reply_token", default=None)


def use_token(interaction: Interaction) -> ReplyToken:
    """The token of ``interaction``, which causes whatever the present task changes from now on."""
    _CURRENT.set(token := ReplyToken(interaction))
    return token


def answer_by_card() -> None:
    """The press that this task answers changes a table, whose card is the reply if it comes soon enough."""
    if (token := _CURRENT.get()) is not None:
        token.by_card = True


def can_only_reply(interaction: Interaction) -> bool:
    """Whether the bot can only reply where ``interaction`` comes from."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return interaction.context.private_channel


def show_with_reply(interaction: Interaction, table_id: int) -> None:
    """Where the bot can only reply: show the table with this interaction, if it isn't shown yet."""
    if table_id and can_only_reply(interaction):
        interaction.client.context.tables.changed(table_id)


class ReplyTokens:
    """The latest token of each table."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, ReplyToken] = LRUCache(CACHE_SIZE)
        self._unheard: LRUCache[int, Interaction] = LRUCache(CACHE_SIZE)
        """Whose own reply may show a table, although it isn't noted."""

    def remember(self, table_id: int) -> None:
        """Remember the interaction that changed a table."""
        if (token := _CURRENT.get()) is not None:
            self._latest[table_id] = token

    def latest(self, table_id: int) -> Interaction | None:
        """What changed a table, until that is shown."""
        token = self._latest.get(table_id)
        return token.interaction if token is not None else None

    def press_on(self, table_id: int, message: int) -> Interaction | None:
        """The press on ``message`` that changed a table, if the table's card is its reply, still to come."""
        token = self._latest.get(table_id)
        if token is None or not token.by_card or token.answered.is_set():
            return None
        pressed = token.interaction.message
        return token.interaction if pressed is not None and pressed.id == message else None

    def last_used_in(self, table_id: int, guild: int | None) -> bool:
        """Whether a table's last change was made in that server."""
        token = self._latest.get(table_id)
        return token is not None and token.interaction.guild_id == guild

    def drop(self, table_id: int) -> None:
        """Forget a table's token."""
        self._latest.pop(table_id, None)

    async def reply(self, table_id: int, card: Card, here: Collection[int]) -> int | None:
        """Show ``card`` to everybody as a reply. Returns its message's number, None without a token.

        ``here`` are the table's channels: a table can be played from anywhere with ``table:``, but a reply
        elsewhere wouldn't be seen by the people at the table.

        :raises discord.HTTPException: when the error may pass.
        """
        token = await self._ready(table_id, here)
        if token is None:
            return None
        token.left -= 1
        try:
            message = await token.interaction.followup.send(
                **as_new(card),
                silent=not card.pings,
                wait=True,
            )
        except discord.HTTPException as error:
            self._spent(table_id, error)
            return None
        return message.id

    async def update_pressed(
        self, table_id: int, message: int | None, card: Card, here: Collection[int]
    ) -> bool:
        """Edit the message whose button was pressed, if that is ``message``. Returns whether that was done.

        :raises discord.HTTPException: when the error may pass.
        """
        token = await self._ready(table_id, here)
        pressed = token.interaction.message if token is not None else None
        if token is None or pressed is None or pressed.id != message:
            return False
        try:
            await token.interaction.edit_original_response(**as_edit(card))
        except discord.HTTPException as error:
            self._spent(table_id, error)
            return False
        return True

    def unheard(self, table_id: int, interaction: Interaction) -> None:
        """The reply to ``interaction`` may show a table, but Discord's answer was lost, or the note of it."""
        self._unheard[table_id] = interaction

    async def adopt(self, table_id: int, card: Card) -> int | None:
        """Show ``card`` in such a reply. Returns its message's number, None if there is none for everybody.

        Once that is noted, call :meth:`heard`: until then, the next attempt finds the same reply.

        :raises Exception: when it may be found later.
        """
        interaction = self._unheard.get(table_id)
        if interaction is None:
            return None
        found = None
        try:
            if not interaction.is_expired():
                reply = await interaction.original_response()
                # Where the reply never arrived, what is told about that has become the first one.
                if not reply.flags.ephemeral:
                    found = await interaction.edit_original_response(
                        view=layout(card), allowed_mentions=NOBODY
                    )
        except discord.HTTPException as error:
            if passes(error):
                raise
        if found is None:
            self.heard(table_id)
            return None
        return found.id

    def heard(self, table_id: int) -> None:
        """It is noted where a table is shown."""
        self._unheard.pop(table_id, None)

    async def _ready(self, table_id: int, here: Collection[int]) -> ReplyToken | None:
        token = self._latest.get(table_id)
        if token is None or token.interaction.channel_id not in here:
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(REPLY_TIMEOUT_S):
                await token.answered.wait()
        if token.left and token.answered.is_set() and not token.interaction.is_expired():
            return token
        self.drop(table_id)
        return None

    def _spent(self, table_id: int, error: discord.HTTPException) -> None:
        if passes(error):
            raise error
        log.info(
            "Discord won't take any more replies to this press; the table will be shown after the next one",
            code=error.code,
            table=table_id,
        )
        self.drop(table_id)
