"""Where things lie on the picture of the island: borders, boxes, and room for what is printed on a space."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import hypot
from typing import Final

from bot.games.curse.island import edges, island
from rendering.sprites import Point
from rendering.text import width

WIDTH: Final = 1200
HEIGHT: Final = 956
MAP: Final = 1040
"""The width of the map; the rest is the panel."""
SHIFT: Final = (16, 24)
ICON: Final = 44
GAP: Final = 9
"""Pixels between a treasure and its number: room for the ring of a looted one."""


@cache
def points() -> tuple[Point, ...]:
    """The vertices in pixels."""
    return tuple((x + SHIFT[0], y + SHIFT[1]) for x, y in island().vertices)


@cache
def shape(number: int) -> tuple[Point, ...]:
    """A space's outline; number 0 is the centre."""
    path = island().spaces[number - 1].polygon if number else island().centre
    return tuple(points()[vertex] for vertex in path)


@cache
def borders() -> dict[tuple[int, int], tuple[int, ...]]:
    """The numbers of the spaces (0: the centre) on the sides of every piece of border; one on the shore."""
    found: dict[tuple[int, int], list[int]] = {}
    for number, path in enumerate([island().centre, *(space.polygon for space in island().spaces)]):
        for edge in edges(path, closed=True):
            found.setdefault(edge, []).append(number)
    return {edge: tuple(sides) for edge, sides in found.items()}


@cache
def spot(number: int) -> Point:
    """The roomiest place of a space for what is written there, which is wider than it is high."""
    outline = [(x, y * 1.2) for x, y in shape(number)]
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    best, step = (0.0, (left, top)), max(right - left, bottom - top) / 14
    for _ in range(4):
        middle = best[1] if best[0] else ((left + right) / 2, (top + bottom) / 2)
        reach = range(-7, 8)
        for place in [(middle[0] + i * step, middle[1] + j * step) for i in reach for j in reach]:
            room = clearance(place, outline, best[0])
            best = max(best, (room, place))
        step /= 4
    return best[1][0], best[1][1] / 1.2


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
def box_of(number: int) -> tuple[int, int, int, int]:
    """The box that a space's tile fills."""
    outline = shape(number)
    (left, top), (right, bottom) = (
        [int(edge(part)) for part in zip(*outline, strict=True)] for edge in (min, max)
    )
    return left - 12, top - 12, right + 13, bottom + 13


@cache
def coasts(number: int) -> tuple[tuple[int, tuple[tuple[Point, Point], ...]], ...]:
    """A space's borders as pieces, by the number of the space on their other side (0: the centre)."""
    found: dict[int, list[tuple[Point, Point]]] = {}
    for (one, other), sides in borders().items():
        if number in sides and len(sides) == 2:
            beside = sides[0] + sides[1] - number
            found.setdefault(beside, []).append((points()[one], points()[other]))
    return tuple((beside, tuple(pieces)) for beside, pieces in found.items())


def room(number: int, top: float, bottom: float, x: float) -> tuple[float, float]:
    """How far a space reaches to the left and right of ``x`` between two heights."""
    outline = shape(number)
    left, right = 0.0, float(MAP)
    for y in (top, (top + bottom) / 2, bottom):
        for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
            if (y1 > y) != (y2 > y):
                at = (x2 - x1) * (y - y1) / (y2 - y1) + x1
                if at < x:
                    left = max(left, at)
                else:
                    right = min(right, at)
    return left, right


@cache
def measures(number: int) -> tuple[int, int, int]:
    """The sizes of a space's treasure and its number, and the gap between: less where it is tight."""
    x, y = spot(number)
    left, right = room(number, y - 26, y + 10, x)
    tight = 2 * min(x - left, right - x) < ICON + GAP + width(str(number), 30) + 10
    return (36, 24, 7) if tight else (ICON, 30, GAP)


@cache
def icon_spot(number: int) -> Point:
    """The middle of a space's treasure."""
    x, y = spot(number)
    _, digits, gap = measures(number)
    return x - (gap + width(str(number), digits)) / 2, y - 9
