"""Values a turn: how many turns the seat and its enemy still need, turned into a chance of winning.

A layout that is seen takes a number of turns that can be counted (``board.clearing``). Not seeing it costs
more, by how much is open: ``DOUBT`` turns a binary digit. A turn is worth what the best short plan
that begins with it leaves of both, and the danger on the way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from operator import attrgetter
from typing import Final, NamedTuple

from bot.games.core.grid import bits, squares_in
from bot.games.depthcharge.actions import Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.waters import routes
from bot.players.judgement import calibrated

from .board import AROUND, LAKE, divided, turns_to_clear
from .posterior import Posterior

LIKELY: Final = 0.3
"""From what odds on a charge is planned ahead."""
likely: Final = partial(calibrated, hope=0.44, trust=1.14)
"""How often those who seemed to have a chance have won, between First Mates. Its order remains."""

# What uncertainty costs, in turns.
DOUBT: Final = 0.28
"""A binary digit of doubt about the layout."""
MISS: Final = 0.5
"""A miss that doesn't lose."""
LOSS: Final = 25.0
"""Losing at once, where actions are compared by turns: so many more."""


class Situation(NamedTuple):
    """What a seat has to decide on."""

    boat: int
    rival: int
    """The enemy boat's square."""
    islands: int
    left: int
    """Enemy mines that are live."""
    misses: int
    """The miss that would lose, counted from now."""
    posterior: Posterior
    rival_turns: float
    """How many turns the enemy is expected to need."""


class Worth(NamedTuple):
    """What an action leaves."""

    action: DepthChargeAction
    chance: float
    """To win."""
    turns: float
    """Until the last mine is destroyed, itself counted; losing at once counts as ``LOSS`` more."""
    follow: DepthChargeAction | None = None
    """The turn planned after it."""


class Seeker:
    """Weighs the turns of one situation."""

    def __init__(self, situation: Situation, weighed: Sequence[int], sailed: Sequence[int]) -> None:
        """``weighed``: the layouts on which soundings are compared; ``sailed``: those for ways."""
        self.now, self.weighed, self.sailed = situation, weighed, sailed
        layouts = situation.posterior.layouts
        total = len(layouts)
        self.places: dict[int, int] = {}
        """By a square's bit, which of those that are weighed have a mine there, as a mask."""
        for order, layout in enumerate(self.weighed):
            for square in bits(layout):
                self.places[square] = self.places.get(square, 0) | 1 << order
        self.water = LAKE & ~situation.islands
        self.free = self.water & ~(1 << situation.rival)
        counts: Counter[int] = Counter()
        for layout in layouts:
            counts.update(bits(layout))
        # A sample proves nothing.
        whole = total if situation.posterior.complete else total + 1
        self.odds = {square: count / whole for square, count in counts.items()}
        self.sailing, self.learnt = cache(self._sailing), cache(self._learnt)

    # What is left

    def doubt(self, digits: float) -> float:
        """Turns that are lost to not seeing the layout."""
        return DOUBT * max(digits, 0.0)

    def _sailing(self, boat: int) -> float:
        """Turns from ``boat`` if the layout were seen, on average."""
        turns = [turns_to_clear(boat, layout, self.water) for layout in self.sailed]
        return sum(turns) / len(turns) + 0.02 * turns[0]

    def _learnt(self, square: int) -> float:
        """The turns that doubt still costs after a sounding on ``square``."""
        total, digits = len(self.weighed), self.now.posterior.doubt
        parts = divided(square, self.places, total, self.now.islands)
        return sum(
            number * size / total * self.doubt(digits + math.log2(size / total))
            for size, number in sorted(parts.items())
        )

    # Plans

    def chance(self, turns: float) -> float:
        """The chance to win if it takes ``turns`` more turns."""
        ahead = self.now.rival_turns - turns + 0.5
        spread = 0.33 * math.sqrt(max(self.now.rival_turns + turns, 1.0))
        return 1 / (1 + math.exp(min(max(-ahead / spread, -20.0), 20.0)))

    def sounding(self, boat: int, square: int, before: int) -> tuple[float, float]:
        """Chance and turns of sounding ``square`` from ``boat`` after ``before`` turns."""
        turns = before + 1 + self.sailing(boat) + self.learnt(square)
        return self.chance(turns), turns

    def charging(self, boat: int, square: int, before: int) -> tuple[float, float]:
        """Chance and turns of a depth charge on ``square`` from ``boat`` after ``before`` turns."""
        now, bit = self.now, 1 << square
        hit = self.odds.get(bit, 0.0)
        digits = now.posterior.doubt
        won = 0.0
        turns = 0.0
        if hit:
            if now.left == 1:
                won = 1.0 if not before else self.chance(before + 1)
                turns = before + 1
            else:
                rest = [layout ^ bit for layout in self.sailed if layout & bit]
                rest = rest or [layout ^ bit for layout in now.posterior.layouts if layout & bit][:8]
                after = sum(turns_to_clear(boat, layout, self.water) for layout in rest) / len(rest)
                turns = before + 1 + after + self.doubt(digits + math.log2(hit))
                won = self.chance(turns)
        if hit == 1.0:
            return won, turns
        missed = before + 1 + self.sailing(boat) + self.doubt(digits + math.log2(1 - hit))
        if now.misses == 1:
            return hit * won, hit * turns + (1 - hit) * (missed + LOSS)
        missed += MISS
        return hit * won + (1 - hit) * self.chance(missed), hit * turns + (1 - hit) * missed

    def hit(self, action: DepthChargeAction) -> float:
        """The odds that ``action`` destroys a mine."""
        return self.odds.get(1 << action.square, 0.0) if isinstance(action, Charge) else 0.0

    def moving(self, action: Move, path: Sequence[int]) -> Worth:
        """What ``action`` along ``path`` is worth with the best turn after it."""
        goal = path[-1]
        danger = min(sum(self.odds.get(1 << square, 0.0) for square in path), 1.0)
        turns = 1 + (self.sailing(goal) + self.doubt(self.now.posterior.doubt))
        best: tuple[float, float, DepthChargeAction | None] = (self.chance(turns), turns, None)
        for square in squares_in(AROUND[goal] & self.free):
            if not danger or self.odds.get(1 << square, 0.0):
                best = max(best, (*self.sounding(goal, square, 1), Sound(square)), key=lambda each: each[0])
            if self.odds.get(1 << square, 0.0) > LIKELY:
                best = max(best, (*self.charging(goal, square, 1), Charge(square)), key=lambda each: each[0])
        return Worth(action, best[0] * (1 - danger), best[1] + danger * LOSS, best[2])

    def weigh(self, legal: Sequence[DepthChargeAction]) -> list[Worth]:
        """All actions of ``legal`` but detours, the best first."""
        now = self.now
        heard = [
            Worth(each, *self.sounding(now.boat, each.square, 0)) for each in legal if isinstance(each, Sound)
        ]
        best = max(heard, key=attrgetter("chance"), default=None)
        found = [*heard]
        barred = frozenset(squares_in(LAKE & ~self.free))
        ways = routes(now.boat, barred)
        safest: dict[int, tuple[float, int, str]] = {}
        for action in legal:
            if isinstance(action, Charge):
                worth = Worth(action, *self.charging(now.boat, action.square, 0))
                if self.hit(action) == 1.0 and best is not None and best.chance > worth.chance:
                    # It has to be spent anyway, and whatever is sounded afterwards is heard no worse.
                    worth = best._replace(action=action, follow=best.action)
                found.append(worth)
            elif isinstance(action, Move):
                path = ways[action.steps]
                danger = sum(self.odds.get(1 << square, 0.0) for square in path)
                way = (round(danger, 9), len(path), action.steps)
                safest[path[-1]] = min(way, safest.get(path[-1], way))
        for _, _, steps in safest.values():
            found.append(self.moving(Move(steps), ways[steps]))
        return sorted(found, key=rank)


def rank(worth: Worth) -> tuple[float, float, int, str]:
    """Sorts the best first: by chance, then by turns, rounded so that every machine agrees."""
    kind = 0 if isinstance(worth.action, Charge) else 1 if isinstance(worth.action, Sound) else 2
    return (-round(worth.chance, 9), round(worth.turns, 6), kind, str(worth.action))
