"""The crew's chance to win: the outlook and the clocks, weighed by what became of such positions.

The outlook alone puts positions in order, but once the crew's walls are broken, it is much too dark: the
crew often goes on for twenty rounds. ``python -m tests.players.crackers.fit`` found the weights below from
games between First Mates, who don't look at the number of rounds; each game tells of any number. The
farther off the end is, the smaller the share by which it varies: hence the square root of the rounds left.
"""

from __future__ import annotations

from math import log, sqrt, tanh
from typing import Final

from .judgement import DEFAULT, look
from .position import Position

PER_ROUND: Final = -4.11
"""What the square root of the rounds that are left counts, in log-odds."""
WEIGHTS: Final = (-2.48, 1.56, 0.96, 4.02, 1.48)
"""What each of ``features`` counts."""


def features(position: Position, outlook: float) -> tuple[float, ...]:
    """What the chance depends on, the rounds that are left aside."""
    board = position.board
    seen = board.seen or look(board, DEFAULT, wade=position.wade)
    squares = board.plan.full
    dry = (squares & ~board.wet).bit_count()
    return 1.0, log(squares.bit_count()), outlook / 10, log(max(seen.clock2, 1.0)), dry / 10


def odds(position: Position, outlook: float) -> float:
    """The crew's log-odds to win, but for the rounds that are left."""
    found = zip(WEIGHTS, features(position, outlook), strict=True)
    return sum(weight * each for weight, each in found)


def rounds(position: Position, outlook: float) -> float:
    """How many more rounds the crew survives in half of the games that stand like this one."""
    return max(0.0, odds(position, outlook) / -PER_ROUND) ** 2


def chance(position: Position, outlook: float, left: int) -> float:
    """The crew's chance to win an undecided game with so many rounds ``left``, at least 1."""
    return (1 + tanh((odds(position, outlook) + PER_ROUND * sqrt(left)) / 2)) / 2
