"""Removes, after thirty days, the data of servers that the bot left and tables that were closed."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from bot.tables import daily
from bot.tables.model.pace import DAY
from bot.tables.service import TableService
from data.store.queries import daily as attempts
from data.store.queries import servers

LOG: Final = logging.getLogger(__name__)
KEPT_MS: Final = 30 * DAY
"""Milliseconds for which data is kept after the bot left a server or a table was closed."""


async def note_present_guilds(service: TableService, present: Collection[int]) -> None:
    """Note which servers the bot is in: this may have changed while it was not running."""
    await servers.note_servers(service.store, present, service.now())


async def joined(service: TableService, server: int) -> None:
    """The bot is in ``server``, perhaps again, so its data stays."""
    await servers.note_server(service.store, server, None)


async def left(service: TableService, server: int) -> None:
    """The bot was removed from ``server``."""
    await servers.note_server(service.store, server, service.now())


async def sweep(service: TableService) -> int:
    """Remove what is no longer kept; returns the number of servers removed.

    That is servers that the bot left long ago, tables that were closed long ago without a result, and the
    digests of who has attempted a daily challenge of a day that is over.
    """
    store, before = service.store, service.now() - KEPT_MS
    gone, tables = await servers.remove_servers(store, before)
    service.cache.evict(tables)
    if gone:
        LOG.info("removed the data of %s servers that the bot left: %s tables", len(gone), len(tables))
    closed = await servers.remove_closed(store, before)
    service.cache.evict(closed)
    if closed:
        LOG.info("removed %s tables that were closed over 30 days ago", len(closed))
    await attempts.drop_claims(store, daily.day_at(service.now()))
    if not await store.truncate_wal():
        LOG.warning("the database's write-ahead log could not be emptied; the next sweep tries again")
    return len(gone)
