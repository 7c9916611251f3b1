"""What Snorkels' picker asks, and what its buttons say."""

from __future__ import annotations

from bot.games.core import ask_square, square_label

from .view import SnorkelsView


def ask(view: SnorkelsView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase:
        case "choice":
            return "Which colour do you play? Green moves next."
        case "opening":
            first = "Where does the first purple snorkel go? The guest then chooses a colour."
        case _:
            first = "Where does your snorkel go? Choose a file first."
    return ask_square(steps, first)


def label(view: SnorkelsView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    return step.title() if view.phase == "choice" else square_label(steps, step)
