"""Leads to a turn of Depth Charge in three steps."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import routes_in
from bot.players.player import Choice, Hint

from . import text
from .board import bits
from .choosing import evidence
from .posterior import infer

SEVERAL = 4
"""Squares that the second step names."""
REPORTS: Final = 1_000
"""More than there are in any game."""
LAYOUTS: Final = 2_000
"""Half-explained layouts that are kept at once."""


def hint(view: DepthChargeView, choice: Choice[DepthChargeAction]) -> Hint:
    """What to look at, where, and what to do."""
    certain, possible = _mines(view)
    match choice.action:
        case Charge(square):
            look = text.LOOK_AT_CERTAIN if square in certain else text.LOOK_AT_CHARGE
            return Hint(look, _near(view, square), text.charge(BOARD.names[square]))
        case Sound(square):
            look = text.LOOK_AT_DOUBT if certain != possible else text.LOOK_AT_SOUNDING
            return Hint(look, _near(view, square), text.sound(BOARD.names[square]))
        case Move(steps):
            goal = routes_in(view)[steps][-1]
            look = text.LOOK_AT_DISTANCE if certain & {*BOARD.around[goal]} else text.LOOK_AT_BERTH
            return Hint(look, text.goal_column(BOARD.names[goal]), text.move(BOARD.names[goal]))
        case _:
            raise ValueError("there are no hints for layouts")


def _mines(view: DepthChargeView) -> tuple[set[int], set[int]]:
    """The squares that must hold a live enemy mine by what the viewer knows, and those that may."""
    assert view.viewer is not None
    posterior = infer(evidence(view, view.viewer, REPORTS), LAYOUTS, Random(0))
    may = must = 0
    for order, layout in enumerate(posterior.layouts):
        may |= layout
        must = must & layout if order else layout
    # A sample of the layouts proves nothing.
    return _squares(must) if posterior.complete else set(), _squares(may)


def _near(view: DepthChargeView, square: int) -> str:
    """The square among those beside the boat in its column."""
    assert view.viewer is not None
    boat = BOARD.read(view.side(view.viewer).boat)
    column = BOARD.place(square)[0]
    beside = [each for each in BOARD.around[boat] if BOARD.place(each)[0] == column]
    return text.near(BOARD.list(beside[:SEVERAL]))


def _squares(layout: int) -> set[int]:
    return {square.bit_length() - 1 for square in bits(layout)}
