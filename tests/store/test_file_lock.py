"""Being alone at a file: one process at a time, whatever ends it, and no trust where that can't be told."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from filelock import lock_descriptor

from data.store.records import DatabaseInUse
from data.store.sqlite import file_lock, files
from tests.databases import open_alone, open_store, put_settings


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a process that may be about to end."""
    monkeypatch.setattr(file_lock, "ACQUIRE_TIMEOUT_S", 0.0)


async def test_a_second_bot_at_a_file_is_told_to_stop_the_first(file: Path, hasty: None) -> None:
    first = await open_alone(file)
    with pytest.raises(DatabaseInUse, match=r"Another bot has .*tables\.sqlite3 open\. Stop it first"):
        await open_alone(file)
    await first.close()
    await (await open_alone(file)).close()


async def test_by_another_name_it_is_the_same_file(file: Path, hasty: None) -> None:
    first = await open_alone(file)
    link = file.with_name("link.sqlite3")
    link.symlink_to(file)
    with pytest.raises(DatabaseInUse):
        await open_alone(link)
    await first.close()


SERVER = """
import asyncio, sys
from pathlib import Path
from data.store.store import Store, sqlite_url

async def main():
    store = await Store.open(sqlite_url(Path(sys.argv[1])), alone=True)
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()

asyncio.run(main())
"""


async def server_of(file: Path) -> Process:
    """Another process that has the database to itself."""
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVER, str(file)), stdin=PIPE, stdout=PIPE
    )
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    return other


@asynccontextmanager
async def serving(file: Path) -> AsyncIterator[None]:
    """Meanwhile another process has the database to itself."""
    other = await server_of(file)
    try:
        yield
    finally:
        await other.communicate(b"")
    assert other.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no file that is open")
async def test_neither_another_name_nor_a_deleted_lock_file_lets_a_second_bot_in(
    file: Path, hasty: None
) -> None:
    lock, moved = file.with_name(file.name + files.SUFFIX), file.with_name("moved.sqlite3")
    async with serving(file):
        os.rename(file, moved)  # noqa: PTH104
        with pytest.raises(DatabaseInUse):
            await open_alone(moved)
        os.rename(moved, file)  # noqa: PTH104
        lock.unlink()
        for _ in range(2):
            with pytest.raises(
                DatabaseInUse, match=r"has .*tables\.sqlite3 open, and the lock file .* was only just created"
            ):
                await open_alone(file)
    store = await open_alone(file)
    lock.unlink()
    with pytest.raises(DatabaseInUse):
        await open_alone(file)
    assert await store.value("opened") == "1"
    await store.close()


async def test_a_lock_file_that_is_deleted_while_it_is_taken_is_not_trusted(
    file: Path, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = file.with_name(file.name + files.SUFFIX)
    take = lock_descriptor

    def taken(descriptor: int, *, blocking: bool) -> bool:
        lock.unlink()
        return take(descriptor, blocking=blocking)

    with monkeypatch.context() as patch:
        patch.setattr(file_lock, "lock_descriptor", taken)
        with pytest.raises(DatabaseInUse):
            await open_alone(file)
    await (await open_alone(file)).close()


async def test_whoever_only_looks_keeps_no_bot_from_starting(file: Path) -> None:
    await (await open_alone(file)).close()
    looking = await open_store(file)
    await (await open_alone(file)).close()
    await looking.close()


async def test_whoever_only_looks_need_not_be_alone(file: Path) -> None:
    first = await open_alone(file)
    looking = await open_store(file)
    assert await looking.value("opened") == "1"
    await looking.close()
    await first.close()


async def test_one_that_is_killed_leaves_the_file_to_the_next(file: Path) -> None:
    holder = await server_of(file)
    opening = asyncio.create_task(open_alone(file))
    await asyncio.sleep(0)
    holder.kill()
    await holder.communicate()
    await (await opening).close()


@pytest.fixture
def spoilt(tmp_path: Path) -> Path:
    """A file that is no database."""
    path = tmp_path / "spoilt.sqlite3"
    path.write_bytes(b"no database at all, and long enough to be none")
    return path


async def test_a_store_that_could_not_be_opened_holds_nothing(file: Path, spoilt: Path, hasty: None) -> None:
    for _ in range(2):
        with pytest.raises(Exception, match="database") as refused:
            await open_alone(spoilt)
        assert not isinstance(refused.value, DatabaseInUse)
    shutil.copy(file, spoilt)
    await (await open_alone(spoilt)).close()


async def test_where_nobody_can_be_sure_to_be_alone_everything_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.open

    def refused(path: Any, *args: Any, **kwargs: Any) -> int:
        if str(path).endswith(files.SUFFIX):
            raise PermissionError(13, "refused")
        return make(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", refused)
    both = [await open_alone(file) for _ in range(2)]
    await put_settings(both[0], "server", 5, "{}")
    assert await both[1].server_settings(5) == "{}"
    await put_settings(both[0], "server", 5, '{"threads": false}')
    assert await both[1].server_settings(5) == '{"threads": false}'
    for each in both:
        await each.close()
