"""When the timer looks at the clock: at once where something may be due soon, else not before its time."""

from __future__ import annotations

import asyncio

from bot.tables.jobs.scheduler import Deadlines
from bot.tables.model.pace import HOUR, MINUTE
from bot.tables.service import Sessions

from .harness import ANN, BOB, Room
from .harness_time import opened, verbs


async def test_the_timer_looks_when_something_has_changed(room: Room, sessions: Sessions) -> None:
    deadlines = Deadlines(sessions, pulse=3600.0)
    sessions.on_change = deadlines.hear
    deadlines.start()
    deadlines.start()
    table = await opened(sessions, "1m")
    flagged = asyncio.Event()
    sessions.on_change = lambda _session: flagged.set()
    room.ticks += HOUR
    deadlines.hear(table.id)
    await flagged.wait()
    await deadlines.stop()
    await deadlines.stop()
    assert (await verbs(sessions, table.id)).count("flag") == 1


class Woken(Deadlines):
    """Deadlines that count how often somebody wakes them."""

    times = 0

    def wake(self) -> None:
        self.times += 1


async def test_a_change_wakes_the_timer_only_where_the_next_look_may_come_too_late(
    room: Room, sessions: Sessions
) -> None:
    deadlines = Woken(sessions, pulse=60.0)
    table = await opened(sessions, "1d")
    due = table.header.deadline
    assert due is not None
    for left, woken in ((HOUR, 0), (20 * MINUTE, 0), (20 * MINUTE - 1, 1), (0, 1), (-HOUR, 1)):
        deadlines.times, room.ticks = 0, due - left - 1000
        # The room's clock goes on by a second before it is read.
        deadlines.hear(table.id)
        assert deadlines.times == woken, f"{left} ms before the deadline"


async def test_a_table_without_a_deadline_wakes_no_timer_and_one_that_is_not_at_hand_does(
    sessions: Sessions,
) -> None:
    deadlines = Woken(sessions)
    table = await opened(sessions, "1m")
    await sessions.resign(table.id, ANN)
    deadlines.hear(table.id)
    assert deadlines.times == 0
    sessions.shelf.clear()
    deadlines.hear(table.id)
    assert deadlines.times == 1


async def test_each_turn_of_a_minute_is_heard_and_no_turn_of_a_day(sessions: Sessions) -> None:
    deadlines = Woken(sessions, pulse=60.0)
    for measure, woken in (("1m", True), ("1d", False)):
        table = await opened(sessions, measure)
        sessions.on_change, deadlines.times = deadlines.hear, 0
        for person, action in ((ANN, "d4"), (BOB, "take green"), (BOB, "c4")):
            await sessions.play(table.id, person, action)
        assert deadlines.times == (3 if woken else 0)
