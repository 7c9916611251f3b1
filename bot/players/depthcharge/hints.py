"""Leads to a turn of Depth Charge in three steps."""

from __future__ import annotations

from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import routes_in
from bot.players.player import Choice, Hint

from . import text

SEVERAL = 4
"""Squares that the second step names."""


def hint(view: DepthChargeView, choice: Choice[DepthChargeAction]) -> Hint:
    """What to look at, where, and what to do."""
    match choice.action:
        case Charge(square):
            look = text.LOOK_AT_CERTAIN if choice.proven else text.LOOK_AT_LIKELY
            return Hint(look, _near(view, square), text.charge(BOARD.names[square]))
        case Sound(square):
            return Hint(text.LOOK_AT_DOUBT, _near(view, square), text.sound(BOARD.names[square]))
        case Move(steps):
            goal = BOARD.names[routes_in(view)[steps][-1]]
            return Hint(text.LOOK_AT_DISTANCE, text.goal_column(goal), text.move(goal))
        case _:
            raise ValueError("there are no hints for layouts")


def _near(view: DepthChargeView, square: int) -> str:
    """The square among those beside the boat in its column, or in its row if it is alone there."""
    assert view.viewer is not None
    boat = BOARD.read(view.side(view.viewer).boat)
    column = BOARD.place(square)[0]
    beside = [each for each in BOARD.around[boat] if BOARD.place(each)[0] == column]
    return text.near(BOARD.list(beside[:SEVERAL]))
