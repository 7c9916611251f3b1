"""The solver finds exactly the forced wins that a search of every square finds."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.core.grid import bits
from bot.players.player import OutOfNodes
from bot.players.snorkels import PLAYER
from bot.players.snorkels.board import SnorkelsBoard
from bot.players.snorkels.choice import choose_square
from bot.players.snorkels.solver import Solver

from . import exhaustive


def late_positions(count: int, seed: int) -> list[SnorkelsBoard]:
    rng = Random(seed)
    found: list[SnorkelsBoard] = []
    while len(found) < count:
        position = exhaustive.late_position(rng)
        if position is not None and not position.wins:
            found.append(position)
    return found


def shortest_win(position: SnorkelsBoard) -> int | None:
    return next((plies for plies in (1, 3, 5, 7) if exhaustive.wins(position, plies)), None)


def test_forced_wins_are_those_of_an_exhaustive_search() -> None:
    lengths = set()
    for position in late_positions(120, seed=3):
        solver = Solver(100_000)
        expected = shortest_win(position)
        lengths.add(expected)
        for plies in (1, 3, 5, 7):
            square = solver.forced(position, plies)
            assert bool(square) == (expected is not None and plies >= expected)
            if square and not position.verdict(square):
                assert exhaustive.loses(position.after(square), plies - 1)
    assert lengths == {3, 5, 7, None}


def test_the_line_of_a_win_ends_with_the_win_or_where_the_enemy_can_only_block_itself() -> None:
    checked = 0
    for position in late_positions(60, seed=4):
        expected = shortest_win(position)
        if expected is None:
            continue
        line = Solver(100_000).line(position, expected)
        for square in line[:-1]:
            assert position.verdict(square) is None
            position = position.after(square)
        if position.verdict(line[-1]):
            assert len(line) == expected
        else:
            position = position.after(line[-1])
            assert all(position.verdict(square) is False for square in bits(position.empty))
        checked += 1
    assert checked > 10


def test_the_captain_wins_and_reports_every_win_of_seven_plies() -> None:
    for position in late_positions(60, seed=5):
        expected = shortest_win(position)
        if expected is None:
            continue
        choice = choose_square(position, position.empty, Random(1), PLAYER.levels["captain"])
        assert choice.proven
        assert choice.value == 1
        assert 0 < len(choice.line) <= expected


def test_a_solver_stops_when_its_nodes_are_used_up() -> None:
    opening = SnorkelsBoard((), (), (1 << 49) - 1)
    with pytest.raises(OutOfNodes):
        Solver(10).forced(opening, 7)
