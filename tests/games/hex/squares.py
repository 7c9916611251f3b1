"""One square of Hex in words."""

from __future__ import annotations

from bot.games.core import normalize

from .actions import BOARD
from .view import HexView


def describe_square(view: HexView, name: str) -> str:
    """What a square holds, and what is beside it.

    :raises NotationError: when ``name`` is no square of the board.
    """
    square = BOARD.read(normalize(name))
    beside = [f"{BOARD.names[near]} {view.cells[near] or 'empty'}" for near in BOARD.orthogonal[square]]
    held = f"holds a {view.cells[square]} stone" if view.cells[square] else "is empty"
    return f"{BOARD.names[square]} {held}. Beside it: {', '.join(beside)}."
