"""The fast positions of Snorkels agree with the rules."""

from __future__ import annotations

from random import Random

from bot.games.core.grid import bits
from bot.games.snorkels.actions import BOARD
from bot.players.snorkels.board import ALL, safe_squares, with_two_empty_beside
from tests.fuzz import effort

from .check import check


def test_random_positions_have_the_same_actions_and_results_as_in_the_rules() -> None:
    check(3_000 * effort.TIMES, effort.seed(1))


def test_squares_with_two_empty_ones_beside_them_are_counted_right() -> None:
    rng = Random(1)
    for empty in (0, ALL, *(rng.getrandbits(49) for _ in range(200))):
        counts = [sum(empty >> near & 1 for near in BOARD.orthogonal[square]) for square in range(49)]
        assert with_two_empty_beside(empty) == sum(1 << square for square in range(49) if counts[square] >= 2)


def test_alone_on_an_empty_board_every_square_is_safe() -> None:
    assert [*bits(safe_squares((), ALL))] == [1 << square for square in range(49)]
