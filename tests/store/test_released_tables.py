"""Databases of earlier releases, opened and played to the end by this one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.games import GAMES
from bot.tables.events import agreements, timeouts
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.pace import DAY
from bot.tables.service import TableService
from data.store.queries import due
from data.store.store import Store, sqlite_url
from tests.tables.harness import play_on

from .release import ANN, BOB
from .test_opening_a_database import RELEASES, restore


@pytest.mark.parametrize("release", RELEASES)
async def test_every_released_table_folds_and_can_be_finished(path: Path, release: str) -> None:
    restore(release, path)
    store = await Store.open(sqlite_url(path))
    sessions = TableService(store, GAMES, rng=Random(1), now=lambda: 1_770_000_000_000)
    found = []
    for number in (1, 2, 3):
        table = await sessions.get(number)
        found.append(table.status)
        if table.status == "lobby":
            table = await sessions.join(number, ANN, None)
        while table.status == "playing":
            table = await play_on(sessions, table, Random(table.version))
        assert (table.status, table.header.deadline) == ("over", None)
    assert found == ["playing", "lobby", "over"]
    await store.close()


@pytest.mark.parametrize("release", RELEASES)
async def test_every_released_table_has_its_deadline(path: Path, release: str) -> None:
    restore(release, path)
    store = await Store.open(sqlite_url(path))
    sessions = TableService(store, GAMES, rng=Random(1), now=lambda: 1_770_000_000_000)
    for number in (1, 2, 3):
        table = await sessions.get(number)
        assert table.header.deadline == timeouts.next_due(table)
    last = max([(await sessions.get(number)).last_activity for number in (1, 2)])
    late = last + 31 * DAY
    assert set(await due.due(store, late)) >= {1, 2}
    deadlines = Scheduler(sessions)
    for number in (1, 2):
        await deadlines.pass_time(number, late)
        assert (await sessions.get(number)).status == "closed"
    await store.close()


async def test_a_pause_that_was_asked_before_a_release_is_agreed_after_it(path: Path) -> None:
    restore("0003", path)
    store = await Store.open(sqlite_url(path))
    sessions = TableService(store, GAMES, rng=Random(1), now=lambda: 1_770_000_000_000)
    (ask,) = (await sessions.get(4)).agreements.requests
    assert ask.by.id == ANN.id
    table = await sessions.change_as(4, BOB, lambda *given: agreements.accept(*given, ask=ask.seq))
    assert table.timing.clock is not None
    assert table.timing.clock.paused
    await store.close()
