"""Walking: where a crew member can go, and whether the pod can still be reached (rulings 3 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from .view import CrackersView
from .water import Near

DROWNING: Final = 2
"""The depth at which people drown and the pod floods (ruling 8)."""


def within_reach(near: Near, water: Sequence[int], start: int) -> list[int]:
    """The squares that a crew member on ``start`` may go to, itself first, then ascending (ruling 3)."""
    walking, reached = [start], {start}
    for here in walking:
        for there in near[here]:
            if there not in reached and water[there] < DROWNING:
                reached.add(there)
                if not water[there] and not water[start]:  # In water the walk ends.
                    walking.append(there)
    return [start, *sorted(reached - {start})]


def passable(water: Sequence[int], ends: Collection[int], *, wade: bool) -> Callable[[int], bool]:
    """Whether a way to the pod may lead over a square; its ``ends`` are the crew member and the pod.

    Wading, depth 1 will do anywhere; on a dry path only the ends may be wet, to depth 1 (ruling 8).
    """
    free = [depth < (DROWNING if wade else 1) for depth in water]
    for end in ends:
        free[end] = water[end] < DROWNING
    return free.__getitem__


def way_to(
    near: Near, start: int, goal: Callable[[int], bool], free: Callable[[int], bool]
) -> tuple[int, ...]:
    """A shortest way from ``start`` over squares that are ``free`` to one that is a ``goal``; else empty."""
    came = {start: start}
    walking = [start] if free(start) else []
    for here in walking:
        if goal(here):
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


def way_to_pod(near: Near, water: Sequence[int], start: int, pod: int, *, wade: bool) -> tuple[int, ...]:
    """A shortest way for a crew member from ``start`` to the pod; empty when it is cut off (ruling 8)."""
    return way_to(near, start, lambda square: square == pod, passable(water, (start, pod), wade=wade))


def way_home(view: CrackersView, square: int) -> tuple[int, ...]:
    """The way to the pod of somebody who stands on ``square``."""
    pod = view.grid.read(view.pod)
    return way_to_pod(view.grid.orthogonal, view.water, square, pod, wade=view.wade)


def turns_home(view: CrackersView, square: str) -> int:
    """How many turns it takes from ``square`` to the pod, as the water lies; -1 if it can't be reached."""
    start, pod = view.grid.read(square), view.grid.read(view.pod)
    reached, turns = {start}, 0
    while pod not in reached:
        further = {
            there for here in reached for there in within_reach(view.grid.orthogonal, view.water, here)
        }
        if further == reached:
            return -1
        reached, turns = further, turns + 1
    return turns


def straits(near: Near, way: Sequence[int], free: Callable[[int], bool]) -> tuple[int, ...]:
    """The squares of ``way``, except its ends, that every way between its ends needs."""
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
