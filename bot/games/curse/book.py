"""Captain's Curse's rule book, ``data/books/curse.toml``."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.core import CHANCE

from .actions import PIRATE, parse
from .island import numbers
from .rules import CurseState
from .score import ROWS
from .view import CurseView


def position(actions: Sequence[str], columns: Sequence[str] = (), sunk: int = 0) -> CurseView:
    """The position after ``actions``, from the start of a game or from a sheet before its last turn.

    The sheet has columns such as ``X2XX5.``, and the spaces up to ``sunk`` are under water.
    """
    state = nearly_over(columns, sunk) if columns else CurseState()
    for text in actions:
        state = state.play(CHANCE if text.startswith("roll") else PIRATE, parse(text))
    return state.view_for(None)


def nearly_over(columns: Sequence[str], sunk: int) -> CurseState:
    """A sheet before its last turn, see :func:`position`."""
    circled = looted = abandoned = 0
    for column, word in enumerate(columns):
        rows = [row for row, sign in enumerate(word) if sign.isdigit()]
        circled |= sum(1 << column * ROWS + row for row in rows)
        bits = [1 << number - 1 for number in numbers(CurseState().sheet.treasures[column])]
        looted |= sum(bits[: len(rows)])
        abandoned |= sum(bits[len(rows) :]) if "." not in word else 0
    return CurseState(
        turn=26,
        depths=tuple(len(word.rstrip(".")) for word in columns),
        circled=circled,
        looted=looted | abandoned,
        abandoned=abandoned,
        sunk=(1 << sunk) - 1,
    )


def page_for(view: CurseView) -> str:
    """The rule book's page for the present phase."""
    if view.phase == "sink":
        return "sinking"
    if view.phase == "over":
        return "score"
    if view.dice is not None and view.dice[0] == view.dice[1]:
        return "doubles"
    return "turn"
