"""The log on a SQLite file: durable, checked, and whole wherever a task is cancelled."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from data.store.records import Conflict, Repeated
from data.store.sqlite import executor, pragmas
from data.store.store import Store
from tests import databases
from tests.databases import execute, fetch, open_store
from tests.patience import PATIENCE

from .logs import create, loaded, move, play


@pytest.fixture
async def store(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(pragmas, "DURABLE", databases.DURABLE)
    store = await open_store(path)
    yield store
    await store.close()


@pytest.mark.parametrize("when", ["waiting", "begun", "committed"])
async def test_a_cancelled_writer_leaves_a_whole_log_and_a_free_store(store: Store, when: str) -> None:
    """Wherever a task is cancelled, its transaction is there as a whole or not at all."""
    number = await create(store)
    begun, go_on = threading.Event(), threading.Event()
    if when == "waiting":
        other = asyncio.create_task(_held(store, begun, go_on))
        await asyncio.to_thread(begun.wait)
    task = asyncio.create_task(store.append(number, 2, [play("one", "k1"), play("two")], status="over"))
    await asyncio.sleep(0)
    if when == "begun":
        # It is on its way to the thread.
        await asyncio.sleep(0)
    elif when == "committed":
        while (await loaded(store, number)).header.version == 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
    cancelled = task.cancel()
    await asyncio.wait([task])
    if when == "waiting":
        go_on.set()
        await other
    assert task.cancelled() == cancelled
    async with asyncio.timeout(PATIENCE):
        # Whatever was begun is done before what comes behind it.
        await store.set_value("behind", "it")
        stored = await loaded(store, number)
        assert len(stored.events) == stored.header.version
        assert stored.header.version == (2 if when == "waiting" else 4)
        assert stored.header.status == ("lobby" if when == "waiting" else "over")
        await move(store, number, stored.header.version, play("last"))


def _raw(connection: sa.Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


async def _held(store: Store, begun: threading.Event, go_on: threading.Event) -> None:
    """A job that takes until ``go_on``."""

    def wait(_connection: sa.Connection) -> None:
        begun.set()
        go_on.wait()

    await store.write(wait)


async def _together(store: Store, *jobs: Coroutine[Any, Any, Any]) -> list[Any]:
    """What comes of ``jobs``, which are written in one transaction: something else is written before."""
    begun, go_on = threading.Event(), threading.Event()
    other = asyncio.create_task(_held(store, begun, go_on))
    await asyncio.to_thread(begun.wait)
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.sleep(0)
    go_on.set()
    await other
    return await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_comes_at_once_is_committed_together(store: Store) -> None:
    numbers = [await create(store) for _ in range(5)]
    heard: list[str] = []
    await store.write(lambda connection: _raw(connection).set_trace_callback(heard.append))
    await _together(store, *(move(store, number, 2, play("one")) for number in numbers))
    # One is of what was written before.
    assert heard.count("COMMIT") == 3
    for number in numbers:
        stored = await loaded(store, number)
        assert [event.text for event in stored.events[2:]] == ["one"]


async def test_what_nobody_waits_for_is_committed_with_the_next_write(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = [await create(store) for _ in range(2)]
    monkeypatch.setattr(executor, "PATIENCE_S", 600.0)
    heard: list[str] = []
    await store.write(lambda connection: _raw(connection).set_trace_callback(heard.append))
    heard.clear()
    shown = [asyncio.create_task(store.set_address(number, card=number)) for number in (one, two)]
    await asyncio.sleep(0.05)
    assert heard == []
    await move(store, one, 2, play("one"))
    await asyncio.gather(*shown)
    assert heard.count("COMMIT") == 1
    monkeypatch.setattr(executor, "PATIENCE_S", 0.01)
    async with asyncio.timeout(PATIENCE):
        await store.set_address(one, card=7)
    assert [(await loaded(store, number)).header.address.card for number in (one, two)] == [7, two]


async def test_a_file_is_closed_with_what_waits_for_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(path)
    number = await create(store)
    monkeypatch.setattr(executor, "PATIENCE_S", 600.0)
    shown = asyncio.create_task(store.set_address(number, card=5))
    await asyncio.sleep(0)
    await store.close()
    await shown
    again = await open_store(path)
    assert (await loaded(again, number)).header.address.card == 5
    await again.close()


async def test_what_is_refused_takes_nothing_along(store: Store) -> None:
    one, two = [await create(store) for _ in range(2)]
    outcomes = await _together(
        store,
        move(store, one, 2, play("first", "k1")),
        move(store, one, 2, play("late")),
        move(store, two, 2, play("fine"), play("again", "k1")),
        move(store, two, 2, play("second")),
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Repeated, type(None)]
    for number, text in ((one, "first"), (two, "second")):
        stored = await loaded(store, number)
        assert stored.header.version == 3
        assert [event.text for event in stored.events[2:]] == [text]


async def test_what_can_not_be_committed_is_done_by_nobody(store: Store, path: Path) -> None:
    one, two = [await create(store) for _ in range(2)]
    await execute(store, "PRAGMA busy_timeout=1")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            *(move(store, number, 2, play("one")) for number in (one, two)),
            return_exceptions=True,
        )
    assert [type(outcome) for outcome in outcomes] == [sa.exc.OperationalError] * 2
    await move(store, one, 2, play("one"))
    assert (await loaded(store, one)).header.version == 3
    assert (await loaded(store, two)).header.version == 2


async def test_nobody_else_writes_between_what_a_job_reads_and_what_it_writes(
    store: Store, path: Path
) -> None:
    heard: list[str] = []

    def job(connection: sa.Connection) -> None:
        connection.execute(sa.text("SELECT count(*) FROM kv")).all()
        with closing(sqlite3.connect(path, timeout=0)) as other:
            try:
                other.execute("INSERT INTO kv (key, value) VALUES ('other', '1')")
            except sqlite3.OperationalError as error:
                heard.append(str(error))

    await store.write(job)
    assert heard == ["database is locked"]


async def test_readers_can_not_write(store: Store) -> None:
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        await fetch(store, "DELETE FROM event")


async def test_the_file_is_durable_and_checked(store: Store, path: Path) -> None:
    durable = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "temp_store": 2}
    for run in (store.read, store.write):
        for pragma, wanted in durable.items():
            found = await run(lambda connection, of: connection.scalar(sa.text(f"PRAGMA {of}")), pragma)
            assert found == wanted
    with sqlite3.connect(path) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    plain.close()
