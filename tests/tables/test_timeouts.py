"""What time does to a table, to the millisecond: at the moment, one before, one after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import text
from bot.tables.errors import TableError
from bot.tables.events import agreements, reducer, timeouts
from bot.tables.model.clock import Timing
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import Event

from .harness import ANN, BOB, HERE, clock_of, opened


def after(table: Table, *events: Event) -> Table:
    return reducer.after(table, events)


def done(events: list[Event]) -> list[tuple[str, str]]:
    """Verbs and texts, or the seat of a flag."""
    return [(event.verb, event.text or event.seat) for event in events]


async def test_a_lobby_closes_a_day_after_the_last_who_came_or_went(service: TableService) -> None:
    table = await service.open("crackers", ANN, {}, HERE)
    table = await service.join(table.id, BOB, None)
    end = table.last_activity + DAY
    assert timeouts.next_due(table) == end
    assert timeouts.pass_time(table, end - 1) == []
    assert done(timeouts.pass_time(table, end)) == [("close", text.NOT_STARTED)]


async def test_a_game_closes_thirty_days_after_the_last_that_anybody_did(service: TableService) -> None:
    table = await opened(service, "none")
    end = table.last_activity + 30 * DAY
    assert timeouts.next_due(table) == end
    assert timeouts.pass_time(table, end - 1) == []
    assert done(timeouts.pass_time(table, end)) == [("close", text.ABANDONED)]


async def test_what_nobody_did_puts_no_end_off(service: TableService) -> None:
    table = await opened(service, "1d")
    later = table.last_activity + HOUR
    for event in (
        Event("remind", person=ANN.id, text="half", at=later),
        Event("flag", table.seating.sides[0][0], at=later),
    ):
        assert after(table, event).last_activity == table.last_activity
    assert after(table, Event("downtime", text=str(HOUR), at=later)).last_activity == later


async def test_nothing_is_due_at_a_table_that_is_over(service: TableService) -> None:
    table = await opened(service, "1h")
    table = await service.resign(table.id, ANN)
    later = table.last_activity + 99 * DAY
    assert timeouts.next_due(table) is None
    assert timeouts.due_reminders(table, later) == []
    assert timeouts.pass_time(table, later) == []
    assert timeouts.give_back(table, later - 9 * DAY, later) == []
    assert timeouts.close_unreachable(table, later) == []


async def test_only_an_open_table_is_closed_with_its_channel(service: TableService) -> None:
    table = await service.open("snorkels", ANN, {}, HERE)
    assert done(timeouts.close_unreachable(table, 7)) == [("close", text.CHANNEL_GONE)]
    assert timeouts.close_unreachable(await service.join(table.id, BOB, None), 7) == []


async def test_reminders_and_the_flag_come_at_their_moments(service: TableService) -> None:
    table = await opened(service, "1d")
    half, end, out = (clock_of(table).since + hours * HOUR for hours in (12, 21, 24))
    assert timeouts.next_due(table) == half
    assert timeouts.pass_time(table, half - 1) == []
    assert done(timeouts.pass_time(table, half)) == [("remind", "half")]
    assert done(timeouts.pass_time(table, end)) == [("remind", "end")], "the latest alone"
    table = after(table, *timeouts.pass_time(table, half))
    assert timeouts.next_due(table) == end
    assert timeouts.pass_time(table, end - 1) == []
    table = after(table, *timeouts.pass_time(table, end))
    assert timeouts.next_due(table) == out
    assert timeouts.pass_time(table, out - 1) == []
    assert done(timeouts.pass_time(table, out)) == [("flag", table.seating.sides[0][0])]
    table = after(table, *timeouts.pass_time(table, out))
    assert timeouts.pass_time(table, out) == [], "once"
    assert timeouts.next_due(table) == table.last_activity + 30 * DAY


async def test_a_reminder_that_is_held_comes_when_it_may(service: TableService) -> None:
    table = await opened(service, "1d")
    half = clock_of(table).since + 12 * HOUR
    held = {(ANN.id, "half"): half + HOUR, (BOB.id, "half"): half + 5 * HOUR}
    assert timeouts.next_due(table, held) == half + HOUR
    assert timeouts.next_due(table, {(ANN.id, "half"): 1}) == half
    assert timeouts.pass_time(table, half + HOUR - 1, held) == []
    assert done(timeouts.pass_time(table, half + HOUR, held)) == [("remind", "half")]
    never = {(ANN.id, "half"): half + 90 * DAY}
    assert timeouts.next_due(table, never) == half + 9 * HOUR, "the other one comes all the same"
    never = {(ANN.id, "end"): half + 90 * DAY}
    assert timeouts.next_due(table, never) == clock_of(table).deadline(0)


async def test_after_the_end_is_told_half_time_is_not(service: TableService) -> None:
    table = await opened(service, "1d")
    table = after(table, Event("remind", person=ANN.id, text="end", at=1))
    assert timeouts.due_reminders(table, clock_of(table).since + 23 * HOUR) == []


async def test_a_game_for_one_is_closed_when_its_time_is_out_and_not_before(service: TableService) -> None:
    table = await opened(service, "1h", "curse", ANN)
    out = clock_of(table).deadline(0)
    assert out is not None
    assert "close" not in [event.verb for event in timeouts.pass_time(table, out - 1)]
    assert done(timeouts.pass_time(table, out)) == [("close", text.OUT_OF_TIME)]


@pytest.mark.parametrize(
    ("beat", "now", "given"),
    [
        *((HOUR, HOUR + missed, 0) for missed in (0, 20_000, MINUTE - 1)),
        *((HOUR, HOUR + missed, missed) for missed in (MINUTE, HOUR)),
        # No more than has run.
        (-5 * DAY, HOUR, HOUR),
        # A table dated in the future gives up what it had too much.
        *((-back, -back, given) for back, given in ((10_000, 0), (10_001, -10_001))),
    ],
)
async def test_a_clock_that_ran_for_nobody_gets_a_minute_back(
    service: TableService, beat: int, now: int, given: int
) -> None:
    table = await opened(service, "1d")
    since = clock_of(table).since
    found = done(timeouts.give_back(table, since + beat, since + now))
    assert found == [("downtime", str(given))] * (given != 0)


@pytest.mark.parametrize(("left", "worth"), [(20 * 1500, True), (20 * 1500 + 1, False)])
async def test_less_is_given_back_where_it_is_a_twentieth_of_what_is_left(
    service: TableService, left: int, worth: bool
) -> None:
    table = await opened(service, "10m")
    out = clock_of(table).deadline(0)
    assert out is not None
    beat = out - left - 1500
    given = timeouts.give_back(table, beat, beat + 1500)
    assert done(given) == [("downtime", "1500")] * worth


@pytest.mark.parametrize(("missed", "worth"), [(DAY - 1, False), (DAY, True)])
@pytest.mark.parametrize("measure", ["none", "7d"])
async def test_without_a_clock_that_runs_only_a_day_is_given_back(
    service: TableService, measure: str, missed: int, worth: bool
) -> None:
    table = await opened(service, measure)
    if table.timing.clock is not None:
        table = replace(table, timing=Timing(table.timing.clock.at(table.last_activity, paused=True)))
    beat = table.last_activity + HOUR
    assert done(timeouts.give_back(table, beat, beat + missed)) == [("downtime", str(missed))] * worth


async def test_the_time_of_who_is_flagged_runs_no_more(service: TableService) -> None:
    table = await opened(service, "1h")
    table = after(table, Event("flag", table.seating.sides[0][0], at=table.last_activity + HOUR))
    beat = table.last_activity + 2 * HOUR
    assert timeouts.give_back(table, beat, beat + 9 * HOUR) == []


async def test_a_frozen_table_stood_still_since_its_clock_began_to_run(service: TableService) -> None:
    table = await opened(service, "1d")
    running = replace(table, last_activity=table.last_activity - 5 * HOUR)
    now = clock_of(table).since + HOUR
    assert timeouts.stood_still(running, now) == HOUR
    flagged = replace(running, timing=replace(running.timing, flagged=frozenset({0})))
    assert timeouts.stood_still(flagged, now) == now - flagged.last_activity
    assert timeouts.stood_still(replace(running, timing=Timing()), now) == now - running.last_activity
    assert timeouts.stood_still(running, 0) == timeouts.stood_still(flagged, 0) == 0


async def test_more_time_for_two_late_sides_is_one_request(service: TableService) -> None:
    table = await opened(service, "1h")
    table = after(table, *(Event("flag", side[0], at=table.last_activity) for side in table.seating.sides))
    with pytest.raises(TableError, match="You’ve run out of time yourself"):
        timeouts.grant(table, ANN, 5, "k")
    table = replace(table, timing=replace(table.timing, flagged=frozenset({1})))
    (only,) = timeouts.grant(table, ANN, 5, "k")
    assert (only.verb, only.seat, only.person, only.key, only.at) == (
        "grant",
        table.seating.sides[1][0],
        ANN.id,
        "k",
        5,
    )


async def test_while_the_clock_stands_still_nobody_claims(service: TableService) -> None:
    table = await opened(service, "1h")
    table = after(table, Event("flag", table.seating.sides[0][0], at=table.last_activity + HOUR))
    table = after(table, Event("pause", at=table.last_activity + HOUR))
    with pytest.raises(TableError, match="clock is paused"):
        timeouts.claim(table, BOB, 5, None)
    with pytest.raises(TableError):
        agreements.request_pause(table, BOB, 5, None)


async def test_while_the_clock_stands_still_time_is_given_back_since_the_last_that_was_done(
    service: TableService,
) -> None:
    table = await opened(service, "1d")
    stopped = replace(
        clock_of(table).at(table.last_activity, paused=True), since=table.last_activity - 9 * DAY
    )
    table = replace(table, timing=Timing(stopped))
    now = table.last_activity + 2 * DAY
    assert done(timeouts.give_back(table, 0, now)) == [("downtime", str(2 * DAY))]
