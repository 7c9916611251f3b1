"""Leads to an action of Crackers in three steps."""

from __future__ import annotations

from bot.games.crackers.actions import CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from bot.games.crackers.narration import name
from bot.games.crackers.view import CrackersView
from bot.players.player import Choice, Hint

from . import text
from .judgement import DEFAULT, look
from .position import Position


def hint(view: CrackersView, choice: Choice[CrackersAction]) -> Hint:
    """What to look at, where, and what to do."""
    match choice.action:
        case Walk(to, bag):
            who, stays = name(view.mover), view.pawns[CREW.index(view.mover)] == to
            told = {"": text.walk, "+": text.walk_and_drop, "-": text.walk_and_take}[bag]
            return Hint(_look(view, choice.action), text.in_column(to), told(who, to, stays=stays))
        case Pump(leak, to):
            return Hint(text.LOOK_AT_WATER, text.at_leak(leak), text.pump(leak, to or leak))
        case Unbag(square):
            return Hint(text.LOOK_AT_FORT, text.in_column(square), text.take(square))
        case Bag(square):
            return Hint(text.LOOK_AT_ROOM, text.in_column(square), text.drop(square))
        case Flow(square, to):
            return Hint(text.LOOK_AT_WATER, text.in_column(square), text.flow(square, to))


def _look(view: CrackersView, action: Walk) -> str:
    """What a crew member should look at."""
    position = Position.of(view)
    safe = look(position.board, DEFAULT, wade=position.wade).safe
    if not safe >> position.pawns[position.turn] & 1:
        return text.LOOK_AT_WAY_HOME
    if not action.bag:
        return text.LOOK_AT_STEPS
    if action.bag == "-":
        return text.LOOK_AT_BAGS
    near_control = sum(position.board.plan.around_control)
    return text.LOOK_AT_CONTROL if near_control >> view.grid.numbers[action.to] & 1 else text.LOOK_AT_WALLS
