"""Snorkels in words: diagrams, descriptions, endings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import GUEST
from bot.games.plurals import counted, listed

from .actions import BOARD, COLOURS, PIE
from .view import Cell, SnorkelsView, groups

MARKS: Final[dict[Cell, str]] = {"": ".", "purple": "P", "green": "G", "stone": "#"}


def text(view: SnorkelsView) -> str:
    """The board as a diagram: P and G snorkels, # stones, brackets round the last one placed."""

    def cell(square: int) -> str:
        mark = MARKS[view.cells[square]]
        return f"[{mark}]" if BOARD.names[square] == view.last else f" {mark} "

    return BOARD.diagram(cell)


def describe(view: SnorkelsView) -> str:
    """The position in words: the last snorkel, what is to happen, then every square that is taken."""
    parts = []
    if view.last is not None:
        parts.append(f"Last placed: {view.cells[BOARD.names.index(view.last)]} on {view.last}.")
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(_waiting(view))
    parts += [] if view.outcome else _in_danger(view)
    if view.seating:
        taken = next(colour for colour, slot in view.seating if slot == GUEST)
        parts.append(f"The guest plays {taken}.")
    parts.append("The crater has 7 by 7 squares.")
    for kind, name in (("purple", "Purple"), ("green", "Green"), ("stone", "Stones")):
        squares = [BOARD.names[square] for square, cell in enumerate(view.cells) if cell == kind]
        if squares:
            parts.append(f"{name}: {', '.join(squares)}.")
        elif kind != "stone":
            parts.append(f"{name}: none.")
    return " ".join(parts)


def _in_danger(view: SnorkelsView) -> list[str]:
    """The groups that one more snorkel can leave without air."""
    found = []
    for colour in COLOURS:
        for members, tubes in groups(view.cells, colour):
            if len(tubes) == 1:
                where = listed(BOARD.list(members))
                found.append(
                    f"{colour.capitalize()} on {where} breathes through {BOARD.list(tubes)[0]} alone."
                )
    return found


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


def air(tubes: Sequence[str]) -> str:
    """A group's open tubes in words."""
    if not tubes:
        return "no open tube"
    return f"{counted(len(tubes), 'open tube')}, {listed(tubes)}"


def _waiting(view: SnorkelsView) -> str:
    if view.phase == "stones":
        return "The stones are about to fall."
    moves = f"{view.to_act[0].capitalize()} is to place a snorkel on an empty square."
    return PIE.waiting.get(view.phase, moves)


def headline(view: SnorkelsView) -> str:
    """Where the game stands."""
    match view.phase:
        case "stones" | "opening":
            return "The opening"
        case "choice":
            return "The pie choice"
        case "over":
            return f"Over after {counted(view.turn, 'snorkel')}"
        case _:
            return f"Turn {view.turn + 1}"


def summary(view: SnorkelsView) -> str:
    """How many snorkels of each colour stand."""
    return f"Purple {view.cells.count('purple')} · Green {view.cells.count('green')}"


def ending(view: SnorkelsView) -> str:
    """Why the game ended (ruling 5)."""
    assert view.outcome is not None
    winner = view.outcome.winners[0]
    loser = next(colour for colour in COLOURS if colour != winner)
    lost = [name for name in view.blocked if view.cells[BOARD.names.index(name)] == loser]
    squares, one = listed(lost), len(lost) == 1
    if view.outcome.reason == "self-capture":
        what = "a snorkel of its own" if one else "snorkels of its own"
        return f"{winner.capitalize()} wins: {loser} left {what} without an open tube, on {squares}."
    what = f"snorkel on {squares} has" if one else f"snorkels on {squares} have"
    mutual = " Both colours were blocked at once; then whoever placed wins." if _mutual(view) else ""
    return f"{winner.capitalize()} wins: {loser}’s {what} no open tube left.{mutual}"


def _mutual(view: SnorkelsView) -> bool:
    """Whether both colours have a group without an open tube (ruling 5, mutual blockage)."""
    return len({view.cells[BOARD.names.index(name)] for name in view.blocked}) > 1


def page_for(view: SnorkelsView) -> str:
    """The rule book's page for the present phase; at the end, the one that says why."""
    match view.phase:
        case "stones":
            return "stones"
        case "opening" | "choice":
            return "opening"
    if view.outcome is not None and view.outcome.reason == "self-capture":
        return "self-capture"
    return "mutual-blockage" if _mutual(view) else "capture"
