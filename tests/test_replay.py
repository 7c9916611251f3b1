"""``python -m bot replay``: a whole database is played again and what can't be is named."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.__main__ import main
from data.store.store import Store
from tests.databases import REVISION, execute
from tests.hosting.sample_database import change
from tests.store.logs import header, opened
from tests.store.release import RELEASES, fill, restore

from . import postgres
from .postgres import run

UNPLAYABLE = "UPDATE event SET text = 'd4' WHERE text = 'c4' AND table_id = 1"
later = pytest.mark.parametrize("released", RELEASES[1:], indirect=True)
"""Marks a test on the releases whose tables have the names of today."""


@pytest.fixture(params=RELEASES)
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database that some release has written."""
    path = tmp_path / "tables.sqlite3"
    restore(path, request.param)
    return path


def test_the_tables_of_every_release_play_again_and_the_file_stays_as_it_is(
    released: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = released.read_bytes()
    assert main(["replay", "--database", str(released)]) == 0
    assert "all of them can be replayed" in capsys.readouterr().out
    assert released.read_bytes() == before
    assert [path.name for path in released.parent.iterdir()] == [released.name]


@later
def test_a_table_that_does_not_play_again_is_named_with_its_event(
    released: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        released,
        UNPLAYABLE,
        "UPDATE game_table SET rules = 99 WHERE id = 2",
        "UPDATE game_table SET status = 'playing' WHERE id = 3",
    )
    assert main(["replay", "--database", str(released)]) == 1
    out = capsys.readouterr().out
    assert "Table 1 (Snorkels), event " in out
    assert "“play green d4”: d4 is taken" in out
    assert "Table 2 was started under version 99 of the Snorkels rules" in out
    assert "Table 3 is “over” in its log but “playing” in the index." in out
    assert "3 of them can’t be replayed" in out


@later
def test_frozen_tables_are_named_with_what_becomes_of_them(
    released: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(released, "UPDATE game_table SET status = 'frozen' WHERE id = 2")
    assert main(["replay", "--database", str(released)]) == 0
    mended = "is frozen, but this release can play it. It will resume the next time the bot starts."
    assert mended in capsys.readouterr().out
    change(released, UNPLAYABLE, "UPDATE game_table SET status = 'frozen' WHERE id = 1")
    assert main(["replay", "--database", str(released)]) == 1
    out = capsys.readouterr().out
    assert "Frozen: Table 1 (Snorkels), event " in out
    assert mended in out
    assert "1 of them can’t be replayed" in out


async def replayed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: sa.URL, status: int
) -> tuple[str, str]:
    """What the program prints for the database that the settings name, and what it complains of."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    monkeypatch.setenv("CAPTAINS_TABLE_DB", address)
    assert await asyncio.to_thread(main, ["replay"]) == status
    out, err = capsys.readouterr()
    return out, err


async def test_the_tables_at_a_server_play_again_while_the_bot_is_at_it(
    server_url: sa.URL, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(server_url)
    store = await Store.open(server_url)
    number = await store.create(header(game="chess"), opened())
    out, _ = await replayed(capsys, monkeypatch, server_url, 1)
    assert f"The game at Table {number} is “chess”, which this release doesn’t have." in out
    where = f"{server_url.database} at {server_url.query['host']}"
    assert out.endswith(f"5 tables in {where}: 1 of them can’t be replayed.\n")
    await execute(store, f"DELETE FROM game_table WHERE id = {number}")
    out, _ = await replayed(capsys, monkeypatch, server_url, 0)
    assert out == f"4 tables in {where}: all of them can be replayed.\n"
    await run(server_url, UNPLAYABLE)
    out, _ = await replayed(capsys, monkeypatch, server_url, 1)
    assert "“play green d4”: d4 is taken" in out
    stored = await store.load(1)
    assert stored is not None
    assert stored.header.status == "playing", "nothing was changed"
    await store.close()


async def test_a_server_whose_tables_can_not_be_read_is_said(
    server_url: sa.URL,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    next_release: object,
) -> None:
    out, err = await replayed(capsys, monkeypatch, server_url, 1)
    assert f"is at revision {REVISION}, but this release reads revision 9999" in err
    assert not out
    _, err = await replayed(capsys, monkeypatch, server_url.set(database="atlantis"), 1)
    assert "has no database atlantis" in err
    async with postgres.database("template1") as empty:
        assert "is empty" in (await replayed(capsys, monkeypatch, empty, 1))[1]


@pytest.mark.parametrize("command", [["replay"], ["ratings", "recompute"]], ids=" ".join)
def test_a_database_that_is_not_there_is_not_made(
    command: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*command, "--database", str(tmp_path / "gone.sqlite3")]) == 1
    assert "gone.sqlite3" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_program_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    assert main(["replay", "--database", str(other)]) == 1
    assert capsys.readouterr().err
