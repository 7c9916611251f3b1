"""The crew's chance to win: the outlook and the clocks, weighed by what became of such positions.

The outlook alone puts positions in order, but once the crew's walls are broken, it is much too dark: the
crew often goes on for twenty rounds. ``python -m tests.players.crackers.fit`` found the weights below from
games between equal players, who don't look at the number of rounds; each game tells of any number.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from .judgement import DEFAULT, look
from .position import Position

PER_ROUND: Final = -3.27
"""What the logarithm of the rounds that are left counts, in log-odds."""
WEIGHTS: Final = (-9.33, 3.05, 0.94, 2.84, 1.10, -1.16, 1.26)
"""What each of ``features`` counts."""


def features(position: Position, outlook: float) -> tuple[float, ...]:
    """What the chance depends on, the rounds that are left aside."""
    board, layout = position.board, position.board.plan
    seen = board.seen or look(board, DEFAULT, wade=position.wade)
    return (
        1.0,
        log(layout.columns * layout.rows),
        outlook / 10,
        log(max(seen.clock2, 1.0)),
        log(1 + seen.clock1),
        seen.left / 5,
        float(seen.walls > 0),
    )


def rounds(position: Position, outlook: float) -> float:
    """How many more rounds the crew survives in half of the games that stand like this one."""
    found = zip(WEIGHTS, features(position, outlook), strict=True)
    return exp(sum(weight * each for weight, each in found) / -PER_ROUND)


def chance(position: Position, outlook: float, left: int) -> float:
    """The crew's chance to win an undecided game with so many rounds ``left``, at least 1."""
    return 1 / (1 + exp(-PER_ROUND * log(left / rounds(position, outlook))))
