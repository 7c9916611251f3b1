"""One square of the crater in words."""

from __future__ import annotations

from typing import Final

from bot.games.core import normalize
from bot.games.plurals import counted, listed

from .actions import BOARD, COLOURS
from .text import air
from .view import SnorkelsView, group

SIDES: Final = (("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0))


def describe_square(view: SnorkelsView, name: str) -> str:
    """What stands on a square, how its group breathes, and what is beside it.

    :raises NotationError: when ``name`` is no square of the crater.
    """
    square = BOARD.read(normalize(name))
    cell, named = view.cells[square], BOARD.names[square]
    parts = []
    match cell:
        case "":
            parts.append(f"{named} is empty.")
            parts += [] if view.outcome else [_would(view, square)]
        case "stone":
            parts.append(f"{named} holds a stone.")
        case _:
            last = ", the last one placed" if named == view.last else ""
            parts.append(f"{named} holds a {cell} snorkel{last}.")
            parts.append(_breathing(view, square))
    parts.append(f"Beside it: {'; '.join(_beside(view, square))}.")
    return " ".join(parts)


def _would(view: SnorkelsView, square: int) -> str:
    """How a snorkel of each colour would breathe on an empty square, if all others stayed."""
    counts = []
    for cell in COLOURS:
        cells = list(view.cells)
        cells[square] = "purple" if cell == "purple" else "green"
        tubes = len(group(cells, square)[1])
        counts.append(f"{tubes or 'no'} open tube{'' if tubes == 1 else 's'} in {cell}")
    return f"A snorkel here would have {' and '.join(counts)}."


def _breathing(view: SnorkelsView, square: int) -> str:
    members, tubes = group(view.cells, square)
    names = BOARD.list(tubes)
    if len(members) == 1:
        return f"It stands alone and has {air(names)}."
    return f"Its group is {listed(BOARD.list(members))}, with {air(names)}."


def _beside(view: SnorkelsView, square: int) -> list[str]:
    file, rank = BOARD.place(square)
    found = []
    for way, right, up in SIDES:
        near = BOARD.at(file + right, rank + up)
        if near is None:
            found.append(f"{way}, the crater’s wall")
            continue
        cell = view.cells[near]
        what: str = cell or "empty"
        if cell in COLOURS:
            count = len(group(view.cells, near)[1])
            what = f"{cell}, whose group has {counted(count, 'open tube')}"
        found.append(f"{way}, {BOARD.names[near]}, {what}")
    return found
