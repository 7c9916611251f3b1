"""Being alone at a file: one process at a time, whatever ends it, and no trust where that can't be told."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from data.store import alone
from data.store.records import DatabaseInUse
from data.store.store import Store, sqlite_url

HOLDER = """
import asyncio, sys
from pathlib import Path
from data.store.alone import alone_at
held = asyncio.run(alone_at(Path(sys.argv[1])))
print("held" if held else "not sure", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def file(tmp_path: Path, blank: Path) -> Path:
    """A database without sessions."""
    return Path(shutil.copy(blank, tmp_path / "tables.sqlite3"))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a process that may be about to end."""
    monkeypatch.setattr(alone, "PATIENCE", 0.0)


async def test_a_second_bot_at_a_file_is_told_to_stop_the_first(file: Path, hasty: None) -> None:
    first = await Store.open(sqlite_url(file), alone=True)
    with pytest.raises(DatabaseInUse, match=r"Another bot has .*tables\.sqlite3 open\. Stop it first"):
        await Store.open(sqlite_url(file), alone=True)
    await first.close()
    await (await Store.open(sqlite_url(file), alone=True)).close()


async def test_by_another_name_it_is_the_same_file(file: Path, hasty: None) -> None:
    first = await Store.open(sqlite_url(file), alone=True)
    link = file.with_name("link.sqlite3")
    link.symlink_to(file)
    with pytest.raises(DatabaseInUse):
        await Store.open(sqlite_url(link), alone=True)
    await first.close()


async def test_whoever_only_looks_need_not_be_alone(file: Path) -> None:
    first = await Store.open(sqlite_url(file), alone=True)
    looking = await Store.open(sqlite_url(file))
    assert await looking.fact("opened") == "1"
    await looking.close()
    await first.close()


async def test_one_that_is_killed_leaves_the_file_to_the_next(file: Path) -> None:
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDER, str(file)), stdin=PIPE, stdout=PIPE
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"held\n"
    opening = asyncio.create_task(Store.open(sqlite_url(file), alone=True))
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
            await Store.open(sqlite_url(spoilt), alone=True)
        assert not isinstance(refused.value, DatabaseInUse)
    shutil.copy(file, spoilt)
    await (await Store.open(sqlite_url(spoilt), alone=True)).close()


async def test_where_nobody_can_be_sure_to_be_alone_everything_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.open

    def refused(path: Any, *args: Any, **kwargs: Any) -> int:
        if str(path).endswith(alone.ENDING):
            raise PermissionError(13, "refused")
        return make(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", refused)
    both = [await Store.open(sqlite_url(file), alone=True) for _ in range(2)]
    await both[0].set_server_settings(5, "{}")
    assert await both[1].server_settings(5) == "{}"
    await both[0].set_server_settings(5, '{"threads": false}')
    assert await both[1].server_settings(5) == '{"threads": false}'
    for each in both:
        await each.close()
