"""What the columns are still worth on an island that can still lose so much land, by a table.

``python -m tests.players.curse.tables`` works the table out from the prices here and writes it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, islice, permutations
from operator import add
from typing import Final, TypeAlias

from bot.games.curse.score import ROWS, row_of
from bot.players.learnt import LearntFile

# Shapes of the six columns: how deep they are marked, columns of the same direction being alike. A shape is
# a number below SHAPES: 84 × that of the falling columns + that of the rising ones.

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


# Prospects

Layer: TypeAlias = Sequence[float]
"""Points to come by shape, with the goal of dry land, less the prices of crosses and sinkings."""

LAND: Final = 5.6
"""What keeping the goal of dry land to the end is worth, in points."""
SINKING: Final = 0.4
"""What a sinking costs while the goal of dry land can be reached, beside bringing it nearer to its end."""
LATE_SINKING: Final = 2.0
"""What a sinking costs once that goal is lost."""
CROSS: Final = 1.208
"""What a crossed-out cell costs: its point, and the goal that it endangers."""

MOST_SPARE: Final = 11
"""The most lines that can be sunk on either map without losing the goal of dry land."""
MOST_CHARMS: Final = 3
"""More charms than these are worth no more."""
UNIT: Final = 0.01
"""Points for each 1 in the file."""
FILE: Final = LearntFile("curse", 1, ((MOST_SPARE + 2) * (MOST_CHARMS + 1) * SHAPES,), "prospects.bin")


@cache
def prospects() -> tuple[tuple[Layer, ...], ...]:
    """The layers by ``spare`` + 1 (see :class:`.tides.Tide`), then by charms.

    The file is small because a layer is stored as what it has beyond the one with a sinking fewer, and
    that as what it has beyond the same with a charm fewer.

    :raises UnreadableFile: when it can't be read.
    """
    (numbers,) = FILE.read()
    parts = (numbers[start : start + SHAPES] for start in range(0, len(numbers), SHAPES))
    layers = [[0] * SHAPES for _ in range(MOST_CHARMS + 1)]
    found = []
    for _ in range(MOST_SPARE + 2):
        more = [0] * SHAPES
        for charms, part in enumerate(islice(parts, len(layers))):
            more = list(map(add, more, part))
            layers[charms] = list(map(add, layers[charms], more))
        # Arrays, because a tuple has an object for each of its numbers: 12 MB in all, and not 3.
        found.append(tuple(array("d", [number * UNIT for number in layer]) for layer in layers))
    return tuple(found)
