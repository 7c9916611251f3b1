"""What is told of an action as it is played."""

from __future__ import annotations

from bot.games.plurals import listed

from .actions import TREASURES, CurseAction, Loot, Pass, Roll, Sink
from .island import numbers
from .score import ROWS, row_of
from .state import CursePosition


def narrate(state: CursePosition, action: CurseAction) -> str:
    """``action``, about to be played in ``state``, as a sentence or two."""
    match action:
        case Roll(white, black):
            if white != black:
                return f"The dice show white {white} and black {black}."
            if state.doubles >> white - 1 & 1:
                return f"Doubles of {white}s again: either die may be taken."
            return f"The first doubles of {white}s: a charm is won, and the black die must be taken."
        case Loot():
            return _looted(state, action)
        case Pass():
            return "Neither die fits: the pirate passed."
        case Sink(line):
            return _sank(state, line)


def _looted(state: CursePosition, loot: Loot) -> str:
    value = dict(state.takings())[loot.taken]
    space = state.sheet.spaces[loot.space - 1]
    column = TREASURES.index(loot.treasure)
    charm = ", changed by a charm," if loot.change else ""
    row = row_of(column, value)
    told = (
        f"The pirate took the {loot.die} die{charm} as {value} "
        f"and looted the {loot.treasure} at {space.name} ({space.number})."
    )
    if skipped := row - state.depths[column]:
        told += f" {skipped} skipped {'value is' if skipped == 1 else 'values are'} crossed out."
    if row == ROWS - 1:
        told += f" The {loot.treasure} column is complete."
    return told


def _sank(state: CursePosition, line: str) -> str:
    taken = numbers(state.sheet.beyond[state.sheet.by_label[line]] & ~state.sunk)
    names = [f"{state.sheet.spaces[number - 1].name} ({number})" for number in taken]
    if len(names) <= 4:
        return f"The land beyond line {line} sank: {listed(names)}."
    return f"The land beyond line {line} sank: {len(names)} spaces, {listed(names[:3])} among them."
