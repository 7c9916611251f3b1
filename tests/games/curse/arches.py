"""An arrangement of arches round a centre: the topology of a candidate island.

Each line of the island is an arch in the unrolled ring: it leaves the shore at one angle, dips towards the
centre and comes back at another. All arches are parabolas of one curvature, so two of them cross once if
they overlap, and never if one spans the other or they lie apart. With the shore they cut the ring into
faces: one a line and one a crossing, and the centre. A line may also be cut short where it crosses another:
what is left ends inside the island, on that line.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, pi, sin

TURN = 2 * pi
RADIUS = 10.0
"""The shore's radius before the map is relaxed."""
PIECES = 4
"""Segments that each border between two crossings is cut into."""


@dataclass(frozen=True)
class Arch:
    """One line: its middle angle and half of the angle that it spans, in radians."""

    middle: float
    half: float

    def depth(self, angle: float) -> float:
        """How far from the shore the arch is at ``angle``, in units of its own; negative beside it."""
        return self.half**2 - near(angle - self.middle) ** 2

    def crossing(self, other: Arch) -> float | None:
        """The angle at which this arch crosses ``other``, if it does."""
        apart = near(other.middle - self.middle)
        if not abs(self.half - other.half) < abs(apart) < self.half + other.half:
            return None
        return self.middle + (self.half**2 - other.half**2 + apart**2) / (2 * apart)


def near(angle: float) -> float:
    """``angle`` between minus half a turn and half a turn."""
    return (angle + pi) % TURN - pi


@dataclass
class Plan:
    """A plane map: vertices, the centre, the other faces and the lines as paths of vertices."""

    points: list[tuple[float, float]]
    centre: list[int]
    faces: list[list[int]]
    paths: list[list[int]]
    shore: list[int]
    """The shore's vertices, in order."""
    joints: set[int]
    """Crossings and end points; the other vertices only bend a border."""


def crossings(arches: Sequence[Arch]) -> int:
    """How many pairs of ``arches`` cross."""
    return sum(
        one.crossing(other) is not None for index, one in enumerate(arches) for other in arches[:index]
    )


@dataclass(frozen=True)
class Cut:
    """Where a line is cut short."""

    line: int
    end: int
    """0: its first end; -1: its last."""
    on: int
    """The line on which it ends."""


def covered(arches: Sequence[Arch]) -> bool:
    """Whether the arches close a ring about the centre."""
    return all(any(arch.depth(step * TURN / 720) > 0 for arch in arches) for step in range(720))


def plan(arches: Sequence[Arch], cuts: Sequence[Cut] = ()) -> Plan:
    """The plane map that ``arches`` make, some of them cut short.

    :raises ValueError: when the faces do not add up, as when arches end at the same place.
    """
    deepest = max(arch.half for arch in arches) ** 2
    points: list[tuple[float, float]] = []
    joints: set[int] = set()

    def point(angle: float, depth: float) -> int:
        radius = RADIUS - depth / deepest * RADIUS * 0.62
        points.append((radius * cos(angle), radius * sin(angle)))
        return len(points) - 1

    stops: list[list[tuple[float, int]]] = [[] for _ in arches]
    met: dict[tuple[int, int], int] = {}
    for index, arch in enumerate(arches):
        for side in (-arch.half, arch.half):
            vertex = point(arch.middle + side, 0)
            stops[index].append((side, vertex))
        for other, second in enumerate(arches[:index]):
            angle = arch.crossing(second)
            if angle is not None:
                vertex = point(angle, arch.depth(angle))
                stops[index].append((near(angle - arch.middle), vertex))
                stops[other].append((near(angle - second.middle), vertex))
                met[index, other] = met[other, index] = vertex
    for found in stops:
        found.sort()
    for cut in cuts:
        place = next((k for k, (_, v) in enumerate(stops[cut.line]) if v == met[cut.line, cut.on]), None)
        if place is None:
            raise ValueError("the line is cut short before that")
        stops[cut.line] = stops[cut.line][: place + 1] if cut.end else stops[cut.line][place:]
    held = Counter(vertex for found in stops for _, vertex in found)
    for cut in cuts:
        if held[met[cut.line, cut.on]] != 2 or met[cut.line, cut.on] in (
            stops[cut.on][0][1],
            stops[cut.on][-1][1],
        ):
            raise ValueError("the line ends on a part of another that was cut off")
    ends = sorted(
        ((arches[line].middle + side) % TURN, vertex)
        for line, found in enumerate(stops)
        for side, vertex in (found[0], found[-1])
        if held[vertex] == 1
    )
    crossed = sum(number == 2 for number in held.values()) - len(cuts)
    joints.update(held)
    paths = []
    for arch, found in zip(arches, stops, strict=True):
        path = [found[0][1]]
        for (start, _), (stop, vertex) in pairwise(found):
            for piece in range(1, PIECES):
                angle = arch.middle + start + (stop - start) * piece / PIECES
                path.append(point(angle, arch.depth(angle)))
            path.append(vertex)
        paths.append(path)
    shore = []
    for (start, vertex), (stop, _) in zip(ends, [*ends[1:], (ends[0][0] + TURN, 0)], strict=True):
        shore.append(vertex)
        shore += [point(start + (stop - start) * piece / PIECES, 0) for piece in range(1, PIECES)]
    faces = walk(points, [*paths, [*shore, shore[0]]])
    inner = [face for face in faces if area(points, face) > 0]
    centre = [face for face in inner if holds(points, face, (0.0, 0.0))]
    if len(inner) != len(arches) + crossed + 1 or len(centre) != 1:
        raise ValueError("the arches make no sound map")
    inner.remove(centre[0])
    used = sorted({vertex for path in (*paths, shore) for vertex in path})
    number = {vertex: index for index, vertex in enumerate(used)}

    def renumbered(path: Sequence[int]) -> list[int]:
        return [number[vertex] for vertex in path]

    return Plan(
        [points[vertex] for vertex in used],
        renumbered(centre[0]),
        [renumbered(face) for face in inner],
        [renumbered(path) for path in paths],
        renumbered(shore),
        {number[vertex] for vertex in joints},
    )


def walk(points: Sequence[tuple[float, float]], paths: Sequence[Sequence[int]]) -> list[list[int]]:
    """All faces of the plane graph whose edges are those of ``paths``; the outer one runs the other way."""
    near_by: dict[int, list[int]] = defaultdict(list)
    for path in paths:
        for one, other in pairwise(path):
            near_by[one].append(other)
            near_by[other].append(one)

    def heading(vertex: int, other: int) -> float:
        return atan2(points[other][1] - points[vertex][1], points[other][0] - points[vertex][0])

    follows = {}
    for vertex, others in near_by.items():
        others.sort(key=lambda other: heading(vertex, other))
        for before, after in zip(others, [*others[1:], others[0]], strict=True):
            follows[after, vertex] = (vertex, before)
    faces = []
    left = set(follows)
    for edge in sorted(follows):
        if edge in left:
            face = []
            while edge in left:
                left.remove(edge)
                face.append(edge[0])
                edge = follows[edge]
            faces.append(face)
    return faces


def area(points: Sequence[tuple[float, float]], face: Sequence[int]) -> float:
    """The signed area of ``face``."""
    return (
        sum(
            points[one][0] * points[other][1] - points[other][0] * points[one][1]
            for one, other in zip(face, [*face[1:], face[0]], strict=True)
        )
        / 2
    )


def holds(points: Sequence[tuple[float, float]], face: Sequence[int], spot: tuple[float, float]) -> bool:
    """Whether ``spot`` lies in ``face``."""
    inside = False
    for one, other in zip(face, [*face[1:], face[0]], strict=True):
        (x1, y1), (x2, y2) = points[one], points[other]
        if (y1 > spot[1]) != (y2 > spot[1]) and spot[0] < (x2 - x1) * (spot[1] - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
