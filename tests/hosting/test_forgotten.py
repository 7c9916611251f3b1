"""Whoever was forgotten stays so, also when somebody puts an older database in place by hand."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import read_settings
from bot.errors import StartError
from bot.hosting.forgotten import keep_forgotten, list_of
from bot.run import serve
from data.store.queries import people
from data.store.queries.erasures import LINE, PREFIX
from tests.databases import open_alone
from tests.store.release import ANN, BOB

from .examined import Captured
from .sample_database import SampleDatabase, ask, restored


def listed() -> Path:
    return list_of(read_settings())


def known_here(sample: SampleDatabase) -> set[int]:
    return set(ask(sample.database, "SELECT person FROM seat WHERE person > 0"))


async def start(sample: SampleDatabase) -> None:
    """The bot starts, and ends before it asks Discord."""
    store = await open_alone(sample.database)
    try:
        await keep_forgotten(store, listed())
    finally:
        await store.close()


async def forget(person: int) -> None:
    assert await asyncio.to_thread(main, ["forget", str(person)]) == 0


async def test_an_older_database_that_is_copied_in_place_forgets_them_at_the_next_start(
    sample: SampleDatabase, copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await start(sample)
    assert not listed().exists(), "nobody was forgotten yet"
    await forget(ANN.id)
    assert stat.S_IMODE(listed().stat().st_mode) == 0o600
    assert str(ANN.id) not in listed().read_text()
    shutil.copy(copy, sample.database)
    assert known_here(sample) == {ANN.id, BOB.id}
    with caplog.at_level(logging.WARNING, "bot.hosting"):
        await start(sample)
        await start(sample)
    assert known_here(sample) == {BOB.id}
    assert str(ANN.id).encode() not in sample.database.read_bytes()
    assert [record.getMessage() for record in caplog.records] == [
        "an older database was put in place: 1 person who had been forgotten was forgotten again"
    ]


async def test_the_bot_looks_before_it_asks_discord(sample: SampleDatabase, copy: Path) -> None:
    await forget(ANN.id)
    shutil.copy(copy, sample.database)
    settings = replace(read_settings(), api_url="http://127.0.0.1:9/api", token="secret-token")
    running = asyncio.create_task(serve(settings))
    while ANN.id in known_here(sample):
        assert not running.done()
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_what_root_lists_is_left_to_the_owner_of_the_folder(
    sample: SampleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[str] = []
    monkeypatch.setattr("data.store.sqlite.files.os.geteuid", lambda: 0)
    monkeypatch.setattr("data.store.sqlite.files.os.chown", lambda path, *_owner: left.append(path.name))
    await forget(ANN.id)
    assert left == ["backups", "tables.forgotten"]


async def test_a_database_that_fails_then_is_told(
    sample: SampleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("bot.hosting.forgotten.erasures", full)
    with pytest.raises(StartError, match="can’t be used: database or disk is full"):
        await start(sample)


async def test_those_in_the_database_are_listed_at_a_start(sample: SampleDatabase) -> None:
    await forget(ANN.id)
    known = LINE.findall(listed().read_text())
    listed().write_text("nothing that is a line of it")
    await start(sample)
    await start(sample)
    assert LINE.findall(listed().read_text()) == known


async def test_who_is_forgotten_while_the_bot_runs_is_listed_at_once(sample: SampleDatabase) -> None:
    store = await open_alone(sample.database)
    await keep_forgotten(store, listed())
    await people.erase(store, ANN.id, (), 1)
    assert len(LINE.findall(listed().read_text())) == 1
    await store.close()


async def test_what_another_process_lists_at_that_moment_stays(
    sample: SampleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(folder: Path) -> None:
        folder.mkdir()
        listed().write_text(f"{PREFIX}{'0' * 64} 1 {'0' * 63}")  # and it is cut short
        with listed().open("a") as other:
            other.write(f"\n{PREFIX}{'1' * 64} 1 {'1' * 64}")

    monkeypatch.setattr("data.store.queries.erasures.create_private_folder", meanwhile)
    await forget(ANN.id)
    other, own = LINE.findall(listed().read_text())
    assert other == (f"{PREFIX}{'1' * 64}", f"1 {'1' * 64}")
    assert own[0] != other[0]


async def test_restore_knows_the_list_where_the_database_is_gone(
    sample: SampleDatabase, copy: Path, capsys: Captured
) -> None:
    await forget(ANN.id)
    sample.database.unlink()
    assert await restored(copy) == 0
    told = capsys.readouterr().out
    assert "One person had their data erased after this backup was made" in told
    assert "no telling" not in told
    assert known_here(sample) == {BOB.id}


async def test_without_the_list_nobody_starts_and_where_it_cant_be_written_that_is_said(
    sample: SampleDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    listed().parent.write_text("no folder")
    await forget(ANN.id)
    assert "comes back if somebody puts an older database in place" in caplog.text
    listed().parent.unlink()
    listed().mkdir(parents=True)
    with pytest.raises(StartError, match=r"Can’t read .*tables\.forgotten, the list"):
        await start(sample)
