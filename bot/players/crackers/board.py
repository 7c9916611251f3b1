"""The station on bit masks: where water runs and who can walk where, fast.

A mask has a bit for each square, by the square's index on the board's grid. ``above[k]`` is the mask of the
squares whose surface (sandbags plus water) is at least ``k``. Rulings are those of Crackers.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from bot.games.core.grid import squares_in

HIGHEST: Final = 3
"""The most sandbags on one square (ruling 2)."""


class StationPlan:
    """A layout: its size and places, and floods over its squares."""

    def __init__(self, columns: int, rows: int, pod: int, control: int, leaks: tuple[int, ...]) -> None:
        self.pod, self.control, self.leaks = pod, control, leaks
        full = self.full = (1 << columns * rows) - 1
        self.bare = 1 << pod | 1 << control
        """The squares where no sandbag may lie."""
        self.source = sum(1 << leak for leak in leaks)
        lowest = sum(1 << column * rows for column in range(columns))
        not_lowest, not_highest = full & ~lowest, full & ~(lowest << rows - 1)

        def spread(mask: int) -> int:
            return mask << 1 & not_lowest | mask >> 1 & not_highest | mask << rows & full | mask >> rows

        def flood(seed: int, within: int) -> int:
            seed &= within
            while True:
                grown = (
                    seed | seed << 1 & not_lowest | seed >> 1 & not_highest | seed << rows | seed >> rows
                ) & within
                if grown == seed:
                    return seed
                seed = grown

        self.spread = spread
        """The squares beside those of a mask."""
        self.flood = flood
        """The squares of ``within`` that hang together with those of ``seed`` in it."""

        self.around_pod = self._rings(pod, 4)
        self.around_control = self._rings(control, 2)
        """The squares one step from there, two steps from there, and so on."""

    def _rings(self, centre: int, count: int) -> tuple[int, ...]:
        found, inside = [], 1 << centre
        for _ in range(count):
            ring = self.spread(inside) & ~inside
            found.append(ring)
            inside |= ring
        return tuple(found)


plan: Final = cache(StationPlan)
"""The layout with these places; the same object each time."""


class CrackersBoard:
    """Sandbags and water by square, with masks of the same; changed in place, so copy it first."""

    __slots__ = ("above", "deep", "plan", "sand", "seen", "water", "wet")

    def __init__(self, layout: StationPlan, sand: list[int], water: list[int]) -> None:
        self.plan = layout
        self.sand, self.water = sand, water
        surface = [bags + units for bags, units in zip(sand, water, strict=True)]
        self.above = [
            sum(1 << square for square, height in enumerate(surface) if height >= level)
            for level in range(max(*surface, 4) + 2)
        ]
        """At least six; ends with an empty mask."""
        self.wet = sum(1 << square for square, depth in enumerate(water) if depth)
        self.deep = sum(1 << square for square, depth in enumerate(water) if depth > 1)
        """Where people drown."""
        self.seen: Any = None
        """Whatever a judge remembers of this board; a copy begins without it."""

    def copy(self) -> CrackersBoard:
        """The same board, to be changed by itself."""
        other = CrackersBoard.__new__(CrackersBoard)
        other.plan = self.plan
        other.sand, other.water, other.above = self.sand[:], self.water[:], self.above[:]
        other.wet, other.deep = self.wet, self.deep
        other.seen = None
        return other

    def bag(self, square: int) -> None:
        """Places a sandbag on a dry square."""
        self.sand[square] += 1
        self._rise(square)

    def unbag(self, square: int) -> None:
        """Takes a sandbag from a dry square; the water around it may have to settle."""
        self.above[self.sand[square]] &= ~(1 << square)
        self.sand[square] -= 1

    def pour(self, square: int) -> None:
        """Lays a unit of water on a square."""
        depth = self.water[square] = self.water[square] + 1
        if depth == 1:
            self.wet |= 1 << square
        elif depth == 2:
            self.deep |= 1 << square
        self._rise(square)

    def flow(self, square: int, to: int) -> None:
        """Moves the top unit of ``square`` to ``to``."""
        self.above[self.sand[square] + self.water[square]] &= ~(1 << square)
        depth = self.water[square] = self.water[square] - 1
        if not depth:
            self.wet &= ~(1 << square)
        elif depth == 1:
            self.deep &= ~(1 << square)
        self.pour(to)

    def _rise(self, square: int) -> None:
        height = self.sand[square] + self.water[square]
        self.above[height] |= 1 << square
        if height + 1 == len(self.above):
            self.above.append(0)

    def rests(self, leak: int) -> int:
        """Where a unit pumped in at ``leak`` can come to rest; none if it stays there (rulings 5, 6)."""
        return self._rests(leak, self.sand[leak] + self.water[leak])

    def _rests(self, origin: int, height: int) -> int:
        """The resting places of a unit on top of ``origin``, whose surface without it is ``height``."""
        above, spread, flood = self.above, self.plan.spread, self.plan.flood
        start = 1 << origin
        running = flood(start, above[height] & ~above[height + 1] | start)
        rests = 0
        for level in range(height - 1, -1, -1):
            reached = spread(running) & ~above[level + 1] & above[level]
            if not reached:
                continue
            lower = ~above[level] & self.plan.full
            if lower:
                # A hollow's rim passes everything on as long as something lower lies beside it.
                plateau = flood(reached, above[level] & ~above[level + 1])
                passing = flood(plateau & spread(lower), plateau)
                running |= passing
                reached &= ~passing
            rests |= reached
        return rests & ~start

    def loose(self) -> list[tuple[int, int]]:
        """Every square whose top unit has to run, with the mask of its resting places (ruling 7)."""
        above, spread, flood = self.above, self.plan.spread, self.plan.flood
        full, wet = self.plan.full, self.wet
        found = []
        for level in range(2, len(above) - 1):
            lying = wet & above[level] & ~above[level + 1]
            lower = full & ~above[level - 1]
            if not lying or not lower:
                continue
            same = above[level - 1] & ~above[level]
            drained = lower | flood(spread(lower) & same, same)
            found += [*squares_in(lying & spread(drained))]
        runs = []
        for square in sorted(found):
            height = self.sand[square] + self.water[square]
            above[height] ^= 1 << square
            rests = self._rests(square, height - 1)
            above[height] ^= 1 << square
            if rests:
                runs.append((square, rests))
        return runs

    def settle(self) -> bool:
        """Makes all runs without a choice. Returns whether one has to be chosen now (ruling 7)."""
        while True:
            runs = self.loose()
            if not runs:
                return False
            square, rests = runs[0]
            if len(runs) > 1 or rests & rests - 1:
                return True
            self.flow(square, rests.bit_length() - 1)

    def reach(self, start: int) -> int:
        """The squares that a crew member on ``start`` may go to, its own among them (ruling 3)."""
        layout, here = self.plan, 1 << start
        if self.wet & here:
            return (layout.spread(here) & ~self.deep) | here
        lands = layout.flood(here, layout.full & ~self.wet)
        return (lands | layout.spread(lands)) & ~self.deep | here

    def home(self, *, wade: bool) -> int:
        """The squares that are not cut off from the pod; only for squares of depth 0 and 1 (ruling 8)."""
        layout, pod = self.plan, 1 << self.plan.pod
        if wade:
            return layout.flood(pod, layout.full & ~self.deep) if self.deep else layout.full
        if not self.wet:
            return layout.full
        lands = layout.flood(pod, layout.full & ~self.wet | pod)
        return lands | layout.spread(lands)
