"""The island's map (``data/boards/island.json``; rulings, The island).

Sets of spaces are the bits of an integer: space ``n`` is bit ``n - 1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from bot.games.core.grid import squares_in
from data.boards import board

from .actions import TREASURES


class Space(NamedTuple):
    """One space of the island."""

    number: int
    name: str
    treasure: str
    polygon: tuple[int, ...]
    """Indices of vertices, in order."""


class DottedLine(NamedTuple):
    """One dotted line."""

    label: str
    path: tuple[int, ...]
    """Indices of vertices, in order, along borders of spaces."""
    gates: int
    """The spaces off its ends, as bits: what has to sink before it is open; none if it ends on the shore."""
    extent: int
    """What it can sink, as bits, once all land beyond the lines on which it ends has sunk."""


@dataclass(frozen=True, eq=False)
class Island:
    """A map of the island; compared by identity."""

    vertices: tuple[tuple[float, float], ...]
    """Each vertex's x to the right and y downward, in the map's own units."""
    centre: tuple[int, ...]
    spaces: tuple[Space, ...]
    """By number, from 1."""
    lines: tuple[DottedLine, ...]
    treasures: tuple[int, ...]
    """Each treasure's spaces, as bits, in the order of the columns."""
    by_label: Mapping[str, DottedLine]
    """Each line by its label."""
    by_treasure: Mapping[str, tuple[Space, ...]]
    """The spaces with each treasure."""

    @property
    def land(self) -> int:
        """All spaces, as bits."""
        return (1 << len(self.spaces)) - 1

    def sinkings(self, sunk: int) -> Mapping[str, int]:
        """The labels of the lines open when ``sunk`` (bits) has sunk, with what each takes (ruling 8)."""
        return {
            line.label: falls
            for line in self.lines
            if not line.gates & ~sunk and (falls := line.extent & ~sunk)
        }


def edges(path: Sequence[int], *, closed: bool) -> Iterator[tuple[int, int]]:
    """The borders that ``path`` runs along: pairs of vertices, the smaller index first."""
    for one, other in pairwise((*path, path[0]) if closed else path):
        yield (one, other) if one < other else (other, one)


@lru_cache(maxsize=1024)
def numbers(bits: int) -> tuple[int, ...]:
    """The numbers of the spaces in ``bits``, ascending."""
    return tuple(square + 1 for square in squares_in(bits))


def bits(spaces: Iterable[int]) -> int:
    """The spaces with these numbers, as bits."""
    return sum(1 << number - 1 for number in spaces)


def read(sheet: Mapping[str, Any]) -> Island:
    """The island that ``sheet`` (the ruling's schema) draws."""
    spaces = tuple(
        Space(space["number"], space["name"], space["treasure"], tuple(space["polygon"]))
        for space in sheet["spaces"]
    )
    lines = tuple(
        DottedLine(line["label"], tuple(line["path"]), bits(line["after"]), bits(line["takes"]))
        for line in sheet["lines"]
    )
    return Island(
        vertices=tuple((float(x), float(y)) for x, y in sheet["vertices"]),
        centre=tuple(sheet["centre"]),
        spaces=spaces,
        lines=lines,
        treasures=tuple(
            bits(space.number for space in spaces if space.treasure == treasure) for treasure in TREASURES
        ),
        by_label={line.label: line for line in lines},
        by_treasure={
            treasure: tuple(space for space in spaces if space.treasure == treasure) for treasure in TREASURES
        },
    )


NEWEST: Final = 2
"""The edition of the map that new games are played on."""
SHEETS: Final = {1: "island-1", 2: "island"}
"""The map's editions, by the rules' version that plays on them."""


@cache
def island(edition: int = NEWEST) -> Island:
    """The printed island."""
    return read(board(SHEETS[edition]))
