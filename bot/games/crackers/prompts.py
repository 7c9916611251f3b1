"""What the picker of Drown, Captain Crackers! asks, and what its buttons say."""

from __future__ import annotations

from typing import Final

from bot.languages import gettext, gettext_noop

from .actions import CREW, Bag, CrackersAction, Pump, Unbag, Walk
from .text import name
from .turns import captains_choice
from .view import CrackersView

BAGS: Final = gettext_noop({"+": "{place} + Bag", "-": "{place} − Bag"})
"""The button of a crew member's square, by what is done there."""


def ask(view: CrackersView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase, steps:
        case "crew", ():
            return gettext("{who}, where will you go? Stay, or pick a column.", who=name(view.mover))
        case "crew", (column,):
            return gettext(
                "Which square in column {column}? **+ Bag** drops a sandbag there, and **− Bag** picks one "
                "up.",
                column=column,
            )
        case "captain", ():
            return captains_choice(view.done)
        case "captain", (part,) if part.startswith("pump"):
            return gettext("Where will the water come to rest?")
        case "captain", (part,) if part.startswith("bag "):
            return gettext("Which square in column {column}?", column=part[4:])
        case "captain", (part,):
            return gettext(
                "Where will you drop a sandbag? Pick a column."
                if part == "bag"
                else "Where will you remove a sandbag? Pick a column."
            )
        case "captain", (_, column, *_):
            return gettext("Which square in column {column}?", column=column)
        case "settle", ():
            return gettext(
                "A sandbag is gone, and now water has to run. Which square’s water will run first?"
            )
        case "settle", (square,) if len(square) > 1:
            return gettext("Where will the water on {square} come to rest?", square=square)
        case _:
            return gettext("Which square?")


def rank(_view: CrackersView, steps: tuple[str, ...], step: str) -> int:
    """Staying comes last."""
    return int(not steps and step.startswith("stay") and step != "stays")


def label(view: CrackersView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    match step.split():
        case ["pump", leak]:
            return gettext("Pump {leak}", leak=leak)
        case ["pump", leak, rest]:
            return gettext("Pump {leak} to {square}", leak=leak, square=rest)
        case ["bag", column]:
            return gettext("Bag in {column}", column=column)
        case ["bag"]:
            return gettext("Drop a Sandbag")
        case ["unbag"]:
            return gettext("Remove a Sandbag")
        case ["stays"]:
            return gettext("It Stays on {square}", square=steps[0][5:])
        case _ if step.startswith("stay"):
            place = gettext("Stay on {square}", square=view.pawns[CREW.index(view.mover)])
            return _button(place, step.removeprefix("stay"))
        case _ if (row := step.rstrip("+-")).isdigit():
            return _button(f"{steps[-1][-1]}{row}", step.removeprefix(row))
    return step


def _button(place: str, work: str) -> str:
    return gettext(BAGS[work], place=place) if work else place


def choice(_: CrackersView, action: CrackersAction) -> str:
    """The remark beside a typed action; empty where the action says it all."""
    match action:
        case Bag() | Walk(_, "+"):
            return gettext("drops a sandbag")
        case Walk(_, "-"):
            return gettext("picks up a sandbag")
        case Unbag():
            return gettext("removes a sandbag")
        case Pump(leak, None):
            return gettext("it stays on {square}", square=leak)
        case _:
            return ""
