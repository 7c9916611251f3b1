"""A database that can't be written for a while: players are told kindly, nothing is lost, and all goes on."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

import pytest

from bot.local.world.model import Message, Person
from data.store.sqlite import executor
from data.store.sqlite.executor import SqliteExecutor
from tests.patience import PATIENCE

from .berth import Berth
from .crew import FAULT, Crew
from .seen import BEGINS, Button, awaited, buttons, find


@asynccontextmanager
async def full(here: Berth, path: Path) -> AsyncIterator[None]:
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
async def read_only(here: Berth, _path: Path) -> AsyncIterator[None]:
    """Nothing can be written."""
    await _pragma(here, "query_only=ON")
    try:
        yield
    finally:
        await _pragma(here, "query_only=OFF")


@asynccontextmanager
async def locked(here: Berth, path: Path) -> AsyncIterator[None]:
    """Another program writes, for longer than the bot waits."""
    await _pragma(here, "busy_timeout=100")
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
    await _pragma(here, f"busy_timeout={int(executor.BUSY_TIMEOUT_S * 1000)}")


async def _pragma(here: Berth, setting: str) -> None:
    assert isinstance(here.bot.store.executor, SqliteExecutor)
    writer = here.bot.store.executor.writer
    # Not by a job: it would have to commit.
    await writer.call(lambda: writer.connection.exec_driver_sql(f"PRAGMA {setting}").close())


TROUBLES: Final = {"full": full, "read-only": read_only, "locked": locked}


@asynccontextmanager
async def trouble(kind: str, here: Berth, path: Path) -> AsyncIterator[None]:
    """What befalls the database, for as long as the context lasts, once what a start writes is written."""
    await here.at_rest()
    async with TROUBLES[kind](here, path):
        yield


async def to_confirm(crew: Crew, number: int) -> tuple[Person, Message, Button]:
    """**Move** and every step but the last: who, the private card, and its green button."""
    board = crew.board(number)
    assert board is not None
    who = crew.local.world.people[awaited(board)[0]]
    private = board
    while (confirm := find(private, "play")) is None:
        button = find(private, "pick", *BEGINS)
        assert button is not None
        seen = await crew.press(who, private, button)
        assert seen is not None
        private = seen
    return who, private, confirm


@pytest.mark.parametrize("kind", TROUBLES)
async def test_an_action_that_cannot_be_stored_is_apologized_for_and_can_be_repeated(
    moored: Berth, kind: str, tmp_path: Path
) -> None:
    number = await moored.begin("snorkels")
    who, private, confirm = await to_confirm(moored.crew, number)
    async with trouble(kind, moored, tmp_path / "table.sqlite3"):
        told = await moored.crew.press(who, private, confirm)
        assert told is not None
        assert FAULT in moored.words(told)
        assert "your game is safe" in moored.words(told)
        assert "Traceback" not in moored.words(told)
        assert await moored.acts(number) == []
        # What only reads works as ever.
        board = moored.crew.board(number)
        assert board is not None
        look = find(board, "view")
        assert look is not None
        other = next(one for one in moored.people if one is not who)
        seen = await moored.crew.press(other, board, look)
        assert seen is not None
        assert FAULT not in moored.words(seen)
    await moored.crew.press(who, private, confirm)
    assert len(await moored.acts(number)) == 1
    assert await moored.settled(number) == []


@pytest.mark.parametrize("kind", TROUBLES)
async def test_a_table_that_cannot_be_stored_is_apologized_for_and_can_be_opened_later(
    moored: Berth, kind: str, tmp_path: Path
) -> None:
    async with trouble(kind, moored, tmp_path / "table.sqlite3"):
        refused = await moored.start("snorkels")
        assert FAULT in moored.words(refused)
    assert not buttons(refused)
    assert await moored.begin("snorkels") == 1


@pytest.mark.parametrize("kind", TROUBLES)
async def test_squares_that_cannot_be_noted_are_apologized_for(
    moored: Berth, kind: str, tmp_path: Path
) -> None:
    number = await moored.begin("depthcharge")
    finn = moored.local.world.person("Finn")
    (chart,) = moored.crew.charts(finn)
    scatter = find(chart, "scatter")
    assert scatter is not None
    async with trouble(kind, moored, tmp_path / "table.sqlite3"):
        told = await moored.crew.press(finn, chart, scatter)
        assert told is not None
        assert FAULT in moored.words(told)
    assert await moored.crew.press(finn, chart, scatter) is chart
    lay = find(chart, "lay")
    assert lay is not None
    await moored.crew.press(finn, chart, lay)
    assert len(await moored.acts(number)) == 1


@pytest.mark.parametrize("kind", TROUBLES)
async def test_what_could_not_be_noted_as_shown_is_caught_up_with(
    moored: Berth, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await moored.begin("snorkels")
    who, private, confirm = await to_confirm(moored.crew, number)
    begun, failed, note = asyncio.Event(), asyncio.Event(), moored.bot.store.set_address

    async def noting(table_id: int, **columns: int | None) -> None:
        await begun.wait()
        try:
            await note(table_id, **columns)
        except Exception:
            failed.set()
            raise

    monkeypatch.setattr(moored.bot.store, "set_address", noting)
    await moored.crew.press(who, private, confirm)
    async with asyncio.timeout(PATIENCE), trouble(kind, moored, tmp_path / "table.sqlite3"):
        begun.set()
        await failed.wait()
    await moored.bot.publisher.settle()
    moored.unhandled.clear()  # that it failed meanwhile is rightly logged
    assert await moored.settled(number) == []


async def test_a_card_that_was_noted_but_not_counted_as_shown_keeps_its_buttons(
    moored: Berth, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await moored.begin("snorkels")
    store = moored.bot.store
    lost: list[int] = []
    note = store.set_address

    async def forgetful(table_id: int, **columns: int | None) -> None:
        """Fail once at the very last step, as if the bot had been killed just before it."""
        if "shown" in columns and not lost:
            lost.append(table_id)
            raise OSError("killed")
        await note(table_id, **columns)

    monkeypatch.setattr(store, "set_address", forgetful)
    who, private, confirm = await to_confirm(moored.crew, number)
    await moored.crew.press(who, private, confirm)
    await moored.bot.publisher.settle()
    moored.bot.publisher.wake(number)
    await moored.bot.publisher.settle()
    assert lost
    moored.unhandled.clear()
    table = await moored.bot.context.tables.get(number)
    assert table.address.shown == table.version
    assert table.address.card is not None
    card = moored.local.world.message(table.address.card)
    assert find(card, *BEGINS), "the newest card has its buttons"
    assert awaited(card) == [table.awaited[0].id], "and shows the table as it stands"
    assert await moored.settled(number) == []
