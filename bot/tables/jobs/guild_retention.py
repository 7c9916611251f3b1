"""Removal of the data of servers that the bot left, and of closed tables, after thirty days."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from bot.tables.model.pace import DAY
from bot.tables.service import TableService
from data.store.queries import servers

LOG: Final = logging.getLogger(__name__)
KEPT_MS: Final = 30 * DAY
"""Milliseconds for which data is kept after the bot left a server or a table was closed."""


async def note_present_guilds(service: TableService, present: Collection[int]) -> None:
    """Record which servers the bot is in, which may have changed while it wasn't running."""
    await servers.note_servers(service.store, present, service.now())


async def joined(service: TableService, server: int) -> None:
    """Record that the bot has joined ``server``, whose data must then be kept."""
    await servers.note_server(service.store, server, None)


async def left(service: TableService, server: int) -> None:
    """Record that the bot was removed from ``server``."""
    await servers.note_server(service.store, server, service.now())


async def sweep(service: TableService) -> int:
    """Remove expired data. Returns the number of servers removed.

    That is the data of servers that the bot left long ago, and tables that were closed long ago without a
    result.
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
    if not await store.truncate_wal():
        LOG.warning("the database's write-ahead log couldn't be emptied; the next sweep will try again")
    return len(gone)
