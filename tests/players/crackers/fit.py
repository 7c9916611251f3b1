"""Fits the crew's chance to win: ``python -m tests.players.crackers.fit``.

Equal players play on every layout until the captain wins, or nearly for ever: they don't look at the number
of rounds, so one game tells how a game of any number would have ended. The weights that it prints are those
in ``bot/players/crackers/judgement.py``, the last of them ``PER_ROUND``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from random import Random
from statistics import fmean
from typing import Final, TypeAlias

from bot.games.crackers.actions import CAPTAIN, RED
from bot.games.crackers.board import layout
from bot.players.crackers.judgement import features, judge
from bot.players.crackers.position import Position
from tests.games.crackers import NAMES
from tests.players.matches import positions

LONGEST: Final = 130
"""Rounds after which a game that nobody has won ends."""
SPAN: Final = 0.6, 1.6
"""The fewest and the most rounds that a game is taken to have, in those of the layout."""
NUMBERS: Final = 3
"""How many numbers of rounds each position is seen with."""
STEPS: Final = 12
"""Steps of Newton's method; many more than it takes."""
RIDGE: Final = 2.0
"""Holds the weights near zero, all but the first."""

Example: TypeAlias = tuple[tuple[float, ...], float]
"""Features with the square root of the rounds left, and 1 if the crew won."""


def examples(board: str, at: str, seed: int) -> Iterator[Example]:
    """Half of the positions at the beginning of a round of one game, each with a few numbers of rounds."""
    rng, met = Random(seed), list[Position]()
    for state, seat, view, _, choice in positions("crackers", seed, at=at, board=board, rounds=str(LONGEST)):
        last = state.play(seat, choice.action)
        if seat == RED and view.phase != "settle" and rng.random() < 0.5:
            met.append(Position.of(view))
    end = view.round if CAPTAIN in last.outcome.winners else LONGEST
    print(f"{board}, seed {seed}: the game ends in round {end}", flush=True)
    least, most = (int(share * layout(board).rounds) for share in SPAN)
    for position in met:
        outlook = judge(position)
        for number in (rng.randint(least, most) for _ in range(NUMBERS)):
            if number >= position.round:
                left = number - position.round + 1
                yield (*features(position, outlook), sqrt(left)), float(number < end)


def fitted(found: Sequence[Example]) -> list[float]:
    """The weights of a logistic regression."""
    places = range(len(found[0][0]))
    weights = [0.0 for _ in places]
    for _ in range(STEPS):
        # Each row: the curve, and the slope behind it.
        rows = [[RIDGE * (row == column > 0) for column in places] for row in places]
        for place, row in enumerate(rows):
            row.append(-RIDGE * weights[place] * (place > 0))
        for values, won in found:
            likely = chance(weights, values)
            for row, value in zip(rows, values, strict=True):
                for column, other in enumerate(values):
                    row[column] += value * other * likely * (1 - likely)
                row[-1] += value * (won - likely)
        for place, pivot in enumerate(rows):
            pivot[:] = [value / pivot[place] for value in pivot]
            for row in rows:
                if row is not pivot:
                    row[:] = [mine - row[place] * top for mine, top in zip(row, pivot, strict=True)]
        weights = [weight + row[-1] for weight, row in zip(weights, rows, strict=True)]
    return weights


def chance(weights: Sequence[float], values: Sequence[float]) -> float:
    """What these weights say of these features."""
    odds = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def main() -> None:
    """Plays, fits on every other game, and says how well that judges the rest; then fits on all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=36, help="on each layout")
    parser.add_argument("--level", default="first-mate")
    parser.add_argument("--first", type=int, default=100, help="the seed of the first game")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    one, other = (
        [each for board in NAMES for seed in some for each in examples(board, given.level, seed)]
        for some in (seeds[::2], seeds[1::2])
    )
    weights = fitted(one)
    error = fmean((chance(weights, values) - won) ** 2 for values, won in other)
    print(f"fitted on {len(one)} examples, Brier score on {len(other)} others {error:.3f}")
    print("all:", ", ".join(f"{weight:.2f}" for weight in fitted([*one, *other])))


if __name__ == "__main__":
    main()
