"""Why an action is refused, as sentences: what is wrong and what to do instead."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import listed

from .actions import BLACK, TREASURES, WHITE, Loot, Sink
from .island import numbers
from .score import ROWS, VALUES, row_of
from .state import CursePosition
from .view import Phase

EXPECTED: Final[dict[Phase, str]] = {
    "roll": "Roll the dice first.",
    "loot": "Take a die and loot a space now, such as “white barrel 14”.",
    "sink": "Part of the island sinks now: choose an open line, such as “sink k”.",
}
"""What is to be done instead of an action of another phase."""


def an(noun: str) -> str:
    """``noun`` with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def passing(state: CursePosition) -> str:
    """Why the pirate can't pass (ruling 6)."""
    for die, value in ((WHITE, state.white), (BLACK, state.black)):
        if state.fresh and die == WHITE:
            continue
        for column in state.columns_for(value):
            number = numbers(state.sheet.treasures[column] & state.free)[0]
            return (
                f"You can’t pass while a die can be placed: the {die} {value}, for example, "
                f"as “{die} {TREASURES[column]} {number}”."
            )
    return "You can’t pass now."


def looting(state: CursePosition, loot: Loot) -> str:
    """Why a die, a treasure or a space can't be taken (rulings 2 to 5)."""
    if refusal := _die(state, loot):
        return refusal
    if not 1 <= loot.space <= len(state.sheet.spaces) or loot.treasure not in TREASURES:
        return "There is no such space or treasure on this island."
    column = TREASURES.index(loot.treasure)
    value = dict(state.takings())[loot.taken]
    depth = state.depths[column]
    if depth == ROWS:
        return f"The {loot.treasure} column is complete: choose another treasure."
    if row_of(column, value) < depth:
        left = listed([str(cell) for cell in VALUES[column][depth:]], "or")
        return f"A {value} no longer fits in the {loot.treasure} column: it takes {left} now."
    free = state.sheet.treasures[column] & state.free
    if not free:
        return f"No {loot.treasure} is left on the island: choose another treasure."
    space = state.sheet.spaces[loot.space - 1]
    where = f"Space {space.number}, {space.name},"
    bit = 1 << loot.space - 1
    choices = listed([str(number) for number in numbers(free)], "or")
    if space.treasure != loot.treasure:
        return f"{where} holds {an(space.treasure)}, not {an(loot.treasure)}: choose {choices}."
    return f"{where} {'has sunk' if bit & state.sunk else 'is looted already'}: choose {choices}."


def _die(state: CursePosition, loot: Loot) -> str:
    """Why this die can't be taken in this way; empty when it can."""
    if loot.change:
        if state.white == state.black:
            return "A die is never changed on doubles: take a die as it was rolled."
        if not state.charms:
            return "Changing a die costs a charm, and you have none: take a die as it was rolled."
    elif state.fresh and loot.die == WHITE:
        return (
            f"These are the first doubles of {state.white}s, so the white die can’t be taken: "
            "take the black one, or pass if it fits nowhere."
        )
    return ""


def sinking(state: CursePosition, sink: Sink) -> str:
    """Why this line can't be sunk (ruling 8)."""
    index = state.sheet.by_label.get(sink.line)
    labels = listed([state.sheet.lines[line].label for line in state.sheet.open_lines(state.sunk)], "or")
    if index is None:
        return f"There is no line {sink.line}: choose {labels}."
    if not state.sheet.beyond[index] & ~state.sunk:
        return f"All land beyond line {sink.line} has sunk already: choose {labels}."
    return f"Line {sink.line} doesn’t connect water at both ends yet: choose {labels}."
