"""Shapes of the six columns: how deep they are marked, columns of the same direction being alike.

A shape is a number below :data:`SHAPES`: 84 × that of the falling columns + that of the rising ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from typing import Final

from bot.games.curse.score import ROWS, row_of

DEPTHS: Final = tuple(combinations_with_replacement(range(ROWS + 1), 3))
"""The depths of three columns of one direction, ascending, by their number."""
KINDS: Final = len(DEPTHS)
SHAPES: Final = KINDS * KINDS
NUMBERS: Final = {order: number for number, depths in enumerate(DEPTHS) for order in permutations(depths)}
"""The number of three depths in any order."""


ROW: Final = tuple(tuple(row_of(column, value) for column in range(6)) for value in range(7))
"""The row by the value and the column; values start at 1."""


def _marked(number: int, depth: int, row: int) -> int:
    """Three columns after one that was ``depth`` deep is marked in ``row``; -1 if that can't be."""
    if depth not in DEPTHS[number] or row < depth:
        return -1
    left = list(DEPTHS[number])
    left.remove(depth)
    return NUMBERS[left[0], left[1], row + 1]


MARKED: Final = tuple(
    tuple(tuple(_marked(number, depth, row) for row in range(ROWS)) for depth in range(ROWS + 1))
    for number in range(KINDS)
)
"""The number of three columns after a mark: by their number, the column's depth and the row marked."""


def shape_of(depths: Sequence[int]) -> int:
    """The shape of columns with these depths, in the order of the columns."""
    return NUMBERS[tuple(depths[0::2])] * KINDS + NUMBERS[tuple(depths[1::2])]
