"""Rulings 4 to 6 of Crackers as drawn positions: the captain's turn, pumps, running water."""

from __future__ import annotations

import pytest

from bot.games.crackers.actions import CAPTAIN, RED
from bot.games.crackers.board import possible
from bot.games.crackers.book import drawn
from bot.games.crackers.prompts import ask
from bot.games.crackers.text import describe
from bot.games.crackers.turns import Part
from tests.games.playing import legal, played, refusal

from .positions import CALM, board, cells

# --- ruling 4: the captain's turn ---


@pytest.mark.parametrize(
    ("actions", "over"),
    [
        ("pump a3, pump c1, bag b2", True),
        ("bag b2, pump a3, pump c1", True),
        ("pump a3, bag b2, bag b2", True),
        ("bag b2, bag b1, pump a3", True),
        ("pump a3, pump c1, pump a3 a2", True),
        ("pump a3, unbag c3", True),
        ("unbag c3, pump a3", True),
        ("unbag c3", False),
        ("pump a3, bag b2", False),
        ("bag b2, bag b1", False),
        ("pump a3, pump c1", False),
    ],
)
def test_the_captains_turn_ends_by_itself_when_one_of_the_four_is_complete(actions: str, over: bool) -> None:
    state = played(drawn(CALM, CAPTAIN), *actions.split(", "))
    assert (state.to_act == {RED}) is over


def test_the_captains_turn_and_the_crews_are_told_apart() -> None:
    state = drawn(CALM, CAPTAIN)
    going_on = played(state, "pump a3")
    crew = played(going_on, "bag b2", "bag b2")
    assert state.round_key == going_on.round_key != crew.round_key


@pytest.mark.parametrize(
    ("done", "verbs"),
    [
        ((), {"pump", "bag", "unbag"}),
        (("pump",), {"pump", "bag", "unbag"}),
        (("pump", "pump"), {"pump", "bag"}),
        (("bag",), {"pump", "bag"}),
        (("bag", "bag"), {"pump"}),
        (("pump", "bag"), {"pump", "bag"}),
        (("unbag",), {"pump"}),
    ],
)
def test_what_may_come_next_follows_from_the_four(done: tuple[Part, ...], verbs: set[str]) -> None:
    state = drawn(CALM, CAPTAIN, done)
    assert {action.split()[0] for action in legal(state)} == verbs


def test_a_part_that_does_not_fit_is_refused_with_what_is_left() -> None:
    state = played(drawn(CALM, CAPTAIN), "unbag c3")
    assert "can’t do that any more this turn. You can still pump." in refusal(state, "bag b2")
    state = played(drawn(CALM, CAPTAIN), "bag b2")
    assert refusal(state, "unbag c3").endswith("You can still pump or drop a sandbag.")


@pytest.mark.parametrize(
    ("station", "done"), [("! . . R", ()), ("! . . R", ("pump",)), ("! 1 1 R", ()), ("! 1 1 R", ("pump",))]
)
def test_the_captain_is_asked_only_for_what_the_station_allows(station: str, done: tuple[Part, ...]) -> None:
    state = drawn(f"c . . .\n{station}\n. . Y p", CAPTAIN, done)
    removable = any(action.startswith("unbag") for action in legal(state))
    view = state.view_for(CAPTAIN)
    for told in (ask(view, ()), describe(view)):
        assert ("− 1 bag" in told or "remove 1 bag" in told) == removable
    assert any(rest["unbag"] for rest in possible(view)) == removable


def test_the_captain_reaches_under_people() -> None:
    state = drawn("c . . R\n! . 2Y .\n. . . p", CAPTAIN)
    assert board(played(state, "bag d3", "bag c2")) == cells("c . . 1R\n! . 3Y .\n. . . pB")


def test_a_turn_can_always_be_completed_even_where_no_square_is_dry() -> None:
    state = drawn("c~1 ~1 ~1\n!~1 ~1 ~1\n~1 ~1 p~1RYB", CAPTAIN)
    assert {action.split()[0] for action in legal(state)} == {"pump"}


# --- rulings 5 and 6: running water ---


def test_the_first_unit_stays_on_its_leak() -> None:
    state = drawn(CALM, CAPTAIN)
    assert legal(state, "pump a3") == ["pump a3"]
    assert "Water pumped in at a3 has to stay there now. Type “pump a3”." in refusal(state, "pump a3 a2")


def test_a_unit_on_top_of_others_runs_over_them_to_a_dry_square() -> None:
    state = drawn(
        """
        c3 3   3   3
        3  !~2 ~1  .
        3  .   2   3
        p  3   3   3
        """,
        CAPTAIN,
    )
    assert legal(state, "pump b3") == ["pump b3 b2", "pump b3 d3"]
    assert "Water pumped in at b3 can’t come to rest on b3. Choose b2 or d3." in refusal(state, "pump b3")
    assert board(played(state, "pump b3 d3")).splitlines()[1] == "3 !~2 ~1 ~1"


def test_water_does_not_climb() -> None:
    state = drawn("c3 2 .\n!~1 2 .\n2 2 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2"]


def test_water_crosses_a_sandbag_level_and_falls_behind_it() -> None:
    state = drawn("c3 3 3\n!~1 1 .\n2 3 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2 c2"]
    assert state.station.rests(1)[7] == (1, 4, 7)


def test_to_end_level_is_no_run() -> None:
    state = drawn("c3 3 3 3\n!1 1 1 1\n3 3 3 p1RYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2"]


def test_water_stops_at_the_first_resting_place() -> None:
    state = drawn("c3 3 3 3 3\n!~1 . . . .\n3 3 3 3 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2 b2"]


def test_water_may_pass_a_square_that_leads_lower() -> None:
    state = drawn("c3 3 3 3 3\n!~2 1 1 . 3\n3 3 3 3 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2 d2"]


def test_the_captain_may_choose_a_hollow_that_is_not_the_deepest() -> None:
    state = drawn("c3 3 3 3 3\n2 !2 2 . pRYB\n1 3 3 3 3", CAPTAIN)
    assert legal(state, "pump") == ["pump b2 a1", "pump b2 d2"]


def test_a_pump_is_at_a_leak() -> None:
    assert "b3 isn’t a leak. Pump at a3 or c1." in refusal(drawn(CALM, CAPTAIN), "pump b3")
