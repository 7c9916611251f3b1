"""Rulings 1 and 3 of Crackers as drawn positions: layouts, and the crew's turns."""

from __future__ import annotations

import pytest

from bot.games.crackers.actions import CAPTAIN, CREW, RED
from bot.games.crackers.book import drawn
from tests.games.playing import begun, legal, played, refusal

from .positions import board

# --- ruling 1: the layouts ---


@pytest.mark.parametrize(
    ("name", "size", "pod", "control", "leaks", "rounds"),
    [
        ("station", 8, "e1", "d8", ("a4", "h5"), 60),
        ("outpost", 7, "e1", "c7", ("a4", "g4"), 46),
        ("bell", 6, "d1", "c6", ("a3", "f4"), 34),
    ],
)
def test_a_layout_starts_dry_with_the_crew_on_the_pod(
    name: str, size: int, pod: str, control: str, leaks: tuple[str, ...], rounds: int
) -> None:
    view = begun("crackers", board=name).view_for(None)
    assert (view.files, view.ranks, view.pod, view.control, view.leaks) == (size, size, pod, control, leaks)
    assert view.pawns == (pod, pod, pod)
    assert not any(view.sand + view.water)
    assert view.rounds == rounds


@pytest.mark.parametrize("name", ["station", "outpost", "bell"])
def test_a_layout_looks_the_same_from_either_side(name: str) -> None:
    sheet = begun("crackers", board=name).station.layout
    last = len(sheet.grid.names) - 1
    assert sheet.control == last - sheet.pod
    assert {last - leak for leak in sheet.leaks} == set(sheet.leaks)
    assert all(len(sheet.grid.orthogonal[leak]) < 4 for leak in sheet.leaks)


def test_rounds_can_be_chosen() -> None:
    assert begun("crackers", rounds="12").rounds == 12
    assert begun("crackers").rounds == 60


# --- ruling 3: the crew ---

WALK = """
c   .   .   .   .
!~1 2   R   3   .
.   ~1  ~1  ~2  ~1
.   .   ~1  .   pYB
"""


def test_a_crew_member_walks_over_dry_squares_and_sandbags_and_stops_in_water() -> None:
    goals = {action.rstrip("+-") for action in legal(drawn(WALK))}
    assert goals == {"a3", "a4", "b2", "b3", "b4", "c2", "c3", "c4", "d3", "d4", "e2", "e3", "e4"}


def test_staying_comes_first() -> None:
    assert legal(drawn(WALK))[:2] == ["c3", "c3+"]


def test_nobody_walks_into_depth_two() -> None:
    assert "d2 is 2 deep. Nobody can walk into water more than 1 deep." in refusal(drawn(WALK), "d2")


def test_nobody_walks_on_through_water() -> None:
    assert "Red can’t get from c3 to c1. Walk over dry squares" in refusal(drawn(WALK), "c1")


def test_from_water_a_crew_member_goes_one_square() -> None:
    wet = drawn("""
    c   .   .   .   .
    !   .   ~1R ~1  .
    .   .   ~2  .   .
    .   .   .   .   pYB
    """)
    assert legal(wet) == ["c3", "b3", "b3+", "c4", "c4+", "d3"]
    assert "Red is in water on c3 and can only go one square" in refusal(wet, "b4")


def test_the_crew_may_share_squares_and_enter_every_place() -> None:
    state = played(begun("crackers"), "d8", "d8", "a4")
    assert state.view_for(None).pawns == ("d8", "d8", "a4")


def test_sandbags_go_on_dry_squares_only() -> None:
    assert "c2 is under water. Sandbags only go on dry squares." in refusal(drawn(WALK), "c2+")
    assert "c2 is under water. Sandbags can only be removed from dry squares." in refusal(drawn(WALK), "c2-")


def test_there_are_no_sandbags_on_the_pod_or_in_the_control_room() -> None:
    assert "e1 is the escape pod. Sandbags can’t go there." in refusal(begun("crackers"), "e1+")
    assert "d8 is the control room. Sandbags can’t go there." in refusal(begun("crackers"), "d8+")
    captain = drawn(WALK, CAPTAIN)
    assert "a4 is the control room" in refusal(captain, "bag a4")


def test_a_stack_holds_three_sandbags_and_an_empty_square_gives_none() -> None:
    assert "d3 already has 3 sandbags" in refusal(drawn(WALK), "d3+")
    assert "There’s no sandbag on c3. Choose a square that has one." in refusal(drawn(WALK), "c3-")


def test_a_leak_takes_sandbags_like_any_square() -> None:
    assert "!1R" in board(played(begun("crackers", board="bell"), "a3+"))


def test_the_crew_moves_in_order_and_the_captain_last() -> None:
    state, seats = begun("crackers"), []
    for action in ("stay", "stay", "stay", "pump", "pump", "pump", "stay"):
        seats.append(min(state.to_act))
        state = played(state, "e1" if action == "stay" else legal(state, "pump")[0])
    assert seats == [*CREW, CAPTAIN, CAPTAIN, CAPTAIN, RED]
    assert state.view_for(None).round == 2


def test_one_waits_for_ones_turn() -> None:
    assert "Red is next." in refusal(begun("crackers"), "yellow e1")
    assert "The captain is next." in refusal(drawn(WALK, CAPTAIN), "red c3")


def test_each_side_has_its_own_actions() -> None:
    assert "Only the captain can do that" in refusal(begun("crackers"), "pump a4")
    assert "The captain never leaves the control room" in refusal(drawn(WALK, CAPTAIN), "c3")
