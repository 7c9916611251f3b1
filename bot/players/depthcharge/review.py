"""Judges a turn of Depth Charge by what its seat had heard, over all layouts that would explain it; hints."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.core import Placement
from bot.games.core.grid import squares_in
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import routes_in
from bot.players.player import WORTH_SAYING, Choice, Hint, Judgement, Reviewer

from . import text
from .choosing import SeekerSettings, evidence, situation
from .posterior import infer
from .seeking import Seeker, Worth, likely

SETTINGS: Final = SeekerSettings(
    budget=1500, reports=1000, weighed=300, sailed=40, layouts=1, temperature=0.0, hunch=1.0
)
CLEAR: Final = 0.3
"""Odds of a mine from which it had better been charged."""
SEVERAL: Final = 4
"""Squares that the second step names."""
REPORTS: Final = 1_000
"""More than there are in any game."""
EXPLANATIONS: Final = 2_000
"""Half-explained layouts that are kept at once."""


def judge(view: DepthChargeView, legal: Any, action: DepthChargeAction, rng: Random) -> Judgement[Any] | None:
    """The judgement of a turn; none of a layout, which nothing is known about beforehand."""
    if isinstance(legal, Placement):
        return None
    seeker = Seeker(situation(view, rng, SETTINGS), SETTINGS.weighed, SETTINGS.sailed)
    found = seeker.weigh(legal)
    best = found[0]
    played = next((each for each in found if each.action == action), None)
    if played is None:
        # A way that isn't the safest to its goal.
        assert isinstance(action, Move)
        played = seeker.moving(action, routes_in(view)[action.steps])
    after = likely(played.chance)
    before = max(likely(best.chance), after)
    reason = ""
    if before - after >= WORTH_SAYING:
        reason = _reason(seeker, view, action, best)
    return Judgement(before, after, best.action if before > after else action, reason)


def _reason(seeker: Seeker, view: DepthChargeView, action: DepthChargeAction, best: Worth) -> str:
    """Why ``action`` was worse than the best."""
    match action:
        case Charge(square):
            odds = seeker.hit(action)
            return (
                text.charged(BOARD.names[square], odds)
                if seeker.now.misses > 1 or not odds
                else text.RISKED_ALL
            )
        case Move(steps):
            path = routes_in(view)[steps]
            danger = sum(seeker.odds.get(1 << square, 0.0) for square in path)
            if danger >= WORTH_SAYING:
                return text.sails_over(min(danger, 1.0))
    if isinstance(best.action, Charge) and (odds := seeker.hit(best.action)) >= CLEAR:
        return text.misses_charge(BOARD.names[best.action.square], odds)
    return text.LITTLE_NEWS if isinstance(action, Sound) else text.TOO_SLOW


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
    posterior = infer(evidence(view, view.viewer, REPORTS), EXPLANATIONS, Random(0))
    may = must = 0
    for order, layout in enumerate(posterior.layouts):
        may |= layout
        must = must & layout if order else layout
    # A sample of the layouts proves nothing.
    return set(squares_in(must)) if posterior.complete else set(), set(squares_in(may))


def _near(view: DepthChargeView, square: int) -> str:
    """The square among those beside the boat in its column."""
    assert view.viewer is not None
    boat = BOARD.read(view.side(view.viewer).boat)
    column = BOARD.place(square)[0]
    beside = [each for each in BOARD.around[boat] if BOARD.place(each)[0] == column]
    return text.near(BOARD.list(beside[:SEVERAL]))


REVIEWER: Final = Reviewer(judge, milliseconds=100)
