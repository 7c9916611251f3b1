"""Judges a turn of Depth Charge by what its seat had heard, over all layouts that would explain it; hints."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.core import Placement
from bot.games.core.grid import squares_in
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import routes_in
from bot.games.plurals import counted, listed, plural
from bot.players.player import WORTH_SAYING, Choice, Hint, Judgement, Reviewer, judged, near

from .choosing import SeekerSettings, evidence, situation
from .posterior import infer
from .seeking import Seeker, Worth, likely

SETTINGS: Final = SeekerSettings(
    budget=1500, reports=1000, weighed=300, sailed=40, layouts=1, temperature=0.0, hunch=1.0
)
CLEAR: Final = 0.3
"""Odds of a mine from which it had better been charged."""
EVEN: Final = 0.5
"""Odds of a mine from which a charge was no gamble, but early."""
SEVERAL: Final = 4
"""The most squares with mines that the second step names."""
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
    return judged(
        likely(best.chance),
        likely(played.chance),
        action,
        best.action,
        lambda: _reason(seeker, view, played, best),
    )


def _reason(seeker: Seeker, view: DepthChargeView, played: Worth, best: Worth) -> str:
    """Why what was played was worse than the best."""
    action = played.action
    match action:
        case Charge(square):
            name, odds = BOARD.names[square], seeker.hit(action)
            if not odds:
                return f"Going by the reports, there couldn’t be a mine on {name}."
            if odds >= EVEN:
                return f"Going by the reports, {name} has a mine {_share(odds)}, but that could have waited."
            only = f"oing by the reports, {name} has a mine only {_share(odds)}."
            return (
                f"G{only}"
                if seeker.now.misses > 1
                else f"One more miss would have lost the game, and g{only}"
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
    longer = round(played.turns - best.turns)
    turns = f"about {counted(longer, 'turn')}" if longer > 0 else "part of a turn"
    return f"A{named(view, action)[1:]} makes the hunt for the mines {turns} longer than it had to be."


def _share(odds: float) -> str:
    if odds == 1:
        return "for certain"
    share = min(max(round(100 * odds), 1), 99)
    return plural(share, "once in 100 times", f"{share} times out of 100")


def named(view: DepthChargeView, action: DepthChargeAction) -> str:
    """A turn inside a sentence."""
    match action:
        case Charge(square):
            return f"a depth charge on {BOARD.names[square]}"
        case Sound(square):
            return f"a sounding of {BOARD.names[square]}"
        case Move(steps):
            path = [BOARD.names[square] for square in routes_in(view)[steps]]
            return f"a move to {path[-1]}{f' via {listed(path[:-1])}' if len(path) > 1 else ''}"
        case _:
            raise ValueError("layouts aren’t judged")


def hint(view: DepthChargeView, choice: Choice[DepthChargeAction]) -> Hint:
    """What to look at, where, and what to do."""
    certain, possible = _mines(view)
    ways = routes_in(view)
    assert view.viewer is not None
    beside = BOARD.list(BOARD.around[BOARD.read(view.side(view.viewer).boat)])
    told = f"Try {named(view, choice.action)}."
    match choice.action:
        case Charge(square):
            look = "Look at the squares beside your boat: which one could well hold a mine?"
            if square in certain:
                look = "Put your reports together: one square is certain to hold a mine."
            return Hint(look, near(BOARD.names[square], beside), told)
        case Sound(square):
            look = "Think about where a sounding would help you."
            if certain != possible:
                look = "You can’t be sure of every mine yet. Where would a sounding tell you the most?"
            return Hint(look, near(BOARD.names[square], beside), told)
        case Move(steps):
            goal = ways[steps][-1]
            look = "Your boat would be more use somewhere else. Where could it sound or drop a charge next?"
            where = near(BOARD.names[goal], {BOARD.names[path[-1]] for path in ways.values()})
            around = possible & {*BOARD.around[goal]}
            if 0 < len(around) <= SEVERAL:
                where = f"There could be a mine on {listed(BOARD.list(around), 'or')}."
            if around & certain:
                where = f"There must be a mine on {listed(BOARD.list(around & certain))}."
                look = (
                    "Put your reports together: they prove where a mine is. Now the question is how to get "
                    "close to it."
                )
            return Hint(look, where, told)
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


REVIEWER: Final = Reviewer(judge, named, milliseconds=100)
