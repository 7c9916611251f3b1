"""The clock that is believed when the machine's clock jumps."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.tables.jobs.clock_guard import MAX_DRIFT_MS, SETTLE_S, JumpGuardedClock
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.model.table import Table
from bot.tables.service import TableService

from .harness import CID, HERE, Hours, Room, clock_of, opened, verbs

JUMPS = [-400 * DAY, -2 * HOUR, 2 * HOUR, 400 * DAY]


class Machine:
    """A machine's clock and its counter of seconds, both turned by hand."""

    def __init__(self) -> None:
        self.wall = 1_760_000_000_000
        self.seconds = 50.0
        self.steady = JumpGuardedClock(lambda: self.wall, lambda: self.seconds)

    def pass_(self, milliseconds: int) -> int:
        """Let time pass; what the steady clock then shows."""
        self.wall += milliseconds
        self.seconds += milliseconds / 1000
        return self.steady()


@given(st.lists(st.integers(0, 20 * MINUTE)))
def test_a_clock_that_goes_evenly_is_believed(steps: list[int]) -> None:
    machine = Machine()
    assert all(machine.pass_(step) == machine.wall for step in steps)


@given(st.lists(st.integers(-MAX_DRIFT_MS + 1, MAX_DRIFT_MS - 1)))
def test_a_clock_that_is_corrected_a_little_is_believed(corrections: list[int]) -> None:
    machine = Machine()
    for correction in corrections:
        machine.wall += correction
        assert machine.pass_(0) == machine.wall


@pytest.mark.parametrize("jump", JUMPS)
def test_a_moment_of_wrong_time_is_not_seen(jump: int) -> None:
    machine = Machine()
    right = machine.wall
    machine.wall += jump
    for passed in range(1, 50):  # looked at often, as on a busy server
        assert machine.pass_(1000) == right + passed * 1000
    machine.wall -= jump
    assert machine.pass_(HOUR) == machine.wall == right + 49_000 + HOUR


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_stays_where_it_jumped_to_is_believed(jump: int) -> None:
    machine = Machine()
    machine.wall += jump
    assert machine.pass_(0) == machine.wall - jump
    assert machine.pass_(int(SETTLE_S * 1000)) == machine.wall
    assert machine.pass_(5) == machine.wall


@given(st.lists(st.integers(-9000, 9000).filter(bool), unique=True))
def test_a_clock_that_keeps_jumping_is_never_believed(days: list[int]) -> None:
    machine = Machine()
    right = machine.wall
    for passed, wrong in enumerate(days):
        machine.wall = right + passed * HOUR + wrong * DAY
        assert machine.pass_(HOUR) == right + (passed + 1) * HOUR


class RunningBot:
    """A room whose tables read a machine's clock through a steady one."""

    def __init__(self, room: Room, service: TableService, wrong: int = 0) -> None:
        self.wrong = wrong
        """Milliseconds by which the machine's clock is wrong."""
        self.service = TableService(service.store, GAMES, rng=Random(1), now=self._steady(room))
        self.hours = Hours(room, self.service, pulse=3600.0)

    def _steady(self, room: Room) -> JumpGuardedClock:
        return JumpGuardedClock(lambda: room.now() + self.wrong, lambda: room.ticks / 1000)


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_clock_that_jumps_flags_nobody_and_closes_nothing(
    room: Room, service: TableService, jump: int
) -> None:
    running_bot = RunningBot(room, service)
    hours, table = running_bot.hours, await opened(running_bot.service, "90m")
    lobby = await running_bot.service.open("snorkels", CID, {}, HERE)
    await hours.pass_(MINUTE)
    for wrong in (jump, 0, jump, 0):
        running_bot.wrong = wrong
        for _ in range(20):
            await hours.deadlines.tick()
    await hours.pass_(10 * MINUTE)
    assert (await verbs(running_bot.service, table.id))[-1] == "start"
    assert (await running_bot.service.get(lobby.id)).status == "lobby"
    await hours.pass_(3 * HOUR)
    assert (await running_bot.service.get(table.id)).timing.flagged == {0}, "then time goes on"


WRONG = [-40 * DAY, -4 * MINUTE, 4 * MINUTE, 10 * HOUR]


def left(table: Table, now: int) -> int:
    """What the first side has left, and the deadline says so."""
    deadline = clock_of(table).deadline(0)
    assert deadline is not None
    assert table.timing.flagged == frozenset()
    assert deadline - now == clock_of(table).at(now).left[0]
    return deadline - now


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("wrong", WRONG)
async def test_a_clock_that_was_wrong_at_the_start_and_then_set_right_gives_and_takes_nothing(
    room: Room, service: TableService, wrong: int, *, restarted: bool
) -> None:
    first = RunningBot(room, service)
    table, lobby = await opened(first.service, "3h"), await first.service.open("snorkels", CID, {}, HERE)
    await first.hours.pass_(HOUR)
    room.ticks += 30 * MINUTE
    second = RunningBot(room, service, wrong)
    played = await opened(second.service, "3h")
    await second.hours.pass_(40 * MINUTE)
    if restarted:
        second = RunningBot(room, service)
    second.wrong = 0
    await second.hours.pass_(20 * MINUTE)
    # An hour before the stop, and an hour after it.
    found = left(await service.get(table.id), room.ticks)
    assert abs(found - HOUR) < 8 * MINUTE
    found = left(await service.get(played.id), room.ticks)
    assert abs(found - 2 * HOUR) < 8 * MINUTE
    assert (await service.get(lobby.id)).status == "lobby"
    stirred = (await service.get(lobby.id)).last_activity
    assert stirred <= room.ticks + 10 * HOUR
