"""What may befall a database for a while."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

from data.store.sqlite import executor
from data.store.sqlite.executor import SqliteExecutor
from tests.patience import PATIENCE

from .running_bot import RunningBot


@asynccontextmanager
async def full(here: RunningBot, path: Path) -> AsyncIterator[None]:
    """No file of this process can grow past what the database’s log has already."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A log that was copied into the database is written again from its beginning: this one is not.
    assert await here.bot.store.truncate_wal()
    await here.bot.store.set_value("full", "from here on")
    room = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@asynccontextmanager
async def read_only(here: RunningBot, _path: Path) -> AsyncIterator[None]:
    """Nothing can be written."""
    await _pragma(here, "query_only=ON")
    try:
        yield
    finally:
        await _pragma(here, "query_only=OFF")


@asynccontextmanager
async def locked(here: RunningBot, path: Path) -> AsyncIterator[None]:
    """Another program writes, for longer than the bot waits."""
    await _pragma(here, "busy_timeout=10")
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
    await _pragma(here, f"busy_timeout={int(executor.BUSY_TIMEOUT_S * 1000)}")


async def _pragma(here: RunningBot, setting: str) -> None:
    assert isinstance(here.bot.store.executor, SqliteExecutor)
    writer = here.bot.store.executor.writer
    # Not by a job: it would have to commit.
    await writer.call(lambda: writer.connection.exec_driver_sql(f"PRAGMA {setting}").close())


TROUBLES: Final = {"full": full, "read-only": read_only, "locked": locked}


@asynccontextmanager
async def trouble(kind: str, here: RunningBot, path: Path) -> AsyncIterator[None]:
    """What befalls the database, for as long as the context lasts, once what a start writes is written."""
    await here.at_rest()
    async with TROUBLES[kind](here, path):
        yield
