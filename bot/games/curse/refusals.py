"""Why an action of Captain's Curse is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import listed

from .actions import BLACK, TREASURES, WHITE, Loot, Sink
from .island import numbers
from .score import ROWS, VALUES, row_of
from .state import CursePosition
from .view import Phase

EXPECTED: Final[dict[Phase, str]] = {
    "roll": "The dice have to be rolled first.",
    "loot": "Take a die and loot a space now, such as “white barrel 14”.",
    "sink": "Part of the island has to sink first. Choose an open line, such as “sink k”.",
}
"""What to do instead of an action of another phase."""


def passing(state: CursePosition) -> str:
    """Why the pirate can't pass (ruling 6)."""
    for die, value in ((WHITE, state.white), (BLACK, state.black)):
        if state.fresh and die == WHITE:
            continue
        for column in state.columns_for(value):
            number = numbers(state.sheet.treasures[column] & state.free)[0]
            return (
                f"You can only pass if neither die fits. The {die} {value} fits, for example as "
                f"“{die} {TREASURES[column]} {number}”."
            )
    return "You can’t pass now. Take a die."


def looting(state: CursePosition, loot: Loot) -> str:
    """Why a die, a treasure or a space can't be taken (rulings 2 to 5)."""
    if refusal := _die(state, loot):
        return refusal
    column = TREASURES.index(loot.treasure)
    value = dict(state.takings())[loot.taken]
    depth = state.depths[column]
    if depth == ROWS:
        return f"The {loot.treasure} column is complete. Choose another treasure."
    if row_of(column, value) < depth:
        left = listed([str(cell) for cell in VALUES[column][depth:]], "or")
        return f"A {value} doesn’t fit in the {loot.treasure} column any more. It takes {left} now."
    free = state.sheet.treasures[column] & state.free
    if not free:
        return f"There are no {loot.treasure}s left to loot. Choose another treasure."
    space = state.sheet.spaces[loot.space - 1]
    where = f"{space.name} ({space.number})"
    bit = 1 << loot.space - 1
    choices = listed([str(number) for number in numbers(free)], "or")
    if space.treasure != loot.treasure:
        return f"{where} holds a {space.treasure}, not a {loot.treasure}. Choose {choices}."
    return f"{where} {'has sunk' if bit & state.sunk else 'has already been looted'}. Choose {choices}."


def _die(state: CursePosition, loot: Loot) -> str:
    """Why this die can't be taken in this way; empty when it can."""
    if loot.change:
        if state.white == state.black:
            return "You can’t change a die on doubles. Take one as rolled."
        if not state.charms:
            return "Changing a die costs a charm, and you have none. Take one as rolled."
    elif state.fresh and loot.die == WHITE:
        return (
            f"These are your first double {state.white}s, so you must take the black die. "
            "If it doesn’t fit anywhere, pass."
        )
    return ""


def sinking(state: CursePosition, sink: Sink) -> str:
    """Why this line can't be sunk (ruling 8)."""
    index = state.sheet.by_label.get(sink.line)
    sheet = state.sheet
    labels = listed([sheet.lines[line].label for line in sheet.sinkings(state.sunk)], "or")
    if index is None:
        return f"There’s no line {sink.line}. Choose {labels}."
    missing = numbers(sheet.gates[index] & ~state.sunk)
    if missing and sheet.extents[index] & ~state.sunk:
        outer = [f"{sheet.spaces[number - 1].name} ({number})" for number in missing]
        return (
            f"Line {sink.line} doesn’t touch water at both ends yet: {listed(outer)} "
            f"{'has' if len(outer) == 1 else 'have'} to sink first. Choose {labels}."
        )
    return f"All the land beyond line {sink.line} has already sunk. Choose {labels}."
