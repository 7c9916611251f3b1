"""Hex in words, the picker's included."""

from __future__ import annotations

from bot.games.core import ask_square

from .actions import BOARD, COLOURS, PIE
from .view import HexView


def text(view: HexView) -> str:
    """The board as a diagram: R and B stones."""
    return BOARD.diagram(lambda square: (view.cells[square] or ".")[0].upper())


def describe(view: HexView) -> str:
    """The last stone, what happens next, then all stones by colour."""
    parts = [f"Last placed: {view.last}."] if view.last else []
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(PIE.waiting(view.phase) or f"It’s {view.to_act[0]}’s turn to place a stone.")
    for colour in COLOURS:
        stones = [name for name, cell in zip(BOARD.names, view.cells, strict=True) if cell == colour]
        parts.append(f"{colour.capitalize()}: {', '.join(stones) or 'none'}.")
    return " ".join(parts)


def headline(view: HexView) -> str:
    """Whose turn it is."""
    return "Game over" if view.outcome else f"{' and '.join(view.to_act).capitalize()}’s turn"


def aim(_view: HexView) -> str:
    """What to do and what for."""
    return "Place a stone. Join your two sides with a chain to win."


def ending(view: HexView) -> str:
    """Who won."""
    assert view.outcome is not None
    return f"{view.outcome.winners[0].capitalize()} wins the game."


def page_for(_view: HexView) -> str:
    """The book's only page."""
    return "in-a-minute"


def ask(view: HexView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "choice":
        return PIE.ask(view.last or "")
    return ask_square(steps, "Pick a column for your stone.")


def label(view: HexView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    return step.title() if view.phase == "choice" else "".join((*steps, step))
