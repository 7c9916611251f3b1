"""A database that can't be written for a while: players are told kindly, nothing is lost, and all goes on."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import pytest

from bot.local.api import channels
from bot.tables import lists
from bot.tables.jobs import retries
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.sqlite import pragmas
from data.store.sqlite.executor import SqliteExecutor
from tests.patience import PATIENCE
from tests.thorough import examples

from .players import FAULT
from .running_bot import RunningBot
from .seen import buttons, must_find


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
    await _pragma(here, f"busy_timeout={int(pragmas.BUSY_TIMEOUT_S * 1000)}")


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


@pytest.mark.parametrize("kind", examples(TROUBLES, {"full", "locked"}))
async def test_what_cannot_be_stored_is_apologized_for_and_can_be_repeated(
    running: RunningBot, kind: str, file: Path
) -> None:
    number, other = await running.begin("snorkels"), await running.begin("depthcharge")
    who, private, confirm = await running.players.to_confirm(number)
    finn = running.local.world.person("Finn")
    (chart,) = running.players.charts(finn)
    scatter = must_find(chart, "scatter")
    async with trouble(kind, running, file):
        played = await running.players.press(who, private, confirm)
        placed = await running.players.press(finn, chart, scatter)
        opened = await running.start("snorkels")
        for told in (played, placed, opened):
            assert told is not None
            assert FAULT in running.words(told)
            assert "your game is safe" in running.words(told)
            assert "Traceback" not in running.words(told)
        assert not buttons(opened)
        assert await running.acts(number) == []
        # What only reads works as ever.
        look = must_find(running.board(number), "view")
        another = next(one for one in running.people if one is not who)
        seen = await running.players.press(another, running.board(number), look)
        assert seen is not None
        assert FAULT not in running.words(seen)
    await running.players.press(who, private, confirm)
    assert len(await running.acts(number)) == 1
    assert await running.settled(number) == []
    assert await running.players.press(finn, chart, scatter) is chart
    await running.players.press(finn, chart, must_find(chart, "lay"))
    assert len(await running.acts(other)) == 1
    assert await running.begin("snorkels") > other


@pytest.mark.parametrize(
    "kind", [each if each == "full" else pytest.param(each, marks=pytest.mark.thorough) for each in TROUBLES]
)
async def test_what_could_not_be_noted_as_shown_is_caught_up_with(
    running: RunningBot, kind: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await running.begin("snorkels")
    who, private, confirm = await running.players.to_confirm(number)
    begun, failed, note = asyncio.Event(), asyncio.Event(), running.bot.store.set_address

    async def noting(table_id: int, *index: Any, **columns: int | None) -> None:
        await begun.wait()
        try:
            await note(table_id, *index, **columns)
        except Exception:
            failed.set()
            raise

    monkeypatch.setattr(running.bot.store, "set_address", noting)
    await running.players.press(who, private, confirm)
    async with asyncio.timeout(PATIENCE), trouble(kind, running, file):
        begun.set()
        await failed.wait()
    await running.bot.publisher.settle()
    running.unhandled.clear()  # that it failed meanwhile is rightly logged
    assert await running.settled(number) == []


@pytest.mark.parametrize("noted", [False, True])
async def test_whoever_is_to_move_is_notified_once_although_their_card_was_edited_before_it_was_noted(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch, noted: bool
) -> None:
    """``noted``: the second time, the end comes just after the note is written."""
    number = await running.begin("snorkels")
    service, note = running.bot.context.tables, running.bot.store.set_address
    ann = (await service.get(number)).awaited[0]
    answered, failures = asyncio.Event(), 0

    async def forgetful(table_id: int, *index: Any, **columns: int | None) -> None:
        nonlocal failures
        if "card" in columns and failures < 2:
            failures += 1
            await answered.wait()
            if failures == 2 and noted:
                await note(table_id, *index, **columns)
            raise OSError("killed")
        await note(table_id, *index, **columns)

    monkeypatch.setattr(running.bot.store, "set_address", forgetful)
    before = set(running.local.world.messages)
    await running.act(number)
    await running.until(lambda: len(running.cards(number)) == 2)
    await running.act(number)
    assert (await service.get(number)).awaited == (ann,)
    answered.set()
    await running.bot.publisher.settle()
    assert failures == 2
    running.unhandled.clear()
    assert await running.settled(number) == []
    new = [post for post in running.local.world.messages.values() if post.id not in before]
    assert [ann.id in {one.id for one in post.mentions} for post in new] == [False, True]


async def test_a_table_that_has_left_a_deleted_thread_stays_where_it_is(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await running.begin("snorkels")
    monkeypatch.setattr(retries, "RETRY_PAUSES_S", (0.02,))
    note, failed = running.bot.store.set_address, asyncio.Event()
    again, moved = asyncio.Event(), asyncio.Event()

    async def forgetful(table_id: int, *index: Any, **columns: int | None) -> None:
        if not failed.is_set() and columns.get("card", 0) is None:
            failed.set()
            raise OSError("full")
        await note(table_id, *index, **columns)

    find_tables = lists.tables_in

    async def tables_in(service: TableService, channel: int, most: int) -> list[Table]:
        found = await find_tables(service, channel, most)
        if failed.is_set():
            again.set()
            await moved.wait()
            found = [await running.table(each.id) for each in found]
        return found

    monkeypatch.setattr(running.bot.store, "set_address", forgetful)
    monkeypatch.setattr(lists, "tables_in", tables_in)
    board = running.board(number)
    channels.delete(running.local.world, board.channel)
    async with asyncio.timeout(PATIENCE):
        await failed.wait()
    await running.act(number)
    await running.bot.publisher.settle()
    async with asyncio.timeout(PATIENCE):
        await again.wait()
    moved.set()
    await running.bot.context.in_flight.finish(PATIENCE)
    assert await running.settled(number) == []
    assert len(running.cards(number)) == 1
