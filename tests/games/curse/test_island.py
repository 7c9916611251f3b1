"""The island of Captain's Curse: a sound map, and one that plays as it should."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from bot.games.curse.actions import SPACES, TREASURES
from bot.games.curse.island import SHEETS, Island, bits, edges, island, numbers

ISLE = island()
ALL = [ISLE.centre, *(space.polygon for space in ISLE.spaces)]


def test_there_are_36_named_spaces_six_a_treasure() -> None:
    assert [space.number for space in ISLE.spaces] == list(range(1, SPACES + 1))
    assert len({space.name for space in ISLE.spaces}) == SPACES
    assert Counter(space.treasure for space in ISLE.spaces) == dict.fromkeys(TREASURES, 6)


def test_every_coast_of_six_spaces_has_each_treasure_once() -> None:
    for first in range(0, SPACES, 6):
        assert {space.treasure for space in ISLE.spaces[first : first + 6]} == set(TREASURES)


def area(path: Sequence[int]) -> float:
    """The signed area of a polygon of the island."""
    corners = [ISLE.vertices[vertex] for vertex in (*path, path[0])]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(corners)) / 2


@cache
def every_sinking() -> Mapping[int, Mapping[str, int]]:
    """Every set of spaces (bits) that can have sunk, with the lines that are open then and what they take."""
    found, left = dict[int, Mapping[str, int]](), [0]
    while left:
        sunk = left.pop()
        if sunk not in found:
            found[sunk] = ISLE.sinkings(sunk)
            left += [sunk | falls for falls in found[sunk].values()]
    return found


def test_polygons_are_simple_and_turn_the_same_way() -> None:
    for path in ALL:
        assert len(set(path)) == len(path)
        assert area(path) > 0
        sides = list(pairwise([*path, path[0]]))
        for index, one in enumerate(sides):
            for other in sides[:index]:
                if not set(one) & set(other):
                    assert not cross(one, other)


def cross(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two sides cross or touch."""

    def turn(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = (ISLE.vertices[vertex] for vertex in (a, b, c))
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    for axis in (0, 1):
        low, high = sorted(ISLE.vertices[vertex][axis] for vertex in one)
        if all(ISLE.vertices[vertex][axis] < low for vertex in other):
            return False
        if all(ISLE.vertices[vertex][axis] > high for vertex in other):
            return False
    return (
        turn(*one, other[0]) * turn(*one, other[1]) <= 0 and turn(*other, one[0]) * turn(*other, one[1]) <= 0
    )


def test_polygons_tile_the_island_without_gaps_or_overlaps() -> None:
    # Every border is run through once in each direction, but for the shore's: so neighbours fit exactly.
    directed = Counter(side for path in ALL for side in pairwise([*path, path[0]]))
    assert set(directed.values()) == {1}
    shore = {one: other for one, other in directed if (other, one) not in directed}
    ring = [min(shore)]
    while shore[ring[-1]] != ring[0]:
        ring.append(shore[ring[-1]])
    assert len(ring) == len(shore), "the shore is one closed ring"
    assert sum(area(path) for path in ALL) == pytest.approx(area(ring))
    assert set(ring).isdisjoint(ISLE.centre), "the centre is inland"
    used = {vertex for path in ALL for vertex in path}
    assert used == set(range(len(ISLE.vertices)))
    borders = {frozenset(side) for side in directed}
    assert len(used) - len(borders) + len(ALL) + 1 == 2, "Euler's count of a plane map"


def test_lines_run_along_borders_of_spaces() -> None:
    borders = {edge for path in ALL for edge in edges(path, closed=True)}
    for line in ISLE.lines:
        assert set(edges(line.path, closed=False)) <= borders
        assert len(set(line.path)) == len(line.path)
    assert len(set(ISLE.by_label)) == len(ISLE.lines) <= 25
    assert [line.label for line in ISLE.lines] == [chr(ord("A") + k) for k in range(len(ISLE.lines))]


def test_every_border_inside_the_island_belongs_to_exactly_one_line() -> None:
    inner = Counter(edge for path in ALL for edge in edges(path, closed=True))
    lines = Counter(edge for line in ISLE.lines for edge in edges(line.path, closed=False))
    assert set(lines.values()) == {1}
    assert set(lines) == {edge for edge, sides in inner.items() if sides == 2}


def test_at_least_six_lines_are_open_at_the_start_and_the_smallest_take_one_space() -> None:
    sinkings = ISLE.sinkings(0)
    assert len(sinkings) >= 6
    assert sum(falls.bit_count() == 1 for falls in sinkings.values()) >= 4
    sunk, taken = 0, []
    while sinkings := ISLE.sinkings(sunk):
        falls = min(sinkings.values(), key=int.bit_count)
        taken.append(falls.bit_count())
        sunk |= falls
    assert taken[:4] == [1, 1, 1, 1]
    assert max(taken) <= 6


@cache
def borders(isle: Island) -> Mapping[tuple[int, int], list[int]]:
    """The indices of the spaces on both sides of each border, -1 for the centre; one side on the shore."""
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, path in [
        (-1, isle.centre),
        *((index, space.polygon) for index, space in enumerate(isle.spaces)),
    ]:
        for edge in edges(path, closed=True):
            found[edge].append(place)
    return found


def sinkings_by_the_ruling(isle: Island, sunk: int) -> dict[str, int]:
    """The lines whose ends both touch water, with the dry land that each cuts off from the centre."""
    wet = {vertex for edge, sides in borders(isle).items() if len(sides) == 1 for vertex in edge}
    wet.update(*(isle.spaces[number - 1].polygon for number in numbers(sunk)))
    found = {}
    for line in isle.lines:
        wall = set(edges(line.path, closed=False))
        near = {tuple(sides) for edge, sides in borders(isle).items() if len(sides) == 2 and edge not in wall}
        reached = [-1]
        for here in reached:
            beside = {there for sides in near if here in sides for there in sides}
            reached += [there for there in beside if there not in reached and not sunk >> there & 1]
        falls = isle.land & ~sunk & ~bits(place + 1 for place in reached[1:])
        if falls and {line.path[0], line.path[-1]} <= wet:
            found[line.label] = falls
    return found


@pytest.mark.parametrize("edition", SHEETS)
def test_a_line_opens_and_takes_what_the_ruling_says(edition: int) -> None:
    isle, rng = island(edition), Random(1)
    for _ in range(5):
        sunk = 0
        while sinkings := isle.sinkings(sunk):
            assert sinkings == sinkings_by_the_ruling(isle, sunk)
            sunk |= min(rng.sample(sorted(sinkings.values()), min(2, len(sinkings))), key=int.bit_count)
        assert sunk == isle.land


def test_at_least_a_third_of_the_lines_end_inside_the_island_and_are_closed_at_the_start() -> None:
    inside = [line for line in ISLE.lines if line.gates]
    assert len(inside) * 3 >= len(ISLE.lines)
    assert not {line.label for line in inside} & set(ISLE.sinkings(0))


def test_in_every_position_that_can_come_up_a_line_is_open_while_land_is_left() -> None:
    opened: set[str] = set()
    for sunk, sinkings in every_sinking().items():
        assert bool(sinkings) == (sunk != ISLE.land)
        opened |= set(sinkings)
    assert len(every_sinking()) > 1000
    assert opened == set(ISLE.by_label), "and every line can be sunk at some time"


def test_the_first_map_is_kept_with_all_its_lines_from_shore_to_shore() -> None:
    first = island(1)
    assert len(first.lines) == len(first.sinkings(0)) == 16
    assert not any(line.gates for line in first.lines)
