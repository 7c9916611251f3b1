"""Drown, Captain Crackers! in notation and in words."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import NotationError, Seat
from bot.games.crackers.actions import CAPTAIN, Pump, Walk, parse
from bot.games.crackers.book import drawn
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.squares import details
from bot.games.crackers.text import dangers_in_words, describe, ending, moment, summary, summary_since
from tests.games.playing import played


def told(state: CrackersState, action: str) -> str:
    (seat,) = state.to_act
    return state.narrate(seat, parse(action), None)


# --- notation ---


@pytest.mark.parametrize(
    "junk",
    ["", "e", "e0", "e04", "i1", "a9", "e4++", "e4*", "pump", "pump a4 b4 c4", "bag", "bag a4 b4", "flow a4",
     "flow", "stay", "e４", "pump a4\x00", "place e4", "e4 d4", "+", "-", "a1" * 500],
)  # fmt: skip
def test_anything_else_is_refused(junk: str) -> None:
    with pytest.raises(NotationError):
        parse(junk)


@pytest.mark.parametrize(
    ("text", "action"),
    [("pump a4-c4", "pump a4 c4"), ("flow c4 to d4", "flow c4 d4"), ("e4–", "e4-"), ("E 4 +", "e4+")],
)
def test_dashes_and_how_squares_are_joined_are_forgiven(text: str, action: str) -> None:
    assert str(parse(text)) == action


@pytest.mark.parametrize(
    ("junk", "told"),
    [
        ("stay", "your own to stay"),
        ("take c1", "your own to stay"),
        ("e9", "“e9” isn’t a square."),
        ("e4++", "“e4[+]” isn’t a square."),
    ],
)
def test_a_refusal_says_what_can_be_written_whatever_the_boards_size(junk: str, told: str) -> None:
    with pytest.raises(NotationError, match=told) as caught:
        parse(junk)
    assert "from a to h" not in str(caught.value)


def test_those_who_stand_in_water_share_a_sentence() -> None:
    view = drawn("c . ~1RYB .\n! . ~1 .\n. . . p", CAPTAIN).view_for(None)
    assert dangers_in_words(view) == "Red, Yellow and Blue are standing in water."


# --- what is told ---


def test_the_table_hears_of_a_run_without_a_choice() -> None:
    state = drawn("c3 3 3 3\n!~2 2R . 3\n3 3 3 pYB")
    run = "Red picked up a bag on b2. Water ran from a2 to c2, and c2 is now 1 deep."
    assert told(state, "b2-") == run


def test_a_danger_is_told_by_the_summary_alone() -> None:
    state = drawn("c . .\n!~1 R .\n. . pYB", CAPTAIN)
    after = state.play(CAPTAIN, parse("pump a2 b2"))
    assert told(state, "pump a2 b2") == "Pump at a2: b2 is 1 deep."
    assert "Red is standing in water." in summary(after.view_for(None))


# --- summaries and descriptions ---


def test_a_wet_pod_is_a_danger_to_all() -> None:
    flooded = "The captain can flood the pod in one turn"
    for water in ("", "~1"):
        told = summary(drawn(f"c . .\n!~3 ~2 ~2R\nY ~2B p{water}").view_for(None))
        assert (flooded in told) == bool(water)
        assert (flooded in summary(drawn(f"c . .\n!~3 ~2 ~2\n. ~2 p{water}").view_for(None))) == bool(water)


OPEN: Final = """
~1  1   c~1 1   ~1  ~1
~1  ~1  ~1  ~1  ~1  ~1
~1  ~1  ~1  ~1  ~2  !~2
!~1 ~1  ~1  ~1  ~1  ~1
~1  ~1  3B  2R  3   ~1
~1  3Y  3   p~1 ~1  ~1
"""


def test_what_would_keep_the_captain_from_flooding_the_pod_is_told() -> None:
    stops = "The captain can flood the pod in one turn. A sandbag on d2 stops him."
    assert summary(drawn(OPEN).view_for(None)).startswith(stops)
    assert "flood the pod" not in summary(drawn(OPEN.replace("2R", "3R")).view_for(None)), "it does"
    # Somebody whom deep water keeps from there isn't told to go there.
    away = OPEN.replace("3Y  3   p~1", "3Y  ~2  p~1").replace("3B  2R", "~2  2RB")
    assert "stops him" not in summary(drawn(away, Seat("yellow")).view_for(None))
    assert "it’s 1 deep, and 2 floods it" in summary(drawn(OPEN, CAPTAIN).view_for(None))
    vain = summary(drawn("c . .\n!~3 ~2 ~2R\nY ~2B p~1").view_for(None))
    assert "no single sandbag near it stops him" in vain


def test_a_danger_that_stays_and_cannot_be_helped_is_told_at_length_once() -> None:
    dry, vain = (
        drawn("c . .\n! . .\n. . pRYB").view_for(None),
        drawn("c . .\n!~3 ~2 ~2R\nY ~2B p~1").view_for(None),
    )
    assert "no single sandbag near it stops him" in summary_since(dry, vain)
    again = summary_since(vain, vain)
    assert "The captain can still flood the pod." in again
    assert "no single sandbag" not in again
    assert again.startswith("Red has drowned."), "what else is so is told again"
    stopped, captains = drawn(OPEN).view_for(None), drawn(OPEN, CAPTAIN).view_for(None)
    assert "A sandbag on d2 stops him." in summary_since(stopped, stopped), "that can be helped"
    assert "The captain can still flood the pod." in summary_since(captains, captains)


def test_what_the_captain_cannot_do_in_one_turn_is_no_danger() -> None:
    far = drawn("c . .\n! . R\nY B p~1").view_for(None)
    assert summary(far) == "", "six more squares would have to be wet first"
    wall = drawn("c ~2 3\nR ~2 3\n! 3 pYB").view_for(None)
    assert [danger.straits for danger in wall.dangers] == [("a1", "b1")]
    assert "cut" not in dangers_in_words(wall)


def test_a_summary_names_the_dangers() -> None:
    view = drawn("c 2~2 ~1R 2\n3 3 !~2 ~1\n3 3 3 p~1YB", CAPTAIN, ("pump",), round=7).view_for(None)
    told = (
        "Red, Yellow and Blue are standing in water. The captain can cut Red off in one turn: d2 only has to "
        "get 2 deep. The captain can flood the pod in one turn: it’s 1 deep, and 2 floods it. The arrows "
        "lead to the pod."
    )
    assert summary(view) == told
    resigned = replace(view, to_act=())
    assert summary(resigned) == ""
    assert details(view)
    assert details(resigned) == ()
    assert dangers_in_words(drawn("c . .\n! . .\n. . pRYB").view_for(None)) == ""


@given(st.integers(0, 10_000))
def test_a_description_of_the_fullest_board_fits_an_alt_text(seed: int) -> None:
    rng = Random(seed)
    rows = [[f"{rng.randint(1, 3)}~{rng.randint(1, 4)}" for _ in range(8)] for _ in range(8)]
    rows[0][3], rows[7][4] = "c~1", "p~1"
    rows[4][0], rows[3][7] = "!~1R", "!~1Y"
    view = drawn("\n".join(" ".join(row) for row in rows), CAPTAIN).view_for(None)
    written = describe(view)
    assert len(written) <= 1024
    assert written.endswith(".")


# --- endings ---


@pytest.mark.parametrize(
    ("state", "action", "sentence"),
    [
        (
            drawn("c3 3 3\n!~2 ~1R 3\n3 2 pYB", CAPTAIN),
            "pump a2 b2",
            "The captain wins in round 1 of 60: Red on b2 drowned.",
        ),
        (
            drawn("c 3 3\n!~2 p~1 3\n3 1RYB 3", CAPTAIN),
            "pump a2 b2",
            "The captain wins in round 1 of 60: the escape pod on b2 is flooded.",
        ),
        (
            drawn("c ~2 3\nR ~2 3\n!~3 ~1 p1YB", CAPTAIN),
            "pump a1 b1",
            "The captain wins in round 1 of 60: Red on a2 is cut off from the escape pod on c1.",
        ),
        (
            drawn("3 3 3\n!~2 c~1 3\n3 3 pRYB", CAPTAIN),
            "pump a2 b2",
            "The crew wins in round 1 of 60: Captain Crackers drowned in the control room on b2.",
        ),
        (
            drawn("c . .\n! . .\n. . pRYB", CAPTAIN, ("pump", "pump"), rounds=9, round=9),
            "pump a2",
            "The crew wins: they held out for all 9 rounds, and the pod is ready.",
        ),
    ],
)
def test_every_ending_has_its_sentence(state: CrackersState, action: str, sentence: str) -> None:
    view = played(state, action).view_for(None)
    assert view.outcome is not None
    assert ending(view) == sentence
    assert summary(view) == "", "nobody will be cut off any more"
    assert sentence in describe(view)


# --- the book ---


def test_what_the_book_says_of_its_diagrams_is_true() -> None:
    drawings = {
        (page["key"], number): drawn(entry["drawing"], Seat(entry.get("mover", "red")))
        for page in tomllib.loads(Path("data/books/crackers.toml").read_text("utf-8"))["pages"]
        for number, entry in enumerate(page["diagrams"])
        if "drawing" in entry
    }

    def rests(state: CrackersState) -> set[str]:
        return {action.to or "" for action in state.legal(CAPTAIN) if isinstance(action, Pump)}

    def goals(state: CrackersState) -> set[str]:
        return {action.to for action in state.legal(Seat("red")) if isinstance(action, Walk)}

    assert rests(drawings["running", 1]) == {"a2", "a4", "b1", "b4", "c2", "c4", "d3"}
    assert rests(drawings["resting", 0]) == {"a2", "a4", "b4", "c2", "c4", "e3"}
    assert not goals(drawings["crew", 0]) & {"a2", "a3", "b1", "e1"}
    assert goals(drawings["crew", 1]) == {"c3", "b3", "c4", "d3"}
    settle = played(drawings["settling", 0], "b2-")
    assert [str(action) for action in settle.legal(CAPTAIN)] == ["flow a2 b1", "flow a2 b3", "flow a2 c2"]
    assert drawings["end", 0].station.verdict() == ""


@pytest.mark.parametrize("seat", [Seat("red"), CAPTAIN])
def test_what_the_arrows_are_is_said_wherever_there_are_any(seat: Seat) -> None:
    safe, wading = (drawn(f"c . .\n! {square} .\n. . pYB", seat).view_for(None) for square in ("R", "~1R"))
    assert [any(len(danger.way) > 1 for danger in view.dangers) for view in (safe, wading)] == [False, True]
    assert summary(safe) == ""
    assert summary(wading).endswith("The arrows lead to the pod.")
    # Nobody has a way left that could be drawn.
    cut = replace(wading, dangers=tuple(replace(danger, way=()) for danger in wading.dangers))
    assert summary(cut) == dangers_in_words(cut)


@pytest.mark.parametrize(
    ("stack", "action", "words"),
    [
        ("1R", "b1+", "Red dropped a bag on b1."),
        ("2R", "b1+", "Red dropped a third bag on b1, so it’s full."),
        ("3R", "b2+", "Red dropped a third bag on b2, so it’s full."),
    ],
)
def test_the_third_sandbag_is_told_to_fill_its_square(stack: str, action: str, words: str) -> None:
    assert told(drawn(f"c . .\n! 2 .\n. {stack} pYB"), action) == words


def test_a_turn_is_named_by_its_round() -> None:
    assert moment(replace(drawn("c . .\n! R .\n. . pYB").view_for(None), round=4)) == "Round 4, Red"
    assert moment(drawn("c . .\n! R .\n. . pYB", CAPTAIN).view_for(None)) == "Round 1, Captain"
