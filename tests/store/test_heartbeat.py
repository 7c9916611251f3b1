"""A heartbeat proves that a write reaches the database file at its path, or says why not."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.store.records import DatabaseUnusable
from data.store.sqlite.backup import copy_sqlite
from data.store.store import Store
from tests.databases import execute, open_alone, room

from .logs import create

ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no file that is open")


async def test_each_beat_is_written_and_forgets_nothing_that_is_known(url: sa.URL) -> None:
    store = await Store.open(url, alone=True)
    number = await create(store)
    before = await store.load(number)
    for moment in (5, 6):
        await store.require_writable(moment)
    assert await store.value("heartbeat 0/1") == "6"
    assert await store.load(number) == before
    await store.close()


@ON_WINDOWS
@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
async def test_a_deleted_file_is_said_and_a_turn_is_refused_until_it_is_back(
    alone: Store, file: Path, end: str
) -> None:
    number = await create(alone)
    gone, away = file.with_name(file.name + end), file.with_name("away")
    os.rename(gone, away)  # noqa: PTH104
    for write in (alone.require_writable(2), create(alone)):
        with pytest.raises(sa.exc.OperationalError, match=f"{gone}.* was deleted or moved"):
            await write
    with pytest.raises(DatabaseUnusable, match="was deleted or moved"):
        copy_sqlite(file, file.with_name("copy"))
    assert not gone.exists()
    os.rename(away, gone)  # noqa: PTH104
    await alone.require_writable(3)
    assert await create(alone) == number + 1
    copy_sqlite(file, file.with_name("copy"))


@ON_WINDOWS
@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
async def test_a_file_that_another_took_the_place_of_is_said(alone: Store, file: Path, end: str) -> None:
    await alone.require_writable(1)
    replaced, other = file.with_name(file.name + end), file.with_name("other")
    shutil.copy(replaced, other)
    os.replace(other, replaced)  # noqa: PTH105
    with pytest.raises(sa.exc.OperationalError, match=f"{replaced}.* was replaced"):
        await alone.require_writable(2)
    with pytest.raises(DatabaseUnusable, match="was replaced"):
        copy_sqlite(file, file.with_name("copy"))
    assert not file.with_name("copy").exists()


@ON_WINDOWS
async def test_what_is_only_in_a_deleted_log_is_saved_at_the_end(file: Path) -> None:
    store = await open_alone(file)
    number = await create(store)
    for end in ("-wal", "-shm"):
        os.unlink(file.with_name(file.name + end))  # noqa: PTH108
    with pytest.raises(sa.exc.OperationalError, match="Stop the bot without killing it"):
        await store.require_writable(1)
    await store.close()
    store = await open_alone(file)
    assert await store.load(number) is not None
    await store.close()


ONLOOKER = """
import sys
from pathlib import Path
from data.store.records import StoreError
from data.store.sqlite.backup import copy_sqlite
try:
    copy_sqlite(Path(sys.argv[1]), Path(sys.argv[1]).with_name("copy"))
except StoreError as error:
    sys.exit(str(error))
"""


@ON_WINDOWS
async def test_another_program_copies_no_database_that_lacks_what_the_bot_has_stored(file: Path) -> None:
    store = await open_alone(file)
    await create(store)
    beside = [file.with_name(file.name + end) for end in ("-wal", "-shm")]
    for path in beside:
        os.unlink(path)  # noqa: PTH108
    copying = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ONLOOKER, str(file)), stderr=asyncio.subprocess.PIPE
    )
    told = (await copying.communicate())[1].decode()
    assert copying.returncode == 1
    assert told.startswith(f"The file {beside[0]}, which is a part of the database, was deleted or moved")
    assert not file.with_name("copy").exists()
    assert not any(path.exists() for path in beside), "SQLite would take new ones for the bot's"
    await store.close()
    copy_sqlite(file, file.with_name("copy"))


async def test_what_an_ended_bot_had_open_does_not_count(file: Path) -> None:
    store = await open_alone(file)
    await store.close()
    shutil.copy(file, file.with_name("other"))
    os.replace(file.with_name("other"), file)  # noqa: PTH105
    copy_sqlite(file, file.with_name("copy"))
    store = await open_alone(file)
    await store.require_writable(1)
    await store.close()


@pytest.mark.parametrize("start", [0, 100], ids=["header", "schema"])
async def test_an_overwritten_file_is_said(alone: Store, file: Path, start: int) -> None:
    await create(alone)
    await alone.require_writable(1)
    with file.open("r+b") as raw:
        raw.seek(start)
        raw.write(b"Dear diary, " * 1000)
    with pytest.raises((DatabaseUnusable, sa.exc.DBAPIError), match=r"damaged|malformed|not a database"):
        await alone.require_writable(2)


async def test_a_full_disk_is_said_and_passes(alone: Store, file: Path) -> None:
    await alone.require_writable(1)
    with room(file.with_name(file.name + "-wal").stat().st_size), pytest.raises(sa.exc.OperationalError):
        await alone.require_writable(2)
    await alone.require_writable(3)


async def test_a_database_that_can_only_be_read_is_said(alone: Store) -> None:
    await execute(alone, "PRAGMA query_only=ON")
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        await alone.require_writable(2)


async def test_a_file_that_another_program_writes_to_is_still_well(alone: Store, file: Path) -> None:
    await alone.require_writable(1)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("VACUUM")
    await alone.require_writable(2)
