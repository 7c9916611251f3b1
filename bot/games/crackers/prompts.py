"""What the picker of Drown, Captain Crackers! asks, and what its buttons say."""

from __future__ import annotations

from .actions import CREW
from .narration import name
from .turns import captains_choice
from .view import CrackersView


def ask(view: CrackersView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase, steps:
        case "crew", ():
            return f"{name(view.mover)}, where will you go? Stay, or pick a column."
        case "crew", (column,) if column != "stay":
            return f"Which square in column {column}?"
        case "crew", _:
            return "Will you drop or take a sandbag where you stand?"
        case "captain", ():
            return f"{captains_choice(view.done)}."
        case "captain", (part,) if part.startswith("pump"):
            return "Where does the water come to rest?"
        case "captain", (part,):
            return f"Where will you {'drop' if part == 'bag' else 'take'} a sandbag? Pick a column."
        case "captain", (_, column, *_):
            return f"Which square in column {column}?"
        case "settle", ():
            who = name(view.mover) if view.mover in CREW else "You"
            return f"{who} took a sandbag, and now water has to run. Which square’s water runs first?"
        case "settle", (square,) if len(square) > 1:
            return f"Where does the water on {square} come to rest?"
        case _:
            return "Which square?"


def label(view: CrackersView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if not steps and step.startswith("pump "):
        return f"Pump at {step[5:]}"
    if steps and step == "none":
        return "Leave the Sandbags"
    if step in ("bag", "place"):
        return "Drop a Sandbag"
    if step in ("unbag", "take"):
        return "Take a Sandbag"
    if step == "stay":
        return f"Stay on {view.pawns[CREW.index(view.mover)]}"
    if step == "stays":
        return f"It Stays on {steps[0][5:]}"
    return f"{steps[-1]}{step}" if step.isdigit() else step
