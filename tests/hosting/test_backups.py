"""Daily copies: made when they are due, the newest kept, while people play."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.hosting.daily_backups import DAY, HOUR, Backups, copies, dated, newest
from data.store.records import BackupCancelled, DatabaseUnusable
from data.store.sqlite import backup as copying
from data.store.sqlite.backup import copy_sqlite, require_whole
from tests.databases import open_store, room

from .examined import Doctor
from .sample_database import NOW, SampleDatabase, ask, change, content


def kept(sample: SampleDatabase, number: int = 3) -> Backups:
    """Copies as after a fresh start of the bot."""
    return Backups(sample.url, sample.backups, number, lambda: sample.now)


def names(sample: SampleDatabase) -> list[str]:
    return sorted(path.name for path in sample.backups.iterdir())


async def test_the_first_copy_is_made_at_once_and_holds_all_and_the_next_a_day_later(
    sample: SampleDatabase,
) -> None:
    assert await kept(sample).tick() == HOUR
    assert names(sample) == ["tables-2026-11-21T13-25-00Z.sqlite3"]
    assert content(sample.backups / names(sample)[0]) == content(sample.database)
    sample.now += DAY - 90_000
    assert await kept(sample).tick() == 90
    assert len(names(sample)) == 1


async def test_restarts_neither_skip_a_copy_nor_make_one_twice(sample: SampleDatabase) -> None:
    for _ in range(20):
        # The bot starts anew every five hours, and never is up for a whole day.
        backups = kept(sample, 10)
        await backups.tick()
        await backups.tick()
        sample.now += 5 * 3_600_000
    assert [name[7:23] for name in names(sample)] == [
        "2026-11-21T13-25",
        "2026-11-22T14-25",
        "2026-11-23T15-25",
        "2026-11-24T16-25",
    ]


async def test_only_the_newest_are_kept_and_nothing_else_is_touched(sample: SampleDatabase) -> None:
    sample.backups.mkdir()
    others = ["tables.sqlite3", "tables.sqlite3.part", "notes.txt", "tables-old.sqlite3"]
    others += ["others-2020-01-01T00-00-00Z.sqlite3", "tables-2020-99-99T00-00-00Z.sqlite3"]
    for name in others:
        (sample.backups / name).touch()
    half = sample.backups / "tables-2020-01-01T00-00-00Z.sqlite3.part"
    (sample.backups / f"{half.name}-journal").touch()
    half.touch()
    (sample.backups / "tables-2020-01-02T00-00-00Z.sqlite3").mkdir()
    for _ in range(5):
        await kept(sample).tick()
        sample.now += DAY
    mine = copies(sample.url, sample.backups)
    assert [path.name[7:17] for path in mine] == ["2026-11-23", "2026-11-24", "2026-11-25"]
    assert set(others) < set(names(sample))
    assert half.name not in names(sample), "a killed program has left it"
    assert len(names(sample)) == len(others) + 1 + 3


async def test_a_copy_from_the_future_does_not_end_all_copies(sample: SampleDatabase) -> None:
    sample.backups.mkdir()
    dated(sample.url, sample.backups, NOW + 400 * DAY).touch()
    await kept(sample).tick()
    assert newest(sample.url, sample.backups, NOW) == NOW
    assert await kept(sample).tick() == HOUR
    assert len(names(sample)) == 2


async def test_a_clock_set_back_makes_one_copy_more(sample: SampleDatabase) -> None:
    for _ in range(3):
        await kept(sample).tick()
        sample.now += DAY
    sample.now -= 10 * DAY
    for _ in range(3):
        await kept(sample).tick()
    assert dated(sample.url, sample.backups, sample.now) in copies(sample.url, sample.backups)
    assert len(names(sample)) == 4


async def test_a_copy_that_fails_is_logged_and_tried_again(
    sample: SampleDatabase, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.backups.write_text("a file where the folder should be")
    pauses: list[float] = []
    tried = asyncio.Event()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        tried.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.hosting.daily_backups.asyncio.sleep", sleep)
    backups = kept(sample)
    with caplog.at_level(logging.ERROR):
        backups.start()
        await tried.wait()
    assert backups.failures == 1
    assert pauses == [HOUR]
    assert "the daily backup failed" in caplog.text
    assert f"Can’t create the folder {sample.backups}: File exists" in caplog.text
    assert "Traceback" not in caplog.text
    await backups.stop()


async def test_a_damaged_copy_does_not_count(sample: SampleDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(path: Path) -> None:
        raise DatabaseUnusable(f"{path} is damaged")

    monkeypatch.setattr("bot.hosting.daily_backups.require_whole", damaged)
    with pytest.raises(DatabaseUnusable, match="damaged"):
        await kept(sample).tick()
    assert names(sample) == []


async def test_a_copy_that_fills_the_disk_is_taken_away(sample: SampleDatabase) -> None:
    change(sample.database, "CREATE TABLE pad (x)", "INSERT INTO pad VALUES (randomblob(6000000))")
    with room(1_000_000), pytest.raises(DatabaseUnusable, match="Couldn’t copy"):
        await kept(sample).tick()
    assert names(sample) == []


async def test_none_are_made_when_none_are_kept(sample: SampleDatabase) -> None:
    backups = kept(sample, 0)
    backups.start()
    await backups.stop()
    assert not sample.backups.exists()
    assert backups.age() is None


async def test_a_copy_taken_under_constant_writes_is_whole_and_of_one_moment(sample: SampleDatabase) -> None:
    store = await open_store(sample.database)
    change(sample.database, "CREATE TABLE pad (x)", "CREATE TABLE pair (a)", "CREATE TABLE other (b)")
    change(sample.database, *["INSERT INTO pad VALUES (randomblob(4000000))"] * 8)
    ended = threading.Event()
    written = 0

    def write() -> None:
        nonlocal written
        with closing(sqlite3.connect(sample.database, isolation_level=None, timeout=30)) as connection:
            while not ended.is_set():
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO pair VALUES (1)")
                connection.execute("INSERT INTO other VALUES (1)")
                connection.execute("COMMIT")
                written += 1

    seen: list[int] = []

    def wanted() -> bool:
        seen.append(written)
        # Somebody writes between any two steps of the copy.
        while written < seen[-1] + 2:
            pass
        return True

    writer = threading.Thread(target=write)
    writer.start()
    target = sample.folder / "copy.sqlite3"
    try:
        await asyncio.to_thread(copy_sqlite, sample.database, target, wanted)
    finally:
        ended.set()
        writer.join()
        await store.close()
    require_whole(target)
    (pairs,), (others,) = (ask(target, f"SELECT count(*) FROM {name}") for name in ("pair", "other"))
    assert pairs == others <= seen[0] + 1
    assert len(seen) >= 3
    assert not target.with_name("copy.sqlite3-wal").exists()


async def test_a_stop_gives_a_copy_up_and_leaves_nothing_behind(
    sample: SampleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGES", 1)
    backups = kept(sample)
    await backups.stop()
    with pytest.raises(BackupCancelled):
        backups.make(NOW)
    assert names(sample) == []


async def test_backup_copies_while_the_bot_has_the_database_open(
    sample: SampleDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await open_store(sample.database)
    await store.set_value("last word", "in the log beside the file")
    target = sample.folder / "copy.sqlite3"
    status = await asyncio.to_thread(main, ["backup", str(target)])
    await store.close()
    assert status == 0
    assert f"Copied {sample.database} to {target}." in capsys.readouterr().out
    assert content(target) == content(sample.database)
    assert main(["backup", str(sample.folder)]) == 0
    assert len(copies(sample.url, sample.folder)) == 1, "in a folder it has a dated name"


async def test_no_copy_is_made_where_a_disk_should_be_mounted(
    sample: SampleDatabase,
    capsys: pytest.CaptureFixture[str],
    doctor: Doctor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A folder that was made in its place filled the wrong disk, and the copies seemed to be safe."""
    away = sample.folder / "disk" / "copies"
    for target in (away / "copy.sqlite3", away):
        assert main(["backup", str(target)]) == 1
        assert f"There’s no folder {target.parent}. Create it, or mount the disk" in capsys.readouterr().err
    with pytest.raises(
        DatabaseUnusable, match=f"There’s no folder {away.parent}. Create it, or mount the disk"
    ):
        await Backups(sample.url, away, 3, lambda: NOW).tick()
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS", str(away))
    (line,) = (await doctor(1))["backups"]
    assert line.startswith(f"NO There’s no folder {away.parent}. Create it, or mount the disk")
    assert not away.parent.exists()
    away.parent.mkdir()
    (line,) = (await doctor(0))["backups"]
    assert "The bot makes one as soon as it’s running" in line
    await Backups(sample.url, away, 3, lambda: NOW).tick()
    assert len(copies(sample.url, away)) == 1


async def test_backup_says_why_it_makes_no_copy(
    sample: SampleDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    file = sample.folder / "file"
    file.write_text("dear")
    for target, words in (
        (file, "won’t be overwritten"),
        (file / "copy", f"There’s no folder {file}. Create it"),
        (
            sample.folder / "copies",
            f"There’s no folder {sample.folder / 'copies'}. Create it, or name a file",
        ),
    ):
        assert main(["backup", str(target)]) == 1
        assert words in capsys.readouterr().err
    assert file.read_text() == "dear"
    shutil.rmtree(sample.database.parent)
    assert main(["backup", str(sample.folder / "copy.sqlite3")]) == 1
    assert "There’s no database" in capsys.readouterr().err
    assert not sample.database.exists()
