"""How strong the levels are: points, titles, milliseconds a move, and each level against the one below.

``python -m tests.players.curse.strength --games 200`` gives all levels and scripted players the same dice.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count, pairwise, permutations
from random import Random
from time import process_time
from typing import Final

from bot.games.core import CHANCE
from bot.games.curse import GAME
from bot.games.curse.actions import PIRATE, CurseAction
from bot.games.curse.rules import CurseState, seeded_roll
from bot.games.curse.score import TITLES
from bot.players.curse import LEVELS
from bot.players.curse.board import CurseBoard
from bot.players.curse.choosing import CurseCandidate, PirateSettings, choose, sinkings, turns
from bot.players.curse.tides import tide
from bot.players.player import drawn
from tests.games.curse import players as scripted

from .beginner import beginner
from .check import TITLES as PLACES
from .check import played

SCRIPTED: Final = ("random", "beginner", "greedy", "careful", "strong")
"""Players that the island is measured with."""


@dataclass(slots=True)
class Figures:
    """What one player reached."""

    points: list[int] = field(default_factory=list)
    """Of each game."""
    titles: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    """Processor time of each choice."""
    off: list[float] = field(default_factory=list)
    """By how many points each game ended above what its first choice had expected."""

    def __str__(self) -> str:
        games = len(self.points)
        spread = statistics.stdev(self.points) if games > 1 else 0.0
        shares = ", ".join(f"{title} {self.titles[title] / games:.1%}" for title, _, _ in TITLES)
        text = (
            f"{statistics.mean(self.points):.1f} ± {spread / games**0.5:.1f} points, "
            f"wins {1 - self.titles[''] / games:.1%} ({shares})"
        )
        if self.seconds:
            times = sorted(self.seconds)
            text += (
                f"; a choice {1000 * statistics.median(times):.0f} ms, p99 "
                f"{1000 * times[int(len(times) * 0.99)]:.0f} ms, at most {1000 * times[-1]:.0f} ms"
            )
        if self.off:
            text += f"; expected {-statistics.mean(self.off):+.1f} at first"
        return text


def play(settings: PirateSettings, seed: int, rules: int, figures: Figures) -> None:
    """Adds the game with these dice to ``figures``."""
    game = GAME.under(rules)
    assert game is not None
    state = game.start(game.read_options({"seed": str(seed)}))
    rng = Random(seed)
    expected = None
    while state.to_act:
        if CHANCE in state.to_act:
            state = state.play(CHANCE, state.sample_chance(rng))
            continue
        view, legal = state.view_for(PIRATE), state.legal(PIRATE)
        before = process_time()
        choice = choose(view, legal, Random(rng.random()), settings)
        figures.seconds.append(process_time() - before)
        expected = choice.value if expected is None else expected
        state = state.play(PIRATE, choice.action)
    end = state.view_for(PIRATE).end
    figures.points.append(end.total)
    figures.titles[end.title] += 1
    figures.off.append(end.total - (expected or 0.0))


def measure(settings: PirateSettings, seeds: Iterable[int], rules: int = 2) -> Figures:
    """A level's figures over the games with these seeds."""
    figures = Figures()
    for seed in seeds:
        play(settings, seed, rules, figures)
    return figures


def measure_quick(settings: PirateSettings, seeds: Iterable[int], rules: int = 2) -> Figures:
    """The figures of a level that compares nothing by playouts, which takes milliseconds a game."""
    figures = Figures()
    for seed in seeds:
        points, title = glance(settings, seed, rules)
        figures.points.append(points)
        figures.titles[PLACES[title]] += 1
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
        best = chosen(turns(board, *dice, fresh, rng, settings.foresight))
        board = played(board, best.action, dice, fresh)
        if best.follow:
            board = chosen(sinkings(board, settings.foresight)).after
    return board.final()


def measure_scripted(name: str, seeds: Iterable[int], rules: int = 2) -> Figures:
    """A scripted player's figures over the games with these seeds."""
    figures = Figures()
    player = novice if name == "beginner" else scripted.PLAYERS[name]
    for seed in seeds:
        end = scripted.finish(CurseState(seed=seed, edition=rules), player, Random(seed))
        final = end.score(final=True)
        figures.points.append(final.total)
        figures.titles[final.title] += 1
    return figures


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
    parser.add_argument("--quick", action="store_true", help="choose by the quick judgement alone")
    parser.add_argument("players", nargs="*", default=[*SCRIPTED, *LEVELS])
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    found: dict[str, Figures] = {}
    for name in given.players:
        if name in SCRIPTED:
            found[name] = measure_scripted(name, seeds, given.rules)
        else:
            level = measure_quick if given.quick else measure
            found[name] = level(LEVELS[name], seeds, given.rules)
        print(f"{name}: {found[name]}", flush=True)
    for below, name in pairwise(found):
        print(f"{name} against {below}: {compared(found[name], found[below])}", flush=True)


if __name__ == "__main__":
    main()
