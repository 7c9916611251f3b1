"""A slow search for forced wins in Snorkels that tries every square."""

from __future__ import annotations

from functools import cache
from random import Random

from bot.games.core.grid import bits
from bot.games.snorkels.actions import BOARD
from bot.players.snorkels.board import SnorkelsBoard


@cache
def wins(position: SnorkelsBoard, plies: int) -> bool:
    """Whether the player whose turn it is can force a win within ``plies`` (odd)."""
    for square in bits(position.empty):
        verdict = position.verdict(square)
        if verdict or (verdict is None and plies > 1 and loses(position.after(square), plies - 1)):
            return True
    return False


def loses(position: SnorkelsBoard, plies: int) -> bool:
    """Whether every square loses within ``plies`` (even)."""
    for square in bits(position.empty):
        verdict = position.verdict(square)
        if verdict or (verdict is None and not wins(position.after(square), plies - 1)):
            return False
    return True


def late_position(rng: Random) -> SnorkelsBoard | None:
    """A position of a random game on a small board (the rest is stones) or late on the whole one.

    None if that game was over too soon.
    """
    columns, rows = rng.choice([(3, 5), (4, 3), (4, 4), (5, 3), (7, 7)])
    board = sum(1 << square for square in range(49) if _inside(square, columns, rows))
    stones = sum(square for square in bits(board) if rng.random() < 0.06)
    position = SnorkelsBoard((), (), board & ~stones)
    left = rng.randint(5, 12) if columns < 7 else rng.randint(7, 10)
    while position.empty.bit_count() > left:
        if position.wins or not position.sensible:
            return None
        position = position.after(rng.choice([*bits(position.sensible)]))
    return position


def _inside(square: int, columns: int, rows: int) -> bool:
    column, row = BOARD.place(square)
    return column < columns and row < rows
