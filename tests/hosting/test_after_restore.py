"""The bot's first hours on a restored database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.games import GAMES
from bot.tables.events import timeouts
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model import pace
from bot.tables.service import TableService
from data.store.records import Address
from data.store.sqlite.backup import copy_sqlite
from tests.databases import open_store
from tests.faults.running_bot import running_bot
from tests.faults.seen import BEGINS, awaited, must_find
from tests.local.fault_injection import FaultyDiscord
from tests.store.release import ANN, BOB

from .sample_database import DAY, SampleDatabase, ask, restored


async def test_after_a_restoration_the_cards_are_posted_again_and_people_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, local: FaultyDiscord
) -> None:
    database, copy = tmp_path / "table.sqlite3", tmp_path / "copy.sqlite3"
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(database))
    async with running_bot(database, monkeypatch, local) as here:
        number = await here.begin("snorkels")
        await asyncio.to_thread(copy_sqlite, database, copy)
        service = here.bot.context.tables
        await service.resign(number, (await service.get(number)).seating.people[0])
        await here.bot.publisher.settle()
        assert here.players.board(number) is None, "the game is over"
    assert await restored(copy) == 0
    async with running_bot(database, monkeypatch, local) as here:
        await here.until(lambda: here.players.board(number))
        await here.bot.publisher.settle()
        assert await here.bot.store.unshown() == []
        board = here.board(number)
        who = local.world.people[awaited(board)[0]]
        move = must_find(board, *BEGINS)
        assert await here.players.press(who, board, move)


async def test_the_time_since_the_copy_is_given_back_to_the_clocks(sample: SampleDatabase) -> None:
    copy, clock = sample.folder / "copy.sqlite3", [sample.now]

    async def look(*, first: bool) -> int:
        """The bot runs for a moment; how long the side to act then has."""
        store = await open_store(sample.database)
        service = TableService(store, GAMES, rng=Random(2), now=lambda: clock[0])
        if first:
            table = await service.open("snorkels", ANN, {}, Address(5, 10), measure=pace.read("12h"))
            await service.join(table.id, BOB, None)
        deadlines = Scheduler(service)
        await deadlines.tick()
        (number,) = ask(sample.database, "SELECT max(id) FROM game_table")
        due = timeouts.next_due(await service.get(number))
        await store.close()
        assert due is not None
        return due - clock[0]

    before = await look(first=True)
    copy_sqlite(sample.database, copy)
    clock[0] += 3 * DAY
    assert await restored(copy) == 0
    assert abs(await look(first=False) - before) <= 60_000
