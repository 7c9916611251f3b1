"""How fast Crackers' water, its options, whole games and its pictures are."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.crackers.actions import CAPTAIN, CrackersAction
from bot.games.crackers.drawing import drawn
from bot.games.crackers.rules import CrackersState, start
from bot.games.crackers.view import CrackersView
from bot.games.crackers.water import free, runs, surfaces
from rendering.painting import draw
from rendering.scene import Scene

FLOODED = """
~1   ~1   2~1  c    1    ~1   ~2   ~2
~2   1~1  ~2   2    .    1    ~2   ~2
~2   2    ~2   1~1  ~1   ~2   ~2   ~2
~2   3    ~1   ~1   ~2   ~2   ~3   !~2
!~3  2~1  ~2   ~2   1~1  2    ~2   ~2
~2   ~2   1    .    2    1~1  ~2   ~1
~1   ~1   2    3    3R   3    ~1   ~1
.    1    .    3Y   pB   3    .    ~1
"""


def test_the_captains_options_on_a_flooded_board(benchmark: BenchmarkFixture) -> None:
    """Of a fresh position each time, so that no run is found ready."""
    sand = drawn(FLOODED).station.sand
    heights = count()

    def options() -> int:
        state = drawn(FLOODED, CAPTAIN)
        station = replace(state.station, sand=(*sand[:-1], next(heights)))
        return len(replace(state, station=station).legal(CAPTAIN))

    assert benchmark(options) > 20


def test_all_runs_of_an_unsettled_board(benchmark: BenchmarkFixture) -> None:
    station = drawn(FLOODED).station
    near = station.layout.grid.orthogonal
    surface = surfaces(station.sand, station.water)
    assert benchmark(free, near, surface, station.water) is not None


def test_one_run_over_the_whole_board(benchmark: BenchmarkFixture) -> None:
    near = drawn(FLOODED).station.layout.grid.orthogonal
    surface = (*(1 for _ in range(63)), 5)
    assert benchmark(runs, near, surface, 63)


def test_a_whole_random_game(benchmark: BenchmarkFixture) -> None:
    def game() -> CrackersState:
        rng = Random(7)
        state = start({"board": "station", "rounds": None, "path": "wade"})
        while state.to_act:
            (seat,) = state.to_act
            state = state.play(seat, rng.choice(state.legal(seat)))
        return state

    assert benchmark(game).outcome is not None


def test_a_picture_of_a_flooded_board(benchmark: BenchmarkFixture) -> None:
    scene: Scene[CrackersAction, CrackersView] = Scene(drawn(FLOODED, CAPTAIN).view_for(None))
    draw("crackers", scene)
    picture = benchmark(draw, "crackers", scene)
    benchmark.extra_info["kilobytes"] = round(len(picture.data) / 1000, 1)
    assert picture.data
