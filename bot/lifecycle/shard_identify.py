"""When a shard may identify, if several processes share the bot."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog
from discord.ext import commands

from data.store.postgres.shard_locks import wait_to_identify
from data.store.store import Store

log: Final = structlog.get_logger(__name__)
IDENTIFY_PAUSE_S: Final = 5.0
"""Seconds before a shard identifies if the database can't say how long to wait."""


class IdentifyTurns:
    """Makes shards wait: Discord lets one shard per bucket identify every five seconds."""

    def __init__(self, bot: commands.AutoShardedBot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._buckets: int | None = None
        """How many shards may identify at once; None until Discord was asked."""

    async def wait(self, shard_id: int) -> None:
        """Wait for the turn of a shard."""
        try:
            if self._buckets is None:
                self._buckets = (await self._bot.fetch_session_start_limits()).max_concurrency
            pause = await wait_to_identify(self._store, shard_id % self._buckets)
        except Exception:
            # A shard that identifies too early just has to try again.
            log.exception("couldn't ask the database when a shard can identify")
            pause = IDENTIFY_PAUSE_S
        await asyncio.sleep(pause)
