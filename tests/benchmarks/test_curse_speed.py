"""How fast Captain's Curse is played: random games, a strong player's game, views and words."""

from __future__ import annotations

from itertools import count
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.curse import GAME
from bot.games.curse.rules import CurseState
from tests.games.curse.players import at_random, finish, prospects, strong
from tests.games.curse.playing import walk


def test_random_games(benchmark: BenchmarkFixture) -> None:
    seeds = count()

    def game() -> CurseState:
        seed = next(seeds)
        return finish(CurseState(seed=seed), at_random, Random(seed))

    assert benchmark(game).ended is not None


def test_strong_games(benchmark: BenchmarkFixture) -> None:
    prospects()
    seeds = count()

    def game() -> CurseState:
        seed = next(seeds)
        return finish(CurseState(seed=seed), strong, Random(seed))

    assert benchmark(game).ended is not None


def test_a_view_in_words(benchmark: BenchmarkFixture) -> None:
    states = walk(4, "strong")
    state = states[len(states) // 2]
    assert benchmark(lambda: GAME.describe(state.view_for(None)))
