"""How fast Depth Charge is: a report, the legal actions, random games, notebooks, pictures."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import TYPE_CHECKING

from bot.games.depthcharge.actions import BOARD, SOUTH
from bot.games.depthcharge.notebook import deduce
from bot.games.depthcharge.sonar import report
from bot.games.depthcharge.waters import routes
from rendering.painting import draw
from rendering.scene import Scene
from tests.games.depthcharge.playing import game

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def test_a_report(benchmark: BenchmarkFixture) -> None:
    mines = [BOARD.read(name) for name in ["b8", "d9", "f10", "h11", "j7", "k12", "l9"]]
    islands = [BOARD.read(name) for name in ["c3", "e5", "d8", "i10"]]
    benchmark(report, BOARD.read("e6"), mines, islands)


def test_the_legal_actions_of_a_fresh_position(benchmark: BenchmarkFixture) -> None:
    state = game(3, 20, islands="4")[-1]

    def legal() -> None:
        routes.cache_clear()
        for seat in state.to_act:
            state.legal(seat)

    benchmark(legal)


def test_a_random_game(benchmark: BenchmarkFixture) -> None:
    seeds = Random(1)
    benchmark(lambda: game(seeds.randrange(10**9)))


def test_a_notebook_of_twenty_reports(benchmark: BenchmarkFixture) -> None:
    state = next(
        states[-1] for states in (game(seed, 44, sonar="on") for seed in range(99)) if len(states) > 44
    )

    def view() -> None:
        deduce.cache_clear()
        state.view_for(SOUTH)

    benchmark(view)


def test_a_picture_and_its_png(benchmark: BenchmarkFixture) -> None:
    views = [state.view_for(SOUTH) for state in game(5, 35, islands="3")[10:]]
    draw("depthcharge", Scene(views[0]))
    turns = cycle(views)
    benchmark(lambda: draw("depthcharge", Scene(next(turns))))
