"""Where things lie on the picture: the island's borders in pixels, and the labels of its spaces.

``edition`` is the map's, see ``bot.games.curse.island``.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from bot.games.curse.island import Island, edges, island
from rendering.sprites import Point
from rendering.theme import read_toml

WIDTH: Final = 1000
HEIGHT: Final = 998
"""With the highest header the picture is 1.2 times as high as wide."""
MAP: Final = 640
"""The height of the map; the panel is below it."""
SHORE: Final = (44, 40)
"""Pixels of sea at the least between the island and the map's edge, at its sides and at its top: room for the
lines' letters."""
ICON: Final = 44
DIGITS: Final = 34
"""The size of every label on the map."""
PLACES: Final = read_toml("curse/places.toml")


@cache
def points(edition: int) -> tuple[Point, ...]:
    """The vertices in pixels: the island fills the map, whatever its own proportions."""
    across, down = zip(*island(edition).vertices, strict=True)
    left, top = min(across), min(down)
    side, above = SHORE
    wide, high = (WIDTH - 2 * side) / (max(across) - left), (MAP - 2 * above) / (max(down) - top)
    return tuple((side + (x - left) * wide, above + (y - top) * high) for x, y in island(edition).vertices)


@cache
def shape(edition: int, number: int) -> tuple[Point, ...]:
    """A space's outline; number 0 is the centre."""
    sheet = island(edition)
    return tuple(points(edition)[vertex] for vertex in polygon(sheet, number))


def polygon(sheet: Island, number: int) -> tuple[int, ...]:
    """The vertices of a space; number 0 is the centre."""
    return sheet.spaces[number - 1].polygon if number else sheet.centre


@cache
def borders(edition: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """For each border segment, the spaces on both sides of it (0: the centre); on the shore, just one."""
    found: dict[tuple[int, int], list[int]] = {}
    sheet = island(edition)
    for number in range(len(sheet.spaces) + 1):
        for edge in edges(polygon(sheet, number), closed=True):
            found.setdefault(edge, []).append(number)
    return {edge: tuple(sides) for edge, sides in found.items()}


class Label(NamedTuple):
    """Where a space's treasure and its number are printed: beside each other, or one above the other."""

    icon: Point
    digits: Point


@cache
def label(edition: int, number: int) -> Label:
    """The label of a space."""
    icon_x, icon_y, x, y = PLACES[str(edition)]["labels"][number - 1]
    return Label((icon_x, icon_y), (x, y))


@cache
def spot(edition: int, number: int) -> Point:
    """The middle of a space's label."""
    found = label(edition, number)
    return (found.icon[0] + found.digits[0]) / 2, (found.icon[1] + found.digits[1]) / 2


@cache
def box_of(edition: int, number: int) -> tuple[int, int, int, int]:
    """The box that a space's tile fills."""
    outline = shape(edition, number)
    (left, top), (right, bottom) = (
        [int(edge(part)) for part in zip(*outline, strict=True)] for edge in (min, max)
    )
    return left - 12, top - 12, right + 13, bottom + 13


@cache
def coasts(edition: int, number: int) -> tuple[tuple[int, tuple[tuple[Point, Point], ...]], ...]:
    """A space's borders as pieces, by the number of the space on their other side (0: the centre)."""
    found: dict[int, list[tuple[Point, Point]]] = {}
    place = points(edition)
    for (one, other), sides in borders(edition).items():
        if number in sides and len(sides) == 2:
            beside = sides[0] + sides[1] - number
            found.setdefault(beside, []).append((place[one], place[other]))
    return tuple((beside, tuple(pieces)) for beside, pieces in found.items())
