"""The log on a SQLite file: durable, checked, and whole wherever a task is cancelled."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from data.store.driver import Connection
from data.store.store import Store, sqlite_url
from tests.patience import PATIENCE

from .logs import header, opened, play


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(sqlite_url(path))
    yield store
    await store.close()


@pytest.mark.parametrize(
    ("hop", "lands"), [(1, False), (2, False), (3, True), (4, True)], ids=["update", "insert", "commit", "no"]
)
async def test_a_cancelled_writer_leaves_a_whole_log_and_a_free_store(
    store: Store, monkeypatch: pytest.MonkeyPatch, hop: int, lands: bool
) -> None:
    """Wherever a task is cancelled, its transaction is there as a whole or not at all."""
    number = await store.create(header(), opened())
    hops = 0
    execute = Connection._execute

    async def cancelling(connection: Any, *call: Any) -> Any:
        nonlocal hops
        hops += 1
        if hops == hop:
            task.cancel()
        return await execute(connection, *call)  # type: ignore[no-untyped-call]

    with monkeypatch.context() as patched:
        patched.setattr(Connection, "_execute", cancelling)
        task = asyncio.create_task(store.append(number, 2, [play("one", "k1"), play("two")], status="over"))
        await asyncio.wait([task])
    assert task.cancelled() == (hop < 4)
    stored = await store.load(number)
    assert stored is not None
    assert len(stored.events) == stored.header.version == (4 if lands else 2)
    assert stored.header.status == ("over" if lands else "lobby")
    async with asyncio.timeout(PATIENCE):
        await store.append(number, stored.header.version, [play("last")])


async def test_the_file_is_durable_and_checked(store: Store, path: Path) -> None:
    async with store.writing() as connection:
        for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one() == wanted
    with sqlite3.connect(path) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    plain.close()
