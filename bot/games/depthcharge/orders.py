"""A boat that sails on to a distant square until something happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.core import Standing
from bot.languages import gettext, gettext_noop

from .actions import BOARD, LONGEST_PATH, Move
from .notebook import doubtful, located
from .view import DepthChargeView
from .waters import barred_in, routes_beside


def offered(view: DepthChargeView) -> Iterator[str]:
    """The squares that the boat whose turn it is reaches in more than one turn, the nearest first."""
    if not _may_sail(view):
        return
    own = view.side(view.to_act[0])
    for square, steps in _nearest_first(BOARD.read(own.boat), _barred(view)):
        if steps > LONGEST_PATH and (name := BOARD.names[square]) not in (own.mines or ()):
            yield name


def follow(since: DepthChargeView, now: DepthChargeView, order: str) -> str:
    """The longest move on a shortest way to the square ``order``, unless something has happened.

    Of those it takes the one over the fewest squares that may hold a mine.
    """
    if not _may_sail(now) or _found(now) != _found(since):
        return ""
    own, barred = now.side(now.to_act[0]), _barred(now)
    boat, mines = BOARD.read(own.boat), tuple(map(BOARD.read, own.mines or ()))
    left = dict(_nearest_first(BOARD.read(order), barred))
    if BOARD.read(order) in barred or boat not in left:
        return ""
    nearer = {
        letters: squares
        for letters, squares in routes_beside(boat, barred, mines).items()
        if left.get(squares[-1]) == left[boat] - len(squares)
    }
    unsure = frozenset(map(BOARD.read, doubtful(now, own.seat)))
    best = min(nearer, key=lambda way: (-len(way), len(unsure.intersection(nearer[way])), way), default="")
    return str(Move(best)) if best else ""


def ended(since: DepthChargeView, now: DepthChargeView, order: str) -> str:
    """Why the boat doesn't sail on to the square ``order``; what stops it has just happened."""
    if now.side(now.to_act[0]).boat == order:
        return gettext("Your boat has reached {square}.", square=order)
    stopped = gettext("Your boat has stopped on its way to {square}.", square=order)
    why = gettext("The way is blocked." if _found(now) == _found(since) else "A mine has been found.")
    return f"{stopped} {why}"


def _may_sail(view: DepthChargeView) -> bool:
    return view.phase == "play" and view.to_act == (view.viewer,)


def _found(view: DepthChargeView) -> tuple[object, ...]:
    """What changes when somebody finds a mine."""
    return tuple((side.destroyed, located(view, side.seat)) for side in view.sides)


def _barred(view: DepthChargeView) -> frozenset[int]:
    """Where the viewer's boat can't go, or a mine is known to be."""
    return barred_in(view).union(map(BOARD.read, located(view, view.to_act[0])))


def _nearest_first(start: int, barred: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Each square with how many steps it is from ``start`` without entering ``barred``."""
    steps = {start: 0}
    reached = [start]
    for here in reached:
        yield here, steps[here]
        for there in BOARD.orthogonal[here]:
            if there not in barred and there not in steps:
                steps[there] = steps[here] + 1
                reached.append(there)


ORDERS: Final[Standing[DepthChargeView]] = Standing(
    gettext_noop("Sail On…"),
    offered,
    follow,
    lambda _, square: gettext("Your boat sails to {square}, up to 3 squares a turn.", square=square),
    gettext_noop("It stops if a mine is found or the way is blocked. Hidden mines can sink it."),
    ended,
)
