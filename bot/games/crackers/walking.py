"""Walking: where a crew member can go, and whether the pod can still be reached (rulings 3 and 8)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

Near: TypeAlias = Sequence[Sequence[int]]
"""Each square's orthogonal neighbours, by index."""

DROWNING: int = 2
"""The depth at which people drown and the pod floods (ruling 8)."""


def within_reach(near: Near, water: Sequence[int], start: int) -> list[int]:
    """The squares that a crew member on ``start`` may go to, itself first, then ascending (ruling 3)."""
    if water[start]:
        return [start, *sorted(there for there in near[start] if water[there] < DROWNING)]
    return [start, *(there for there in _lands(near, water)[start] if there != start)]


@lru_cache(maxsize=64)
def _lands(near: Near, water: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    """Where one can go from each dry square, ascending: the same from all that hang together.

    It is the same while the crew walks.
    """
    found: dict[int, tuple[int, ...]] = {}
    for start, depth in enumerate(water):
        if depth or start in found:
            continue
        # Whoever steps into water stops there.
        walking, reached = _spread(near, water, start, 1)
        found.update(dict.fromkeys(walking, tuple(sorted(reached))))
    return found


def _spread(near: Near, water: Sequence[int], start: int, limit: int) -> tuple[list[int], set[int]]:
    """The squares over which one can walk from ``start``, and all that can be reached by that.

    The way goes on over what is less than ``limit`` deep, and ends on the rest.
    """
    reached = {start}
    walking = [start]
    for here in walking:
        for there in near[here]:
            if there not in reached and water[there] < DROWNING:
                reached.add(there)
                if water[there] < limit:
                    walking.append(there)
    return walking, reached


def passable(water: Sequence[int], ends: Collection[int], *, wade: bool) -> Callable[[int], bool]:
    """Whether a way to the pod may lead over a square, its ``ends`` being the crew member and the pod.

    Wading, depth 1 will do anywhere; on a dry path only the ends may be wet, to depth 1 (ruling 8).
    """
    return lambda square: water[square] < (DROWNING if wade or square in ends else 1)


def way_to(near: Near, start: int, goal: int, free: Callable[[int], bool]) -> tuple[int, ...]:
    """A shortest way from ``start`` to ``goal`` over squares that are ``free``; empty when there is none."""
    if not (free(start) and free(goal)):
        return ()
    came = {start: start}
    walking = deque([start])
    while walking:
        here = walking.popleft()
        if here == goal:
            way = [here]
            while here != start:
                here = came[here]
                way.append(here)
            return tuple(reversed(way))
        for there in near[here]:
            if there not in came and free(there):
                came[there] = here
                walking.append(there)
    return ()


@lru_cache(maxsize=64)
def connected(near: Near, water: Sequence[int], pod: int, *, wade: bool) -> frozenset[int]:
    """Every square from which the pod can be reached (ruling 8); the pod itself unless it is flooded.

    It is the same while the crew walks.
    """
    if water[pod] >= DROWNING:
        return frozenset()
    # A wet end of a dry path leads no further.
    _, reached = _spread(near, water, pod, DROWNING if wade else 1)
    return frozenset(reached)


def straits(near: Near, way: Sequence[int], free: Callable[[int], bool]) -> tuple[int, ...]:
    """The squares of ``way``, its ends left out, on which every way between its ends depends."""
    order = {square: at for at, square in enumerate(way)}
    found, seen, furthest = [], set(way), 0
    for at, square in enumerate(way):
        # Nothing that can be reached from the squares before this one leads past it.
        if 0 < at < len(way) - 1 and furthest <= at:
            found.append(square)
        beside = [square]
        for here in beside:
            for there in near[here]:
                if there in order:
                    furthest = max(furthest, order[there])
                elif there not in seen and free(there):
                    seen.add(there)
                    beside.append(there)
    return tuple(found)
