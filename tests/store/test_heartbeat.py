"""A heartbeat proves that a write reaches the database file at its path, or says why not."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.store.heartbeat import beat
from data.store.records import DatabaseUnusable
from data.store.store import Store, sqlite_url
from tests.databases import execute

from .logs import header, opened

ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no file that is open")


@pytest.fixture
def file(tmp_path: Path, blank: Path) -> Path:
    """A database without tables."""
    return Path(shutil.copy(blank, tmp_path / "tables.sqlite3"))


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file of this process can grow past ``size`` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_each_beat_is_written_and_forgets_nothing_that_is_known(url: sa.URL) -> None:
    store = await Store.open(url, alone=True)
    number = await store.create(header(), opened())
    before = await store.load(number)
    for moment in (5, 6):
        await beat(store, moment)
    assert await store.value("heartbeat 0/1") == "6"
    assert await store.load(number) == before
    await store.close()


@ON_WINDOWS
async def test_a_deleted_file_is_said(file: Path) -> None:
    store = await Store.open(sqlite_url(file), alone=True)
    await beat(store, 1)
    os.unlink(file)  # noqa: PTH108
    with pytest.raises(DatabaseUnusable, match="was deleted or moved"):
        await beat(store, 2)
    await store.close()


@ON_WINDOWS
async def test_a_file_that_another_took_the_place_of_is_said(file: Path) -> None:
    store = await Store.open(sqlite_url(file), alone=True)
    await beat(store, 1)
    other = file.with_name("other.sqlite3")
    shutil.copy(file, other)
    os.replace(other, file)  # noqa: PTH105
    with pytest.raises(DatabaseUnusable, match="was replaced"):
        await beat(store, 2)
    await store.close()


@pytest.mark.parametrize("start", [0, 100], ids=["header", "schema"])
async def test_an_overwritten_file_is_said(file: Path, start: int) -> None:
    store = await Store.open(sqlite_url(file), alone=True)
    await store.create(header(), opened())
    await beat(store, 1)
    with file.open("r+b") as raw:
        raw.seek(start)
        raw.write(b"Dear diary, " * 1000)
    with pytest.raises((DatabaseUnusable, sa.exc.DBAPIError), match=r"damaged|malformed|not a database"):
        await beat(store, 2)
    await store.close()


async def test_a_full_disk_is_said_and_passes(file: Path) -> None:
    store = await Store.open(sqlite_url(file), alone=True)
    await beat(store, 1)
    with room(file.with_name(file.name + "-wal").stat().st_size), pytest.raises(sa.exc.OperationalError):
        await beat(store, 2)
    await beat(store, 3)
    await store.close()


async def test_a_database_that_can_only_be_read_is_said(file: Path) -> None:
    store = await Store.open(sqlite_url(file), alone=True)
    await execute(store, "PRAGMA query_only=ON")
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        await beat(store, 2)
    await store.close()


async def test_a_file_that_another_program_writes_to_is_still_well(file: Path) -> None:
    store = await Store.open(sqlite_url(file), alone=True)
    await beat(store, 1)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("VACUUM")
    await beat(store, 2)
    await store.close()
