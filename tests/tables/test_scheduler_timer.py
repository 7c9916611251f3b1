"""When the timer looks at the clock: at once where something may be due soon, else not before its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.service import TableService
from data.store.queries import due

from .harness import ANN, Room
from .harness_time import opened, verbs


class Looking(Scheduler):
    """Deadlines that say when they have looked."""

    looked: asyncio.Event

    async def tick(self) -> float:
        pause = await super().tick()
        self.looked.set()
        return pause


async def test_the_timer_looks_when_something_has_changed(room: Room, service: TableService) -> None:
    deadlines = Looking(service, pulse=3600.0)
    deadlines.looked = asyncio.Event()
    deadlines.start()
    deadlines.start()
    # In the middle of a look, an hour that passes at once is one without the bot.
    await deadlines.looked.wait()
    table = await opened(service, "1m")
    flagged = asyncio.Event()
    service.listeners.append(lambda _session: flagged.set())
    room.ticks += HOUR
    deadlines.table_changed(table.id)
    await flagged.wait()
    await deadlines.stop()
    await deadlines.stop()
    assert (await verbs(service, table.id)).count("flag") == 1


class League:
    """Something that is due, and wakes the timer whenever it has changed."""

    def __init__(self) -> None:
        self.due: int | None = None
        self.wake: Callable[[], None] = lambda: None

    async def earliest(self) -> int | None:
        return self.due

    async def pass_time(self) -> None:
        if self.due is not None:
            self.due = None
            self.wake()

    async def give_back(self, beat: int, now: int, server: int | None = None) -> None:
        raise AssertionError


async def test_what_a_look_does_itself_asks_for_no_second_look(service: TableService) -> None:
    league, looks = League(), asyncio.Queue[float]()

    class Counting(Scheduler):
        async def tick(self) -> float:
            pause = await super().tick()
            looks.put_nowait(pause)
            return pause

    deadlines = Counting(service, pulse=3600.0, besides=(league,))
    league.wake = deadlines.wake
    deadlines.start()
    await looks.get()
    await asyncio.sleep(0)
    league.due = 1
    deadlines.wake()
    await looks.get()
    # Another look would have begun by the next one of this store's answers.
    for _ in range(3):
        await due.earliest(service.store)
    assert looks.empty()
    await deadlines.stop()


class Woken(Scheduler):
    """Deadlines that count how often somebody wakes them."""

    times = 0

    def wake(self) -> None:
        self.times += 1


async def test_a_change_wakes_the_timer_only_where_the_next_look_may_come_too_late(
    room: Room, service: TableService
) -> None:
    deadlines = Woken(service, pulse=60.0)
    table = await opened(service, "1d")
    due = table.header.deadline
    assert due is not None
    for left, woken in ((HOUR, 0), (20 * MINUTE, 0), (20 * MINUTE - 1, 1), (0, 1), (-HOUR, 1)):
        deadlines.times, room.ticks = 0, due - left - 1000
        # The room's clock goes on by a second before it is read.
        deadlines.table_changed(table.id)
        assert deadlines.times == woken, f"{left} ms before the deadline"


async def test_a_table_without_a_deadline_wakes_no_timer_and_one_that_is_not_at_hand_does(
    service: TableService,
) -> None:
    deadlines = Woken(service)
    table = await opened(service, "1m")
    await service.resign(table.id, ANN)
    deadlines.table_changed(table.id)
    assert deadlines.times == 0
    service.cache.clear()
    deadlines.table_changed(table.id)
    assert deadlines.times == 1


class Standing:
    """A scheduler on a clock that stands still until it is set."""

    def __init__(self, service: TableService, **options: Any) -> None:
        self.service = service
        self.now = service.now()
        service.now = lambda: self.now
        self.scheduler = Scheduler(service, **options)

    async def look(self, later: int = 0) -> float:
        """The pause after a look, ``later`` milliseconds after the last one."""
        self.now += later
        return await self.scheduler.tick()


@pytest.mark.parametrize(
    ("left", "pause"),
    [
        (1, 0.05),
        (49, 0.05),
        (70, 0.07),
        (3_000, 3.0),
        (5_000, 5.0),
        (60_000, 5.0),
        (100_000, 5.0),
        (200_000, 10.0),
        (1_199_000, 59.95),
        (1_200_000, 60.0),
        (DAY, 60.0),
    ],
)
async def test_the_nearer_a_deadline_the_sooner_is_the_next_look(
    service: TableService, left: int, pause: float
) -> None:
    standing = Standing(service)
    table = await opened(service, "1m")
    await due.set_deadline(service.store, table.id, table.version, standing.now + left)
    assert await standing.look() == pytest.approx(pause)


async def test_without_a_deadline_there_is_a_look_every_minute(service: TableService) -> None:
    assert await Standing(service).look() == 60


@pytest.mark.parametrize(("pulse", "pause"), [(60.0, 5.0), (2.0, 2.0)])
async def test_while_nobody_can_act_there_is_a_look_every_five_seconds(
    service: TableService, pulse: float, pause: float
) -> None:
    standing = Standing(service, pulse=pulse, connected=lambda: False)
    assert await standing.look() == pause
    assert await due.last_beat(service.store) is None, "nor does it count as up"


async def test_a_table_that_failed_is_tried_again_after_half_a_minute(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = Standing(service)
    table = await opened(service, "1d")
    await due.set_deadline(service.store, table.id, table.version, standing.now)
    tried = []

    async def failing(table_id: int) -> Any:
        tried.append(table_id)
        raise OSError("database is locked")

    monkeypatch.setattr(service, "get", failing)
    assert await standing.look() == 30
    assert await standing.look(29_999) == pytest.approx(0.05), "what is left, and no less than a breath"
    assert len(tried) == 1
    await standing.look(1)
    assert len(tried) == 2


async def test_a_table_that_failed_is_tried_again_in_time_although_the_clock_was_set_back(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = 0
    standing = Standing(service, steady=lambda: passed)
    table = await opened(service, "1d")
    await due.set_deadline(service.store, table.id, table.version, standing.now)

    async def failing(_table_id: int) -> Any:
        raise OSError("database is locked")

    monkeypatch.setattr(service, "get", failing)
    await standing.look()
    passed = 29_999
    await standing.look(-HOUR)
    assert "downtime" not in await verbs(service, table.id), "it still rests"
    passed = 30_000
    await standing.look()
    assert "downtime" in await verbs(service, table.id)


@pytest.mark.parametrize(
    ("how", "by", "given_back"),
    [
        ("late", 0, False),
        ("late", 10_000, False),
        ("late", 20_000, True),
        ("forward", 10_000, False),
        ("forward", 10_001, True),
        ("back", 10_000, False),
        ("back", 10_001, True),
    ],
)
async def test_a_look_over_ten_seconds_late_and_a_clock_set_by_more_are_made_up_for(
    service: TableService, how: str, by: int, given_back: bool
) -> None:
    standing = Standing(service, steady=(lambda: 0) if how == "forward" else service.now)
    table = await opened(service, "1m")
    pause = await standing.look()
    await standing.look({"late": int(pause * 1000) + by, "forward": by, "back": -by}[how])
    assert ("downtime" in await verbs(service, table.id)) is given_back


@pytest.mark.parametrize(
    ("gone", "left", "asked"),
    [
        (59_999, 20 * 59_999 + 1, False),
        (59_999, 20 * 59_999, True),
        (60_000, DAY, True),
    ],
)
async def test_after_less_than_a_minute_only_tables_that_are_due_soon_may_get_time_back(
    service: TableService, monkeypatch: pytest.MonkeyPatch, gone: int, left: int, asked: bool
) -> None:
    standing = Standing(service)
    table = await opened(service, "14d")
    await due.beat(service.store, standing.now)
    await due.set_deadline(service.store, table.id, table.version, standing.now + gone + left)
    changed = []

    async def change(table_id: int, *_given: Any) -> None:
        changed.append(table_id)

    monkeypatch.setattr(service, "change", change)
    await standing.look(gone)
    assert changed == [table.id] * asked


@pytest.mark.parametrize(("later", "noted"), [(4_999, False), (5_000, True)])
async def test_it_is_noted_every_five_seconds_at_most_that_the_bot_is_up(
    service: TableService, later: int, noted: bool
) -> None:
    standing = Standing(service)
    await standing.look()
    assert await due.last_beat(service.store) == standing.now
    await standing.look(later)
    assert (await due.last_beat(service.store) == standing.now) is noted
