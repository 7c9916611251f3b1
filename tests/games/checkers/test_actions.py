"""Notation and paths."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from bot.games.checkers.actions import BOARD, CheckersAction, parse
from bot.games.checkers.moving import turns
from bot.games.core import NotationError

SQUARES = st.integers(0, 63)
MOVES = st.builds(CheckersAction, SQUARES, SQUARES)
SPLITS = st.builds(CheckersAction, SQUARES, SQUARES, st.integers(1, 63))
ACTIONS: st.SearchStrategy[CheckersAction] = st.one_of(MOVES, SPLITS).filter(
    lambda action: action.source != action.target
)


def test_the_rulings_examples_are_read() -> None:
    assert parse("b2-d4") == CheckersAction(BOARD.read("b2"), BOARD.read("d4"))
    assert parse("b2-b3/1") == CheckersAction(BOARD.read("b2"), BOARD.read("b3"), 1)


@pytest.mark.parametrize(
    "text",
    ["  B2 - D4 ", "b2- d4", "B2-d4", "b2 d4", "b2d4", "b2 to d4", "b2–d4", "b2 − d4", "b2->d4", "b2 → d4",
     "b2xd4", "b 2 d 4"],
)  # fmt: skip
def test_case_blanks_and_how_squares_are_joined_are_forgiven(text: str) -> None:
    assert str(parse(text)) == "b2-d4"


@pytest.mark.parametrize("text", ["b2 b3 1", "b2b3/1", "b2 to b3 / 1", "B2–B3/top 1"])
def test_so_they_are_in_a_split(text: str) -> None:
    assert str(parse(text)) == "b2-b3/1"


@pytest.mark.parametrize("text", ["d2 d9", "d2d9", "d2–d9"])
def test_what_is_no_square_is_said(text: str) -> None:
    with pytest.raises(NotationError, match="There’s no square “d9” here"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b2",
        "b2-",
        "b2-d4/",
        "b2-d4/0",
        "b2-d4/01",
        "b2-d4/64",
        "b2-d4/999999",
        "b2-i4",
        "b2-d9",
        "b02-d4",
        "b2-b2",
        "b2-d٤",
        "b2-d4\x00",
        "b2-d4-f6",
        "-" * 100_000,
        "b2-d4" + " " * 100_000,
    ],
)
def test_other_texts_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert len(str(caught.value)) < 150
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("height", range(1, 65))
@pytest.mark.parametrize("square", [0, 27])
def test_no_step_of_a_path_has_more_than_25_choices_however_high_the_stack(height: int, square: int) -> None:
    paths = [action.path for action in turns(square, height, "any")]
    for length in range(max((len(path) for path in paths), default=0)):
        for prefix in {path[:length] for path in paths}:
            after = {path[length] for path in paths if path[:length] == prefix and len(path) > length}
            assert len(after) <= 25
    assert len(set(paths)) == len(paths)
    assert all(len("|".join(path)) <= 60 for path in paths)


def test_paths_read_as_a_menu_asks() -> None:
    assert parse("b2-d4").path == ("b", "2", "d4")
    assert parse("b2-b3/3").path == ("b", "2", "split", "top 3", "b3")
    assert parse("b2-b3/24").path == ("b", "2", "split", "top 20-39", "top 24", "b3")
    assert parse("b2-b3/63").path == ("b", "2", "split", "top 60-63", "top 63", "b3")
