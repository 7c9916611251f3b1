"""What the captain can flood in one turn, or in the rest of it, as everything stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from .board import works, works_in
from .turns import Part, complete, left, open_parts
from .view import CrackersView
from .water import Heights, Near, free, pumped, raised, ran, surfaces

RECENT: Final = 256
"""Answers that are remembered: a card asks for its words and for its picture's, and of several squares."""


def can_deepen(view: CrackersView, name: str, depth: int) -> bool:
    """Whether the captain's turn can make the water on a square ``depth`` deep."""
    read = view.grid.read
    leaks, fixed = (tuple(map(read, names)) for names in (view.leaks, (view.pod, view.control)))
    square, near = read(name), view.grid.orthogonal
    return _can_deepen(near, leaks, fixed, view.sand, view.water, view.done, square, depth)


def dams(view: CrackersView, name: str, depth: int) -> list[str]:
    """The squares, at most two steps from one, where another sandbag keeps it from getting ``depth`` deep."""
    near, square, can_be = view.grid.orthogonal, view.grid.read(name), works_in(view)
    around = {further for beside in near[square] for further in (beside, *near[beside])}
    return [
        view.grid.names[each]
        for each in sorted(around)
        if "+" in can_be[view.grid.names[each]]
        and not can_deepen(replace(view, sand=raised(view.sand, each, 1)), name, depth)
    ]


_pumped: Final = lru_cache(maxsize=RECENT)(pumped)


@lru_cache(maxsize=RECENT)
def _can_deepen(
    near: Near,
    leaks: tuple[int, ...],
    fixed: tuple[int, ...],
    sand: Heights,
    water: Heights,
    done: tuple[Part, ...],
    square: int,
    depth: int,
) -> bool:
    """Parts are tried only where they bring water nearer.

    It runs on if there is more where it would rest, and stays on the square if what is beside that is higher.
    """

    def after(
        sand: Heights, water: Heights, done: tuple[Part, ...]
    ) -> Iterator[tuple[Heights, Heights, Part]]:
        surface, parts = surfaces(sand, water), open_parts(done)
        rests = {to for leak in leaks for to in _pumped(near, surface, leak) or (leak,)}
        missing, pumps = depth - water[square], max(rest["pump"] for rest in left(done))
        if pumps >= missing:
            # Where no part is to spare, each has to be a unit on the square itself.
            for to in rests if pumps > missing else rests & {square}:
                yield sand, raised(water, to, 1), "pump"
        if "bag" in parts and pumps > missing:
            for to in rests.union(leaks, near[square]) - {square}:
                if "+" in works(sand[to], water[to], fixed=to in fixed):
                    yield raised(sand, to, 1), water, "bag"
        if "unbag" in parts and missing == 1:
            for to, height in enumerate(sand):
                beside = any(water[each] or each in (square, *leaks) for each in near[to])
                if beside and "-" in works(height, water[to], fixed=to in fixed):
                    lower = raised(sand, to, -1)
                    yield from ((lower, still, "unbag") for still in _settled(near, lower, water))

    tried = set[tuple[Heights, Heights, tuple[Part, ...]]]()

    def deepens(sand: Heights, water: Heights, done: tuple[Part, ...]) -> bool:
        if water[square] >= depth:
            return True
        # Most orders of the same parts lead to the same.
        if complete(done) or (here := (sand, water, done)) in tried:
            return False
        tried.add(here)
        return any(
            deepens(new_sand, new_water, tuple(sorted((*done, part))))
            for new_sand, new_water, part in after(sand, water, done)
        )

    return deepens(sand, water, done)


@lru_cache(maxsize=RECENT)
def _settled(near: Near, sand: Heights, water: Heights) -> set[Heights]:
    """Every way in which the water can settle (ruling 7)."""
    running, settled = {water}, set[Heights]()
    while running:
        here = running.pop()
        loose = free(near, surfaces(sand, here), here)
        running |= {ran(here, run) for rests in loose.values() for run in rests.values()}
        if not loose:
            settled.add(here)
    return settled
