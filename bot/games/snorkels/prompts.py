"""The questions and buttons of Snorkels' picker."""

from __future__ import annotations

from bot.games.core import ask_colour, ask_square, colour_label, square_label

from .actions import GREEN
from .view import SnorkelsView


def ask(view: SnorkelsView, steps: tuple[str, ...]) -> str:
    """The question after ``steps`` of a path."""
    match view.phase:
        case "choice":
            return ask_colour(GREEN)
        case "opening":
            first = "Pick a column for the first purple snorkel. Your opponent then picks a colour."
        case _:
            first = "Pick a column for your snorkel."
    return ask_square(steps, first)


def label(view: SnorkelsView, steps: tuple[str, ...], step: str) -> str:
    """The button for ``step`` after ``steps``."""
    return colour_label(step) if view.phase == "choice" else square_label(steps, step)
