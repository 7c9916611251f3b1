"""Snorkels' rule book, ``data/books/snorkels.toml``."""

from __future__ import annotations

from typing import Final

from bot.games.core import Seat

from .actions import BOARD, COLOURS, PURPLE
from .text import mutual
from .view import Cell, Phase, SnorkelsView

CELLS: Final[dict[str, Cell]] = {".": "", "x": "", "P": "purple", "G": "green", "#": "stone"}


def position(drawing: str, to_act: str = PURPLE, phase: Phase = "play") -> SnorkelsView:
    """The view of a text diagram: P, G, # and . as in :func:`.text.text`; x is empty, too."""
    cells = BOARD.from_diagram(drawing)
    board = tuple(CELLS[cells[square]] for square in range(len(BOARD.names)))
    turn = sum(cell in COLOURS for cell in board)
    return SnorkelsView(None, (Seat(to_act),), None, phase, board, None, (), (), turn)


def page_for(view: SnorkelsView) -> str:
    """The rule book's page for the present phase; at the end, the one that says why."""
    match view.phase:
        case "stones":
            return "stones"
        case "opening" | "choice":
            return "opening"
    if view.outcome is not None and view.outcome.reason == "self-capture":
        return "self-capture"
    return "mutual-blockage" if mutual(view) else "capture"
