"""Lists of tables: somebody's, those of a channel, those of a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Iterable
from typing import Final

from data.store.queries import people, servers
from data.store.queries import tables as stored
from data.store.queries.tables import Nearby

from .errors import TableError, TryAgainError
from .model.table import LIVE, Table
from .service import TableService

MOST: Final = 50
"""The most tables in a list."""
PAUSE_S: Final = 0.001
"""Seconds between two tables of a list."""


async def tables_of(service: TableService, person: int, *, newest: bool = True) -> list[Table]:
    """The open tables at which ``person`` sits: first those that wait for them, then the latest.

    ``newest``: see :func:`live`.
    """
    tables = await live(service, await service.store.table_ids_of(person, LIVE, MOST), newest=newest)

    def waits(table: Table) -> bool:
        able = {each.id for each in (*table.awaited, *table.claimants)}
        return person in able | table.has_to_answer

    return sorted(tables, key=waits, reverse=True)


async def challenges_to(service: TableService, person: int) -> list[Table]:
    """The tables that wait for ``person``, who has been challenged."""
    tables = await live(service, await people.open_tables(service.store, person, ("lobby",)))
    return [table for table in tables if person not in table.seating]


async def tables_in(
    service: TableService, channel: int, most: int = MOST, *, newest: bool = True
) -> list[Table]:
    """The open tables of a channel or thread, games in progress first; ``newest``: see :func:`live`."""
    return await live(service, await service.store.table_ids_in(channel, LIVE, most), newest=newest)


async def has_played(service: TableService, person: int, game: str) -> bool:
    """Whether ``person`` has begun a game of this kind before."""
    return await people.latest_table(service.store, person, [game]) is not None


async def latest_in(
    service: TableService, channel: int, statuses: Collection[str] = ("playing", "over", "lobby", "closed")
) -> Table | None:
    """The latest table of a channel or thread, which may be over."""
    found = await service.store.latest_in(channel, statuses)
    return await service.get(found) if found is not None else None


async def nearby(service: TableService, channel: int, person: int) -> list[Nearby]:
    """The open tables of a channel or thread, those of ``person`` first, then games in progress."""
    return await stored.nearby(service.store, channel, person, LIVE, MOST)


async def in_server(service: TableService, server: int, most: int) -> list[Table]:
    """The open and the frozen tables of a server, the latest first."""
    found = await servers.headers_in(service.store, server, (*LIVE, "frozen"), most)
    return await _known(service, [header.id for header in found])


async def live(service: TableService, numbers: Iterable[int], *, newest: bool = True) -> list[Table]:
    """Those of these tables that are open or in play.

    Without ``newest``, those in memory are taken as they are there, for lines that hardly ever change.
    """
    return [table for table in await _known(service, numbers, newest=newest) if table.status in LIVE]


async def _known(service: TableService, numbers: Iterable[int], *, newest: bool = True) -> list[Table]:
    tables: list[Table] = []
    for number in numbers:
        if tables:
            # A list may name fifty: turns go first.
            await asyncio.sleep(PAUSE_S)
        with contextlib.suppress(TableError, TryAgainError):
            seen = None if newest else service.cache.peek(number)
            tables.append(seen or await service.get(number, keep=False))
    return tables


async def in_play(service: TableService, most: int) -> list[int]:
    """The games that this process looks after, the latest first."""
    return await stored.in_play(service.store, most)
