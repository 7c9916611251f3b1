"""Depth Charge's notation and the steps that a menu asks for."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import IllegalAction, NotationError
from bot.games.depthcharge.actions import BOARD, DETOUR, Charge, Move, Sound, parse
from tests.games.playing import played

from .drawing import lake
from .playing import game


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  MINES  J6 b2\tD3 ", "mines b2 d3 j6"),
        ("islands e5 C3", "islands c3 e5"),
        ("mines j6b2d3", "mines b2 d3 j6"),
        ("sound c 5", "sound c5"),
        ("Move NNE", "move nne"),
        ("move n n e", "move nne"),
        ("NNE", "move nne"),
        ("depth charge c5", "charge c5"),
        (" sound  C5 ", "sound c5"),
        ("charge l12", "charge l12"),
    ],
)
def test_case_blanks_and_order_are_forgiven(text: str, action: str) -> None:
    assert str(parse(text)) == action


BAD = [
    *("", "mines", "islands", "move", "sound", "charge", "sound c5 d5", "move x", "move nnnn", "move n1"),
    *("mines b2 b2", "mines b02", "mines b0", "mines m1", "mines a13", "sound c٣", "charge ｃ5", "c5"),
    *("draw", "mines ?", "mines b2,d3", "mines b2\x00", "move \N{ZERO WIDTH SPACE}n", "sound -1"),
    "mines " + "b2 " * 99,
]


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value)[-1] in ".…"
    assert len(str(caught.value)) < 200


PATHS = [Move("".join(steps)) for count in (1, 2, 3) for steps in product("nesw", repeat=count)]
EVERY = [*PATHS, *(kind(square) for kind in (Sound, Charge) for square in range(144))]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_play_takes_exactly_what_is_legal(seed: int, length: int) -> None:
    state = game(seed, length, islands="4", mines="7")[-1]
    for seat in state.to_act:
        legal = set(state.legal(seat))
        for action in EVERY:
            if action in legal:
                state.play(seat, action)
            else:
                with pytest.raises(IllegalAction, match=r"\.$"):
                    state.play(seat, action)


def test_open_water_gives_its_24_destinations_by_how_far_they_are() -> None:
    state = lake("6: . . . . . S . . . . . .")
    (seat,) = state.to_act
    paths = [state.path(action) for action in state.legal(seat)]
    ends = [{path[1] for path in paths if path[0] == f"move {far}"} for far in (1, 2, 3)]
    assert [len(squares - {DETOUR}) for squares in ends] == [4, 8, 12]
    assert state.path(Move("n")) == ("move 1", "f7")
    assert state.path(Move("wne")) == ("move 1", DETOUR, "f7", "wne")
    assert state.path(Move("nnn")) == ("move 3", "f9")
    assert state.path(Move("nne")) == ("move 3", "g8", "nne")
    assert sorted(path[2] for path in paths if path[:2] == ("move 3", "g8")) == ["enn", "nen", "nne"]
    assert state.path(Sound(BOARD.read("g7"))) == ("sound", "g7")


def test_which_way_is_asked_only_where_it_makes_a_difference() -> None:
    state = lake("6: . . . . . . . . . . . .\n. . . . . S . . . . . .")
    assert state.path(Move("en")) == ("move 2", "g6"), "all in one's own half"
    assert state.path(Move("ne")) == ("move 2", DETOUR, "g6")
    assert [state.path(Move(way)) for way in ("een", "ene", "nee")] == [
        ("move 3", "h6"),
        ("move 3", DETOUR, "h6", "ene"),
        ("move 3", DETOUR, "h6", "nee"),
    ]
    assert state.path(Move("enn")) == ("move 3", "g7", "enn"), "f7 isn't known to be safe"
    known = played(state, "move nn", "sound k12", "move s", "sound k12")
    assert known.path(Move("ne")) == ("move 2", DETOUR, "g7"), "now it is"
