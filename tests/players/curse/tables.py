"""Works out the table of prospects, backwards from complete columns, and writes it beside the player.

``python -m tests.players.curse.tables`` takes a few seconds.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from operator import sub
from pathlib import Path
from typing import Final

import bot.players.curse
from bot.games.curse.score import row_of
from bot.players.curse.board import NEIGHBOURS
from bot.players.curse.prospects import (
    CROSS,
    DEPTHS,
    FILE,
    KINDS,
    LAND,
    LATE_SINKING,
    MARKED,
    MOST_CHARMS,
    MOST_SPARE,
    SHAPES,
    SINKING,
    UNIT,
)

FRESH: Final = 0.625
"""The share of doubles that are taken to be the first of their value."""
NEVER: Final = -1e9
VALUES: Final = range(1, 7)
CHARMS: Final = range(MOST_CHARMS + 1)

WHOLE: Final = SHAPES - 1
"""The shape of six complete columns."""

Best = Sequence[float]
"""What the best placement of each value is worth, from 1 on; :data:`NEVER` if it fits nowhere."""


def after(shape: int, column: int, depth: int, row: int) -> int:
    """The shape after ``column``, which was ``depth`` deep, is marked in ``row``."""
    falling, rising = divmod(shape, KINDS)
    if column % 2:
        return falling * KINDS + MARKED[rising][depth][row]
    return MARKED[falling][depth][row] * KINDS + rising


def placements(shape: int) -> list[list[tuple[float, int]]]:
    """For each value, the gains at once and the shapes after every different placement."""
    found: list[list[tuple[float, int]]] = [[]]
    for value in VALUES:
        ways = []
        for column, depths in enumerate((DEPTHS[shape // KINDS], DEPTHS[shape % KINDS])):
            row = row_of(column, value)
            ways += [
                (value - CROSS * (row - depth), after(shape, column, depth, row))
                for depth in sorted(set(depths))
                if depth <= row
            ]
        found.append(ways)
    return found


def best_of(ways: list[list[tuple[float, int]]], layer: Sequence[float]) -> list[float]:
    """The best placement of each value if ``layer`` is what shapes are worth afterwards."""
    return [max((gain + layer[shape] for gain, shape in each), default=NEVER) for each in ways]


def changed(plain: Best, after_charm: Best | None) -> list[float]:
    """The best use of a die by its value, if a charm may change it into its neighbours."""
    if after_charm is None:
        return list(plain)
    best = list(plain)
    for value in VALUES:
        up, down = NEIGHBOURS[value]
        best[value] = max(plain[value], after_charm[up], after_charm[down])
    return best


def worth(
    free: Sequence[Best], cursed: Sequence[Best], charms: int, passed: Sequence[float | None], price: float
) -> float:
    """What a shape is worth before a roll.

    :param free: the best placements of a white die, by charms.
    :param cursed: those of a black one, its price not paid.
    :param passed: what the shape is worth after a pass, by charms; None for the very same position.
    :param price: of a sinking.
    """
    fewer, more = charms - 1, min(charms + 1, MOST_CHARMS)
    white = changed(free[charms], free[fewer] if charms else None)
    black = changed(cursed[charms], cursed[fewer] if charms else None)
    total = weight = 0.0

    def add(share: float, value: float, charms: int) -> None:
        nonlocal total, weight
        if value < NEVER / 2:
            again = passed[charms]
            if again is None:  # a pass that changes nothing but the price: the same roll again
                total -= share * price
                return
            value = again - price
        total += share * value
        weight += share

    for one in VALUES:
        for other in VALUES:
            if one == other:
                add(FRESH, cursed[more][one] - price, more)
                add(1 - FRESH, free[charms][one], charms)
                continue
            best = max(white[one], black[other] - price)
            again = passed[charms]
            if free[charms][one] < NEVER / 2 and free[charms][other] < NEVER / 2 and again is not None:
                best = max(best, again - price)
            add(1.0, best, charms)
    return total / weight


def table() -> list[list[list[float]]]:
    """Prospects by ``spare`` + 1, by charms, by shape."""
    order = sorted(range(SHAPES), key=lambda shape: -sum(DEPTHS[shape // KINDS] + DEPTHS[shape % KINDS]))
    ways = [placements(shape) for shape in range(SHAPES)]
    found: list[list[list[float]]] = []
    below: list[list[list[float]]] = []
    for level in range(MOST_SPARE + 2):
        layers = [[0.0] * SHAPES for _ in CHARMS]
        bests: list[list[list[float]]] = [[] for _ in range(SHAPES)]
        price = SINKING if level else LATE_SINKING
        for shape in order:
            if shape == WHOLE:
                for layer in layers:
                    layer[shape] = LAND if level else 0.0
                continue
            free = bests[shape] = [best_of(ways[shape], layer) for layer in layers]
            cursed = below[shape] if level else free
            for charms in reversed(CHARMS):
                passed: list[float | None] = [
                    found[-1][each][shape] if level else layers[each][shape] if each > charms else None
                    for each in CHARMS
                ]
                layers[charms][shape] = worth(free, cursed, charms, passed, price)
        found.append(layers)
        below = bests
        sys.stderr.write(f"{level + 1} of {MOST_SPARE + 2}\n")
    return found


def main() -> None:
    """Writes the file."""
    rounded = [[[round(value / UNIT) for value in layer] for layer in layers] for layers in table()]
    numbers = array("h")
    above = [[0] * SHAPES for _ in CHARMS]
    for layers in rounded:
        more = [list(map(sub, layer, less)) for layer, less in zip(layers, above, strict=True)]
        for layer, less in zip(more, [[0] * SHAPES, *more[:-1]], strict=True):
            numbers.extend(map(sub, layer, less))
        above = layers
    (Path(bot.players.curse.__file__).parent / FILE.name).write_bytes(FILE.pack((numbers,)))


if __name__ == "__main__":
    main()
