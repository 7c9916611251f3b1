"""One square of the crater in words."""

from __future__ import annotations

from typing import Final

from bot.games.core import ORTHOGONAL, normalize
from bot.games.plurals import listed

from .actions import BOARD, COLOURS
from .text import air, open_tubes
from .view import Cell, SnorkelsView, group

SIDES: Final = ("above", "on the right", "below", "on the left")
"""In the order of ``ORTHOGONAL``."""


def describe_square(view: SnorkelsView, name: str) -> str:
    """What is on a square, how its group breathes, and what is around it.

    :raises NotationError: when ``name`` is no square of the crater.
    """
    square = BOARD.read(normalize(name))
    cell, named = view.cells[square], BOARD.names[square]
    around = f"Around it: {', '.join(_around(view, square))}."
    if cell == "stone":
        return f"There’s a stone on {named}. {around}"
    if cell:
        last = ", the last one placed" if named == view.last else ""
        return f"There’s a {cell} snorkel on {named}{last}. {_breathing(view, square)} {around}"
    if view.outcome:
        return f"{named} is empty. {around}"
    purple, green = (_air_of(view, square, colour) for colour in ("purple", "green"))
    return f"{named} is empty. A purple snorkel here would have {purple}, and a green one {green}. {around}"


def _air_of(view: SnorkelsView, square: int, colour: Cell) -> str:
    """How many open tubes a snorkel of ``colour`` would have on an empty square."""
    cells = (*view.cells[:square], colour, *view.cells[square + 1 :])
    return open_tubes(len(group(cells, square)[1]))


def _breathing(view: SnorkelsView, square: int) -> str:
    members, tubes = group(view.cells, square)
    names = BOARD.list(tubes)
    if len(members) == 1:
        return f"It’s on its own, with {air(names)}."
    return f"Its group is {listed(BOARD.list(members))}, with {air(names)}."


def _around(view: SnorkelsView, square: int) -> list[str]:
    column, row = BOARD.place(square)
    found = []
    for side, (right, up) in zip(SIDES, ORTHOGONAL, strict=True):
        near = BOARD.at(column + right, row + up)
        if near is None:
            found.append(f"the crater’s wall {side}")
            continue
        cell = view.cells[near]
        what: str = cell or "empty"
        if cell in COLOURS:
            what = f"{cell}, its group has {open_tubes(len(group(view.cells, near)[1]))}"
        found.append(f"{BOARD.names[near]} {side} ({what})")
    return found
