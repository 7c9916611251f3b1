"""Water: where a unit of it can run, and what it does when a sandbag is gone (rulings 2, 5, 6 and 7).

A board is two tuples by square: ``sand`` (0–3 sandbags) and ``water`` (units on top of them). A square's
*surface* is their sum, and the top unit of a wet square lies at the level of its surface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

Near: TypeAlias = Sequence[Sequence[int]]
"""Each square's orthogonal neighbours, by index."""
Heights: TypeAlias = tuple[int, ...]
Run: TypeAlias = tuple[int, ...]
"""The squares that a unit runs over, from where it lay to where it comes to rest."""

NOWHERE: Final[Mapping[int, Run]] = {}


def surfaces(sand: Heights, water: Heights) -> Heights:
    """Each square's surface (ruling 2)."""
    return tuple(map(int.__add__, sand, water))


def raised(heights: Heights, square: int, by: int) -> Heights:
    """``heights`` with ``by`` more on ``square``."""
    return (*heights[:square], heights[square] + by, *heights[square + 1 :])


def leads_lower(near: Near, levels: Sequence[int], square: int, known: dict[int, bool]) -> bool:
    """Whether steps from ``square`` lead to anything strictly lower than it (ruling 6).

    The answer is the same for all squares of one level that hang together; ``known`` keeps it.
    """
    if square in known:
        return known[square]
    level = levels[square]
    plateau = [square]
    seen = {square}
    lower = False
    for here in plateau:
        for there in near[here]:
            if levels[there] < level:
                lower = True
            elif levels[there] == level and there not in seen:
                seen.add(there)
                plateau.append(there)
    known.update(dict.fromkeys(plateau, lower))
    return lower


def runs(near: Near, surface: Heights, origin: int) -> Mapping[int, Run]:
    """The resting places of the top unit of ``origin``, a wet square, each with a shortest run (ruling 6).

    ``surface`` counts the unit where it is. Empty when the unit stays there.
    """
    start = surface[origin]
    if all(surface[there] >= start for there in near[origin]):
        return NOWHERE
    # The level of the unit on each square: one above the surface, which counts it already on its own.
    levels = [height + 1 for height in surface]
    levels[origin] = start
    known: dict[int, bool] = {}
    ways: dict[int, Run] = {origin: (origin,)}
    rests: dict[int, Run] = {}
    running = [origin]
    for here in running:
        for there in near[here]:
            if there in ways or levels[there] > levels[here]:
                continue
            ways[there] = (*ways[here], there)
            if levels[there] < start and not leads_lower(near, levels, there, known):
                rests[there] = ways[there]  # It stops at the first resting place it meets.
            else:
                running.append(there)
    return {square: rests[square] for square in sorted(rests)}


def pumped(near: Near, surface: Heights, leak: int) -> Mapping[int, Run]:
    """Where a unit pumped in at ``leak`` can come to rest; empty when it stays there (ruling 5)."""
    return runs(near, raised(surface, leak, 1), leak)


def free(near: Near, surface: Heights, water: Heights) -> dict[int, Mapping[int, Run]]:
    """Every square whose top unit has a resting place, with its runs (ruling 7); empty on a settled board."""
    return {
        square: rests
        for square, depth in enumerate(water)
        if depth and (rests := runs(near, surface, square))
    }


def settled(near: Near, sand: Heights, water: Heights) -> tuple[Heights, tuple[Run, ...], bool]:
    """The water after every run that had no other to choose from (ruling 7).

    :return: the water, the runs that were made, in order, and whether the captain now has to choose one.
    """
    made: list[Run] = []
    while True:
        loose = free(near, surfaces(sand, water), water)
        options = [run for rests in loose.values() for run in rests.values()]
        if len(options) != 1:
            return water, tuple(made), bool(options)
        made.append(options[0])
        water = ran(water, options[0])


def ran(water: Heights, run: Run) -> Heights:
    """``water`` after its unit has made ``run``."""
    return raised(raised(water, run[0], -1), run[-1], 1)
