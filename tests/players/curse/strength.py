"""How strong the levels are by the quick judgement alone: points, titles, and each against the one below.

``python -m tests.players.curse.strength --games 200`` gives all levels and the beginner the same dice.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count, pairwise, permutations
from random import Random

from bot.games.curse.actions import PIRATE, CurseAction
from bot.games.curse.rules import CurseState, seeded_roll
from bot.games.curse.score import TITLES
from bot.players.curse import PLAYER
from bot.players.curse.board import CurseBoard
from bot.players.curse.choosing import CurseCandidate, PirateSettings, sinking, turn
from bot.players.curse.policy import options
from bot.players.curse.tides import tide
from bot.players.player import drawn
from tests.games.curse.players import finish

from .beginner import beginner
from .check import TITLES as PLACES
from .check import played


@dataclass(slots=True)
class Figures:
    """What one player reached."""

    points: list[int] = field(default_factory=list)
    """Of each game."""
    titles: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        games = len(self.points)
        spread = statistics.stdev(self.points) if games > 1 else 0.0
        shares = ", ".join(f"{title} {self.titles[title] / games:.1%}" for title, _, _ in TITLES)
        return (
            f"{statistics.mean(self.points):.1f} ± {spread / games**0.5:.1f} points, "
            f"wins {1 - self.titles[''] / games:.1%} ({shares})"
        )


def measure(settings: PirateSettings | None, seeds: Iterable[int], rules: int = 2) -> Figures:
    """The figures of a level that compares nothing by playouts; None: of the beginner."""
    figures = Figures()
    for seed in seeds:
        if settings is None:
            end = finish(CurseState(seed=seed, edition=rules), novice, Random(seed)).score(final=True)
            points, title = end.total, end.title
        else:
            points, place = glance(settings, seed, rules)
            title = PLACES[place]
        figures.points.append(points)
        figures.titles[title] += 1
    return figures


def glance(settings: PirateSettings, seed: int, rules: int) -> tuple[int, int]:
    """The points and the title's place of a game with these dice, by the quick judgement alone.

    It is played on the player's board, which :mod:`.check` compares with the rules.
    """
    board, rng = CurseBoard(tide(rules, 0)), Random(seed)

    def chosen(found: list[CurseCandidate]) -> CurseCandidate:
        found = sorted(found, key=lambda each: -each.seems)
        return drawn(found, lambda each: each.seems, settings.temperature, rng)

    for number in count():
        if board.over:
            break
        roll = seeded_roll(seed, number)
        dice = (roll.white, roll.black)
        fresh = board.roll(*dice)
        ways = options(board, *dice, fresh)
        best = chosen([turn(board, each, rng, settings.foresight) for each in ways])
        board = played(board, best.action, dice, fresh)
        if best.follow:
            lines = board.tide.falls
            board = chosen([sinking(board, each, settings.foresight) for each in lines]).after
    return board.final()


def novice(state: CurseState, rng: Random) -> CurseAction:
    """The scripted beginner as a player of states."""
    return beginner(state.view_for(PIRATE), state.legal(PIRATE), rng)


def compared(better: Figures, worse: Figures) -> str:
    """How often the first had more points: with the same dice, and when each throws dice of their own."""
    pairs = list(zip(better.points, worse.points, strict=True))
    won, lost = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    gap = statistics.mean(a - b for a, b in pairs)
    own = [a > b for (a, _), (_, b) in permutations(pairs, 2) if a != b]
    return (
        f"{won / max(won + lost, 1):.1%} of {won + lost} decided, {gap:+.1f} points; "
        f"{sum(own) / max(len(own), 1):.1%} with dice of their own"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--rules", type=int, default=2)
    parser.add_argument("players", nargs="*", default=["beginner", *PLAYER.levels])
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    found = {name: measure(PLAYER.levels.get(name), seeds, given.rules) for name in given.players}
    for name, figures in found.items():
        print(f"{name}: {figures}")
    for below, name in pairwise(found):
        print(f"{name} against {below}: {compared(found[name], found[below])}")


if __name__ == "__main__":
    main()
