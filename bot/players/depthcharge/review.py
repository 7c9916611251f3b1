"""Judges a turn of Depth Charge by what its seat had heard, over all layouts that would explain it."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.core import Placement
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import routes_in
from bot.players.reviewing import WORTH_SAYING, Judgement, Reviewer

from . import text
from .choosing import SeekerSettings, situation
from .seeking import Seeker, Worth, likely

SETTINGS: Final = SeekerSettings(
    budget=1500, reports=1000, weighed=300, sailed=40, layouts=1, temperature=0.0, hunch=1.0
)
CLEAR: Final = 0.3
"""Odds of a mine from which it had better been charged."""


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


REVIEWER: Final = Reviewer(judge, milliseconds=100)
