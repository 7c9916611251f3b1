"""How fast the rules of every game and the engine are: ``pytest tests/benchmarks --benchmark-only``."""

from __future__ import annotations

from io import StringIO
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.engine import main
from bot.engine.perft import perft
from bot.games import GAMES
from bot.games.core import Game
from bot.games.record import Entry, Record, replay
from tests.games.playing import viewers, walk

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
COUNTED = [game for game in GAMES.values() if not game.secrets]


@each_game
def test_random_game(benchmark: BenchmarkFixture, game: Game[Any, Any]) -> None:
    played = benchmark(walk, game, {}, 1)
    benchmark.extra_info["actions"] = len(played.moments)
    assert played.last.outcome is not None


@each_game
def test_replay_of_a_record(benchmark: BenchmarkFixture, game: Game[Any, Any]) -> None:
    played = walk(game, {}, 1)
    entries = tuple(Entry(moment.seat, str(moment.action)) for moment in played.moments)
    states = benchmark(replay, Record(game.key, game.rules, (), entries), GAMES)
    assert states[-1] == played.last


@each_game
def test_view_and_words_of_a_middle_position(benchmark: BenchmarkFixture, game: Game[Any, Any]) -> None:
    played = walk(game, {}, 1)
    state = played.moments[len(played.moments) // 2].before

    def seen() -> list[str]:
        views = [state.view_for(viewer) for viewer in viewers(game)]
        return [game.text(view) + game.describe(view) + game.headline(view) for view in views]

    assert benchmark(seen)


@pytest.mark.parametrize("game", COUNTED, ids=[game.key for game in COUNTED])
def test_perft_of_two(benchmark: BenchmarkFixture, game: Game[Any, Any]) -> None:
    state = game.start(game.read_options({}))
    assert benchmark(perft, game, state, 2) > 0


def test_a_thousand_commands_of_the_engine(benchmark: BenchmarkFixture) -> None:
    """Games of Snorkels as a script plays them; a thousand lines a round."""
    rng = Random(1)
    lines: list[str] = []
    while len(lines) < 1_000:
        lines.append("new snorkels pie=off")
        squares = rng.sample([f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8)], 8)
        for order, square in enumerate(squares):
            lines += [f"play {'green' if order % 2 else 'purple'} {square}", "legal", "to_act", "result"]
    text = "\n".join(lines[:1_000])

    def run() -> str:
        out = StringIO()
        main(StringIO(text), out)
        return out.getvalue()

    assert benchmark(run).count("\n\n") == 1_000
