"""``python -m bot doctor`` on the host's own machine: database, disk, copies, fonts."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.hosting import local_checks
from bot.hosting.daily_backups import Backups, make
from data.store.records import DatabaseUnusable
from rendering import text
from tests.databases import REVISION, open_alone
from tests.store.release import restore

from .examined import Captured, Doctor, content_once
from .sample_database import DAY, NOW, SampleDatabase, ask, change, content, restored


async def test_a_database_that_is_not_there_yet_is_not_made(sample: SampleDatabase, doctor: Doctor) -> None:
    shutil.rmtree(sample.database.parent)
    assert "It will be created the first time the bot starts" in (await doctor(0))["database"][0]
    assert not sample.database.parent.exists()


async def test_too_old_a_sqlite_is_said(
    sample: SampleDatabase, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.store.sqlite.executor.OLDEST", (99, 0, 0))
    assert "The bot needs SQLite 99.0.0 or newer" in (await doctor(1))["database"][0]


@pytest.mark.parametrize("release", ["0001", REVISION])
async def test_an_older_database_is_not_upgraded(
    sample: SampleDatabase, doctor: Doctor, next_release: object, release: str
) -> None:
    sample.database.unlink()
    restore(sample.database, release)
    sample.database.chmod(0o600)
    before = content(sample.database)
    (line,) = (await doctor(0))["database"]
    assert f"{sample.database}. The next time the bot starts" in line
    assert line.endswith(f"upgraded from revision {release}.")
    assert content(sample.database) == before


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            "UPDATE alembic_version SET version_num = '7777'",
            "revision 7777, which this release doesn’t know",
        ),
        ("DROP TABLE alembic_version", "isn’t a Captain’s Table database"),
    ],
)
async def test_a_database_that_can_not_be_opened_is_said(
    sample: SampleDatabase, doctor: Doctor, spoil: str, words: str
) -> None:
    change(sample.database, spoil)
    assert words in (await doctor(1))["database"][0]


async def test_the_backup_to_restore_a_damaged_database_from_is_named(
    sample: SampleDatabase, doctor: Doctor, capsys: Captured
) -> None:
    for days in (2, 1):
        Backups(sample.url, sample.backups, 3, lambda: NOW).make(NOW - days * DAY)
    last = sample.backups / "tables-2026-11-20T13-25-00Z.sqlite3"
    (page,) = ask(sample.database, "SELECT rootpage FROM sqlite_master WHERE name = 'event'")
    with sample.database.open("r+b") as file:
        file.seek((page - 1) * 4096 + 20)
        file.write(b"\xff" * 3000)
    assert (await doctor(1, NOW + DAY))["database"][0].endswith(f"python -m bot restore {last}")
    # Whoever names no backup learns which there are.
    assert await restored(sample.backups / "FILE") == 1
    told = capsys.readouterr().err
    assert told.count(str(sample.backups / "tables-")) == 2
    assert str(last) in told


async def test_a_full_disk_of_the_backups_is_said(
    sample: SampleDatabase, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = sample.folder / "elsewhere"
    elsewhere.mkdir()

    def usage(folder: Path) -> SimpleNamespace:
        return SimpleNamespace(free=(100 if folder == elsewhere else 9000) * 2**20)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS", str(elsewhere / "not" / "yet"))
    lines = (await doctor(1))["disk"]
    assert [line.split(" free in ")[0] for line in lines] == ["ok 9000 MB", "NO 100 MB"]
    assert f"free in {elsewhere}. Free up some space: the bot needs at least 200 MB." in lines[1]
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS_KEPT", "0")
    assert len((await doctor(0))["disk"]) == 1


async def test_old_copies_are_said(sample: SampleDatabase, doctor: Doctor) -> None:
    now = round(time.time() * 1000)
    assert "There’s no backup in" in (await doctor(0))["backups"][0]
    Backups(sample.url, sample.backups, 3, lambda: now).make(now - 5 * 3_600_000)
    assert "is 5 hours old" in (await doctor(0, now))["backups"][0]
    Backups(sample.url, sample.backups, 3, lambda: now).make(now - 3_600_000)
    assert "is 1 hour old" in (await doctor(0, now))["backups"][0]
    for copy in sample.backups.iterdir():
        copy.unlink()
    Backups(sample.url, sample.backups, 3, lambda: now).make(now - 3 * DAY)
    assert "NO The newest" in (await doctor(1, now))["backups"][0]


async def test_a_folder_that_no_backup_or_database_can_be_put_in_is_said(
    sample: SampleDatabase, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sample.folder / "file"
    file.touch()
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS", str(file / "copies"))
    (line,) = (await doctor(1))["backups"]
    assert line.startswith(f"NO The bot can’t make backups in {file}/copies: {file} isn’t a folder. Set ")
    refused = {sample.folder}
    monkeypatch.setattr(os, "access", lambda path, mode: path not in refused or mode == os.R_OK)
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS", str(sample.folder / "new" / "copies"))
    (line,) = (await doctor(1))["backups"]
    assert f"the bot’s user can’t write to {sample.folder}. Set CAPTAINS_TABLE_BACKUPS" in line
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(sample.folder / "new" / "tables.sqlite3"))
    (line,) = (await doctor(1))["database"]
    assert f"the bot’s user can’t write to {sample.folder}. Make the bot’s user the owner of " in line


async def test_nobody_is_told_to_take_from_a_folder_what_its_owner_needs(
    sample: SampleDatabase, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the mode of a file, nobody but root gets into a home folder any more."""
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(sample.folder))
    sample.folder.chmod(0o755)
    lines = await doctor(1)
    assert f"{sample.folder} is a folder. Set CAPTAINS_TABLE_DB to a file in it." in lines["database"][0]
    assert "chmod" not in str(lines)


async def test_a_package_that_is_missing_is_told_as_that_wherever_it_is_missed(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "greenlet", None)
    monkeypatch.setenv("CAPTAINS_TABLE_DB", "postgresql://captain:aye@127.0.0.1:9/tables")
    lines = await doctor(1)
    advice = f"In the bot’s folder, run: {sys.executable} -m pip install '.[postgres]'"
    assert lines["database"][0].endswith(advice)
    assert lines["commands"][0].startswith("-- This couldn’t be checked: PostgreSQL needs the package")
    assert lines["commands"][0].endswith(advice)


async def test_a_database_whose_log_was_deleted_under_the_bot_is_said_and_not_copied(
    sample: SampleDatabase, doctor: Doctor
) -> None:
    store = await open_alone(sample.database)
    log = sample.database.with_name(sample.database.name + "-wal")
    log.unlink()
    assert f"NO The file {log}, which is" in (await doctor(1))["database"][0]
    with pytest.raises(DatabaseUnusable, match=f"^The file {log}, which is"):
        make(sample.url, sample.folder / "half.sqlite3")
    assert not log.exists()
    await store.close()


async def test_boards_puzzles_and_lessons_that_cannot_be_read_are_named(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_checks, "content", content_once.__wrapped__)
    assert (await doctor(0))["content"] == [
        "ok The boards, puzzles, lessons and what computers have learnt can be read."
    ]
    whole = Path.read_text
    spoilt = {"bell.json": "{", "snorkels.jsonl": "{}", "01-the-last-tube.toml": "title ="}

    def read(path: Path, *given: Any, **options: Any) -> str:
        if path.name == "curse.jsonl":
            raise PermissionError(13, "Permission denied")
        return spoilt.get(path.name) or whole(path, *given, **options)

    monkeypatch.setattr(Path, "read_text", read)
    (line,) = (await doctor(1))["content"]
    assert line.startswith("NO 4 faults in boards, puzzles, lessons or what computers have learnt: ")


async def test_fonts_that_are_gone_are_said(
    doctor: Doctor,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(text, "FONTS", tmp_path)
    text.font.cache_clear()
    assert "The bot can’t draw a picture" in (await doctor(1))["pictures"][0]
    text.font.cache_clear()
