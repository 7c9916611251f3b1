"""The island of Captain's Curse: a sound map, and one that plays as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from bot.games.curse.actions import SPACES, TREASURES
from bot.games.curse.island import SEA, edges, island, numbers, read

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
def every_sinking() -> Mapping[int, Mapping[int, int]]:
    """Every set of spaces (bits) that can have sunk, with the lines that are open then and what they take."""
    found, left = dict[int, Mapping[int, int]](), [0]
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


def test_every_space_is_beyond_a_line_and_every_beyond_reaches_the_shore() -> None:
    sides = Counter(edge for path in ALL for edge in edges(path, closed=True))
    coastal = sum(
        1 << index
        for index, space in enumerate(ISLE.spaces)
        if any(sides[edge] == 1 for edge in edges(space.polygon, closed=True))
    )
    open_at_the_start = ISLE.sinkings(0)
    together = 0
    for line, falls in open_at_the_start.items():
        assert falls == ISLE.extents[line]
        assert falls & coastal
    for extent in ISLE.extents:
        assert extent
        together |= extent
    assert together == ISLE.land


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


def test_at_least_a_third_of_the_lines_end_inside_the_island() -> None:
    inside = [line for line, ends in enumerate(ISLE.ends) if ends != (SEA, SEA)]
    assert len(inside) * 3 >= len(ISLE.lines)
    assert not set(inside) & set(ISLE.sinkings(0)), "and are closed at the start"
    for line in inside:
        assert ISLE.gates[line].bit_count() == sum(end != SEA for end in ISLE.ends[line])


def test_in_every_position_that_can_come_up_a_line_is_open_while_land_is_left() -> None:
    opened: set[int] = set()
    lowest = 0
    for sunk, sinkings in every_sinking().items():
        assert bool(sinkings) == (sunk != ISLE.land)
        assert all(falls and not falls & sunk for falls in sinkings.values())
        opened |= set(sinkings)
        lowest += 1
    assert lowest > 1000
    assert opened == set(range(len(ISLE.lines))), "and every line can be sunk at some time"


def test_a_line_that_ends_inside_opens_as_soon_as_the_pieces_off_its_ends_have_sunk_and_no_sooner() -> None:
    for sunk, sinkings in every_sinking().items():
        for line, gates in enumerate(ISLE.gates):
            if ISLE.beyond(line, sunk):
                assert (line in sinkings) == (not gates & ~sunk)
            if line in sinkings:
                assert sinkings[line] == ISLE.extents[line] & ~sunk, "it takes what was said before"


def test_the_first_map_is_kept_with_all_its_lines_from_shore_to_shore() -> None:
    first = island(1)
    assert len(first.lines) == len(first.sinkings(0)) == 16
    assert set(first.ends) == {(SEA, SEA)}
    assert [first.sinkings(0)[line] for line in range(16)] == list(first.extents)
    rng = Random(1)
    for _ in range(300):
        sunk = 0
        while sunk != first.land:
            sinkings = first.sinkings(sunk)
            assert sinkings == {line: land & ~sunk for line, land in enumerate(first.extents) if land & ~sunk}
            sunk |= rng.choice(list(sinkings.values()))


TOY = {
    # A space at the top, three in a row below it, and the centre at the bottom.
    "vertices": [
        *([0, 0], [4, 0], [4, 2], [0, 2], [4, 3], [0, 3]),
        *([0, 1], [4, 1], [1, 2], [3, 2], [1, 1], [3, 1]),
    ],
    "centre": [3, 8, 9, 2, 4, 5],
    "spaces": [
        {"number": 1, "name": "Top", "treasure": "coin", "polygon": [0, 1, 7, 11, 10, 6]},
        {"number": 2, "name": "Left", "treasure": "gem", "polygon": [6, 10, 8, 3]},
        {"number": 3, "name": "Middle", "treasure": "gem", "polygon": [10, 11, 9, 8]},
        {"number": 4, "name": "Right", "treasure": "gem", "polygon": [11, 7, 2, 9]},
    ],
    "lines": [
        {"label": "A", "path": [6, 10, 11, 7]},
        {"label": "B", "path": [3, 8, 9, 2]},
        {"label": "C", "path": [6, 10, 8, 3]},
        {"label": "D", "path": [10, 11]},
    ],
}


def test_beyond_is_what_the_line_and_the_sea_cut_off_from_the_centre() -> None:
    toy = read(TOY)
    beyond = {line.label: numbers(toy.beyond(index, 0)) for index, line in enumerate(toy.lines)}
    assert beyond == {"A": (1,), "B": (1, 2, 3, 4), "C": (2,), "D": ()}


def test_a_line_is_open_when_both_its_ends_touch_the_sea_or_a_sunk_space() -> None:
    # E runs along Left's lower and inner borders, up to A.
    lines = [{"label": "A", "path": [6, 10, 11, 7]}, {"label": "E", "path": [3, 8, 10]}]
    toy = read({**TOY, "lines": lines})
    assert toy.ends == ((SEA, SEA), (SEA, 0b0111))
    assert (toy.gates, toy.extents) == ((0, 0b0001), (0b0001, 0b0010))
    assert toy.sinkings(0) == {0: 0b0001}
    assert toy.sinkings(0b0001) == {1: 0b0010}, "nothing is left beyond the first"
    assert toy.sinkings(0b0011) == {}
