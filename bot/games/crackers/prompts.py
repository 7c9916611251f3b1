"""What the picker of Drown, Captain Crackers! asks, and what its buttons say."""

from __future__ import annotations

from typing import Final

from bot.games.core import Offer
from bot.languages import gettext, gettext_noop

from .actions import CREW, STEPS, Bag, CrackersAction, Pump, Unbag, Walk
from .board import works
from .text import name
from .turns import captains_choice
from .view import CrackersView
from .walking import within_reach

BAGS: Final = gettext_noop({"+": "{place} + Bag", "-": "{place} − Bag"})
"""The button of a crew member's square, by what is done there."""
SWITCHES: Final = gettext_noop({"+": "+ Bag", "=": "No Bag", "-": "− Bag"})
"""The button that switches to another work with sandbags, by its step."""
MEANT: Final = gettext_noop({"+": "**+ Bag** drops a sandbag.", "-": "**− Bag** picks one up."})
ACROSS: Final = 3
"""So many squares are beside each other on a phone."""


def ask(view: CrackersView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase, steps:
        case "crew", ():
            return gettext("{who}, where will you go? Stay, or pick a column.", who=name(view.mover))
        case "crew", (column, *_):
            works = {work for done in _reached(view, column).values() for work in done}
            asked = gettext("Which square in column {column}?", column=column)
            return " ".join((asked, *(gettext(told) for step, told in MEANT.items() if step in works)))
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
        case _ if step in SWITCHES:
            return gettext(SWITCHES[step])
        case _ if step.isdigit() and steps[-1] in SWITCHES:
            return _button(f"{steps[-2]}{step}", steps[-1])
        case _ if step.isdigit():
            return f"{steps[-1][-1]}{step}"
    return step


def _button(place: str, work: str) -> str:
    return gettext(BAGS[work], place=place) if work in BAGS else place


def rows(view: CrackersView, steps: tuple[str, ...]) -> tuple[tuple[Offer, ...], ...]:
    """The squares of a crew member's column; below them, as a switch, what is done with sandbags there.

    Where one square alone allows it, its button says so, and switches nothing.
    """
    if view.phase != "crew" or len(steps) not in (1, 2) or len(steps[0]) > 1:
        return ()
    column, *chosen = steps
    reached = _reached(view, column)
    ways = {step: [row for row, works in reached.items() if step in works] for step in STEPS.values()}
    on = chosen[0] if chosen else next(step for step, there in ways.items() if there)

    def offer(row: str, step: str, *, off: bool = False) -> Offer:
        return Offer(label(view, (column, step), row), (column, step, row), off)

    def switch(step: str) -> Offer:
        named = label(view, (column,), step)
        return Offer(f"{named} ✓" if step == on else named, (column, step), step == on, rank=1)

    if len(reached) == 1:
        return (tuple(offer(row, step) for row, works in reached.items() for step in works),)
    # A sandbag is dropped wherever that's possible, and picked up only where there is one.
    squares = [
        offer(row, on) if row in ways[on] else offer(row, STEPS[""], off=on == STEPS["-"]) for row in reached
    ]
    works = [
        offer(*there, step) if len(there) == 1 and step != on else switch(step)
        for step, there in ways.items()
        if there
    ]
    found = [tuple(squares[start : start + ACROSS]) for start in range(0, len(squares), ACROSS)]
    return (*found, tuple(works)) if len(works) > 1 else tuple(found)


def _reached(view: CrackersView, column: str) -> dict[str, list[str]]:
    """The rows of ``column`` that whose turn it is can go to, with the steps for what can be done there."""
    start = view.grid.read(view.pawns[CREW.index(view.mover)])
    reached: dict[str, list[str]] = {}
    for square in within_reach(view.grid.orthogonal, view.water, start)[1:]:
        name = view.grid.names[square]
        if name[0] == column:
            fixed = name in (view.pod, view.control)
            done = works(view.sand[square], view.water[square], fixed=fixed)
            reached[name[1:]] = [STEPS[work] for work in done]
    return reached


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
