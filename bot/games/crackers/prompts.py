"""What the picker of Drown, Captain Crackers! asks, and what its buttons say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import Offer, in_rows
from bot.languages import gettext, gettext_noop, listed, ngettext, pgettext

from .actions import CREW, FEW, STEPS, Bag, BagWork, CrackersAction, Pump, Unbag, Walk
from .board import HIGHEST, possible, rests_in, works_in
from .text import name
from .turns import captains_choice, open_parts
from .view import CrackersView
from .walking import within_reach

BAGS: Final = gettext_noop({"+": "{place} + Bag", "-": "{place} − Bag"})
"""The button of a crew member's square, by what is done there."""
SWITCHES: Final = gettext_noop({"+": "+ Bag", "=": "No Bag", "-": "− Bag"})
"""The button that switches to another work with sandbags, by its step."""
MEANT: Final = gettext_noop({"+": "**+ Bag** drops a sandbag there.", "-": "**− Bag** picks one up."})
SIGNS: Final[tuple[BagWork, ...]] = ("", "+", "-")
ACROSS: Final = 5
BAGS_ACROSS: Final = 3
"""So many squares are beside each other on a phone, and so many with what is done with a sandbag there."""
BESIDE_LEAK: Final = 3
"""So many buttons are in the row that begins with a leak."""


def ask(view: CrackersView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    match view.phase, steps:
        case "crew", ():
            return gettext("Where will {who} go? Pick a column.", who=name(view.mover))
        case "crew", (column, *_):
            reached = _reached(view, column)
            works = {work for done in reached.values() for work in done}
            asked = gettext("Which square in column {column}?", column=column)
            meant = (gettext(told) for step, told in MEANT.items() if step in works)
            full = _full(view, [f"{column}{row}" for row in reached])
            return " ".join(filter(None, (asked, *meant, full)))
        case "captain", ():
            return captains_choice(possible(view), begun=bool(view.done))
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


def _full(view: CrackersView, names: Sequence[str]) -> str:
    """Which of the squares have as many sandbags as there may be, and that one can walk there anyway."""
    full = [each for each in names if view.sand[view.grid.numbers[each]] == HIGHEST]
    if not full:
        return ""
    return ngettext(
        "{squares} is full ({most} bags), but you can climb it.",
        "{squares} are full ({most} bags each), but you can climb them.",
        len(full),
        squares=listed(full),
        most=HIGHEST,
    )


def label(_view: CrackersView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    match step.split():
        case ["pump", leak]:
            return gettext("Pump {leak}", leak=leak)
        case ["bag", column]:
            return gettext("Bag in {column}", column=column)
        case ["bag"]:
            return gettext("Drop a Bag")
        case ["unbag"]:
            return gettext("Remove a Bag")
        case _ if step.startswith("stay"):
            return _button(pgettext("of a crew member", "Stay"), step.removeprefix("stay"))
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
    """A crew member's squares in a column, or where the captain's water can run, each with a switch."""
    match view.phase, steps:
        case "crew", ():
            return _columns(view)
        case "crew", (column, *switched) if len(column) == 1 and len(steps) < 3:
            return _squares(view, column, *switched)
        case "captain", () | (_,) if not steps or steps[0].startswith("pump"):
            return _captains(view, *steps)
        case _:
            return ()


def _columns(view: CrackersView) -> tuple[tuple[Offer, ...], ...]:
    """The columns that whose turn it is can go to; below them staying, where each work keeps its place."""
    columns = [Offer(each, (each,)) for each in sorted({name[0] for name in _within(view)})]
    works = works_in(view)[view.pawns[CREW.index(view.mover)]]
    # Whoever presses the same place again mustn't take their wall down because it's full.
    kept = [work for work in SIGNS if work in works or (work == "+" and "-" in works)]
    stays = [Offer(label(view, (), f"stay{work}"), (f"stay{work}",), work not in works) for work in kept]
    across = ACROSS if len(columns) <= ACROSS else -(-len(columns) // 2)
    return (*in_rows(columns, across), tuple(stays))


def _squares(view: CrackersView, column: str, switched: str = "") -> tuple[tuple[Offer, ...], ...]:
    """The squares of a crew member's column; below them, as a switch, what is done with sandbags there."""
    reached = _reached(view, column)
    ways = {step: [row for row, works in reached.items() if step in works] for step in STEPS.values()}
    on = switched or next(step for step, there in ways.items() if there)

    def offer(row: str, step: str, *, off: bool = False) -> Offer:
        return Offer(label(view, (column, step), row), (column, step, row), off)

    def switch(step: str) -> Offer:
        named = label(view, (column,), step)
        return Offer(named, (column, step), rank=1, on=step == on)

    if len(reached) == 1:
        return (tuple(offer(row, step) for row, works in reached.items() for step in works),)
    # A sandbag is dropped wherever that's possible, and picked up only where there is one.
    squares = [
        offer(row, on) if row in ways[on] else offer(row, STEPS[""], off=on == STEPS["-"]) for row in reached
    ]
    works = [switch(step) for step, there in ways.items() if there]
    found = in_rows(squares, BAGS_ACROSS)
    return (*found, tuple(works)) if len(works) > 1 else found


def _captains(view: CrackersView, switched: str = "") -> tuple[tuple[Offer, ...], ...]:
    """The leak that is on with where its water can run, then the other leaks, as a switch, and sandbags.

    Where water has no choice, its leak's button pumps, and switches nothing.
    """
    ways = {f"pump {leak}": [*rests_in(view, leak)] for leak in view.leaks}
    several = [leak for leak, rests in ways.items() if len(rests) > 1]
    last = f"pump {view.last[1].split()[1]}" if view.last is not None and view.done[-1:] == ("pump",) else ""
    on = switched or next((leak for leak in several if leak == last), next(iter(several), ""))
    rests = [view.grid.names[square] for square in ways.get(on, ())]
    steps = rests if len(rests) <= FEW else dict.fromkeys(name[0] for name in rests)
    leaks = [Offer(label(view, (), leak), (leak,), rank=int(leak in several)) for leak in ways if leak != on]
    # What is switched on stands first: its squares go on with what it says.
    targets = [Offer(gettext("Pump {leak} to …", leak=on[5:]), (on,), rank=1, on=True)] if on else []
    targets += [Offer(label(view, (on,), step), (on, step)) for step in steps]
    bags = [Offer(label(view, (), step), (step,)) for step in _bags(view)]
    first, others = targets[:BESIDE_LEAK], targets[BESIDE_LEAK:]
    return (*in_rows(first, ACROSS), *in_rows(others, ACROSS), *in_rows(leaks + bags, BAGS_ACROSS))


def _bags(view: CrackersView) -> list[str]:
    """The steps to the sandbags that the captain can drop or remove; after one, the next one's columns."""
    parts, done = open_parts(view.done), works_in(view)
    droppable = [name for name, works in done.items() if "bag" in parts and "+" in works]
    steps = [f"bag {name[0]}" if view.done[-1:] == ("bag",) else "bag" for name in droppable]
    steps += ["unbag" for works in done.values() if "unbag" in parts and "-" in works]
    return [*dict.fromkeys(steps)]


def _reached(view: CrackersView, column: str) -> dict[str, list[str]]:
    """The rows of ``column`` that whose turn it is can go to, with the steps for what can be done there."""
    works = works_in(view)
    return {name[1:]: [STEPS[work] for work in works[name]] for name in _within(view) if name[0] == column}


def _within(view: CrackersView) -> list[str]:
    """The squares that whose turn it is can go to, without their own."""
    start = view.grid.read(view.pawns[CREW.index(view.mover)])
    return [view.grid.names[square] for square in within_reach(view.grid.orthogonal, view.water, start)[1:]]


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
