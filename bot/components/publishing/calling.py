"""Calls: lines that notify people where the card itself can't, since an edit notifies nobody."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.card import Card
from bot.components.interactions.discord_errors import passes
from bot.tables.model.table import Table
from data.store.store import Store

from . import posting
from .notifications import Notifications

log: Final = structlog.get_logger(__name__)


class CallLines:
    """The newest line of each table; it goes when another comes, or a new card."""

    def __init__(self, store: Store, client: discord.Client, pings: Notifications) -> None:
        self._store = store
        self._client = client
        self._pings = pings

    async def call(self, table: Table, line: Card) -> None:
        """Post ``line`` for those who want to be told at the table, in the place of the one before."""
        line = await self._pings.mention_in(table, line)
        await self.post(table, line)

    async def post(self, table: Table, line: Card, *parts: object) -> None:
        """Post ``line`` for those whom it pings, in the place of the one before; ``parts``: see ``nonce``."""
        await self.drop(table)
        if line.pings:
            message = await posting.post(self._client, table, line, f"cn{table.id}.{table.version}", *parts)
            await self._store.set_address(table.id, call=message.id)

    async def drop(self, table: Table) -> None:
        """Take the table's line away: it has been heeded, or there is something newer."""
        line, address = table.address.call, table.address
        if line is None:
            return
        # A line went to the channel when the thread was shut, and nothing notes which it was.
        for place in dict.fromkeys((address.channel or address.home, address.home)):
            try:
                await channels.channel(self._client, address.guild, place).get_partial_message(line).delete()
                break
            except discord.HTTPException as error:
                if passes(error):
                    log.info("a call could not be taken away yet", code=error.code, table=table.id)
                    return
        await self._store.set_address(table.id, call=None)
