"""Judges a turn of Depth Charge by what its seat had heard, over all layouts that would explain it; hints."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from bot.games.core import Placement, Seat
from bot.games.core.grid import squares_in
from bot.games.depthcharge import notebook
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.reasons import proving
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import enemy, routes_in
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.players.judgement import WORTH_SAYING, Judgement, Reviewer, judged
from bot.players.player import Choice, Hint, near

from .board import enemy_water
from .choosing import evidence, situation
from .posterior import Posterior, infer, narrowed
from .seeking import Seeker, Worth, likely

LIMIT: Final = 500
"""Half-explained layouts that are kept at once."""
WEIGHED: Final = 100
"""Layouts on which soundings are compared."""
SAILED: Final = 16
"""Layouts over which the way is averaged."""
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


def judge(
    view: DepthChargeView, legal: Any, action: DepthChargeAction, _rng: Random
) -> Judgement[Any] | None:
    """The judgement of a turn; none of a layout, which nothing is known about beforehand."""
    if isinstance(legal, Placement):
        return None
    seat = view.viewer
    assert seat is not None
    own, theirs = (_posterior(view, each) for each in (seat, enemy(seat)))
    seeker = Seeker(situation(view, own, theirs.doubt), own.layouts[:WEIGHED], own.layouts[:SAILED])
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


def _posterior(view: DepthChargeView, seat: Seat) -> Posterior:
    """What ``seat`` can know of its enemy's mines by ``view``."""
    known = evidence(view, seat, REPORTS)
    return narrowed(known, enemy_water(seat, known.islands), LIMIT)


def _reason(seeker: Seeker, view: DepthChargeView, played: Worth, best: Worth) -> str:
    """Why what was played was worse than the best."""
    action = played.action
    match action:
        case Charge(square):
            name, odds = BOARD.names[square], seeker.hit(action)
            if not odds:
                return gettext("Going by the reports, there couldn’t be a mine on {square}.", square=name)
            if odds >= EVEN:
                return gettext(
                    "Going by the reports, {square} has a mine {share}, but the depth charge could have "
                    "waited.",
                    square=name,
                    share=_share(odds),
                )
            told = gettext(
                "Going by the reports, {square} has a mine only {share}.", square=name, share=_share(odds)
            )
            if seeker.now.misses > 1:
                return told
            return f"{told} {gettext('The whole game was staked on it.')}"
        case Move(steps):
            path = routes_in(view)[steps]
            danger = sum(seeker.odds.get(1 << square, 0.0) for square in path)
            if danger >= WORTH_SAYING:
                return gettext(
                    "Going by the reports, this hits a mine {share}.", share=_share(min(danger, 1.0))
                )
    if isinstance(best.action, Charge) and (odds := seeker.hit(best.action)) >= CLEAR:
        name = BOARD.names[best.action.square]
        return gettext(
            "This leaves {square} alone, although it has a mine {share}.", square=name, share=_share(odds)
        )
    longer = round(played.turns - best.turns)
    if longer > 0:
        return ngettext(
            "This makes the hunt for the mines about {number} turn longer than it had to be.",
            "This makes the hunt for the mines about {number} turns longer than it had to be.",
            longer,
        )
    return gettext("This makes the hunt for the mines slightly longer than it had to be.")


def _share(odds: float) -> str:
    if odds == 1:
        return gettext("for certain")
    share = min(max(round(100 * odds), 1), 99)
    return ngettext("once in 100 times", "{number} times out of 100", share)


def named(view: DepthChargeView, action: DepthChargeAction) -> str:
    """A turn inside a sentence."""
    match action:
        case Charge(square):
            return gettext("a depth charge on {square}", square=BOARD.names[square])
        case Sound(square):
            return gettext("a sounding on {square}", square=BOARD.names[square])
        case Move(steps):
            *via, goal = (BOARD.names[square] for square in routes_in(view)[steps])
            if via:
                return gettext("a move to {square} via {others}", square=goal, others=listed(via))
            return gettext("a move to {square}", square=goal)
        case _:
            raise ValueError("layouts aren’t judged")


def hint(view: DepthChargeView, choice: Choice[DepthChargeAction]) -> Hint:
    """What to look at, where, and what to do."""
    found = _leading(view, choice)
    if not any(report.seat == view.viewer for report in view.reports):
        return found
    return found._replace(shade=gettext("No mine can be on the dark squares."))


def _leading(view: DepthChargeView, choice: Choice[DepthChargeAction]) -> Hint:
    """A hint without what the picture's shade means."""
    certain, possible = _mines(view)
    ways, told = routes_in(view), gettext("Try {turn}.", turn=named(view, choice.action))
    assert view.viewer is not None
    beside = BOARD.list(BOARD.around[BOARD.read(view.side(view.viewer).boat)])
    match choice.action:
        case Charge(square):
            name = BOARD.names[square]
            told_where = gettext_noop("The best square for a depth charge is {squares}.")
            where, near_by = near(name, {name, *beside} & {name, *BOARD.list(possible)}, told_where)
            if square not in certain:
                look = gettext("Look at the squares beside your boat: which one could well hold a mine?")
                return Hint(look, where, told, near_by)
            look = _proven(view, [square])
            where = gettext("It’s on {squares}.", squares=listed(near_by, "or"))
            return Hint(look, where, told, near_by, ((name, "mine"),) if near_by == (name,) else ())
        case Sound(square):
            name = BOARD.names[square]
            look = gettext("You can’t be sure of every mine yet.") if certain != possible else ""
            where, near_by = near(name, beside, gettext_noop("The best square to sound is {squares}."))
            return Hint(look, where, told, near_by)
        case Move(steps):
            goal = ways[steps][-1]
            look = gettext(
                "Your boat would be more useful somewhere else. Where could it sound or drop a depth "
                "charge next?"
            )
            ends = {BOARD.names[path[-1]] for path in ways.values()}
            told_where = gettext_noop("The best square to move to is {squares}.")
            where, near_by = near(BOARD.names[goal], ends, told_where)
            around = possible & {*BOARD.around[goal]}
            if 0 < len(around) <= SEVERAL:
                squares = listed(BOARD.list(around), "or")
                where, near_by = gettext("There could be a mine on {squares}.", squares=squares), ()
            mines = BOARD.list(around & certain)
            if mines:
                where, near_by = gettext("There must be a mine on {squares}.", squares=listed(mines)), ()
                close = gettext("Now the question is how to get close to it.")
                look = f"{_proven(view, map(BOARD.read, mines))} {close}"
            return Hint(look, where, told, near_by, tuple((mine, "mine") for mine in mines))
        case _:
            raise ValueError("there are no hints for layouts")


def _proven(view: DepthChargeView, mines: Iterable[int]) -> str:
    """That a player can prove where these mines are, and with which reports."""
    known = notebook.evidence(view)
    needed = {report for mine in mines for report in proving(known, mine)}
    sounded = dict.fromkeys(BOARD.names[report[0]] for report in known.reports if report in needed)
    return ngettext(
        "Look at your report from {sounded}: it proves where a mine is.",
        "Put your reports from {sounded} together: they prove where a mine is.",
        len(sounded),
        sounded=listed(sounded),
    )


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


REVIEWER: Final = Reviewer(judge, named, milliseconds=5)
