"""What the picker of Drown, Captain Crackers! asks, and what its buttons say."""

from __future__ import annotations

from typing import Final

from .actions import CREW, Bag, CrackersAction, Pump, Unbag, Walk
from .text import name
from .turns import captains_choice
from .view import CrackersView

BAGS: Final = "**+ Bag** drops a sandbag there, and **− Bag** picks one up."


def ask(view: CrackersView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase, steps:
        case "crew", ():
            return f"{name(view.mover)}, where will you go? Stay, or pick a column."
        case "crew", (column,):
            return f"Which square in column {column}? {BAGS}"
        case "captain", ():
            return f"{captains_choice(view.done)}."
        case "captain", (part,) if part.startswith("pump"):
            return "Where will the water come to rest?"
        case "captain", (part,) if part.startswith("bag "):
            return f"Which square in column {part[4:]}?"
        case "captain", (part,):
            return f"Where will you {'drop' if part == 'bag' else 'remove'} a sandbag? Pick a column."
        case "captain", (_, column, *_):
            return f"Which square in column {column}?"
        case "settle", ():
            who = f"{name(view.mover)} picked up" if view.mover in CREW else "You removed"
            return f"{who} a sandbag, and now water has to run. Which square’s water will run first?"
        case "settle", (square,) if len(square) > 1:
            return f"Where will the water on {square} come to rest?"
        case _:
            return "Which square?"


def label(view: CrackersView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    match step.split():
        case ["pump", leak]:
            return f"Pump {leak}"
        case ["pump", leak, rest]:
            return f"Pump {leak} to {rest}"
        case ["bag", column]:
            return f"Bag in {column}"
        case ["bag"]:
            return "Drop a Sandbag"
        case ["unbag"]:
            return "Remove a Sandbag"
        case ["stays"]:
            return f"It Stays on {steps[0][5:]}"
        case _ if step.startswith("stay"):
            return f"Stay on {view.pawns[CREW.index(view.mover)]}{_bag(step)}"
        case _ if step.rstrip("+-").isdigit():
            return f"{steps[-1][-1]}{step.rstrip('+-')}{_bag(step)}"
    return step


def _bag(step: str) -> str:
    return {"+": " + Bag", "-": " − Bag"}.get(step[-1], "")


def choice(_: CrackersView, action: CrackersAction) -> str:
    """The remark beside a typed action; empty where the action says it all."""
    match action:
        case Bag() | Walk(_, "+"):
            return "drops a sandbag"
        case Walk(_, "-"):
            return "picks up a sandbag"
        case Unbag():
            return "removes a sandbag"
        case Pump(leak, None):
            return f"it stays on {leak}"
        case _:
            return ""
