"""The table of small boards: two programs that agree with the rules, and what they are known to find."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import Cell
from tests.players import ladder
from tests.players.compiled import COMPILED

from .boards import BOARDS, POSITIONS, Question, Small, Solvers, read, row, write

SMALLEST = [board for board in BOARDS if str(board) in ("3×3", "3×4", "4×4")]


@pytest.fixture(scope="module")
def solvers(tmp_path_factory: pytest.TempPathFactory) -> Solvers:
    """The two programs."""
    return Solvers(str(tmp_path_factory.mktemp("solvers")), 16)


def test_placements_that_are_the_same_turned_or_mirrored_are_counted_together() -> None:
    assert Small(3, 3).placements(1) == {(0,): 4, (1,): 4, (4,): 1}
    assert [Small(3, 5).name(square) for square, *_ in Small(3, 5).placements(1)] == [
        "a1",
        "a2",
        "a3",
        "b1",
        "b2",
        "b3",
    ]
    assert Small(4, 4).placements(2).total() == 120


def test_the_table_is_what_the_file_says(tmp_path: Path) -> None:
    found, written = read(), ladder.README.read_text("utf-8")
    for board in BOARDS:
        assert f"| {' | '.join(row(board, found))} |\n" in written
    write(found, tmp_path / "again")
    assert read(tmp_path / "again") == found


def test_what_learners_are_told_is_what_the_file_says() -> None:
    found, words = read(), GAME.known
    boards = {str(board): board for board in BOARDS}
    told = re.findall(r"((?:[a-e]\d(?:, | or ))*[a-e]\d) on (\d×\d(?: and \d×\d)?)", words)
    assert len(told) == 4
    for squares, names in told:
        for name in names.split(" and "):
            assert row(boards[name], found)[2] == squares.replace(" or ", ", ")
    up_to = [board for board in BOARDS if board.rows <= 6]
    assert str(up_to[-1]) == "6×6"
    assert [str(board) for board in up_to if row(board, found)[1] != "purple"] == ["4×4"]
    assert row(boards["4×4"], found)[4] == "118 of 120"
    assert row(boards["5×5"], found)[4] == "300 of 300"
    assert "On 6×6, c3 wins." in words
    assert row(boards["6×6"], found)[2].startswith("c3 ")


def test_who_wins_an_empty_board_follows_from_the_first_squares() -> None:
    found = read()
    for board in BOARDS:
        first = [found.get((str(board), Question((), each))) for each in board.placements(1)]
        empty = found.get((str(board), Question()))
        if any(answer and not answer.won for answer in first):
            assert empty
            assert empty.won
        elif None not in first:
            assert empty
            assert not empty.won


@pytest.mark.thorough
@COMPILED
@pytest.mark.parametrize("board", SMALLEST, ids=str)
def test_both_programs_find_what_the_file_says(solvers: Solvers, board: Small) -> None:
    found, questions = read(), board.questions()
    answers = dict(solvers.answers(board, questions))
    assert answers == {question: found[str(board), question] for question in questions}
    alone = solvers.ask("plain", board, questions, POSITIONS)
    assert alone == [answer.won for answer in answers.values() if answer]


@pytest.mark.thorough
@COMPILED
def test_bad_advice_misleads_nobody(solvers: Solvers, tmp_path: Path) -> None:
    board, advice, rng = Small(3, 4), tmp_path / "advice", Random(1)
    questions = [each for each in board.questions() if not each.stones]
    answers = solvers.ask("plain", board, questions, POSITIONS)
    lines = []
    for count in range(6):
        for taken in combinations(board.squares, count):
            colours = [sum(1 << square for square in taken[part::2]) for part in (0, 1)]
            square = rng.choice([square for square in board.squares if square not in taken])
            lines.append(f"0 {colours[0]:x} {colours[1]:x} {1 << square:x}\n")
    advice.write_text("".join(lines), "utf-8")
    assert solvers.ask("plain", board, questions, POSITIONS, advice) == answers


def rules(board: Small, question: Question) -> SnorkelsState:
    """The position by the rules: everything around the board is stone."""
    cells: list[Cell] = ["stone"] * len(BOARD.names)
    for square in board.squares:
        column, row_ = divmod(square, board.rows)
        if square not in question.stones:
            cells[column * BOARD.rows + row_] = "purple" if square in question.first else ""
    start = GAME.start(GAME.read_options({"pie": "off"}))
    assert isinstance(start, SnorkelsState)
    return SnorkelsState(cells=tuple(cells), mover=GREEN if question.first else PURPLE)


def wins(state: SnorkelsState, known: dict[tuple[Cell, ...], bool]) -> bool:
    """Whether whoever is to play wins, by the rules alone."""
    if state.cells not in known:
        mover = state.mover
        after = [state.play(mover, action) for action in state.legal(mover)]
        known[state.cells] = any(
            mover in each.outcome.winners if each.outcome else not wins(each, known) for each in after
        )
    return known[state.cells]


@pytest.mark.thorough
@COMPILED
def test_both_programs_play_by_the_rules(solvers: Solvers) -> None:
    rng, compared = Random(3), 0
    while compared < 5_000:
        board = rng.choice([Small(3, 3), Small(2, 4), Small(2, 5), Small(3, 4), Small(4, 3)])
        stones = max(0, len(board.squares) - rng.choice([7, 8, 9]))
        placed = rng.sample(board.squares, stones + 1)
        questions = [
            Question(tuple(sorted(placed[1:])), first)
            for first in ((), (placed[0],))
            if _breathes(board, placed)
        ]
        known: dict[tuple[Cell, ...], bool] = {}
        answers = [wins(rules(board, question), known) for question in questions]
        compared += len(known)
        for name in solvers.programs:
            assert solvers.ask(name, board, questions, POSITIONS) == answers, (board, questions)


def _breathes(board: Small, placed: list[int]) -> bool:
    """Whether the first of the squares has an empty one beside it, if the others are stones."""
    column, row_ = divmod(placed[0], board.rows)
    beside = [(column - 1, row_), (column + 1, row_), (column, row_ - 1), (column, row_ + 1)]
    inside = [x * board.rows + y for x, y in beside if 0 <= x < board.columns and 0 <= y < board.rows]
    return any(square not in placed for square in inside)


@pytest.mark.thorough
@COMPILED
def test_two_programs_that_differ_are_noticed(tmp_path: Path) -> None:
    solvers = Solvers(str(tmp_path), 16)
    wrong = solvers.programs["plain"] = tmp_path / "wrong"
    wrong.write_text("#!/bin/sh\nwhile read -r _; do echo '0 1'; done\n", "utf-8")
    wrong.chmod(0o700)
    with pytest.raises(AssertionError, match="by the rules"):
        dict(solvers.answers(Small(3, 3), [Question()]))


@pytest.mark.thorough
@COMPILED
def test_what_takes_too_long_is_not_known(solvers: Solvers) -> None:
    assert dict(solvers.answers(Small(4, 5), [Question()], 100)) == {Question(): None}
