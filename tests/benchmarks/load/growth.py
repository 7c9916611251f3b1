"""Growth: what the store's statements take among a thousand tables, and among a million."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from data.store.queries import due, servers
from data.store.records import Event
from data.store.store import Store, sqlite_url

SIZES: Final = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS: Final = 200
EACH: Final = 50
"""One table in so many is live; the others are over."""
NOW: Final = 1_790_000_000_000
LIVE: Final = ("lobby", "playing")

Measured = dict[str, float]
"""Milliseconds by what was asked."""


def _fill(path: Path, tables: int) -> None:
    """So many tables with four events each: twenty a person, twenty-five a channel, a hundred a server."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA cache_size=-400000")
        connection.execute("BEGIN")
        connection.execute(
            f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {tables})
            INSERT INTO game_table (id, game, rules, options, host, status, version, opened, touched, guild,
                home, lobby, channel, card, shown, pace, deadline)
            SELECT i, 'snorkels', 1, 'pie=off', 1000 + i / 20, iif(i % {EACH}, 'over', 'playing'), 4,
                {NOW} + i, {NOW} + i, 5000000 + i / 100, 7000000 + i / 25, i, 9000000 + i, i, 4, 'none',
                iif(i % {EACH}, NULL, {NOW} + 86400000 + i) FROM n"""
        )
        for place, seat in enumerate(("purple", "green")):
            connection.execute(
                f"INSERT INTO seat (table_id, seat, person) SELECT id, '{seat}', host + {place} "
                "FROM game_table"
            )
        connection.execute(
            """INSERT INTO event (table_id, seq, verb, seat, person, name, text, at, key)
            SELECT id, k, 'play', 'purple', host, 'Ann', 'd4', touched, printf('i%012d', id * 4 + k)
            FROM game_table, (SELECT 1 AS k UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) ORDER BY id, k"""
        )
        connection.execute("COMMIT")


async def grow(path: Path, tables: int) -> None:
    """Make a database of so many tables at ``path``."""
    await (await Store.open(sqlite_url(path))).close()
    _fill(path, tables)


async def measure(path: Path, tables: int) -> Measured:
    """What a database of so many tables, made at ``path``, takes to answer."""
    await grow(path, tables)
    store, rng, keys = await Store.open(sqlite_url(path)), Random(1), count()
    versions: dict[int, int] = {}

    async def append() -> None:
        live = rng.randrange(1, tables // EACH + 1) * EACH
        version = versions.get(live, 4)
        event = Event("play", "purple", 1000, "Ann", "d4", NOW, f"new {next(keys)}")
        await store.append(live, version, [event], status="playing", deadline=NOW + 86_400_000)
        versions[live] = version + 1

    def some() -> int:
        return rng.randrange(1, tables + 1)

    work: dict[str, Callable[[], Awaitable[Any]]] = {
        "load a table": lambda: store.load(some()),
        "append an action": append,
        "what is due, and when next": lambda: _due(store),
        "a person’s tables": lambda: store.table_ids_of(1000 + some() // 20, LIVE, 50),
        "a channel’s tables": lambda: store.table_ids_in(7_000_000 + some() // 25, LIVE, 50),
        "a server’s tables": lambda: servers.headers_in(store, 5_000_000 + some() // 100, LIVE, 100),
        "tables waiting to be shown": store.unshown,
    }
    found = {}
    for name, ask in work.items():
        found[name] = await _median(ask)
        if ask is append:
            for number, version in versions.items():
                await store.set_address(number, shown=version)
    await store.close()
    return found


async def _due(store: Store) -> None:
    await due.due(store, NOW)
    await due.earliest(store)


async def _median(ask: Callable[[], Awaitable[Any]]) -> float:
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await ask()
        took.append(time.perf_counter() - began)
    return median(took) * 1000
