"""Fits the crew's chance to win: ``python -m tests.players.crackers.fit [--games LEVEL=N …] [--first N]``.

Equal players play on every layout until the captain wins, or nearly for ever: they don't look at the number
of rounds, so one game tells how a game of any number would have ended. The weights that it prints are those
in ``bot/players/crackers/judgement.py``, the last of them ``PER_ROUND``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Final, TypeAlias

from bot.games.core import State
from bot.games.crackers import GAME
from bot.games.crackers.actions import CAPTAIN, RED, CrackersAction
from bot.games.crackers.station import layout
from bot.games.crackers.view import CrackersView
from bot.players.crackers.judgement import features, judge
from bot.players.crackers.position import Position
from tests.games.crackers import NAMES
from tests.players.matches import level

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


@dataclass(frozen=True, slots=True)
class Course:
    """One game: the positions at the beginning of its rounds, and how it ended."""

    board: str
    positions: Sequence[Position]
    end: int
    """The round in which it ended."""
    captain: bool
    """Whether the captain won."""

    def won(self, rounds: int) -> bool:
        """Whether the crew would have won with this number of rounds."""
        return not self.captain or rounds < self.end


def course(board: str, key: str, number: int) -> Course:
    """The game ``number`` between players of one level."""
    rng, choose = Random(f"{board} {number}"), level("crackers", key)
    state: State[CrackersAction, CrackersView] = GAME.start(
        GAME.read_options({"board": board, "rounds": str(LONGEST)})
    )
    found, view = [], state.view_for(None)
    while state.to_act:
        (seat,) = state.to_act
        view = state.view_for(seat)
        if seat == RED and view.phase != "settle":
            found.append(Position.of(view))
        state = state.play(seat, choose(view, state.legal(seat), Random(rng.random())))
    assert state.outcome is not None
    return Course(board, found, view.round, CAPTAIN in state.outcome.winners)


def examples(courses: Sequence[Course], seed: int = 1) -> Iterator[Example]:
    """Half of the positions, each with a few numbers of rounds."""
    rng = Random(seed)
    for each in courses:
        rounds = layout(each.board).rounds
        least, most = (int(share * rounds) for share in SPAN)
        for position in each.positions:
            if rng.random() < 0.5:
                continue
            outlook = judge(position)
            for number in (rng.randint(least, most) for _ in range(NUMBERS)):
                if number >= position.round:
                    left = number - position.round + 1
                    yield (*features(position, outlook), sqrt(left)), float(each.won(number))


def fitted(found: Sequence[Example]) -> list[float]:
    """The weights of a logistic regression."""
    size = len(found[0][0])
    weights = [0.0] * size
    for _ in range(STEPS):
        curved = [[RIDGE * (row == column > 0) for column in range(size)] for row in range(size)]
        slope = [-RIDGE * weight * (place > 0) for place, weight in enumerate(weights)]
        for values, won in found:
            likely = chance(weights, values)
            for row, value in enumerate(values):
                slope[row] += value * (won - likely)
                for column, other in enumerate(values):
                    curved[row][column] += value * other * likely * (1 - likely)
        weights = [weight + step for weight, step in zip(weights, _solved(curved, slope), strict=True)]
    return weights


def chance(weights: Sequence[float], values: Sequence[float]) -> float:
    """What these weights say of these features."""
    odds = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for row, values in enumerate(rows):
            if row != place:
                factor = values[place]
                rows[row] = [mine - factor * top for mine, top in zip(values, rows[place], strict=True)]
    return [row[-1] for row in rows]


def brier(weights: Sequence[float], found: Sequence[Example]) -> float:
    """The mean square of what the weights say minus what came."""
    return sum((chance(weights, values) - won) ** 2 for values, won in found) / len(found)


def main() -> None:
    """Plays, fits on every other game, and says how well that judges the rest; then fits on all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=["first-mate=36"], help="on each layout")
    parser.add_argument("--first", type=int, default=100, help="the number of the first game")
    given = parser.parse_args()
    courses = []
    for key, games in (each.split("=") for each in given.games):
        for board in NAMES:
            played = [course(board, key, given.first + number) for number in range(int(games))]
            courses += played
            ends = sorted(each.end if each.captain else LONGEST for each in played)
            sys.stdout.write(f"{board}, {key}: the middle game ends in round {ends[len(ends) // 2]}\n")
            sys.stdout.flush()
    one, other = [*examples(courses[::2])], [*examples(courses[1::2])]
    weights = fitted(one)
    known = sum(won for _, won in other) / len(other)
    sys.stdout.write(
        f"fitted on {len(one)} examples, Brier score on {len(other)} others {brier(weights, other):.3f}; "
        f"saying {known:.2f} each time {known * (1 - known):.3f}\n"
    )
    weights = fitted([*one, *other])
    sys.stdout.write(f"all: {', '.join(f'{weight:.2f}' for weight in weights)}\n")


if __name__ == "__main__":
    main()
