"""How fast Captain's Checkers is: actions, random games, pictures."""

from __future__ import annotations

from itertools import cycle, pairwise
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.checkers import GAME
from bot.games.checkers.actions import CheckersAction
from bot.games.checkers.rules import CheckersState
from bot.games.checkers.view import CheckersView
from rendering.painting import draw
from rendering.scene import Scene


def game(seed: int, turns: int = 10_000) -> list[CheckersState]:
    """A random game's positions, at most ``turns`` turns of it."""
    rng = Random(seed)
    state = GAME.start(GAME.read_options({}))
    assert isinstance(state, CheckersState)
    states = [state]
    while state.to_act and state.turn < turns:
        state = state.play(state.mover, rng.choice(list(state.legal(state.mover))))
        states.append(state)
    return states


def test_legal_actions_of_a_hundred_positions(benchmark: BenchmarkFixture) -> None:
    states = game(1, 100)[:100]
    benchmark(lambda: [state.legal(state.mover) for state in states])


def test_a_hundred_actions_played(benchmark: BenchmarkFixture) -> None:
    states = game(1, 101)
    played: list[CheckersAction] = []
    for before, after in pairwise(states):
        found = [
            action for action in before.legal(before.mover) if before.play(before.mover, action) == after
        ]
        played.append(found[0])

    def replay() -> None:
        state = states[0]
        for action in played[:100]:
            state = state.play(state.mover, action)

    benchmark(replay)


def test_a_whole_random_game(benchmark: BenchmarkFixture) -> None:
    """One game of 1,198 turns (seed 1)."""
    benchmark(lambda: game(1))


def test_a_picture_of_the_next_turn(benchmark: BenchmarkFixture) -> None:
    """Painted and encoded, each a turn after the one before, as in a game."""
    views: list[CheckersView] = [state.view_for(None) for state in game(1, 400)]
    turns = cycle(views)
    draw("checkers", Scene(next(turns)))
    benchmark(lambda: draw("checkers", Scene(next(turns))))
