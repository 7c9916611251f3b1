"""What time does to tables, and when the timer looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import DEFAULT, AsyncMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import anchored_clock
from bot.games import GAMES
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.service import TableService
from data.store.queries import due
from tests.databases import on_both

from .harness import (
    ANN,
    CID,
    HERE,
    Hours,
    Room,
    clock_of,
    failing_at,
    loaded,
    opened,
    time_left,
    verbs,
)
from .tug_of_war import TUG, Tug


async def test_quiet_hours_move_a_reminder_to_their_end(
    room: Room, service: TableService, seldom: None
) -> None:
    morning = room.ticks + 15 * HOUR

    async def quiet(person: int, at: int, kind: str) -> int:
        return max(at, morning)

    hours = Hours(room, service, quiet=quiet, poll_s=3600.0)
    table = await opened(service, "1d")
    await hours.pass_(14 * HOUR)
    assert "remind" not in await verbs(service, table.id)
    stored = await loaded(service, table.id)
    assert stored.header.deadline == morning
    await hours.pass_(90 * MINUTE)
    assert (await service.get(table.id)).timing.reminded == {(ANN.id, "half")}


async def test_whoever_wants_no_reminders_gets_none(room: Room, service: TableService, seldom: None) -> None:
    async def never(person: int, at: int, kind: str) -> None:
        return None

    hours = Hours(room, service, quiet=never, poll_s=3600.0)
    table = await opened(service, "1d")
    await hours.pass_(25 * HOUR)
    assert [verb for verb in await verbs(service, table.id) if verb in ("remind", "flag")] == ["flag"]


@pytest.mark.parametrize("wrong_by", [-40 * DAY, 0, 2 * HOUR])
async def test_a_clock_that_is_wrong_from_one_start_to_the_next_gives_and_takes_nothing(
    room: Room, service: TableService, wrong_by: int
) -> None:
    hours = Hours(room, service, poll_s=60.0)
    table, lobby = await opened(service, "1h"), await service.open("snorkels", CID, {}, HERE)
    for corrected_by in (0, wrong_by, -wrong_by):
        room.ticks += corrected_by
        hours = Hours(room, await room.program(), poll_s=60.0)
        await hours.pass_(5 * MINUTE)
        hours.deadlines.start()
        await hours.deadlines.stop()
    table = await service.get(table.id)
    assert table.timing.flagged == frozenset()
    assert 43 * MINUTE <= time_left(table, room.ticks) <= 46 * MINUTE
    assert ("downtime" in await verbs(service, table.id)) == (wrong_by != 0)
    assert (await service.get(lobby.id)).status == "lobby"


@given(st.lists(st.tuples(st.integers(0, DAY), st.integers(-400 * DAY, 400 * DAY))))
def test_a_clock_that_is_set_while_the_bot_runs_goes_on_as_it_was_at_the_start(
    steps: list[tuple[int, int]],
) -> None:
    true, wrong = 1_760_000_000_000, 0
    clock = anchored_clock(lambda: true + wrong, lambda: true / 1000)
    for passed, jump in steps:
        true, wrong = true + passed, jump
        assert abs(clock() - true) <= 1


@pytest.mark.parametrize("restarted", [True, False])
@pytest.mark.parametrize("ticks", [0, 1])
async def test_whoever_plays_before_their_table_got_its_time_back_does_not_pay(
    room: Room, service: TableService, ticks: int, restarted: bool
) -> None:
    hours = Hours(room, service, poll_s=60.0)
    table = await opened(service, "1h+5m")
    await hours.pass_(5 * MINUTE)
    # A long stop, or a machine that was asleep.
    room.ticks += 5 * DAY
    if restarted:
        hours = Hours(room, service := await room.program(), poll_s=60.0)
    for _ in range(ticks):
        await hours.deadlines.tick()
    table = await service.play(table.id, ANN, "d4")
    assert 58 * MINUTE <= clock_of(table).left[0] <= HOUR, "five minutes were hers, and an increment"
    await hours.pass_(MINUTE)
    assert (await verbs(service, table.id)).count("downtime") == 1, "once"


@pytest.mark.parametrize("down", [19_000, HOUR])
@pytest.mark.parametrize("thought", [2_000, 44_000])
async def test_a_crash_gives_back_hardly_more_than_the_time_it_took(
    room: Room, service: TableService, thought: int, down: int
) -> None:
    hours = Hours(room, service, poll_s=60.0)
    await hours.pass_(3 * MINUTE)
    table = await opened(service, "1m")
    await hours.pass_(thought)
    used = room.ticks - clock_of(table).since
    # Killed: no last note. The room's clock goes on by a second with each look at it.
    room.ticks += down
    await Hours(room, await room.program(), poll_s=60.0).deadlines.tick()
    table = await service.get(table.id)
    left = time_left(table, room.ticks)
    assert -5_000 <= left - (MINUTE - used) <= 10_000


@pytest.mark.parametrize("away", [19_000, 70_000, 100_000])
async def test_a_short_time_without_discord_is_no_ones_either(
    room: Room, service: TableService, away: int
) -> None:
    online = True
    hours = Hours(room, service, connected=lambda: online, poll_s=60.0)
    table = await opened(service, "1m")
    await hours.pass_(20_000)
    online = False
    await hours.pass_(away)
    online = True
    await hours.pass_(10_000)
    table = await service.get(table.id)
    assert table.timing.flagged == frozenset()
    assert 15_000 < time_left(table, room.ticks) < 40_000


@on_both
async def test_two_programs_flag_once(room: Room, service: TableService) -> None:
    table = await opened(service, "1h")
    programs = [service, await room.program(), await room.program()]
    room.ticks += 2 * HOUR
    await asyncio.gather(*(Scheduler(each).pass_time(table.id, room.ticks) for each in programs))
    assert (await verbs(service, table.id)).count("flag") == 1


@pytest.mark.parametrize(("part", "error"), [("load", OSError), ("append", ZeroDivisionError)])
async def test_a_passing_error_at_a_deadline_is_made_up_for_within_a_minute(
    service: TableService,
    hours: Hours,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    part: str,
    error: type[Exception],
) -> None:
    bad, good = await opened(service, "1h"), await opened(service, "1h")
    await hours.pass_(59 * MINUTE)
    with monkeypatch.context() as broken:
        failing = failing_at(bad.id, getattr(service.store, part), error("database is locked"))
        broken.setattr(service.store, part, failing)
        await hours.pass_(2 * MINUTE)
    assert (await service.get(good.id)).timing.flagged == {0}, "it stops no other"
    assert (await service.get(bad.id)).timing.flagged == frozenset()
    assert f"what was due at table {bad.id} failed ({error.__name__})" in caplog.text
    assert "database is locked" in caplog.text
    assert caplog.text.count("failed") < 5, "nor is it tried without a breath"
    await hours.pass_(MINUTE)
    assert (await service.get(bad.id)).timing.flagged == {0}


async def test_a_fault_of_the_rules_at_a_deadline_postpones_its_table_by_a_day(
    service: TableService, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, good = await opened(service, "1h", "tug"), await opened(service, "1h")
    with monkeypatch.context() as broken:
        broken.setattr(Tug, "to_act", property(lambda _state: [][0]))
        await hours.pass_(2 * HOUR)
    assert (await service.get(good.id)).timing.flagged == {0}
    await hours.pass_(20 * HOUR)
    assert "flag" not in await verbs(service, table.id)
    await hours.pass_(4 * HOUR)
    assert "flag" in await verbs(service, table.id)


async def test_a_table_whose_time_could_not_pass_is_looked_at_again_once_somebody_acts(
    room: Room, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = Hours(room, service, poll_s=3600.0)
    table = await opened(service, "1h", "tug")
    service.after_commit = hours.deadlines.table_changed
    to_act = Tug.to_act
    monkeypatch.setattr(Tug, "to_act", property(lambda _state: [][0]))
    await hours.pass_(2 * HOUR)
    monkeypatch.setattr(Tug, "to_act", to_act)
    await service.play(table.id, ANN, "pull 1")
    await hours.pass_(2 * HOUR)
    assert "flag" in await verbs(service, table.id)


@pytest.mark.parametrize("games", [{"snorkels": GAMES["snorkels"]}, {"tug": replace(TUG, rules=9)}])
async def test_a_table_of_another_release_keeps_its_deadline_for_it(
    room: Room, service: TableService, hours: Hours, games: dict[str, Any]
) -> None:
    table = await opened(service, "1h", "tug")
    without = await room.program(games=games)
    await due.heartbeat(service.store, room.ticks)
    deadlines = Hours(room, without, poll_s=3600.0)
    await deadlines.pass_(3 * HOUR)
    assert await deadlines.deadlines.tick() > 60, "it is not asked for over and over"
    await hours.deadlines.pass_time(table.id, room.ticks)
    assert (await service.get(table.id)).timing.flagged == {0}
    assert table.id in await due.due(service.store, room.ticks + 30 * DAY)


async def test_an_outage_in_the_middle_of_a_look_is_told_briefly_and_made_up_for(
    room: Room,
    service: TableService,
    hours: Hours,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("bot.tables.jobs.scheduler.MAX_FAILURES", 3)
    tables = [await opened(service, "1h") for _ in range(5)]
    await hours.pass_(50 * MINUTE)
    room.ticks += 5 * HOUR
    with monkeypatch.context() as broken:
        broken.setattr(service.store, "append", AsyncMock(side_effect=OSError("disk full")))
        pause = await hours.deadlines.tick()
    assert caplog.text.count("Traceback") == 1
    assert caplog.text.count("failed") == 3
    assert 1 < pause <= 60
    await hours.pass_(MINUTE)
    for table in tables:
        assert (await verbs(service, table.id))[-1] == "downtime"


async def test_time_that_could_not_be_given_back_at_once_is_not_lost(
    room: Room, service: TableService, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await opened(service, "1h"), await opened(service, "1h")
    await hours.pass_(30 * MINUTE)
    room.ticks += 5 * HOUR
    again = Hours(room, service, poll_s=60.0)
    append = service.store.append
    with monkeypatch.context() as broken:
        broken.setattr(service.store, "append", failing_at(bad.id, append, OSError("database is locked")))
        await again.deadlines.tick()
        assert (await verbs(service, good.id))[-1] == "downtime"
        assert "flag" not in await verbs(service, bad.id)
        await again.pass_(MINUTE)
    await again.pass_(MINUTE)
    for table in (bad, good):
        table = await service.get(table.id)
        assert table.timing.flagged == frozenset()
        assert 25 * MINUTE < time_left(table, room.ticks) <= 32 * MINUTE


async def test_a_stop_before_all_time_is_given_back_does_not_say_that_it_was(
    room: Room, service: TableService, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(service, "1h")
    await hours.pass_(30 * MINUTE)
    room.ticks += 5 * HOUR
    broken = Scheduler(service, poll_s=3600.0)
    looked = asyncio.Event()

    async def failing(*_given: Any, **_named: Any) -> Any:
        looked.set()
        raise OSError("disk full")

    with monkeypatch.context() as context:
        context.setattr(service.store, "append", failing)
        broken.start()
        await looked.wait()
        await broken.stop()
    await Hours(room, await room.program()).deadlines.tick()
    table = await service.get(table.id)
    assert time_left(table, room.ticks) > 25 * MINUTE


class Looking(Scheduler):
    """Deadlines that say when they have looked, and count how often somebody wakes them."""

    def __init__(self, service: TableService, **options: Any) -> None:
        super().__init__(service, **options)
        self.looks = asyncio.Queue[float]()
        self.woken = 0

    async def tick(self) -> float:
        pause = await super().tick()
        self.looks.put_nowait(pause)
        return pause

    def wake(self) -> None:
        self.woken += 1
        super().wake()


async def test_the_timer_looks_when_something_has_changed(room: Room, service: TableService) -> None:
    deadlines = Looking(service, poll_s=3600.0)
    deadlines.start()
    deadlines.start()
    # In the middle of a look, an hour that passes at once is one without the bot.
    await deadlines.looks.get()
    table = await opened(service, "1m")
    flagged = asyncio.Event()
    service.after_commit = lambda _number, _table: flagged.set()
    room.ticks += HOUR
    deadlines.table_changed(table.id)
    await flagged.wait()
    await deadlines.stop()
    await deadlines.stop()
    assert (await verbs(service, table.id)).count("flag") == 1


async def test_the_timer_goes_on_soon_after_the_whole_database_failed(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.jobs.scheduler.RETRY_S", 0.01)
    failing_once = AsyncMock(wraps=due.earliest, side_effect=[OSError("disk full"), DEFAULT])
    monkeypatch.setattr(due, "earliest", failing_once)
    deadlines = Looking(service, poll_s=3600.0)
    deadlines.start()
    await deadlines.looks.get()
    assert failing_once.await_count == 2
    await deadlines.stop()


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
    league = League()
    deadlines = Looking(service, poll_s=3600.0, others=(league,))
    league.wake = deadlines.wake
    deadlines.start()
    await deadlines.looks.get()
    await asyncio.sleep(0)
    league.due = 1
    deadlines.wake()
    await deadlines.looks.get()
    # Another look would have begun by the next one of this store's answers.
    for _ in range(3):
        await due.earliest(service.store)
    assert deadlines.looks.empty()
    await deadlines.stop()


async def test_a_change_wakes_the_timer_only_where_the_next_look_may_come_too_late(
    room: Room, service: TableService
) -> None:
    deadlines = Looking(service, poll_s=60.0)
    table = await opened(service, "1d")
    due = table.header.deadline
    assert due is not None
    for left, woken in ((HOUR, 0), (20 * MINUTE, 0), (20 * MINUTE - 1, 1), (0, 1), (-HOUR, 1)):
        deadlines.woken, room.ticks = 0, due - left - 1000
        # The room's clock goes on by a second before it is read.
        deadlines.table_changed(table.id, table)
        assert deadlines.woken == woken, f"{left} ms before the deadline"


async def test_a_table_without_a_deadline_wakes_no_timer_and_one_that_is_not_at_hand_does(
    service: TableService,
) -> None:
    deadlines = Looking(service)
    table = await opened(service, "1m")
    deadlines.table_changed(table.id, await service.resign(table.id, ANN))
    assert deadlines.woken == 0
    deadlines.table_changed(table.id)
    assert deadlines.woken == 1


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
        (70, 0.07),
        (5_000, 5.0),
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


@pytest.mark.parametrize(("poll_s", "pause"), [(60.0, 5.0), (2.0, 2.0)])
async def test_while_nobody_can_act_there_is_a_look_every_five_seconds(
    service: TableService, poll_s: float, pause: float
) -> None:
    standing = Standing(service, poll_s=poll_s, connected=lambda: False)
    assert await standing.look() == pause
    assert await due.last_heartbeat(service.store) is None, "nor does it count as up"


async def test_a_table_that_failed_is_tried_again_after_half_a_minute(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = Standing(service)
    table, other = [await opened(service, "1d") for _ in range(2)]
    await due.set_deadline(service.store, table.id, table.version, standing.now)
    failing = AsyncMock(side_effect=OSError("database is locked"))
    monkeypatch.setattr(service, "get", failing)
    assert await standing.look() == 30
    assert await standing.look(29_999) == pytest.approx(0.05), "what is left, and no less than a breath"
    failing.assert_awaited_once_with(table.id)
    await standing.look(1)
    assert failing.await_count == 2
    assert await due.earliest(service.store, without=[table.id]) == other.header.deadline


@pytest.mark.parametrize(("late", "given_back"), [(0, False), (10_000, False), (10_001, True)])
async def test_a_look_over_ten_seconds_late_is_made_up_for(
    service: TableService, late: int, given_back: bool
) -> None:
    standing = Standing(service)
    table = await opened(service, "1m")
    pause = await standing.look()
    await standing.look(int(pause * 1000) + late)
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
    await due.heartbeat(service.store, standing.now)
    await due.set_deadline(service.store, table.id, table.version, standing.now + gone + left)
    change = AsyncMock()
    monkeypatch.setattr(service, "change", change)
    await standing.look(gone)
    assert change.await_count == asked


@pytest.mark.parametrize(("later", "noted"), [(4_999, False), (5_000, True)])
async def test_it_is_noted_every_five_seconds_at_most_that_the_bot_is_up(
    service: TableService, later: int, noted: bool
) -> None:
    standing = Standing(service)
    await standing.look()
    assert await due.last_heartbeat(service.store) == standing.now
    await standing.look(later)
    assert (await due.last_heartbeat(service.store) == standing.now) is noted
