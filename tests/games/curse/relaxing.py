"""Relaxation: a plan's vertices are moved until its spaces are roomy and round and its lines run smoothly.

The map is treated as a film of soap: each face wants its share of the area and a short border, each line
wants to be straight, the shore wants to stay within the sheet and the centre wants to be a rounded box.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from .arches import TURN, Plan

Points = list[list[float]]

WIDTH, HEIGHT = 920.0, 1000.0
"""The box that the island fills."""
CENTRE_WIDTH, CENTRE_HEIGHT = 346.0, 384.0
"""The box that the centre fills."""
BOXY = 6
"""How square-cornered the centre is: 2 is an ellipse."""

SHORTEST = 14.0
"""The length that every piece of border should have, a quarter of the way between two crossings."""
FAIRNESS = 0.8
"""How evenly the shore's vertices are spread before the map is relaxed, from 0 to 1."""
ADVANCE = 700.0
"""Twice the least area that a step along the shore sweeps, as seen from the centre."""


def relax(plan: Plan, rounds: int = 2500, step: float = 1.5) -> None:
    """Moves ``plan``'s points, by Adam's rule of descent, ``rounds`` times."""
    points: Points = [list(point) for point in plan.points]
    share = (pi / 4 * WIDTH * HEIGHT * 0.93 - CENTRE_WIDTH * CENTRE_HEIGHT * 0.93) / len(plan.faces)
    first = [[0.0, 0.0] for _ in points]
    second = [[0.0, 0.0] for _ in points]
    for turn in range(1, rounds + 1):
        pull = gradient(plan, points, share)
        rate = step * (1 - 0.9 * turn / rounds)
        for index, force in enumerate(pull):
            for axis in (0, 1):
                first[index][axis] = 0.9 * first[index][axis] + 0.1 * force[axis]
                second[index][axis] = 0.995 * second[index][axis] + 0.005 * force[axis] ** 2
                ahead = first[index][axis] / (1 - 0.9**turn)
                spread = (second[index][axis] / (1 - 0.995**turn)) ** 0.5 + 1e-9
                points[index][axis] -= rate * ahead / spread
    plan.points[:] = [(x, y) for x, y in points]


def stretch(plan: Plan) -> None:
    """Brings the round plan to the size of the box, and gives every stretch of shore a fair share of it."""
    ends = sorted(atan2(plan.points[vertex][1], plan.points[vertex][0]) for vertex in plan.shore)
    even = [-pi + TURN * (rank + 0.5) / len(ends) for rank in range(len(ends))]
    known = list(
        zip([ends[-1] - TURN, *ends, ends[0] + TURN], [even[-1] - TURN, *even, even[0] + TURN], strict=True)
    )

    def turned(angle: float) -> float:
        place = min(max(bisect([one for one, _ in known], angle), 1), len(known) - 1)
        (before, left), (after, right) = known[place - 1], known[place]
        fair = left + (right - left) * (angle - before) / (after - before)
        return fair * FAIRNESS + angle * (1 - FAIRNESS)

    polar = [(hypot(x, y), turned(atan2(y, x))) for x, y in plan.points]
    plan.points[:] = [(radius * cos(angle), radius * sin(angle)) for radius, angle in polar]
    reach = max(abs(value) for point in plan.points for value in point)
    plan.points[:] = [(x / reach * WIDTH / 2, y / reach * HEIGHT / 2) for x, y in plan.points]


def gradient(plan: Plan, points: Points, share: float) -> Points:
    """The slope of the map's energy at each point."""
    pull: Points = [[0.0, 0.0] for _ in points]
    for face in plan.faces:
        roundness(points, pull, face, share)
    for path in plan.paths:
        bend(points, pull, path, 0.9)
        spread(points, pull, path, 0.10)
        keep_long(points, pull, path)
    bend(points, pull, [*plan.shore, *plan.shore[:2]], 0.15)
    spread(points, pull, [*plan.shore, plan.shore[0]], 0.06)
    keep_long(points, pull, [*plan.shore, plan.shore[0]])
    keep_in(points, pull, plan.shore)
    keep_apart(points, pull, [*plan.shore, plan.shore[0]])
    hold_centre(points, pull, plan.centre)
    return pull


def roundness(points: Points, pull: Points, face: Sequence[int], share: float) -> None:
    """A face's wish for its share of the area, and for little border around it."""
    ring = list(pairwise([*face, face[0]]))
    size = _area(points, ring)
    sides = [_length(points, one, other) for one, other in ring]
    border = sum(sides)
    floor = max(size, 0.12 * share)
    # d/dA of 6 (A/S - 1)^2 + P^2 / (4 pi A), and d/dP of the latter
    by_area = 12 * (size / share - 1) / share
    if size > 0.12 * share:
        by_area -= 1.5 * border**2 / (4 * pi * size**2)
    else:
        by_area -= 40 / share
    by_border = 3 * border / (4 * pi * floor)
    for (one, other), side in zip(ring, sides, strict=True):
        (x1, y1), (x2, y2) = points[one], points[other]
        pull[one][0] += by_area * y2 / 2
        pull[one][1] -= by_area * x2 / 2
        pull[other][0] -= by_area * y1 / 2
        pull[other][1] += by_area * x1 / 2
        dx, dy = (x2 - x1) / side * by_border, (y2 - y1) / side * by_border
        pull[one][0] -= dx
        pull[one][1] -= dy
        pull[other][0] += dx
        pull[other][1] += dy


def bend(points: Points, pull: Points, path: Sequence[int], weight: float) -> None:
    """A path's wish to run straight on at each of its points."""
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        for axis in (0, 1):
            sag = points[before][axis] - 2 * points[here][axis] + points[after][axis]
            force = 2 * weight * sag / 900
            pull[before][axis] += force
            pull[here][axis] -= 2 * force
            pull[after][axis] += force


def spread(points: Points, pull: Points, path: Sequence[int], weight: float) -> None:
    """A path's wish to have its points evenly spread."""
    for one, other in pairwise(path):
        for axis in (0, 1):
            force = 2 * weight * (points[other][axis] - points[one][axis]) / 900
            pull[one][axis] -= force
            pull[other][axis] += force


def keep_long(points: Points, pull: Points, path: Sequence[int]) -> None:
    """The duty of a path's pieces to keep a length that can be seen, even between two lines' ends."""
    for one, other in pairwise(path):
        length = _length(points, one, other)
        if length < SHORTEST:
            for axis in (0, 1):
                force = (
                    12
                    * (1 / SHORTEST - 1 / max(length, 2.0))
                    * (points[other][axis] - points[one][axis])
                    / SHORTEST
                )
                pull[one][axis] -= force
                pull[other][axis] += force


def keep_in(points: Points, pull: Points, shore: Iterable[int]) -> None:
    """The sheet's edge: an ellipse with square shoulders that the shore should not cross."""
    for vertex in shore:
        x, y = points[vertex][0] / (WIDTH / 2), points[vertex][1] / (HEIGHT / 2)
        over = abs(x) ** 3 + abs(y) ** 3 - 1
        if over > 0:
            pull[vertex][0] += 8 * over * 3 * x * abs(x) / (WIDTH / 2)
            pull[vertex][1] += 8 * over * 3 * y * abs(y) / (HEIGHT / 2)


def keep_apart(points: Points, pull: Points, shore: Sequence[int]) -> None:
    """The shore's duty to run on round the centre, so that no cape leans over another."""
    for one, other in pairwise(shore):
        (x1, y1), (x2, y2) = points[one], points[other]
        lack = ADVANCE - (x1 * y2 - x2 * y1)
        if lack > 0:
            force = 40 * lack / 4000**2
            pull[one][0] -= force * y2
            pull[one][1] += force * x2
            pull[other][0] += force * y1
            pull[other][1] -= force * x1


def hold_centre(points: Points, pull: Points, centre: Iterable[int]) -> None:
    """The centre's box, which its corners should keep to."""
    for vertex in centre:
        x, y = points[vertex][0] / (CENTRE_WIDTH / 2), points[vertex][1] / (CENTRE_HEIGHT / 2)
        size = (abs(x) ** BOXY + abs(y) ** BOXY) ** (1 / BOXY)
        off = size - 1
        pull[vertex][0] += 200 * off * x * abs(x) ** (BOXY - 2) / size ** (BOXY - 1) / (CENTRE_WIDTH / 2)
        pull[vertex][1] += 200 * off * y * abs(y) ** (BOXY - 2) / size ** (BOXY - 1) / (CENTRE_HEIGHT / 2)


def _area(points: Points, ring: Iterable[tuple[int, int]]) -> float:
    return (
        sum(points[one][0] * points[other][1] - points[other][0] * points[one][1] for one, other in ring) / 2
    )


def _length(points: Points, one: int, other: int) -> float:
    (x1, y1), (x2, y2) = points[one], points[other]
    return ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1e-6
