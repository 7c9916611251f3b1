"""Where things lie on the picture: the island's borders in pixels, and the labels of its spaces.

``edition`` is the map's, see ``bot.games.curse.island``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot
from typing import Final

from bot.games.curse.island import Island, edges, island
from rendering.sprites import Point
from rendering.text import width

WIDTH: Final = 920
HEIGHT: Final = 1236
MAP: Final = 980
"""The height of the map; the panel is below it."""
SHORE: Final = 44
"""Pixels of sea at the least between the island and the map's edge: room for the lines' letters."""
ICON: Final = 48
DIGITS: Final = 34
"""The size of every label on the map."""
NUDGES: Final = {(2, 35): (-3.0, 7.0), (2, 36): (2.0, -3.0)}
"""By the map's edition and a space: how far its label is moved, where two narrow ones would touch."""
GAP: Final = 10
"""Pixels between a treasure and its number: room for the ring of a looted one."""


@cache
def points(edition: int) -> tuple[Point, ...]:
    """The vertices in pixels: the island fills the map, whatever its own proportions."""
    across, down = zip(*island(edition).vertices, strict=True)
    left, top = min(across), min(down)
    wide, high = (WIDTH - 2 * SHORE) / (max(across) - left), (MAP - 2 * SHORE) / (max(down) - top)
    return tuple((SHORE + (x - left) * wide, SHORE + (y - top) * high) for x, y in island(edition).vertices)


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
    """The numbers of the spaces (0: the centre) on the sides of every piece of border; one on the shore."""
    found: dict[tuple[int, int], list[int]] = {}
    sheet = island(edition)
    for number in range(len(sheet.spaces) + 1):
        for edge in edges(polygon(sheet, number), closed=True):
            found.setdefault(edge, []).append(number)
    return {edge: tuple(sides) for edge, sides in found.items()}


@cache
def centre(edition: int, box: Point) -> Point:
    """The middle of the roomiest place for a box of this width and height on the island's centre."""
    return roomiest(shape(edition, 0), box)[1]


@dataclass(frozen=True, slots=True)
class Label:
    """Where a space's treasure and its number are printed: beside each other, or one above the other."""

    icon: Point
    digits: Point


@cache
def label(edition: int, number: int) -> Label:
    """The label of a space, in the arrangement and at the place where there is most room for it."""
    reach = width(str(number), DIGITS)
    beside = (ICON + GAP + reach, ICON)
    above = (max(ICON, reach), ICON + 8 + DIGITS * 0.76)
    rooms = [(*roomiest(shape(edition, number), box), box) for box in (beside, above)]
    _, (x, y), box = max(rooms)
    across, down = NUDGES.get((edition, number), (0.0, 0.0))
    x, y = x + across, y + down
    if box == beside:
        left = x - box[0] / 2
        return Label((left + ICON / 2, y), (left + ICON + GAP + reach / 2, y))
    top = y - box[1] / 2
    return Label((x, top + ICON / 2), (x, top + ICON + 8 + DIGITS * 0.38))


def roomiest(shape: Sequence[Point], box: Point) -> tuple[float, Point]:
    """The room around the best place in ``shape`` for a box of this width and height, and the place."""
    across, down = box
    outline = [(x / across, y / down) for x, y in shape[::2]]
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    best, step = (0.0, (left, top)), max(right - left, bottom - top) / 8
    for _ in range(5):
        middle = best[1] if best[0] else ((left + right) / 2, (top + bottom) / 2)
        reach = range(-4, 5)
        for place in [(middle[0] + i * step, middle[1] + j * step) for i in reach for j in reach]:
            best = max(best, (clearance(place, outline, best[0]), place))
        step /= 2.5
    return best[0], (best[1][0] * across, best[1][1] * down)


@cache
def spot(edition: int, number: int) -> Point:
    """The middle of a space's label."""
    found = label(edition, number)
    return (found.icon[0] + found.digits[0]) / 2, (found.icon[1] + found.digits[1]) / 2


def clearance(place: Point, outline: list[Point], least_of_use: float = 0.0) -> float:
    """How far ``place`` is from the border of ``outline``; 0 outside, and where it is less than is of use."""
    inside, least = False, 1e9
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > place[1]) != (y2 > place[1]) and place[0] < (x2 - x1) * (place[1] - y1) / (y2 - y1) + x1:
            inside = not inside
        along = ((place[0] - x1) * (x2 - x1) + (place[1] - y1) * (y2 - y1)) / (
            (x2 - x1) ** 2 + (y2 - y1) ** 2
        )
        along = min(max(along, 0), 1)
        least = min(least, hypot(x1 + along * (x2 - x1) - place[0], y1 + along * (y2 - y1) - place[1]))
        if least < least_of_use:
            return 0.0
    return least if inside else 0.0


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
