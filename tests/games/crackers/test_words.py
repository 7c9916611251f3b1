"""Drown, Captain Crackers! in notation and in words."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import NotationError, Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import (
    BLUE,
    CAPTAIN,
    WIDEST,
    Bag,
    CrackersAction,
    Flow,
    Pump,
    Unbag,
    Walk,
    parse,
)
from bot.games.crackers.book import drawn
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.squares import details
from bot.games.crackers.text import dangers_in_words, describe, ending, summary, text

from .positions import DUNK, played

SQUARES = st.sampled_from(WIDEST.names)
ACTIONS = st.one_of(
    st.builds(Walk, SQUARES, st.sampled_from(["", "+", "-"])),
    st.builds(Pump, SQUARES, st.none() | SQUARES),
    st.builds(Bag, SQUARES),
    st.builds(Unbag, SQUARES),
    st.builds(Flow, SQUARES, SQUARES),
)


def told(state: CrackersState, action: str) -> str:
    (seat,) = state.to_act
    return state.narrate(seat, parse(action), None)


# --- notation ---


@given(ACTIONS)
def test_an_action_is_read_back_from_its_text(action: CrackersAction) -> None:
    assert parse(str(action)) == action


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (" E4 + ", "e4+"),
        ("e4 -", "e4-"),
        ("PUMP  a4   C4", "pump a4 c4"),
        ("Unbag H8", "unbag h8"),
        ("flow\tc4 d4", "flow c4 d4"),
    ],
)
def test_case_and_blanks_are_forgiven(written: str, meant: str) -> None:
    assert str(parse(written)) == meant


@pytest.mark.parametrize(
    "junk",
    ["", "e", "e0", "e04", "i1", "a9", "e4++", "e4*", "pump", "pump a4 b4 c4", "bag", "bag a4 b4", "flow a4",
     "flow", "stay", "e４", "pump a4\x00", "place e4", "e4 d4", "+", "-", "a1" * 500],
)  # fmt: skip
def test_anything_else_is_refused(junk: str) -> None:
    with pytest.raises(NotationError):
        parse(junk)


@pytest.mark.parametrize("junk", ["stay", "take c1", "e9", "e4++"])
def test_a_refusal_says_what_can_be_written_whatever_the_boards_size(junk: str) -> None:
    with pytest.raises(NotationError, match="your own to stay") as caught:
        parse(junk)
    assert "from a to h" not in str(caught.value)


def test_those_who_stand_in_water_share_a_sentence() -> None:
    view = drawn("c . ~1RYB .\n! . ~1 .\n. . . p", CAPTAIN).view_for(None)
    assert dangers_in_words(view) == "Red, Yellow and Blue are standing in water."


# --- what is told ---


def test_the_table_hears_what_the_water_did() -> None:
    state = drawn(DUNK, BLUE)
    assert told(state, "b2-") == (
        "Blue stayed on b2 and picked up a sandbag there. Water has to run, and the captain chooses where."
    )
    assert told(played(state, "b2-"), "flow a2 b3") == (
        "The captain let the water on a2 run. Water ran from a2 to b3, and b3 is now 1 deep. "
        "Yellow is standing in it."
    )


def test_the_table_hears_where_pumped_water_rests() -> None:
    state = drawn("c3 3 3\n!~1 . 3\n2 3 pRYB", CAPTAIN)
    assert told(state, "pump a2 b2") == "The captain pumped at a2. The water ran to b2, which is now 1 deep."
    dry = drawn("c . .\n! . .\n. . pRYB", CAPTAIN)
    assert told(dry, "pump a2") == "The captain pumped at a2. The water stays on a2, which is now 1 deep."
    assert told(dry, "bag b2") == "The captain dropped a sandbag on b2."


def test_the_table_hears_of_a_run_without_a_choice() -> None:
    state = drawn("c3 3 3 3\n!~2 2R . 3\n3 3 3 pYB")
    assert told(state, "b2-") == (
        "Red stayed on b2 and picked up a sandbag there. Water ran from a2 to c2, and c2 is now 1 deep."
    )


# --- summaries and descriptions ---


def test_a_summary_names_the_dangers_and_what_is_left() -> None:
    view = drawn("c . ~1R .\n! . ~1 .\n. . ~2 pYB", CAPTAIN, ("pump", "pump"), round=7).view_for(None)
    assert summary(view) == (
        "Captain, pick one: 1 pump · 1 bag · Red is standing in water and will be cut off if d2 floods"
    )
    resigned = replace(view, to_act=())
    assert summary(resigned) == ""
    assert details(view)
    assert details(resigned) == ()
    assert dangers_in_words(drawn("c . .\n! . .\n. . pRYB").view_for(None)) == ""


def test_a_description_begins_with_what_changed() -> None:
    view = played(drawn(DUNK, BLUE), "b2-", "flow a2 b3").view_for(None)
    assert describe(view) == (
        "The captain let the water on a2 run. Water ran from a2 to b3, and b3 is now 1 deep. Round 1 of 60: "
        "it’s the captain’s turn. What’s left: 3 pumps · 2 pumps + 1 bag · 1 pump + 2 bags · 1 pump − 1 "
        "bag. Yellow is standing in water. Crew: Red e1, Yellow b3, Blue b2. The station is "
        "5 by 4 squares, with the pod on e1, the control room on a4 and a leak on a2. "
        "Water, depth 1: a2, b3. Sandbags, height 2: a1, a3; height 1: b2."
    )


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


def test_the_diagram_shows_heights_crew_and_places() -> None:
    lines = text(drawn("c~1 . 2\n!1~2 3Y .\n. 1R p").view_for(None)).splitlines()
    assert [line.split() for line in lines[1:4]] == [
        ["3", "c~1", ".", "2", "3"],
        ["2", "!1~2", "3Y", ".", "2"],
        ["1", ".", "1R", "pB", "1"],
    ]
    assert lines[-1] == "Red b1 · Yellow b2 · Blue c1"


def test_a_drawn_position_is_the_one_that_the_diagram_shows() -> None:
    state = drawn(DUNK, BLUE)
    rows = text(state.view_for(None)).splitlines()[1:5]
    again = drawn("\n".join(" ".join(row.split()[1:-1]) for row in rows), BLUE)
    assert again.station == state.station


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


def test_every_phase_has_a_page() -> None:
    keys = {page.key for page in GAME.book}
    views = [
        drawn(DUNK).view_for(None),
        drawn(DUNK, CAPTAIN).view_for(None),
        played(drawn(DUNK, BLUE), "b2-").view_for(None),
    ]
    assert {GAME.page_for(view) for view in views} == {"crew", "captain", "settling"}
    assert keys >= {"crew", "captain", "settling", "end"}
    assert all(page.diagrams for page in GAME.book)


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
