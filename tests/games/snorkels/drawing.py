"""Positions of Snorkels drawn as text: P and G snorkels, # stones, . empty, x the square in question."""

from __future__ import annotations

from typing import Any

from bot.games.core import GUEST, HOST, Seat
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import Cell
from tests.games.playing import played

CELLS: dict[str, Cell] = {".": "", "x": "", "P": "purple", "G": "green", "#": "stone"}


def drawn(diagram: str, mover: Seat = PURPLE) -> SnorkelsState:
    """The position in which ``mover`` is to act; the host plays purple."""
    cells = BOARD.from_diagram(diagram)
    return SnorkelsState(
        cells=tuple(CELLS[cells[square]] for square in range(49)),
        mover=mover,
        seating=((PURPLE, HOST), (GREEN, GUEST)) if mover in (PURPLE, GREEN) else (),
    )


def marked(diagram: str) -> str:
    """The square that holds the x."""
    return next(BOARD.names[square] for square, cell in BOARD.from_diagram(diagram).items() if cell == "x")


def placed(diagram: str, mover: Seat = PURPLE) -> Any:
    """The position after ``mover`` placed a snorkel on the x."""
    return played(drawn(diagram, mover), marked(diagram))
