"""The report, against diagrams and against a second way of computing it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.depthcharge.actions import BOARD, SOUTH, Sound
from bot.games.depthcharge.sonar import report, track
from bot.games.depthcharge.view import Report
from tests.games.playing import played

from .drawing import lake


def heard(drawing: str, square: str) -> tuple[int, ...]:
    state = lake(drawing)
    heard: Report = played(state, f"sound {square}").view_for(None).reports[-1]
    assert heard.square == square
    echo = " ".join(("ping", *map(str, heard.times)))
    assert state.announcement(SOUTH, Sound(BOARD.read(square))) == echo
    return heard.times


FILE_RANK_DIAGONAL = """
12: . . . * . . . . * . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . * .
. . S . . . . . . . . .
"""
LONG_WAY_FIRST = """
12: . . . . . . * . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . * . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . S . . . . . . . . .
"""
BLOCKED_BY_ISLANDS = """
12: . . . * . . . . . . . .
. . . . . . . . . . . .
. . . # . . . . . . . .
. . . . . . . . . . . *
. . . . . . . . . . . .
. . . . . . * . . . . #
. . . . . . . . . . . .
. . S . . . . . . . . .
"""
BLOCKED_AT_THE_CORNER = """
8: . . . . . . . . . * . .
. . . . . . . . . * . .
. . . . . . . . . . . .
. . S . . . . . . . . .
"""
MINES_HIDE_MINES = """
12: . . . . . . . . . * . .
. . . * . . . . * . . .
. . . . . . . . . . . .
. . . * . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . S . . . . . . . . .
"""
UNDER_THE_CHARGE = """
10: . . . * . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . * . . . . . . . .
. . S . . . . . . . . .
"""
OWN_MINES_AND_WRECKS = """
12: . . . * . . . . . . . .
. . . . . . . . . . . .
. . . x . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . * . . . . . . . .
. . S . . . . . . . . .
"""


@pytest.mark.parametrize(
    ("drawing", "square", "times"),
    [
        (FILE_RANK_DIAGONAL, "d7", (5, 7)),
        (LONG_WAY_FIRST, "d6", (8, 9)),
        (BLOCKED_BY_ISLANDS, "d6", (4,)),
        (BLOCKED_AT_THE_CORNER, "d6", (7,)),
        (MINES_HIDE_MINES, "d6", (3, 5)),
        (UNDER_THE_CHARGE, "d7", (0, 3)),
        (OWN_MINES_AND_WRECKS, "d5", (7,)),
    ],
)
def test_a_report(drawing: str, square: str, times: tuple[int, ...]) -> None:
    assert heard(drawing, square) == times


def test_no_echo_is_an_empty_report() -> None:
    drawing = """
9: . . . . * . . . . . . .
. . . . # . . . . . . .
. . . . . . . . . . . .
. . . . S . . . . . . .
"""
    assert heard(drawing, "e7") == ()
    state = lake(drawing)
    assert state.narrate(SOUTH, Sound(BOARD.read("e7")), None) == "South sounded e7: no ping."


def test_a_sounding_destroys_nothing() -> None:
    state = lake(UNDER_THE_CHARGE)
    assert played(state, "sound d7").fleets == state.fleets


# A second way: a sound that walks by complex numbers, one step at a time.


def steps(offset: complex) -> Iterator[complex]:
    across, along = int(offset.real), int(offset.imag)

    def sign(number: int) -> int:
        return -1 if number < 0 else 1 if number else 0

    east, north = complex(sign(across), 0), complex(0, sign(along))
    while across or along:
        if abs(across) == abs(along) or not across or not along:
            step = complex(sign(across), sign(along))
        else:
            step = east if abs(across) > abs(along) else north
            # Once on its way along an axis the sound keeps to it until that axis is done.
            for _ in range(max(abs(across), abs(along))):
                yield step
            rest, turn = (along, north) if step == east else (across, east)
            yield from [turn] * abs(rest)
            return
        yield step
        across, along = across - int(step.real), along - int(step.imag)


def walked(charge: str, mines: set[str], islands: set[str]) -> list[int]:
    def point(name: str) -> complex:
        return complex("abcdefghijkl".index(name[0]), int(name[1:]))

    stops = {point(name) for name in mines | islands}
    times = set()
    for mine in mines:
        at, time = point(charge), 0
        for step in steps(point(mine) - at):
            if time and at in stops:
                break
            at, time = at + step, time + 1
        else:
            assert at == point(mine)
            times.add(time)
    return sorted(times)


NAMES = st.sampled_from(BOARD.names)


@given(NAMES, st.sets(NAMES, max_size=7), st.sets(NAMES, max_size=12))
def test_the_report_is_what_a_walking_sound_hears(charge: str, mines: set[str], islands: set[str]) -> None:
    islands -= mines | {charge}
    squares = [BOARD.read(name) for name in mines]
    found = report(BOARD.read(charge), squares, [BOARD.read(name) for name in islands])
    assert list(found) == walked(charge, mines, islands)


@given(NAMES, NAMES)
def test_the_track_to_a_square_of_a_track_is_its_start(charge: str, mine: str) -> None:
    """The notebook's reasoning rests on this."""
    start = BOARD.read(charge)
    between = track(start, BOARD.read(mine))[1]
    for order, square in enumerate(between):
        assert track(start, square) == (order + 1, between[:order])
