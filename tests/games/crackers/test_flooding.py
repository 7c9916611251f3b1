"""What the captain can flood in one turn, compared with all that he can do."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games.crackers.actions import CAPTAIN
from bot.games.crackers.board import Station
from bot.games.crackers.book import drawn
from bot.games.crackers.flooding import can_deepen
from bot.games.crackers.turns import Part, complete, open_parts
from bot.games.crackers.view import CrackersView


def floors(station: Station, part: Part) -> list[Station]:
    """Every station after a part of the captain's turn."""
    if part == "pump":
        leaks = station.layout.leaks
        return [station.pumped(leak, to)[0] for leak in leaks for to in station.rests(leak) or (None,)]
    work = "+" if part == "bag" else "-"
    squares = [square for square, works in enumerate(station.works()) if work in works]
    return [each for square in squares for each in still(station.bagged(square, 1 if work == "+" else -1))]


def still(station: Station) -> list[Station]:
    """Every way in which the water of a station can settle."""
    loose = [(square, to) for square, rests in station.loose().items() for to in rests]
    return [each for run in loose for each in still(station.flowed(*run)[0])] if loose else [station]


def deepens(station: Station, done: tuple[Part, ...], square: int, depth: int) -> bool:
    """Whether any turn makes the water on a square so deep, by trying them all."""
    if station.water[square] >= depth:
        return True
    return not complete(done) and any(
        deepens(after, (*done, part), square, depth)
        for part in open_parts(done)
        for after in floors(station, part)
    )


def random_view(seed: int) -> tuple[Station, CrackersView]:
    """A small station whose water lies still, in any part of the captain's turn."""
    rng = Random(seed)
    cells = [f"{rng.choice((0, 0, 1, 2))}~{rng.choice((0, 0, 0, 1, 2))}" for _ in range(9)]
    for place, square in zip("pc!!", rng.sample(range(9), 4), strict=True):
        cells[square] = place + cells[square] * (place == "!")
    state = drawn("\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6)), CAPTAIN)
    station = still(state.station)[0]
    done: tuple[Part, ...] = rng.choice(((), ("pump",), ("bag",), ("pump", "bag")))
    return station, replace(state, station=station, done=done).view_for(None)


def test_nothing_is_said_to_flood_that_no_turn_can_flood_and_hardly_anything_is_missed() -> None:
    found = missed = 0
    for seed in range(15):
        station, view = random_view(seed)
        for square, name in enumerate(view.grid.names):
            real = deepens(station, view.done, square, 2)
            told = can_deepen(view, name, 2)
            assert real or not told, (seed, name)
            found += real
            missed += real and not told
    assert found > 25
    assert missed < found / 20


@pytest.mark.parametrize(
    ("diagram", "deep"),
    [
        ("c . .\n!~1 . .\n. . p", False),
        ("c 3 3\n!~2 1~1 3\n3 3 p~1", False),
        ("c 3 3\n!~2 2 3\n3 2 p~1", True),
        ("c 3 3\n!~2 3 3\n3 3 p", False),
    ],
    ids=["hollows come first", "a hollow behind walls", "over the wall", "two more units"],
)
def test_the_pod_floods_in_one_turn_only_where_water_gets_there(diagram: str, deep: bool) -> None:
    view = drawn(diagram).view_for(None)
    assert can_deepen(view, view.pod, 2) == deep
