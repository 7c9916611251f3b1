"""Calls: lines that notify people where the card itself can't, since an edit notifies nobody."""

from __future__ import annotations

import contextlib

import discord

from bot.sessions.snapshot import Snapshot

from . import posting
from .card import Card
from .pings import Pings


class Calls:
    """The newest line of each table; it goes when another comes, or a new card."""

    def __init__(self, client: discord.Client, pings: Pings) -> None:
        self._client = client
        self._pings = pings
        self._lines: dict[int, discord.Message] = {}

    async def call(self, table: Snapshot, line: Card) -> None:
        """Post ``line`` for those who want to be told at the table, in the place of the one before."""
        await self.drop(table)
        line = await self._pings.heed(table, line)
        if line.pings:
            message = await posting.post(self._client, table, line, f"cn{table.id}.{table.version}")
            self._lines[table.id] = message

    async def drop(self, table: Snapshot) -> None:
        """Take the table's line away: it has been heeded, or there is something newer."""
        if (line := self._lines.pop(table.id, None)) is not None:
            with contextlib.suppress(discord.HTTPException):
                await line.delete()
