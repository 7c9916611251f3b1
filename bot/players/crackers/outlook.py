"""The crew's chance to win: log-odds by formula, and what games between computers teach to add to them.

Each layout has weights of its own. Players don't look at the number of rounds, so each game that they play on
until the captain wins tells of any number (``tests.players.crackers.training``).
"""

from __future__ import annotations

from math import isqrt, tanh
from typing import Final

from bot.players import learnt
from bot.players.learnt import UNIT, LearntFile

from . import judgement
from .judgement import glance
from .position import CAPTAIN, Position

STEP: Final = 16
"""What stands for 1 in a feature."""
FEATURES: Final = 25
AREAS: Final = 36, 49, 64
"""The squares of the layouts that are learnt apart; another goes by the nearest."""
LEARNT: Final = LearntFile("crackers", 1, (FEATURES + 1,) * len(AREAS))
"""For each layout a weight for each feature, and one for the square root of the rounds that are left."""


def area(position: Position) -> int:
    """Which layout's weights count."""
    squares = position.board.plan.full.bit_count()
    return min(range(len(AREAS)), key=lambda number: abs(AREAS[number] - squares))


def _root(value: float) -> int:
    return isqrt(STEP * STEP * max(0, round(value)))


def _within(value: float, least: float, most: float) -> int:
    return round(STEP * max(least, min(most, value)))


def features(position: Position, outlook: float) -> tuple[int, ...]:
    """What the chance depends on, the rounds that are left aside; in sixteenths."""
    board = position.board
    layout, seen = board.plan, glance(position)
    above, wet, inner = board.above, board.wet, layout.around_pod[0]
    squares = layout.full.bit_count()
    crew = [1 << pawn for pawn in position.pawns]
    low = wet & ~above[3]
    out = sum(not pawn & seen.walled for pawn in crew)
    unsafe = sum(not pawn & seen.safe for pawn in crew)
    later = sum(not pawn & seen.safe_later for pawn in crew)
    lacking = sum(sorted(ring.lacking for ring in seen.rings)[:2])
    near, beyond = (judgement.lacks(board, ring, 0) for ring in layout.around_control)
    captains = position.turn == CAPTAIN
    return (
        STEP,
        _within(outlook / 10, -4, 4),
        _within(outlook / 10, -4, 0),
        _within((outlook - 15) / 10, 0, 3),
        _root(seen.clock2),
        _within(seen.clock2 / 10, 0, 5),
        STEP * (layout.full & ~wet).bit_count() // squares,
        STEP * board.deep.bit_count() // squares,
        STEP * (layout.full & above[3]).bit_count() // squares,
        STEP * sum(board.sand) // squares,
        _within(lacking / 10, 0, 5),
        STEP * (seen.walls == 1),
        STEP * (seen.walls == 2),
        _within(seen.clock1 / 5, 0, 4),
        STEP * unsafe,
        STEP * (unsafe > 0),
        STEP * later,
        STEP * out,
        _within(seen.left / 5, 0, 5),
        STEP * position.parts // 3 if captains else 0,
        STEP * (3 - position.turn) // 3,
        STEP * (inner & low).bit_count(),
        _within(near / 10, 0, 2),
        _within(min(near, beyond) / 10, 0, 2),
        _within(board.water[layout.control], 0, 1),
    )


def _odds(position: Position, outlook: float) -> tuple[float, float]:
    """The crew's log-odds to win but for the rounds that are left, and what the root of those counts."""
    odds, root = judgement.odds(position, outlook)
    tables = learnt.tables(LEARNT)
    if tables is None:
        return odds, root
    *weights, rooted = tables[area(position)]
    found = sum(weight * value for weight, value in zip(weights, features(position, outlook), strict=True))
    return odds + found / (STEP * UNIT), root + rooted / UNIT


def rounds(position: Position, outlook: float) -> float:
    """How many more rounds the crew survives in half of the games that stand like this one."""
    odds, root = _odds(position, outlook)
    return max(0.0, odds / -root) ** 2


def chance(position: Position, outlook: float, left: int) -> float:
    """The crew's chance to win an undecided game with so many rounds ``left``, at least 1."""
    odds, root = _odds(position, outlook)
    return (1 + tanh((odds + root * isqrt(STEP * STEP * left) / STEP) / 2)) / 2
