"""What time does to a table, to the millisecond: at the moment, one before, one after."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games import GAMES
from bot.tables import text
from bot.tables.events import agreements, downtime, opening, reducer, timeouts
from bot.tables.events.moves import Act
from bot.tables.model.clock import Timing
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.model.table import Table
from data.store.records import Event

from .folded import AT, begun, done, lobby, played, refused
from .harness import ANN, BOB, CID, EVE, clock_of, some_action
from .tug_of_war import SEATS


def after(table: Table, *events: Event) -> Table:
    return reducer.after(table, events)


def told(events: list[Event]) -> list[tuple[str, str]]:
    """Verbs and texts, or the seat of a flag."""
    return [(event.verb, event.text or event.seat) for event in events]


def late(table: Table, *slots: str) -> Table:
    """``table`` after the sides of these slots have run out of time."""
    return after(table, *(Event("flag", slot, at=AT + HOUR) for slot in slots))


def test_a_lobby_closes_a_day_after_the_last_who_came_or_went() -> None:
    table = lobby()
    table = after(table, *opening.join(table, Act(BOB, AT + HOUR), slot=None))
    end = AT + HOUR + DAY
    assert timeouts.next_due(table) == end
    assert timeouts.pass_time(table, end - 1) == []
    assert told(timeouts.pass_time(table, end)) == [("close", text.NOT_STARTED)]


def test_a_game_closes_thirty_days_after_the_last_that_anybody_did() -> None:
    table, end = begun(BOB), AT + 30 * DAY
    assert timeouts.next_due(table) == end
    assert timeouts.pass_time(table, end - 1) == []
    assert told(timeouts.pass_time(table, end)) == [("close", text.ABANDONED)]


def test_nothing_is_due_at_a_table_that_is_over() -> None:
    table, later = done(begun(BOB, measure="1h"), agreements.resign, ANN), AT + 99 * DAY
    assert timeouts.next_due(table) is None
    assert timeouts.due_reminders(table, later) == []
    assert timeouts.pass_time(table, later) == []
    assert downtime.give_back(table, later - 9 * DAY, later) == []
    assert timeouts.close_unreachable(table, later) == []


def test_only_an_open_table_is_closed_with_its_channel() -> None:
    assert told(timeouts.close_unreachable(lobby(), 7)) == [("close", text.CHANNEL_GONE)]
    assert timeouts.close_unreachable(begun(BOB), 7) == []


def test_reminders_and_the_flag_come_at_their_moments() -> None:
    table = begun(BOB, measure="1d")
    half, end, out = (AT + hours * HOUR for hours in (12, 21, 24))
    assert timeouts.next_due(table) == half
    assert timeouts.pass_time(table, half - 1) == []
    assert told(timeouts.pass_time(table, half)) == [("remind", "half")]
    assert told(timeouts.pass_time(table, end)) == [("remind", "end")], "the latest alone"
    table = after(table, *timeouts.pass_time(table, half))
    assert timeouts.next_due(table) == end
    assert timeouts.pass_time(table, end - 1) == []
    table = after(table, *timeouts.pass_time(table, end))
    assert timeouts.next_due(table) == out
    assert timeouts.pass_time(table, out - 1) == []
    assert told(timeouts.pass_time(table, out)) == [("flag", SEATS[0])]
    table = after(table, *timeouts.pass_time(table, out))
    assert timeouts.pass_time(table, out) == [], "once"
    assert timeouts.next_due(table) == AT + 30 * DAY


def test_a_reminder_that_is_held_comes_when_it_may() -> None:
    table, half = begun(BOB, measure="1d"), AT + 12 * HOUR
    held = {(ANN.id, "half"): half + HOUR, (BOB.id, "half"): half + 5 * HOUR}
    assert timeouts.next_due(table, held) == half + HOUR
    assert timeouts.next_due(table, {(ANN.id, "half"): 1}) == half
    assert timeouts.pass_time(table, half + HOUR - 1, held) == []
    assert told(timeouts.pass_time(table, half + HOUR, held)) == [("remind", "half")]
    never = {(ANN.id, "half"): half + 90 * DAY}
    assert timeouts.next_due(table, never) == half + 9 * HOUR, "the other one comes all the same"
    never = {(ANN.id, "end"): half + 90 * DAY}
    assert timeouts.next_due(table, never) == AT + DAY


def test_a_game_for_one_is_closed_when_its_time_is_out_and_not_before() -> None:
    table, out = begun(game=GAMES["curse"], measure="1h"), AT + HOUR
    assert "close" not in [event.verb for event in timeouts.pass_time(table, out - 1)]
    assert told(timeouts.pass_time(table, out)) == [("close", text.OUT_OF_TIME)]


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
def test_a_clock_that_ran_for_nobody_gets_a_minute_back(beat: int, now: int, given: int) -> None:
    found = told(downtime.give_back(begun(BOB, measure="1d"), AT + beat, AT + now))
    assert found == [("downtime", str(given))] * (given != 0)


@pytest.mark.parametrize(("left", "worth"), [(20 * 1500, True), (20 * 1500 + 1, False)])
def test_less_is_given_back_where_it_is_a_twentieth_of_what_is_left(left: int, worth: bool) -> None:
    beat = AT + 10 * MINUTE - left - 1500
    given = downtime.give_back(begun(BOB, measure="10m"), beat, beat + 1500)
    assert told(given) == [("downtime", "1500")] * worth


@pytest.mark.parametrize(("missed", "worth"), [(DAY - 1, False), (DAY, True)])
@pytest.mark.parametrize("measure", ["none", "7d"])
def test_without_a_clock_that_runs_only_a_day_is_given_back(measure: str, missed: int, worth: bool) -> None:
    table, beat = begun(BOB, measure=measure), AT + HOUR
    if table.timing.clock is not None:
        table = replace(table, timing=Timing(table.timing.clock.at(AT, paused=True)))
    assert told(downtime.give_back(table, beat, beat + missed)) == [("downtime", str(missed))] * worth


def test_the_time_of_who_is_flagged_runs_no_more() -> None:
    beat = AT + 2 * HOUR
    assert downtime.give_back(late(begun(BOB, measure="1h"), SEATS[0]), beat, beat + 9 * HOUR) == []


def test_a_frozen_table_stood_still_since_its_clock_began_to_run() -> None:
    running, now = replace(begun(BOB, measure="1d"), last_activity=AT - 5 * HOUR), AT + HOUR
    assert downtime.stood_still(running, now) == HOUR
    flagged = replace(running, timing=replace(running.timing, flagged=frozenset({0})))
    assert downtime.stood_still(flagged, now) == 6 * HOUR
    assert downtime.stood_still(replace(running, timing=Timing()), now) == 6 * HOUR
    assert downtime.stood_still(running, 0) == downtime.stood_still(flagged, 0) == 0


def test_the_win_is_claimed_by_those_who_waited_from_the_whole_side() -> None:
    table = begun(BOB, CID, measure="1h")
    refused(table, timeouts.claim, BOB, "Everyone who was out of time")
    table = late(table, SEATS[0])
    for person, why in ((ANN, "run out of time yourself"), (CID, "yourself"), (EVE, "welcome to watch")):
        refused(table, timeouts.claim, person, why)
    over = done(table, timeouts.claim, BOB)
    assert over.outcome is not None
    assert (over.status, over.outcome.reason, over.outcome.winners) == ("over", "time", SEATS[2:])
    refused(played(table, "pull 1"), timeouts.claim, BOB, "Everyone who was out of time")


def test_more_time_and_a_turn_bring_new_reminders_to_one_person_alone() -> None:
    table = late(begun(BOB, game=GAMES["depthcharge"], measure="2h"), "south")
    table = after(table, *(Event("remind", person=each.id, text="half", at=AT) for each in (ANN, BOB)))
    assert done(table, timeouts.grant, BOB).timing.reminded == {(BOB.id, "half")}
    acted = played(table, some_action(table, table.acting[0], Random(1)))
    assert acted.timing.reminded == {(BOB.id, "half")}


def test_more_time_for_two_late_sides_is_one_request() -> None:
    table = late(begun(BOB, measure="1h"), SEATS[0], SEATS[2])
    refused(table, timeouts.grant, ANN, "You’ve run out of time yourself")
    table = replace(table, timing=replace(table.timing, flagged=frozenset({1})))
    (only,) = timeouts.grant(table, Act(ANN, 5, "k"))
    assert (only.verb, only.seat, only.person, only.key, only.at) == ("grant", SEATS[2], ANN.id, "k", 5)


def test_while_the_clock_stands_still_nobody_claims() -> None:
    table = after(late(begun(BOB, measure="1h"), SEATS[0]), Event("pause", at=AT + HOUR))
    refused(table, timeouts.claim, BOB, "clock is paused")
    refused(table, agreements.request_pause, BOB, "already paused")


def test_while_the_clock_stands_still_time_is_given_back_since_the_last_that_was_done() -> None:
    table, now = begun(BOB, measure="1d"), AT + 2 * DAY
    stopped = replace(clock_of(table).at(AT, paused=True), since=AT - 9 * DAY)
    given = downtime.give_back(replace(table, timing=Timing(stopped)), 0, now)
    assert told(given) == [("downtime", str(2 * DAY))]
