"""Leads to a square of Snorkels in three steps."""

from __future__ import annotations

from bot.games.core import Place, Take
from bot.games.snorkels.actions import BOARD, GREEN, SnorkelsAction
from bot.games.snorkels.view import SnorkelsView, groups
from bot.players.player import Choice, Hint

from . import text


def hint(view: SnorkelsView, choice: Choice[SnorkelsAction]) -> Hint:
    """What to look at, where, and what to do."""
    action = choice.action
    if isinstance(action, Take):
        return Hint(text.LOOK_AT_COLOURS, text.chances(action.colour, choice.value), text.take(action.colour))
    assert isinstance(action, Place)
    square = action.square
    if view.phase == "opening":
        return Hint(text.LOOK_AT_OPENING, text.in_column(square), text.place(square))
    own, theirs = ("green", "purple") if view.viewer == GREEN else ("purple", "green")
    shortest = {
        colour: min(groups(view.cells, colour), key=lambda each: len(each[1]), default=None)
        for colour in (own, theirs)
    }
    tubes = {colour: len(group[1]) if group else 9 for colour, group in shortest.items()}
    about = theirs if tubes[theirs] <= tubes[own] else own
    if tubes[theirs] == 1:
        look = text.LOOK_AT_WIN
    elif choice.proven and choice.value == 1.0:
        look, about = text.LOOK_AT_ATTACK, theirs
    elif tubes[own] == 1:
        look = text.LOOK_AT_DANGER
    elif min(tubes.values()) > 2:
        look = text.LOOK_AT_ROOM
    else:
        look = text.LOOK_AT_THEIRS if about == theirs else text.LOOK_AT_OWN
    group = shortest[about]
    near = group is not None and BOARD.read(square) in group[1]
    where = text.look_by(BOARD.list(group[0])) if near and group else text.in_column(square)
    return Hint(look, where, text.place(square))
