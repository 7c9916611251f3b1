"""Snorkels in words: positions and actions, the picker's questions and buttons, text diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import (
    GUEST,
    HOST,
    ORTHOGONAL,
    Seat,
    Take,
    ask_square,
    normalize,
)
from bot.games.plurals import counted, listed, plural

from .actions import BOARD, COLOURS, PIE, SnorkelsAction, Stones
from .view import Cell, SnorkelsView, group, groups, placed

KINDS: Final[tuple[Cell, Cell]] = ("purple", "green")
MARKS: Final[dict[Cell, str]] = {"": ".", "purple": "P", "green": "G", "stone": "#"}


def text(view: SnorkelsView) -> str:
    """The board as a diagram: P and G snorkels, # stones, brackets around the last snorkel."""

    def cell(square: int) -> str:
        mark = MARKS[view.cells[square]]
        return f"[{mark}]" if BOARD.names[square] == view.last else f" {mark} "

    return BOARD.diagram(cell)


def describe(view: SnorkelsView) -> str:
    """The last snorkel, what happens next, then every square that is taken."""
    parts = []
    if view.last is not None:
        parts.append(f"Last snorkel: {view.cells[BOARD.names.index(view.last)]} on {view.last}.")
    if view.outcome:
        parts.append(ending(view))
    else:
        parts += [_next(view), *_in_danger(view)] if view.to_act else _in_danger(view)
    if view.seating:
        taken = next(colour for colour, slot in view.seating if slot == GUEST)
        parts.append(f"The guest plays {taken}.")
    parts.append("The crater is 7 by 7 squares.")
    for kind, name in (("purple", "Purple"), ("green", "Green"), ("stone", "Stones")):
        squares = [BOARD.names[square] for square, cell in enumerate(view.cells) if cell == kind]
        if squares or kind != "stone":
            parts.append(f"{name}: {', '.join(squares) or 'none'}.")
    return " ".join(parts)


def _next(view: SnorkelsView) -> str:
    if view.phase == "stones":
        return "The stones are about to fall."
    return PIE.waiting(view.phase) or f"It’s {view.to_act[0]}’s turn to place a snorkel."


def _in_danger(view: SnorkelsView) -> list[str]:
    """A sentence for each group with a single open tube."""
    return [
        f"{colour.capitalize()} on {listed(BOARD.list(members))} has only {air(BOARD.list(tubes))}."
        for colour in COLOURS
        for members, tubes in groups(view.cells, colour)
        if len(tubes) == 1
    ]


def details(view: SnorkelsView) -> tuple[str, ...]:
    """Every group with its open tubes, those with the fewest first."""
    every = sorted(
        (len(tubes), colour, BOARD.list(members), BOARD.list(tubes))
        for colour in COLOURS
        for members, tubes in groups(view.cells, colour)
    )
    return tuple(
        f"{colour.capitalize()} {listed(members)}: {air(tubes)}." for _, colour, members, tubes in every
    )


def narrate(seat: Seat, action: SnorkelsAction) -> str:
    """What everybody is told of ``action`` of ``seat``."""
    match action:
        case Stones(squares):
            where = listed(BOARD.list(squares))
            return plural(len(squares), f"A stone fell on {where}.", f"Stones fell on {where}.")
        case Take(colour):
            return PIE.told(colour)
        case _ if seat == HOST:
            return f"The host placed the first purple snorkel on {action.square}."
        case _:
            return f"{seat.capitalize()} placed a snorkel on {action.square}."


def open_tubes(count: int) -> str:
    """``3 open tubes``."""
    return plural(count, "1 open tube", f"{count or 'no'} open tubes")


def air(tubes: Sequence[str]) -> str:
    """A group's open tubes: ``2 open tubes: c3 and d4``."""
    return f"{open_tubes(len(tubes))}: {listed(tubes)}" if tubes else open_tubes(0)


def headline(view: SnorkelsView) -> str:
    """Where the game stands."""
    match view.phase:
        case "stones" | "opening":
            return "The opening"
        case "choice":
            return "Picking colours"
        case "over":
            return f"Finished after {counted(view.turn, 'snorkel')}"
        case _:
            return f"Turn {view.turn + 1}"


def aim(view: SnorkelsView) -> str:
    """What to do and what for."""
    match view.phase:
        case "opening":
            return "Place the first snorkel, a purple one. Your opponent then picks a colour: make it fair."
        case "choice":
            return f"Pick a colour. If you take purple, {view.last} is yours, and green moves next."
        case _:
            return "Place a snorkel on an empty square. You lose if one of your groups has no open tube."


def ending(view: SnorkelsView) -> str:
    """Why the game ended (ruling 5)."""
    assert view.outcome is not None
    winner = view.outcome.winners[0]
    loser = PIE.other(winner)
    lost = [name for name in view.blocked if view.cells[BOARD.names.index(name)] == loser]
    won, where = f"{winner.capitalize()} wins", listed(lost)
    if view.outcome.reason == "self-capture":
        return plural(
            len(lost),
            f"{won}: {loser} cut off the air to its own snorkel on {where}.",
            f"{won}: {loser} cut off the air to its own snorkels on {where}.",
        )
    captured = plural(
        len(lost),
        f"{won}: {loser}’s snorkel on {where} is out of air.",
        f"{won}: {loser}’s snorkels on {where} are out of air.",
    )
    if mutual(view):
        return f"{captured} Both colours ran out of air at once, so the player who moved last wins."
    return captured


def mutual(view: SnorkelsView) -> bool:
    """Whether both colours have a group without an open tube (ruling 5, mutual blockage)."""
    return len({view.cells[BOARD.names.index(name)] for name in view.blocked}) > 1


# The picker


def ask(view: SnorkelsView, steps: tuple[str, ...]) -> str:
    """The question after ``steps`` of a path."""
    match view.phase:
        case "choice":
            return PIE.ask(view.last or "")
        case "opening":
            first = "Pick a column for the first purple snorkel. Your opponent then picks a colour."
        case _:
            first = "Pick a column for your snorkel."
    return ask_square(steps, first)


def label(view: SnorkelsView, steps: tuple[str, ...], step: str) -> str:
    """The button for ``step`` after ``steps``."""
    return step.title() if view.phase == "choice" else "".join((*steps, step))


# One square

SIDES: Final = ("above", "on the right", "below", "on the left")
"""In the order of ``ORTHOGONAL``."""


def describe_square(view: SnorkelsView, name: str) -> str:
    """What is on a square, how its group breathes, and what is around it.

    :raises NotationError: when ``name`` is no square of the crater.
    """
    square = BOARD.read(normalize(name))
    cell, named = view.cells[square], BOARD.names[square]
    around = f"Around it: {', '.join(_around(view, square))}."
    if cell == "stone":
        return f"There’s a stone on {named}. {around}"
    if cell:
        last = ", the last one placed" if named == view.last else ""
        members, tubes = group(view.cells, square)
        its = "It’s on its own" if len(members) == 1 else f"Its group is {listed(BOARD.list(members))}"
        return f"There’s a {cell} snorkel on {named}{last}. {its}, with {air(BOARD.list(tubes))}. {around}"
    if view.outcome:
        return f"{named} is empty. {around}"
    purple, green = (
        open_tubes(len(group(placed(view.cells, square, colour), square)[1])) for colour in KINDS
    )
    return f"{named} is empty. A purple snorkel here would have {purple}, and a green one {green}. {around}"


def _around(view: SnorkelsView, square: int) -> list[str]:
    column, row = BOARD.place(square)
    found = []
    for side, (right, up) in zip(SIDES, ORTHOGONAL, strict=True):
        near = BOARD.at(column + right, row + up)
        if near is None:
            found.append(f"the crater’s wall {side}")
            continue
        cell = view.cells[near]
        what: str = cell or "empty"
        if cell in COLOURS:
            what = f"{cell}, its group has {open_tubes(len(group(view.cells, near)[1]))}"
        found.append(f"{BOARD.names[near]} {side} ({what})")
    return found
