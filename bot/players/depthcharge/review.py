"""Judges a turn of Depth Charge by what its seat had heard, over all layouts that would explain it; hints."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.core import Placement
from bot.games.core.grid import squares_in
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import routes_in
from bot.games.plurals import listed, plural
from bot.players.player import WORTH_SAYING, Choice, Hint, Judgement, Reviewer

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
            name, odds = BOARD.names[square], seeker.hit(action)
            if not odds:
                return f"Going by the reports, there couldn’t be a mine on {name}."
            if seeker.now.misses > 1:
                return f"Going by the reports, {name} has a mine only {_share(odds)}."
            return (
                "One more miss would have lost the game, and it wasn’t certain that there was a mine on this "
                "square."
            )
        case Move(steps):
            path = routes_in(view)[steps]
            danger = sum(seeker.odds.get(1 << square, 0.0) for square in path)
            if danger >= WORTH_SAYING:
                return f"Going by the reports, this hits a mine {_share(min(danger, 1.0))}."
    if isinstance(best.action, Charge) and (odds := seeker.hit(best.action)) >= CLEAR:
        name = BOARD.names[best.action.square]
        if odds >= 1:
            return f"This leaves the mine on {name} alone, although it was certain to be there."
        return f"This leaves {name} alone, although it has a mine {_share(odds)}."
    if isinstance(action, Sound):
        return "A sounding there couldn’t reveal much that wasn’t already known."
    return "This doesn’t bring the boat any closer to the mines."


def _share(odds: float) -> str:
    return plural(max(round(100 * odds), 1), "once in 100 times", f"{round(100 * odds)} times out of 100")


def hint(view: DepthChargeView, choice: Choice[DepthChargeAction]) -> Hint:
    """What to look at, where, and what to do."""
    certain, possible = _mines(view)
    match choice.action:
        case Charge(square):
            look = "Look at the squares beside your boat: which one could well hold a mine?"
            if square in certain:
                look = "Put your reports together: one square is certain to hold a mine."
            return Hint(look, _near(view, square), f"Drop a depth charge on {BOARD.names[square]}.")
        case Sound(square):
            look = "Think about where a sounding would help you."
            if certain != possible:
                look = "You can’t be sure of every mine yet. Where would a sounding tell you the most?"
            return Hint(look, _near(view, square), f"Sound {BOARD.names[square]}.")
        case Move(steps):
            goal = routes_in(view)[steps][-1]
            name = BOARD.names[goal]
            look = "Your boat would be more use somewhere else. Where could it sound or drop a charge next?"
            if certain & {*BOARD.around[goal]}:
                look = (
                    "Put your reports together: they prove where a mine is. Now the question is how to get "
                    "close to it."
                )
            return Hint(look, f"Look at column {name[0]}.", f"Move your boat to {name}.")
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
    return f"The best square is {listed(BOARD.list(beside[:SEVERAL]), 'or')}."


REVIEWER: Final = Reviewer(judge, milliseconds=100)
