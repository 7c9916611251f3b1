"""The lake: whose water is whose, and where a boat can go from a square."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from bot.games.core import ORTHOGONAL, Seat
from bot.languages import gettext_noop

from .actions import BOARD, LONGEST_PATH, NORTH, SOUTH
from .view import DepthChargeView

HALVES: Final[Mapping[Seat, frozenset[int]]] = {
    SOUTH: frozenset(square for square in range(144) if BOARD.place(square)[1] < 6),
    NORTH: frozenset(square for square in range(144) if BOARD.place(square)[1] >= 6),
}
"""Each seat's side: rows 1–6 and rows 7–12 (rulings, head)."""
HARBOURS: Final[Mapping[Seat, int]] = {SOUTH: BOARD.read("a1"), NORTH: BOARD.read("l12")}
"""Where the boats start (rulings, head)."""
INLAND: Final = frozenset(square for square in range(144) if len(BOARD.around[square]) == 8)
"""The squares off the shore, where islands may be (ruling 1)."""
WAYS: Final[Mapping[str, str]] = gettext_noop(
    {
        "n": "north",
        "e": "east",
        "s": "south",
        "w": "west",
    }
)
"""A step's letter in words."""


def enemy(seat: Seat) -> Seat:
    """The other seat."""
    return NORTH if seat == SOUTH else SOUTH


def clear_in(view: DepthChargeView) -> set[int]:
    """The squares of the enemy's half that are known to hold no live mine."""
    own, rival = (view.side(seat) for seat in (view.to_act[0], enemy(view.to_act[0])))
    names = (*rival.swept, *rival.destroyed, *own.missed, *view.proved.empty)
    return {HARBOURS[rival.seat], *map(BOARD.read, names)}


def _steps(square: int) -> Mapping[str, int]:
    column, row = BOARD.place(square)
    ways = zip("nesw", ORTHOGONAL, strict=True)
    reached = {letter: BOARD.at(column + right, row + up) for letter, (right, up) in ways}
    return {letter: after for letter, after in reached.items() if after is not None}


_BESIDE: Final = tuple(_steps(square) for square in range(144))
"""The squares one step from each, by the step's letter."""


def step(square: int, letter: str) -> int | None:
    """The square one step from ``square``; None off the lake."""
    return _BESIDE[square].get(letter)


def squares_of(boat: int, letters: str) -> tuple[int, ...]:
    """The squares that a boat on ``boat`` enters by ``letters``, none of which leads off the lake."""
    squares, here = [], boat
    for letter in letters:
        here = _BESIDE[here][letter]
        squares.append(here)
    return tuple(squares)


@cache
def distance(letters: str) -> int:
    """How far from its square a boat ends that goes by ``letters``."""
    across, up = letters.count("e") - letters.count("w"), letters.count("n") - letters.count("s")
    return abs(across) + abs(up)


@lru_cache(maxsize=256)
def routes(boat: int, barred: frozenset[int]) -> Mapping[str, tuple[int, ...]]:
    """Every path of one to three steps from ``boat``: its letters, and the squares entered in order.

    No step enters ``barred`` (islands and the enemy's boat) or a square of the path again (ruling 3).
    The result is cached: don't change it. At most 52 paths to 24 squares.
    """
    found: dict[str, tuple[int, ...]] = {}
    edge: list[tuple[str, tuple[int, ...]]] = [("", ())]
    for _ in range(LONGEST_PATH):
        longer = [
            (letters + letter, (*squares, after))
            for letters, squares in edge
            for letter, after in _BESIDE[squares[-1] if squares else boat].items()
            if after not in barred and after != boat and after not in squares
        ]
        found.update(longer)
        edge = longer
    return found


def barred_in(view: DepthChargeView) -> frozenset[int]:
    """Where the boat whose turn it is can't go, as far as ``view`` shows: islands and the enemy's boat."""
    names = {view.side(enemy(view.to_act[0])).boat, *(name for side in view.sides for name in side.islands)}
    return frozenset(map(BOARD.read, names))


def routes_in(view: DepthChargeView) -> Mapping[str, tuple[int, ...]]:
    """The :func:`routes` of the boat whose turn it is, as far as ``view`` shows what bars them."""
    return routes(BOARD.read(view.side(view.to_act[0]).boat), barred_in(view))


@lru_cache(maxsize=256)
def routes_beside(boat: int, barred: frozenset[int], mines: tuple[int, ...]) -> Mapping[str, tuple[int, ...]]:
    """Those of :func:`routes` that don't end on one of ``mines``; cached as well."""
    return {letters: squares for letters, squares in routes(boat, barred).items() if squares[-1] not in mines}
