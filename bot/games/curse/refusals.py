"""Why an action of Captain's Curse is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import listed

from .actions import BLACK, TREASURES, WHITE, Loot, Sink
from .text import fitting, free_spaces, gates, place, value_of, values_marked
from .view import CurseView, Phase

EXPECTED: Final[dict[Phase, str]] = {
    "roll": "The dice have to be rolled first.",
    "loot": "Take a die and loot a space now, such as “white barrel 14”.",
    "sink": "Part of the island has to sink first. Choose an open line, such as “sink k”.",
}
"""What to do instead of an action of another phase."""


def passing(view: CurseView) -> str:
    """Why the pirate can't pass (ruling 6)."""
    for die in (BLACK,) if view.fresh else (WHITE, BLACK):
        value = value_of(view, die)
        for treasure in fitting(view, value):
            number = free_spaces(view, treasure)[0].number
            return (
                f"You can only pass if neither die fits. The {die} {value} fits, for example as "
                f"“{die} {treasure} {number}”."
            )
    return "You can’t pass now. Take a die."


def looting(view: CurseView, loot: Loot) -> str:
    """Why a die, a treasure or a space can't be taken (rulings 2 to 5)."""
    if refusal := _die(view, loot):
        return refusal
    column = view.columns[TREASURES.index(loot.treasure)]
    value, left = value_of(view, loot.taken), values_marked(column, "")
    if column.complete:
        return f"The {loot.treasure} column is complete. Choose another treasure."
    if str(value) not in left:
        takes = listed(left, "or")
        return f"A {value} doesn’t fit in the {loot.treasure} column any more. It takes {takes} now."
    free = free_spaces(view, loot.treasure)
    if not free:
        return f"There are no {loot.treasure}s left to loot. Choose another treasure."
    where, treasure = place(view, loot.space), view.sheet.spaces[loot.space - 1].treasure
    choices = listed([str(space.number) for space in free], "or")
    if treasure != loot.treasure:
        return f"{where} holds a {treasure}, not a {loot.treasure}. Choose {choices}."
    gone = "has sunk" if loot.space in view.sunk else "has already been looted"
    return f"{where} {gone}. Choose {choices}."


def _die(view: CurseView, loot: Loot) -> str:
    """Why this die can't be taken in this way; empty when it can."""
    assert view.dice is not None
    white, black = view.dice
    if loot.change:
        if white == black:
            return "You can’t change a die on doubles. Take one as rolled."
        if not view.charms:
            return "Changing a die costs a charm, and you have none. Take one as rolled."
    elif view.fresh and loot.die == WHITE:
        return (
            f"These are your first double {white}s, so you must take the black die. "
            "If it doesn’t fit anywhere, pass."
        )
    return ""


def sinking(view: CurseView, sink: Sink) -> str:
    """Why this line can't be sunk (ruling 8)."""
    labels = listed([line.label for line in view.lines], "or")
    if sink.line not in view.sheet.by_label:
        return f"There’s no line {sink.line}. Choose {labels}."
    if first := gates(view, sink.line):
        return (
            f"Line {sink.line} doesn’t touch water at both ends yet: {first} to sink first. Choose {labels}."
        )
    return f"All the land beyond line {sink.line} has already sunk. Choose {labels}."
