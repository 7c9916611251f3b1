"""Servers that the bot joins and leaves: what is kept of one that it left goes after thirty days."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from data.store import servers

from .service import Sessions

LOG: Final = logging.getLogger(__name__)
DAY: Final = 24 * 60 * 60 * 1000
KEPT: Final = 30 * DAY
"""How long the settings and tables of a server are kept after the bot was removed from it."""


async def roll_call(sessions: Sessions, present: Collection[int]) -> None:
    """Note which servers the bot is in: it may have come or gone while it was not running."""
    await servers.note_servers(sessions.store, present, sessions.now())


async def joined(sessions: Sessions, server: int) -> None:
    """The bot is in ``server``, again perhaps: what is kept of it stays."""
    await servers.note_server(sessions.store, server, None)


async def left(sessions: Sessions, server: int) -> None:
    """The bot was removed from ``server``."""
    await servers.note_server(sessions.store, server, sessions.now())


async def sweep(sessions: Sessions) -> int:
    """Remove what is kept of servers that were left long ago; gives the number of servers."""
    gone, tables = await servers.remove_servers(sessions.store, sessions.now() - KEPT)
    sessions.shelf.drop(tables)
    if gone:
        LOG.info("removed what was kept of %s servers: %s tables", len(gone), len(tables))
    return len(gone)
