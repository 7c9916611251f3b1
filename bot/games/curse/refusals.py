"""Why an action of Captain's Curse is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from typing import Final

from bot.games.core import IllegalAction
from bot.languages import gettext_noop, listed

from .actions import BLACK, TREASURES, WHITE, Loot, Sink
from .text import closed, column_named, fitting, free_spaces, inside, place, value_of, values_marked
from .view import CurseView, Phase

EXPECTED: Final[dict[Phase, str]] = gettext_noop(
    {
        "roll": "The dice have to be rolled first.",
        "loot": "Take a die and loot a space now: type the die, the treasure and the space.",
        "sink": "Part of the island has to sink first: type “sink” and the letter of an open line.",
    }
)
"""What to do instead of an action of another phase."""


def passing(view: CurseView) -> IllegalAction:
    """Why the pirate can't pass (ruling 6)."""
    for die in (BLACK,) if view.fresh else (WHITE, BLACK):
        for treasure in fitting(view, value_of(view, die)):
            number = free_spaces(view, treasure)[0].number
            return IllegalAction(
                "You can only pass if neither die fits. Take one, for example with “{action}”.",
                action=f"{die} {treasure} {number}",
            )
    return IllegalAction("You can’t pass now. Take a die.")


def looting(view: CurseView, loot: Loot) -> IllegalAction:
    """Why a die, a treasure or a space can't be taken (rulings 2 to 5)."""
    if refusal := _die(view, loot):
        return refusal
    column = view.columns[TREASURES.index(loot.treasure)]
    value, left = value_of(view, loot.taken), values_marked(column, "")
    if column.complete:
        return IllegalAction(
            "The {column} is complete. Choose another treasure.", column=column_named(loot.treasure)
        )
    if str(value) not in left:
        return IllegalAction(
            "A {value} doesn’t fit in the {column} any more. It takes {values} now.",
            value=value,
            column=column_named(loot.treasure),
            values=listed(left, "or"),
        )
    free = free_spaces(view, loot.treasure)
    if not free:
        return IllegalAction(
            "The {column} has nothing left to loot. Choose another treasure.",
            column=column_named(loot.treasure),
        )
    treasure = view.sheet.spaces[loot.space - 1].treasure
    if treasure != loot.treasure:
        told = gettext_noop("{space} has a different treasure ({treasure}). Choose {spaces}.")
    elif loot.space in view.sunk:
        told = gettext_noop("{space} has sunk. Choose {spaces}.")
    else:
        told = gettext_noop("{space} has already been looted. Choose {spaces}.")
    return IllegalAction(
        told,
        space=place(view, loot.space),
        treasure=inside(treasure),
        spaces=listed([str(space.number) for space in free], "or"),
    )


def _die(view: CurseView, loot: Loot) -> IllegalAction | None:
    """Why this die can't be taken in this way; None when it can."""
    assert view.dice is not None
    white, black = view.dice
    if loot.change:
        if white == black:
            return IllegalAction("You can’t change a die on doubles. Take a die as rolled.")
        if not view.charms:
            return IllegalAction("Changing a die costs a charm, and you have none. Take a die as rolled.")
    elif view.fresh and loot.die == WHITE:
        return IllegalAction(
            "These are your first double {value}s, so you must take the black die. If it doesn’t fit "
            "anywhere, pass.",
            value=white,
        )
    return None


def sinking(view: CurseView, sink: Sink) -> IllegalAction:
    """Why this line can't be sunk (ruling 8)."""
    labels = listed([line.label for line in view.lines], "or")
    if sink.line not in view.sheet.by_label:
        return IllegalAction("There’s no line {line}. Choose {lines}.", line=sink.line, lines=labels)
    return IllegalAction("{closed} Choose {lines}.", closed=closed(view, sink.line), lines=labels)
