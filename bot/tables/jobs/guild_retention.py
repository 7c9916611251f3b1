"""What is no longer kept: servers that the bot left, and tables that were closed, thirty days later."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from bot.tables import daily
from bot.tables.service import TableService
from data.store.queries import daily as attempts
from data.store.queries import servers

LOG: Final = logging.getLogger(__name__)
DAY: Final = 24 * 60 * 60 * 1000
KEPT_DAYS: Final = 30 * DAY
"""How long a server's settings and tables are kept after the bot left it, and a table after it was closed."""


async def note_present_guilds(service: TableService, present: Collection[int]) -> None:
    """Note which servers the bot is in: it may have come or gone while it was not running."""
    await servers.note_servers(service.store, present, service.now())


async def joined(service: TableService, server: int) -> None:
    """The bot is in ``server``, again perhaps: what is kept of it stays."""
    await servers.note_server(service.store, server, None)


async def left(service: TableService, server: int) -> None:
    """The bot was removed from ``server``."""
    await servers.note_server(service.store, server, service.now())


async def sweep(service: TableService) -> int:
    """Remove what is no longer kept; gives the number of servers.

    That is: servers that were left long ago; tables that were closed long ago without a result; and the
    digests of who has made an attempt at the daily challenge of a day that is over.
    """
    store, before = service.store, service.now() - KEPT_DAYS
    gone, tables = await servers.remove_servers(store, before)
    service.cache.evict(tables)
    if gone:
        LOG.info("removed what was kept of %s servers: %s tables", len(gone), len(tables))
    closed = await servers.remove_closed(store, before)
    service.cache.evict(closed)
    if closed:
        LOG.info("removed %s tables that were closed over 30 days ago", len(closed))
    await attempts.drop_claims(store, daily.day_at(service.now()))
    if not await store.truncate_wal():
        LOG.warning("the database's write-ahead log could not be emptied; the next sweep tries again")
    return len(gone)
