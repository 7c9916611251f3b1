"""What the picker of Drown, Captain Crackers! asks, and what its buttons say."""

from __future__ import annotations

from .actions import CREW
from .narration import name
from .turns import left_in_words
from .view import CrackersView


def ask(view: CrackersView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase, steps:
        case "crew", ():
            return f"{name(view.mover)}, where do you go? Stay, or choose a file."
        case "crew", (file,) if file != "stay":
            return f"Which square of file {file}?"
        case "crew", _:
            return "And the sandbag? You may place or take one where you stand, if it is dry there."
        case "captain", ():
            return f"What do you do, Captain? Left of this turn: {left_in_words(view.done)}."
        case "captain", (part,) if part.startswith("pump"):
            return "Where does the water come to rest?"
        case "captain", (part,):
            verb = "place" if part == "bag" else "take"
            return f"Where do you {verb} a sandbag? Choose a file first."
        case "settle", ():
            return f"{_cause(view)} Which water runs first?"
        case "settle", (square,) if len(square) > 1:
            return f"Where does the water of {square} come to rest?"
        case _:
            return "Which square?"


def _cause(view: CrackersView) -> str:
    """Why water has to run in the middle of a turn (ruling 7)."""
    who = "You" if view.mover not in CREW else name(view.mover)
    return f"{who} took a sandbag away, and that sets water free."


def label(view: CrackersView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if not steps and step.startswith("pump "):
        return f"Pump at {step[5:]}"
    if steps and step in ("none", "place", "take"):
        return {"none": "No Sandbag", "place": "Place a Sandbag", "take": "Take a Sandbag"}[step]
    if step == "stay":
        return f"Stay on {view.pawns[CREW.index(view.mover)]}"
    if step == "stays":
        return f"It Stays on {steps[0][5:]}"
    if step in ("bag", "unbag"):
        return "Place a Sandbag" if step == "bag" else "Take a Sandbag"
    if step.isdigit():
        return f"{steps[-1]}{step}"
    return step
