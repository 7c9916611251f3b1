"""The island's map (``data/boards/island.json``) and its geometry (rulings, The island).

Sets of spaces are the bits of an integer: space ``n`` is bit ``n - 1``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
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
class Line:
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
    lines: tuple[Line, ...]
    beyond: tuple[int, ...]
    """Each line's spaces beyond it, as bits."""
    ends: tuple[tuple[int, int], ...]
    """The spaces at both end points of each line, as bits; :data:`SEA` on the shore."""
    treasures: tuple[int, ...]
    """Each treasure's spaces, as bits, in the order of the columns."""
    by_label: Mapping[str, int]
    """Each line's index by its label."""

    @property
    def land(self) -> int:
        """All spaces, as bits."""
        return (1 << len(self.spaces)) - 1

    def open_lines(self, sunk: int) -> list[int]:
        """The indices of the lines that may be sunk when ``sunk`` (bits) has sunk (ruling 8)."""
        return [
            index
            for index, (one, other) in enumerate(self.ends)
            if self.beyond[index] & ~sunk and (one == SEA or one & sunk) and (other == SEA or other & sunk)
        ]


def edges(path: Sequence[int], *, closed: bool) -> Iterator[tuple[int, int]]:
    """The borders that ``path`` runs along: pairs of vertices, the smaller index first."""
    for one, other in pairwise((*path, path[0]) if closed else path):
        yield (one, other) if one < other else (other, one)


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
    lines = tuple(Line(line["label"], tuple(line["path"])) for line in sheet["lines"])
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

    return Island(
        vertices=tuple((float(x), float(y)) for x, y in sheet["vertices"]),
        centre=centre,
        spaces=spaces,
        lines=lines,
        beyond=tuple(_beyond(len(spaces), borders, line.path) for line in lines),
        ends=tuple((end(line.path[0]), end(line.path[-1])) for line in lines),
        treasures=tuple(
            sum(1 << index for index, space in enumerate(spaces) if space.treasure == treasure)
            for treasure in TREASURES
        ),
        by_label={line.label: index for index, line in enumerate(lines)},
    )


def _beyond(spaces: int, borders: Mapping[tuple[int, int], list[int]], path: Sequence[int]) -> int:
    """The spaces that cannot be reached from the centre over land without crossing ``path``, as bits."""
    wall = set(edges(path, closed=False))
    near: dict[int, list[int]] = defaultdict(list)
    for edge, sides in borders.items():
        if len(sides) == 2 and edge not in wall:
            near[sides[0]].append(sides[1])
            near[sides[1]].append(sides[0])
    reached = {CENTRE}
    border = [CENTRE]
    while border:
        for index in near[border.pop()]:
            if index not in reached:
                reached.add(index)
                border.append(index)
    return sum(1 << index for index in range(spaces) if index not in reached)


@cache
def island() -> Island:
    """The printed island."""
    return read(board("island"))
