"""When the timer looks at the clock: at once where something may be due soon, else not before its time."""

from __future__ import annotations

import asyncio

from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.pace import HOUR, MINUTE
from bot.tables.service import TableService

from .harness import ANN, BOB, Room
from .harness_time import opened, verbs


async def test_the_timer_looks_when_something_has_changed(room: Room, service: TableService) -> None:
    deadlines = Scheduler(service, pulse=3600.0)
    service.on_change = deadlines.table_changed
    deadlines.start()
    deadlines.start()
    table = await opened(service, "1m")
    flagged = asyncio.Event()
    service.on_change = lambda _session: flagged.set()
    room.ticks += HOUR
    deadlines.table_changed(table.id)
    await flagged.wait()
    await deadlines.stop()
    await deadlines.stop()
    assert (await verbs(service, table.id)).count("flag") == 1


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


async def test_each_turn_of_a_minute_is_heard_and_no_turn_of_a_day(service: TableService) -> None:
    deadlines = Woken(service, pulse=60.0)
    for measure, woken in (("1m", True), ("1d", False)):
        table = await opened(service, measure)
        service.on_change, deadlines.times = deadlines.table_changed, 0
        for person, action in ((ANN, "d4"), (BOB, "take green"), (BOB, "c4")):
            await service.play(table.id, person, action)
        assert deadlines.times == (3 if woken else 0)
