"""Water runs as rulings 5 to 7 say: on random boards, and compared with a slow, literal search."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core.grid import Grid, grid
from bot.games.crackers.water import Heights, free, pumped, raised, ran, runs, settled, surfaces

from .literal import Board, spot


@st.composite
def boards(draw: st.DrawFn) -> tuple[Grid, Heights, Heights]:
    """A board of any size up to 5 × 5 with sandbags and water, settled or not."""
    squares = grid(draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    many = len(squares.names)
    heights = st.lists(st.integers(0, 3), min_size=many, max_size=many).map(tuple)
    return squares, draw(heights), draw(heights)


def random_board(rng: Random) -> tuple[Grid, Heights, Heights]:
    """A board of 2 to 6 files and ranks; some are flat, some rough, some full of water."""
    squares = grid(rng.randint(2, 6), rng.randint(2, 6))
    most_sand, most_water = rng.randint(0, 3), rng.randint(1, 4)
    sand = tuple(rng.randint(0, most_sand) for _ in squares.names)
    return squares, sand, tuple(rng.randint(0, most_water) for _ in squares.names)


def literal(squares: Grid, sand: Heights, water: Heights) -> Board:
    return Board(
        {spot(name): height for name, height in zip(squares.names, sand, strict=True)},
        {spot(name): depth for name, depth in zip(squares.names, water, strict=True)},
    )


def calm(squares: Grid, sand: Heights, water: Heights, rng: Random) -> Heights:
    """``water`` once it has settled, its choices made by ``rng``."""
    while True:
        water, _, choice = settled(squares.orthogonal, sand, water)
        if not choice:
            return water
        loose = free(squares.orthogonal, surfaces(sand, water), water)
        rests = loose[rng.choice(sorted(loose))]
        water = ran(water, rests[rng.choice(sorted(rests))])


@pytest.mark.parametrize("seed", range(8))
def test_every_run_is_one_that_a_literal_search_finds(seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        squares, sand, water = random_board(rng)
        slow = literal(squares, sand, water)
        surface = surfaces(sand, water)
        for square, name in enumerate(squares.names):
            if water[square]:
                found = {spot(squares.names[rest]) for rest in runs(squares.orthogonal, surface, square)}
                assert found == slow.rests(spot(name)), (squares.names[square], sand, water)


@settings(max_examples=25, deadline=None)
@given(boards())
def test_a_run_steps_to_neighbours_and_never_upwards(board: tuple[Grid, Heights, Heights]) -> None:
    squares, sand, water = board
    surface = surfaces(sand, water)
    for start, rests in free(squares.orthogonal, surface, water).items():
        for rest, run in rests.items():
            levels = [surface[start], *(surface[square] + 1 for square in run[1:])]
            assert (run[0], run[-1]) == (start, rest)
            assert all(there in squares.orthogonal[here] for here, there in pairwise(run))
            assert levels == sorted(levels, reverse=True)
            assert len(set(run)) == len(run)


@settings(max_examples=25, deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_settling_ends_keeps_the_water_and_leaves_nothing_loose(
    board: tuple[Grid, Heights, Heights], rng: Random
) -> None:
    squares, sand, water = board
    still = calm(squares, sand, water, rng)
    assert sum(still) == sum(water)
    assert min(still) >= 0
    assert not literal(squares, sand, still).runs()
    assert settled(squares.orthogonal, sand, still) == (still, (), False)


@settings(max_examples=25, deadline=None)
@given(boards(), st.randoms(use_true_random=False), st.data())
def test_only_a_taken_sandbag_sets_lying_water_free(
    board: tuple[Grid, Heights, Heights], rng: Random, data: st.DataObject
) -> None:
    squares, sand, water = board
    still = calm(squares, sand, water, rng)
    square = data.draw(st.integers(0, len(still) - 1))
    if not still[square]:
        more = surfaces(raised(sand, square, 1), still)
        assert not free(squares.orthogonal, more, still)
    rests = pumped(squares.orthogonal, surfaces(sand, still), square)
    for rest in rests or [square]:
        fuller = raised(still, rest, 1)
        assert not free(squares.orthogonal, surfaces(sand, fuller), fuller)


@settings(max_examples=25, deadline=None)
@given(boards())
def test_settling_asks_only_where_there_is_a_choice(board: tuple[Grid, Heights, Heights]) -> None:
    squares, sand, water = board
    moved, made, choice = settled(squares.orthogonal, sand, water)
    assert sum(moved) == sum(water)
    for run in made:
        assert literal(squares, sand, water).runs() == {
            (spot(squares.names[run[0]]), spot(squares.names[run[-1]]))
        }
        water = ran(water, run)
    assert water == moved
    assert choice == (len(literal(squares, sand, moved).runs()) > 1)
