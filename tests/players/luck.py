"""Luck and skill over many games of Captain's Curse: ``python -m tests.players.luck --games 1000``."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.games import GAMES
from bot.games.core import CHANCE
from bot.games.curse.actions import Roll
from bot.players.curse.board import read
from bot.players.curse.review import SCALE
from bot.players.curse.review import luck as judged
from bot.players.player import LEVELS

from .matches import level as chooser


@dataclass(frozen=True, slots=True)
class Luck:
    """What many games came to, in points."""

    luck: float
    """On average."""
    error: float
    """Of that average: its standard deviation."""
    skill: float
    """On average: the result beside par, without luck."""
    spread: float
    """The standard deviation of results."""
    spread_without: float
    """The same of results without luck."""


def one_game(level: str, seed: int) -> tuple[float, float]:
    """The luck and the points of one game."""
    game, rng, choose = GAMES["curse"], Random(seed), chooser("curse", level)
    state, luck = game.start(game.read_options({})), 0.0
    while state.to_act:
        (seat,) = state.to_act
        if seat == CHANCE:
            action = state.sample_chance(rng)
            assert isinstance(action, Roll)
            found = judged(read(state.view_for(None)), action)
            luck += found.after - found.before
        else:
            action = choose(state.view_for(seat), state.legal(seat), Random(rng.random()))
        state = state.play(seat, action)
    assert state.outcome is not None
    return luck, float(state.outcome.results[0].score or 0)


def summary(lucks: Sequence[float], points: Sequence[float]) -> Luck:
    """What games with this luck and these points came to."""
    without = [result - SCALE.par - luck for luck, result in zip(lucks, points, strict=True)]
    return Luck(
        statistics.mean(lucks),
        statistics.stdev(lucks) / len(lucks) ** 0.5,
        statistics.mean(without),
        statistics.stdev(points),
        statistics.stdev(without),
    )


def measure(games: int, level: str, seed: int = 1) -> Luck:
    """What ``games`` of a level came to."""
    found = [one_game(level, seed * 100_003 + number) for number in range(games)]
    return summary([luck for luck, _ in found], [points for _, points in found])


def main(argv: list[str] | None = None) -> int:
    """Print a line for each level; the exit status says whether luck came to nothing within its error."""
    parser = argparse.ArgumentParser("python -m tests.players.luck", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--levels", nargs="+", default=[each.key for each in LEVELS[:2]])
    given = parser.parse_args(argv)
    fair = True
    for level in given.levels:
        found = measure(given.games, level)
        fair = fair and abs(found.luck) < 3 * found.error
        print(
            f"{level}: luck {found.luck:+.2f} ± {found.error:.2f}, skill {found.skill:+.2f},"
            f" spread {found.spread:.1f}, without luck {found.spread_without:.1f}",
            flush=True,
        )
    return not fair


if __name__ == "__main__":
    sys.exit(main())
