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

WEIGHTS: Final = (-1.81, -3.25, 1.22, 0.97, 2.72, 0.89, -0.94, 1.10)
"""What each of ``features`` counts, in log-odds."""


def features(position: Position, outlook: float, left: int) -> tuple[float, ...]:
    """What the chance depends on; ``left``: the rounds that are still to be played, at least 1."""
    board, layout = position.board, position.board.plan
    seen = board.seen or look(board, DEFAULT, wade=position.wade)
    return (
        1.0,
        log(left),
        log(layout.columns * layout.rows),
        outlook / 10,
        log(max(seen.clock2, 1.0)),
        log(1 + seen.clock1),
        seen.left / 5,
        float(seen.walls > 0),
    )


def chance(position: Position, outlook: float, left: int) -> float:
    """The crew's chance to win an undecided game with so many rounds ``left``, at least 1."""
    found = features(position, outlook, left)
    odds = sum(weight * each for weight, each in zip(WEIGHTS, found, strict=True))
    return 1 / (1 + exp(-max(-60.0, min(60.0, odds))))
