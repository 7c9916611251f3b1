"""The island's map (``data/boards/island.json``) and its geometry (rulings, The island).

Sets of spaces are the bits of an integer: space ``n`` is bit ``n - 1``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import pairwise
from operator import or_
from typing import Any, Final

from data.boards import board

from .actions import TREASURES

SEA: Final = -1
"""The ``ends`` of a line on the shore: that end always touches water."""
CENTRE: Final = -1
"""The centre among the spaces' indices."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the island."""

    number: int
    name: str
    treasure: str
    polygon: tuple[int, ...]
    """Indices of vertices, in order."""


@dataclass(frozen=True, slots=True)
class DottedLine:
    """One dotted line."""

    label: str
    path: tuple[int, ...]
    """Indices of vertices, in order, along borders of spaces."""


@dataclass(frozen=True, eq=False)
class Island:
    """A map of the island and its geometry; compared by identity."""

    vertices: tuple[tuple[float, float], ...]
    """Each vertex's x to the right and y downward, in the map's own units."""
    centre: tuple[int, ...]
    spaces: tuple[Space, ...]
    """By number, from 1."""
    lines: tuple[DottedLine, ...]
    ends: tuple[tuple[int, int], ...]
    """The spaces at both end points of each line, as bits; :data:`SEA` on the shore."""
    gates: tuple[int, ...]
    """For each line the spaces off its ends, as bits: the pieces that have to sink before it is open."""
    extents: tuple[int, ...]
    """What each line can sink (bits), once all land beyond the lines on which it ends has sunk."""
    near: tuple[tuple[int, ...], ...]
    """For each line the spaces next to every space, as bits, without those across the line; the last are next
    to the centre."""
    treasures: tuple[int, ...]
    """Each treasure's spaces, as bits, in the order of the columns."""
    by_label: Mapping[str, int]
    """Each line's index by its label."""

    @property
    def land(self) -> int:
        """All spaces, as bits."""
        return (1 << len(self.spaces)) - 1

    def touches_water(self, line: int, sunk: int) -> bool:
        """Whether both ends of a line touch the sea or one of the spaces ``sunk`` (bits)."""
        return all(end == SEA or end & sunk for end in self.ends[line])

    def beyond(self, line: int, sunk: int) -> int:
        """The land (bits) that the line with this index cuts off from the centre, together with all water."""
        return cut_off(self.near[line], self.land & ~sunk)

    @lru_cache(maxsize=4096)  # noqa: B019 (the islands are kept for good)
    def sinkings(self, sunk: int) -> Mapping[int, int]:
        """The lines open when ``sunk`` (bits) has sunk, by index, with what each takes (ruling 8)."""
        return {
            line: falls
            for line in range(len(self.lines))
            if self.touches_water(line, sunk) and (falls := self.beyond(line, sunk))
        }


def edges(path: Sequence[int], *, closed: bool) -> Iterator[tuple[int, int]]:
    """The borders that ``path`` runs along: pairs of vertices, the smaller index first."""
    for one, other in pairwise((*path, path[0]) if closed else path):
        yield (one, other) if one < other else (other, one)


def cut_off(near: Sequence[int], dry: int) -> int:
    """The part of the land ``dry`` that can't be reached from the centre, as bits; ``near`` as in a map."""
    reached, found = 0, near[CENTRE] & dry
    while found:
        reached |= found
        beside = 0
        while found:
            low = found & -found
            beside |= near[low.bit_length() - 1]
            found ^= low
        found = beside & dry & ~reached
    return dry & ~reached


@lru_cache(maxsize=1024)
def numbers(bits: int) -> tuple[int, ...]:
    """The numbers of the spaces in ``bits``, ascending."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length())
        bits ^= low
    return tuple(found)


def read(sheet: Mapping[str, Any]) -> Island:
    """The island that ``sheet`` (the ruling's schema) draws, with its geometry computed."""
    spaces = tuple(
        Space(space["number"], space["name"], space["treasure"], tuple(space["polygon"]))
        for space in sorted(sheet["spaces"], key=lambda space: int(space["number"]))
    )
    lines = tuple(DottedLine(line["label"], tuple(line["path"])) for line in sheet["lines"])
    centre = tuple(sheet["centre"])
    borders: dict[tuple[int, int], list[int]] = defaultdict(list)
    for edge in edges(centre, closed=True):
        borders[edge].append(CENTRE)
    for index, space in enumerate(spaces):
        for edge in edges(space.polygon, closed=True):
            borders[edge].append(index)
    shore = {vertex for edge, sides in borders.items() if len(sides) == 1 for vertex in edge}

    def end(vertex: int) -> int:
        return SEA if vertex in shore else sum(1 << i for i, s in enumerate(spaces) if vertex in s.polygon)

    def gate(vertex: int, inner: int) -> int:
        """The spaces off a line's end at ``vertex``, whose next vertex is ``inner``."""
        beside = borders[min(vertex, inner), max(vertex, inner)]
        return 0 if vertex in shore else end(vertex) & ~sum(1 << side for side in beside if side != CENTRE)

    def held_by(line: DottedLine) -> list[DottedLine]:
        """The lines on which a line ends."""
        return [other for other in lines if {line.path[0], line.path[-1]} & {*other.path[1:-1]} - shore]

    def wall(line: DottedLine) -> set[tuple[int, int]]:
        """The borders along a line, and along those that lead from its ends to the shore."""
        along, left = {line}, [line]
        while left:
            found = set(held_by(left.pop())) - along
            along |= found
            left += found
        return {edge for each in along for edge in edges(each.path, closed=False)}

    def extent(line: DottedLine) -> int:
        land = (1 << len(spaces)) - 1
        outer = [cut_off(_near(len(spaces), borders, wall(other)), land) for other in held_by(line)]
        return cut_off(_near(len(spaces), borders, wall(line)), land) & ~reduce(or_, outer, 0)

    return Island(
        vertices=tuple((float(x), float(y)) for x, y in sheet["vertices"]),
        centre=centre,
        spaces=spaces,
        lines=lines,
        ends=tuple((end(line.path[0]), end(line.path[-1])) for line in lines),
        gates=tuple(gate(*line.path[:2]) | gate(*line.path[:-3:-1]) for line in lines),
        extents=tuple(map(extent, lines)),
        near=tuple(_near(len(spaces), borders, set(edges(line.path, closed=False))) for line in lines),
        treasures=tuple(
            sum(1 << index for index, space in enumerate(spaces) if space.treasure == treasure)
            for treasure in TREASURES
        ),
        by_label={line.label: index for index, line in enumerate(lines)},
    )


def _near(
    spaces: int, borders: Mapping[tuple[int, int], list[int]], wall: Set[tuple[int, int]]
) -> tuple[int, ...]:
    """The spaces next to every space and, last, to the centre, as bits; without those across ``wall``."""
    near = [0] * (spaces + 1)
    for edge, sides in borders.items():
        if len(sides) == 2 and edge not in wall:
            for one, other in (sides, sides[::-1]):
                near[one] |= 1 << other if other != CENTRE else 0
    return tuple(near)


NEWEST: Final = 2
"""The edition of the map that new games are played on."""
SHEETS: Final = {1: "island-1", 2: "island"}
"""The map's editions, by the rules' version that plays on them."""


@cache
def island(edition: int = NEWEST) -> Island:
    """The printed island."""
    return read(board(SHEETS[edition]))
