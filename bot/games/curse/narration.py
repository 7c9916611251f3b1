"""What players are told of an action of Captain's Curse."""

from __future__ import annotations

from bot.games.plurals import listed

from .actions import TREASURES, CurseAction, Loot, Pass, Roll, Sink
from .island import numbers
from .score import ROWS, row_of
from .state import CursePosition


def narrate(state: CursePosition, action: CurseAction, who: str) -> str:
    """``action``, about to be played in ``state``, in a few sentences; ``who`` is You or The pirate."""
    match action:
        case Roll(white, black):
            if white != black:
                return f"The dice show white {white} and black {black}."
            if state.doubles >> white - 1 & 1:
                return f"Double {white}s again, so either die is allowed."
            return f"Your first double {white}s earn a charm, but you can use only the black die."
        case Loot():
            return _looted(state, action, who)
        case Pass():
            return f"Neither die was any use. {who} passed."
        case Sink(line):
            return _sank(state, line)


def _looted(state: CursePosition, loot: Loot, who: str) -> str:
    value = dict(state.takings())[loot.taken]
    space = state.sheet.spaces[loot.space - 1]
    column = TREASURES.index(loot.treasure)
    rolled = state.white if loot.die == "white" else state.black
    die = f"{loot.die} {rolled} as a {value}, using a charm," if loot.change else f"{loot.die} {value}"
    row = row_of(column, value)
    told = f"{who} took the {die} and looted the {loot.treasure} at {space.name} ({space.number})."
    if skipped := row - state.depths[column]:
        told += " 1 value was skipped." if skipped == 1 else f" {skipped} values were skipped."
    if row == ROWS - 1:
        told += f" The {loot.treasure} column is complete."
    return told


def _sank(state: CursePosition, line: str) -> str:
    taken = numbers(state.sheet.sinkings(state.sunk)[state.sheet.by_label[line]])
    names = [f"{state.sheet.spaces[number - 1].name} ({number})" for number in taken]
    if len(names) <= 4:
        return f"Line {line} sank {listed(names)}."
    return f"Line {line} sank {len(names)} spaces, including {listed(names[:3])}."
