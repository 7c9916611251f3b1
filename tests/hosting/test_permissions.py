"""What holds secrets is for its owner alone: the database, the files beside it, copies, and ``.env``."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.hosting.daily_backups import Backups
from data.store.schema_upgrade import upgrade
from data.store.sqlite.files import is_private
from data.store.store import sqlite_url
from tests.databases import open_alone, open_store, put_settings

from .examined import Doctor
from .sample_database import NOW, SampleDatabase, fill, restored

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Without our care, everybody could read what is created."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The mode of everything in ``folder``, and of the folder itself."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


def expect_private(folder: Path) -> None:
    found = modes(folder)
    open_to_others = {name: oct(mode) for name, mode in found.items() if mode & 0o077}
    assert not open_to_others, open_to_others
    assert len(found) > 1


async def test_a_database_its_log_its_lock_and_its_folders_are_created_for_the_owner_alone(
    tmp_path: Path,
) -> None:
    store = await open_alone(tmp_path / "sea" / "deep" / "tables.sqlite3")
    await put_settings(store, "server", 1, "{}")
    found = modes(tmp_path / "sea")
    assert {"tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm", "tables.sqlite3.alone"} <= {*found}
    expect_private(tmp_path / "sea")
    await store.close()


async def test_a_database_that_a_link_names_is_created_for_the_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "sea").mkdir(0o700)
    link = tmp_path / "link.sqlite3"
    link.symlink_to(tmp_path / "sea" / "tables.sqlite3")
    await (await open_store(link)).close()
    expect_private(tmp_path / "sea")


def test_a_file_is_private_where_its_mode_or_windows_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.sqlite3"
    file.touch()
    for mode, private in ((0o600, True), (0o640, False), (0o604, False)):
        file.chmod(mode)
        assert is_private(file) is private
    # No file has these modes there.
    monkeypatch.setattr("data.store.sqlite.files.os", SimpleNamespace(name="nt"))
    assert is_private(file)


async def test_daily_copies_are_private_whatever_the_database_is(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    await fill(database)
    database.chmod(0o644)
    (tmp_path / "far").mkdir(0o700)
    Backups(sqlite_url(database), tmp_path / "far" / "backups", 3, lambda: NOW).make(NOW)
    expect_private(tmp_path / "far")


async def test_a_copy_before_an_upgrade_is_private(sample: SampleDatabase, next_release: object) -> None:
    sample.database.parent.chmod(0o700)
    assert await upgrade(sqlite_url(sample.database)) is not None
    expect_private(sample.database.parent)


async def test_what_a_copy_is_restored_to_is_private(
    tmp_path: Path, sample: SampleDatabase, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.database.chmod(0o600)
    sample.database.parent.chmod(0o700)
    (sample.folder / "copy.sqlite3").chmod(0o644)
    assert await restored(copy) == 0
    expect_private(sample.database.parent)
    sample.database.write_bytes(b"spoilt")
    assert await restored(copy) == 0
    expect_private(sample.database.parent)
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(tmp_path / "new" / "deep" / "tables.sqlite3"))
    assert await restored(copy) == 0
    expect_private(tmp_path / "new")


async def test_the_doctor_names_a_database_and_an_env_file_that_others_can_read(
    sample: SampleDatabase, doctor: Doctor
) -> None:
    env = sample.folder / ".env"
    env.write_text("CAPTAINS_TABLE_LOG_LEVEL=INFO\n")
    for path in (sample.database, env):
        path.chmod(0o600)
    (said,) = (await doctor(0))["privacy"]
    assert said == "ok Only the bot’s user can read the database and .env."
    env.chmod(0o640)
    (said,) = (await doctor(1))["privacy"]
    assert said == f"NO Others on this machine can read {env}. Run: chmod 600 {env}"
    sample.database.chmod(0o604)
    assert len((await doctor(1))["privacy"]) == 2
