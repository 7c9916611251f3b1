"""How the crew's chance to win at Crackers is learnt: from games of computers of the lower three levels.

Equal players play on every layout until the captain wins, or nearly for ever: they don't look at the number
of rounds, so one game tells how a game of any number would have ended. In every other game a seat now and
then plays at random, so that blunders are learnt, too. The weights are those of a logistic regression on top
of the log-odds by formula, first of all layouts together, then of each, held near the first. What a level's
games have to themselves is fitted beside them, and left out: the weights are those for First Mates.

``python -m tests.players.crackers.training [--games N] [--seed S]`` says how well that judges games that it
wasn't learnt from, those without random actions, at the rounds that are even at their level.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, isqrt
from random import Random
from statistics import mean
from typing import Final, NamedTuple, TypeAlias

from bot.games.crackers import GAME
from bot.games.crackers.board import layout
from bot.players.crackers import PLAYER
from bot.players.crackers.choosing import picked
from bot.players.crackers.judgement import odds
from bot.players.crackers.outlook import FEATURES, LEARNT, STEP, features
from bot.players.crackers.position import CAPTAIN_WINS, Move, Position
from bot.players.crackers.search import Sight
from bot.players.learnt import UNIT, LearntFile
from tests.games.crackers import NAMES

LONGEST: Final = {"station": 125, "outpost": 85, "bell": 60}
"""Rounds after which a game that nobody has won ends."""
PLAN: Final = tuple(
    (board, at, count)
    for board, mates in zip(NAMES, (1, 2, 2), strict=True)
    for at, count in (("first-mate", mates), ("deckhand", 9), ("cabin-boy", 1))
)
"""The games of one cycle: their layout, their level, and how many."""
LEVELS: Final = ("deckhand", "cabin-boy")
"""Those whose games may differ from the First Mates'."""
AT_RANDOM: Final = 0.02
"""The share of the actions, in every other game."""
SEEN: Final = 0.25
"""The share of the positions that are learnt from."""
SPAN: Final = 0.7, 1.3
"""The fewest and the most rounds that a game is taken to have, in those that are even at its level."""
NUMBERS: Final = 2
"""How many numbers of rounds each position is seen with."""
STEPS: Final = 20
"""Steps of Newton's method."""
LEAST_BEND: Final = 0.1
"""The curve is never taken for flatter: its steps would be too long."""
RIDGE: Final = 300.0
"""Holds the weights near zero."""
NEAR: Final = 300.0
"""Holds those of a layout near those of all."""

Example: TypeAlias = tuple[Sequence[float], float, float]
"""Features with the square root of the rounds left, the log-odds by formula, and 1 if the crew won."""


class Played(NamedTuple):
    """One game."""

    board: str
    at: str
    number: int
    moves: Sequence[Move]
    end: int
    """The round in which the captain won; beyond any number if he didn't."""
    clean: bool
    """Whether nobody played at random."""


def begin(board: str) -> Position:
    """The first position on a layout, with no end of rounds in sight."""
    state = GAME.start(GAME.read_options({"board": board, "rounds": "200"}))
    return Position.of(state.view_for(None))


def play(board: str, at: str, number: int, cycle: int) -> Played:
    """A game of a level with itself."""
    rng, position, moves = Random(f"{number} {board} {at}"), begin(board), list[Move]()
    blunders = AT_RANDOM if (number + cycle) % 2 else 0.0
    while not position.winner and position.round <= LONGEST[board]:
        legal = position.moves()
        if blunders and rng.random() < blunders:
            move = rng.choice(legal)
        else:
            move = picked(position, legal, rng, PLAYER.levels[at])[1].moves[0]
        moves.append(move)
        position = position.play(move)
    end = position.round if position.winner == CAPTAIN_WINS else 10**6
    return Played(board, at, number, moves, end, not blunders)


def games(seed: int) -> Iterator[Played]:
    """The games to learn from, without end."""
    cycle = 40_000 * seed
    while True:
        for board, at, count in PLAN:
            for number in range(count):
                yield play(board, at, 10 * cycle + number, cycle)
        cycle += 1


def examples(game: Played, span: tuple[float, float] = SPAN) -> Iterator[Example]:
    """Some of the positions of a game, each with a few numbers of rounds."""
    rng, position = Random(f"{game.number} {game.board} {game.at} seen"), begin(game.board)
    even = layout(game.board).even_between["wade"][game.at]
    for move in game.moves:
        position = position.play(move)
        if position.winner:
            break
        if rng.random() >= SEEN:
            continue
        outlook = Sight(1).outlook(position)
        values = [value / STEP for value in features(position, outlook)]
        formula, each_root = odds(position, outlook)
        for _ in range(NUMBERS):
            number = round(even * rng.uniform(*span))
            if number >= position.round:
                root = isqrt(STEP * STEP * (number - position.round + 1)) / STEP
                own = [float(game.at == each) for each in LEVELS]
                values_and_own = [*values, root, *own, *(root / 5 * each for each in own)]
                yield values_and_own, formula + each_root * root, float(number < game.end)


def chance(weights: Sequence[float], values: Sequence[float], formula: float) -> float:
    """What these weights add to log-odds by formula, as a chance."""
    found = formula + sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, found))))


def fitted(found: Sequence[Example], towards: Sequence[float], ridge: float) -> list[float]:
    """The weights of a logistic regression, held near those of ``towards``."""
    places = range(len(towards))
    weights = [*towards]
    for _ in range(STEPS):
        # Each row: the curve, and the slope behind it.
        rows = [[ridge * (row == column) for column in places] for row in places]
        for place, row in enumerate(rows):
            row.append(ridge * (towards[place] - weights[place]))
        for values, formula, won in found:
            likely = chance(weights, values, formula)
            bend, slope = max(likely * (1 - likely), LEAST_BEND), won - likely
            some = [place for place in places if values[place]]
            for place in some:
                row, bent = rows[place], values[place] * bend
                for column in some:
                    row[column] += bent * values[column]
                row[-1] += values[place] * slope
        for place, pivot in enumerate(rows):
            pivot[:] = [value / pivot[place] for value in pivot]
            for row in rows:
                if row is not pivot:
                    times = row[place]
                    row[:] = [mine - times * top for mine, top in zip(row, pivot, strict=True)]
        weights = [weight + row[-1] for weight, row in zip(weights, rows, strict=True)]
    return weights


def learnt(played: Iterable[Played]) -> dict[str, list[float]]:
    """The weights of each layout."""
    found: dict[str, list[Example]] = {board: [] for board in NAMES}
    for game in played:
        found[game.board] += examples(game)
    none = [0.0] * (FEATURES + 1 + 2 * len(LEVELS))
    shared = fitted([each for some in found.values() for each in some], none, RIDGE)
    return {board: fitted(some, shared, NEAR) for board, some in found.items()}


@dataclass(frozen=True)
class Training:
    """Games in Python, as the levels play them: nothing has to be compiled."""

    file: LearntFile
    games: int
    games_a_second: float

    def learn(self, games_: int, seed: int) -> bytes:
        """The file after so many games."""
        weights = learnt(islice(games(seed), games_))
        # The smallest layout comes first.
        return self.file.pack(
            [[round(UNIT * weight) for weight in weights[board][: FEATURES + 1]] for board in reversed(NAMES)]
        )


TRAINING: Final = Training(LEARNT, games=315, games_a_second=0.5)


PARTS: Final = 3
"""Games are divided into so many parts, each of which is judged by what the others teach."""


def main() -> None:
    """Learns from some of the games, and prints how well the others are judged."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=TRAINING.games)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    played = [*islice(games(given.seed), given.games)]
    errors: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for part in range(PARTS):
        weights = learnt(game for game in played if game.number // 10 % PARTS != part)
        for game in played:
            if game.number // 10 % PARTS == part and game.clean:
                for values, formula, won in examples(game, (1.0, 1.0)):
                    # What the level has to itself is left out, as in the file.
                    common = [*values[: FEATURES + 1], *[0.0] * (2 * len(LEVELS))]
                    found = chance(weights[game.board], common, formula), chance((), (), formula)
                    by_formula = (found[1] - won) ** 2
                    errors.setdefault((game.at, game.board), []).append(((found[0] - won) ** 2, by_formula))
    for (at, board), found_errors in sorted(errors.items()):
        learnt_, formula_ = (mean(column) for column in zip(*found_errors, strict=True))
        number = len(found_errors)
        print(f"{at}, {board}: Brier {learnt_:.3f}, by formula {formula_:.3f} ({number} positions)")


if __name__ == "__main__":
    main()
