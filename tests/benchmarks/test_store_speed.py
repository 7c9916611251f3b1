"""How fast a table is read, folded and written, on a file with synchronous=FULL and on a server with fsync.

``pytest tests/benchmarks/test_store_speed.py --benchmark-only --benchmark-group-by=func``. A commit waits for
the disk: ``test_a_bare_commit`` is what plain sqlite3 takes for that in the same run. The server is on this
machine, and the bot one of two processes at it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from pytest_benchmark.fixture import BenchmarkFixture

from bot.games import GAMES
from bot.games.core import Placement
from bot.tables.events import reducer
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.records import Address, Event
from data.store.store import Store, sqlite_url
from tests.databases import require_postgres
from tests.faults.own_server import own_server

from .load import growth

ANN, BOB = Person(2**60 + 1, "Ann"), Person(2**60 + 2, "Bob")
PLIES = 45
ROUNDS = 300
SNORKELS = GAMES["snorkels"]
KEYS = (f"key {number}" for number in count())


def timed(benchmark: BenchmarkFixture, work: Callable[..., Any], **options: Any) -> None:
    """Time ``work``, once a round."""
    benchmark.pedantic(work, rounds=ROUNDS, warmup_rounds=5, **options)  # type: ignore[no-untyped-call]


class Bench:
    """Tables on a database, driven from outside their loop."""

    def __init__(self, url: sa.URL, loop: asyncio.AbstractEventLoop, part: ShardRange = ALL_SHARDS) -> None:
        self.loop = loop
        self.store = self(Store.open(url, part))
        self.service = TableService(self.store, GAMES, rng=Random(1), now=lambda: 1_760_000_000_000)
        self.long = self._long()

    def __call__(self, work: Awaitable[Any]) -> Any:
        async def run() -> Any:
            return await work

        return self.loop.run_until_complete(run())

    def _long(self) -> Table:
        """A game of ``PLIES`` plies that goes on."""
        table: Table = self(self.service.open("snorkels", ANN, {"pie": "off"}, Address(1, 2)))
        table = self(self.service.join(table.id, BOB, None))
        rng = Random(5)
        while len(table.turns) < PLIES:
            assert table.state is not None
            legal = list(table.state.legal(table.acting[0]))  # type: ignore[arg-type]
            rng.shuffle(legal)
            safe = (each for each in legal if table.state.play(table.acting[0], each).outcome is None)
            table = self(self.service.play(table.id, table.awaited[0], str(next(safe))))
        return table

    def copy(self) -> Table:
        """The long game once more, at a table of its own, kept folded."""
        stored = self(self.store.load(self.long.id))
        events = [replace(event, key=None) for event in stored.events]
        number = self(self.store.create(stored.header, events))
        table: Table = self(self.service.get(number))
        return table

    def forget(self) -> None:
        """Keep nothing folded."""
        self.service.cache.clear()

    def measure(
        self,
        benchmark: BenchmarkFixture,
        work: Callable[..., Awaitable[Any]],
        *,
        fresh: bool,
        cold: bool = False,
    ) -> None:
        """Time ``work`` on the long game, with ``fresh`` on a new copy of it each time."""

        def setup() -> tuple[tuple[Table], dict[str, Any]]:
            table = self.copy() if fresh else self.long
            if cold:
                self.forget()
            return (table,), {}

        timed(benchmark, lambda table: self(work(table)), setup=setup)


@contextmanager
def benched(url: sa.URL, loop: asyncio.AbstractEventLoop, part: ShardRange = ALL_SHARDS) -> Iterator[Bench]:
    """A bench at ``url``, which uses ``loop``."""
    bench = Bench(url, loop, part)
    yield bench
    bench(bench.store.close())


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def bench(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    loop: asyncio.AbstractEventLoop,
) -> Iterator[Bench]:
    if request.param == "sqlite":
        with benched(sqlite_url(tmp_path_factory.mktemp("bench") / "tables.sqlite3"), loop) as bench:
            yield bench
        return
    loop.run_until_complete(require_postgres())
    lent = own_server(durable=True)
    server = loop.run_until_complete(lent.__aenter__())
    with benched(server.url, loop, ShardRange(0, 0, 2)) as bench:
        yield bench
    loop.run_until_complete(lent.__aexit__(None, None, None))


def answer(table: Table) -> Event:
    """An event behind the long game."""
    return Event("play", table.acting[0], ANN.id, ANN.name, "a1", 1_760_000_000_000, next(KEYS))


def test_a_bare_commit(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "bare.sqlite3", isolation_level=None)) as connection:
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE line (text)"):
            connection.execute(statement)

        def commit() -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO line VALUES ('d4')")
            connection.execute("COMMIT")

        timed(benchmark, commit)


def test_load_fold_and_append(benchmark: BenchmarkFixture, bench: Bench) -> None:
    async def work(table: Table) -> None:
        stored = await bench.store.load(table.id)
        assert stored is not None
        now = reducer.fold(reducer.blank(stored.header, SNORKELS), stored.events, stored.header, stored.seats)
        await bench.store.append(now.id, now.version, [answer(now)], status="playing")

    bench.measure(benchmark, work, fresh=True)


def test_load_alone(benchmark: BenchmarkFixture, bench: Bench) -> None:
    bench.measure(benchmark, lambda table: bench.store.load(table.id), fresh=False)


def test_append_alone(benchmark: BenchmarkFixture, bench: Bench) -> None:
    async def work(table: Table) -> None:
        await bench.store.append(table.id, table.version, [answer(table)], status="playing")

    bench.measure(benchmark, work, fresh=True)


@pytest.mark.parametrize("cold", [False, True], ids=["kept", "cold"])
def test_a_snapshot(benchmark: BenchmarkFixture, bench: Bench, cold: bool) -> None:
    bench.measure(benchmark, lambda table: bench.service.get(table.id), fresh=False, cold=cold)


@pytest.mark.parametrize("cold", [False, True], ids=["kept", "cold"])
def test_a_whole_play(benchmark: BenchmarkFixture, bench: Bench, cold: bool) -> None:
    async def work(table: Table) -> None:
        assert table.state is not None
        legal = table.state.legal(table.acting[0])
        assert not isinstance(legal, Placement)
        await bench.service.play(table.id, table.awaited[0], str(legal[0]), key=next(KEYS))

    bench.measure(benchmark, work, fresh=True, cold=cold)


@pytest.fixture(scope="module", params=[1_000, 10_000, 100_000])
def crowded(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    loop: asyncio.AbstractEventLoop,
) -> Iterator[Bench]:
    path = tmp_path_factory.mktemp("crowded") / "tables.sqlite3"
    loop.run_until_complete(growth.grow(path, request.param))
    with benched(sqlite_url(path), loop) as bench:
        yield bench


@pytest.mark.parametrize("cold", [False, True], ids=["kept", "cold"])
def test_a_whole_play_among_many_tables(benchmark: BenchmarkFixture, crowded: Bench, cold: bool) -> None:
    test_a_whole_play(benchmark, crowded, cold)


def test_lists_among_many_tables(benchmark: BenchmarkFixture, crowded: Bench) -> None:
    async def work(_table: Table) -> None:
        # Of these all tables are over.
        assert await crowded.service.tables_of(1_006) == []
        assert await crowded.service.tables_in(7_000_003) == []
        assert await crowded.store.challenge(ANN.id, BOB.id, "snorkels") is None

    crowded.measure(benchmark, work, fresh=False)
