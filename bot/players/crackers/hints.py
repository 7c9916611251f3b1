"""Leads to an action of Crackers in three steps."""

from __future__ import annotations

import sys
from typing import Final

from bot.games.crackers.actions import CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from bot.games.crackers.text import name
from bot.games.crackers.view import CrackersView
from bot.players.player import Choice, Hint

from . import text
from .judgement import DEFAULT, look
from .position import CAPTAIN, Position
from .search import Sight, turns

WIDTH: Final = 4
"""The captain's turns that are gone on with after each part, in the look for one that cuts somebody off."""


def hint(view: CrackersView, choice: Choice[CrackersAction]) -> Hint:
    """What to look at, where, and what to do."""
    match choice.action:
        case Walk(to, bag):
            who, stays = name(view.mover), view.pawns[CREW.index(view.mover)] == to
            return Hint(_look(view, choice.action), text.in_column(to), text.walk(who, to, bag, stays=stays))
        case Pump(leak, to):
            return Hint(text.LOOK_AT_WATER, text.at_leak(leak), text.pump(leak, to or leak))
        case Unbag(square):
            look = text.LOOK_AT_FORT if _is_near(view, square, fort=True) else text.LOOK_AT_BAGS
            return Hint(look, text.in_column(square), text.take(square))
        case Bag(square):
            look = text.LOOK_AT_ROOM if _is_near(view, square, fort=False) else text.LOOK_AT_PLACES
            return Hint(look, text.in_column(square), text.drop(square))
        case Flow(square, to):
            return Hint(text.LOOK_AT_WATER, text.in_column(square), text.flow(square, to))


def _look(view: CrackersView, action: Walk) -> str:
    """What a crew member should look at."""
    position = Position.of(view)
    safe = look(position.board, DEFAULT, wade=position.wade).safe
    if not safe >> position.pawns[position.turn] & 1:
        return text.LOOK_AT_WAY_HOME if _can_be_cut_off(position) else text.LOOK_AT_HOME
    if not action.bag:
        return text.LOOK_AT_STEPS
    if action.bag == "-":
        return text.LOOK_AT_BAGS
    if _is_near(view, action.to, fort=True):
        return text.LOOK_AT_WALLS
    return text.LOOK_AT_CONTROL if _is_near(view, action.to, fort=False) else text.LOOK_AT_PLACES


def _can_be_cut_off(position: Position) -> bool:
    """Whether the captain, if it were his turn, has one that cuts off whoever is to move."""
    his = position.copy()
    his.turn = CAPTAIN
    best = turns(his, WIDTH, Sight(sys.maxsize))[0].after
    return not best.board.home(wade=best.wade) >> position.pawns[position.turn] & 1


def _is_near(view: CrackersView, square: str, *, fort: bool) -> bool:
    """Whether a square is in the two rings around the pod (``fort``) or around the control room."""
    layout = Position.of(view).board.plan
    first, second, *_ = layout.around_pod if fort else layout.around_control
    return bool((first | second) >> view.grid.numbers[square] & 1)
