"""Hex in words, those of the picker among them."""

from __future__ import annotations

from bot.games.core import ask_square, default_ending, square_label

from .actions import BOARD, COLOURS, PIE
from .view import HexView


def text(view: HexView) -> str:
    """The board as a diagram: R and B stones."""
    return BOARD.diagram(lambda square: (view.cells[square] or ".")[0].upper())


def describe(view: HexView) -> str:
    """The last stone, what is to happen, then all stones by colour."""
    parts = [f"Last placed: {view.last}."] if view.last else []
    if view.outcome:
        parts.append(default_ending(view))
    elif view.to_act:
        moves = f"{view.to_act[0].capitalize()} is to place a stone."
        parts.append(PIE.waiting.get(view.phase, moves))
    for colour in COLOURS:
        stones = [name for name, cell in zip(BOARD.names, view.cells, strict=True) if cell == colour]
        parts.append(f"{colour.capitalize()}: {', '.join(stones) or 'none'}.")
    return " ".join(parts)


def ask(view: HexView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "choice":
        return "Which colour do you play? Blue moves next."
    return ask_square(steps, "Where does your stone go? Choose a file first.")


def label(view: HexView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    return step.title() if view.phase == "choice" else square_label(steps, step)
