"""The station at one moment: sandbags, water and crew, what may be done with them and what that does.

It knows the rulings on the board (2, 3, 5 to 8) and nothing of turns. Every ``…_refusal`` is empty when the
thing may be done, else the sentence that says why not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bot.games.core import Seat

from .actions import CREW
from .layout import Layout
from .view import Danger, Threat
from .walking import DROWNING, connected, passable, straits, way_to, within_reach
from .water import Heights, Run, free, pumped, raised, ran, settled, surfaces

HIGHEST: Final = 3
"""The most sandbags on one square (ruling 2)."""


@lru_cache(maxsize=2048)
def _rests(layout: Layout, surface: Heights, leak: int) -> Mapping[int, Run]:
    return pumped(layout.grid.orthogonal, surface, leak)


@lru_cache(maxsize=2048)
def _way(layout: Layout, water: Heights, start: int, wade: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The way to the pod from ``start``, and the squares on it that every way needs (ruling 8)."""
    near, names = layout.grid.orthogonal, layout.grid.names
    walkable = passable(water, (start, layout.pod), wade=wade)
    way = way_to(near, start, layout.pod, walkable)
    narrow = straits(near, way, walkable)
    return tuple(names[square] for square in way), tuple(names[square] for square in narrow)


@dataclass(frozen=True, slots=True)
class Station:
    """A layout with what stands and lies on it; squares are indices of ``layout.grid``."""

    layout: Layout
    wade: bool
    sand: Heights
    water: Heights
    pawns: tuple[int, int, int]
    """Where red, yellow and blue stand."""

    def reach(self, who: int) -> list[int]:
        """The squares that crew member ``who`` may go to, its own first (ruling 3)."""
        return within_reach(self.layout.grid.orthogonal, self.water, self.pawns[who])

    def walk_refusal(self, who: int, square: int) -> str:
        """Why ``who`` cannot go to ``square`` (ruling 3)."""
        if square in self.reach(who):
            return ""
        names, start = self.layout.grid.names, self.pawns[who]
        seat = CREW[who].capitalize()
        if self.water[square] >= DROWNING:
            return f"{names[square]} is {self.water[square]} deep: nobody walks into depth 2 or more."
        if self.water[start]:
            return (
                f"{seat} stands in water on {names[start]} and can go one square at most, "
                "onto a dry one or into depth 1."
            )
        return (
            f"{seat} can't get from {names[start]} to {names[square]}: walk over dry squares, "
            "and stop on entering water."
        )

    def place_refusal(self, square: int) -> str:
        """Why no sandbag can be placed on ``square`` (rulings 3 and 4)."""
        name = self.layout.grid.names[square]
        if barred := self._barred(square):
            return barred
        if self.water[square]:
            return f"{name} is under water: sandbags go on dry squares only."
        if self.sand[square] >= HIGHEST:
            return (
                f"{name} has {HIGHEST} sandbags already, and a stack goes no higher: choose another square."
            )
        return ""

    def take_refusal(self, square: int) -> str:
        """Why no sandbag can be taken from ``square`` (rulings 3 and 4)."""
        name = self.layout.grid.names[square]
        if barred := self._barred(square):
            return barred
        if self.water[square]:
            return f"{name} is under water: sandbags are taken from dry squares only."
        if not self.sand[square]:
            return f"There is no sandbag on {name}: choose a square that has one."
        return ""

    def _barred(self, square: int) -> str:
        name = self.layout.grid.names[square]
        if square == self.layout.pod:
            return f"{name} is the escape pod: no sandbags there."
        if square == self.layout.control:
            return f"{name} is the control room: no sandbags there."
        return ""

    def rests(self, leak: int) -> Mapping[int, Run]:
        """Where a unit pumped in at ``leak`` can come to rest; empty when it stays there (ruling 5)."""
        return _rests(self.layout, surfaces(self.sand, self.water), leak)

    def pump_refusal(self, leak: int, to: int | None) -> str:
        """Why no unit pumped in at ``leak`` can come to rest on ``to``, None being the leak (ruling 5)."""
        names = self.layout.grid.names
        if leak not in self.layout.leaks:
            points = " or ".join(names[point] for point in self.layout.leaks)
            return f"{names[leak]} is no leak point: pump at {points}."
        rests = self.rests(leak)
        if (to in rests) if rests else to is None:
            return ""
        if not rests:
            return f"Water pumped in at {names[leak]} stays there now: play “pump {names[leak]}”."
        where = "can't stay there" if to is None else f"can't come to rest on {names[to]}"
        return f"Water pumped in at {names[leak]} {where}: choose {self._list(rests)}."

    def loose(self) -> dict[int, Mapping[int, Run]]:
        """Every square whose top unit has to run, with its runs (ruling 7)."""
        return free(self.layout.grid.orthogonal, surfaces(self.sand, self.water), self.water)

    def flow_refusal(self, square: int, to: int) -> str:
        """Why the top unit of ``square`` cannot come to rest on ``to`` (ruling 7)."""
        names, loose = self.layout.grid.names, self.loose()
        if square not in loose:
            return f"No water on {names[square]} has to run: choose from {self._list(loose)}."
        if to not in loose[square]:
            return (
                f"The water of {names[square]} can't come to rest on {names[to]}: "
                f"choose {self._list(loose[square])}."
            )
        return ""

    def _list(self, squares: Mapping[int, object]) -> str:
        names = [self.layout.grid.names[square] for square in squares]
        return ", ".join(names[:12]) + (" …" if len(names) > 12 else "")

    def walked(self, who: int, square: int) -> Station:
        """The station with ``who`` on ``square``."""
        red, yellow, blue = (square if each == who else at for each, at in enumerate(self.pawns))
        return replace(self, pawns=(red, yellow, blue))

    def bagged(self, square: int, by: int) -> Station:
        """The station with ``by`` sandbags more on ``square``, its water not yet settled."""
        return replace(self, sand=raised(self.sand, square, by))

    def pumped(self, leak: int, to: int | None) -> tuple[Station, Run]:
        """The station after one unit more, and that unit's run; a run of one square stays (ruling 5)."""
        run = (leak,) if to is None else self.rests(leak)[to]
        return replace(self, water=raised(self.water, run[-1], 1)), run

    def flowed(self, square: int, to: int) -> tuple[Station, Run]:
        """The station after one run of settling, and the run (ruling 7)."""
        run = self.loose()[square][to]
        return replace(self, water=ran(self.water, run)), run

    def settled(self) -> tuple[Station, tuple[Run, ...], bool]:
        """The station after all runs without a choice, those runs, and whether a choice is due (ruling 7)."""
        water, made, choice = settled(self.layout.grid.orthogonal, self.sand, self.water)
        return (replace(self, water=water) if made else self), made, choice

    def verdict(self) -> str:
        """Why the game is over now that the water has settled; empty if it is not (ruling 8)."""
        if any(self.water[pawn] >= DROWNING for pawn in self.pawns):
            return "drowned"
        if self.water[self.layout.pod] >= DROWNING:
            return "pod flooded"
        if any(pawn != self.layout.pod for pawn in self.pawns) and any(self.water):
            joined = connected(self.layout.grid.orthogonal, self.water, self.layout.pod, wade=self.wade)
            if not joined.issuperset(self.pawns):
                return "cut off"
        return "captain drowned" if self.water[self.layout.control] >= DROWNING else ""

    def dangers(self) -> tuple[Danger, ...]:
        """The crew members that something threatens or has befallen, in their order."""
        return tuple(danger for who, seat in enumerate(CREW) if (danger := self._danger(who, seat)).threats)

    def _danger(self, who: int, seat: Seat) -> Danger:
        start, pod = self.pawns[who], self.layout.pod
        way, narrow = _way(self.layout, self.water, start, self.wade)
        threats: list[Threat] = []
        if self.water[start] >= DROWNING:
            threats.append("drowned")
        elif self.water[start]:
            threats.append("wet")
        if not way and self.water[start] < DROWNING and self.water[pod] < DROWNING:
            threats.append("cut off")
        elif narrow:
            threats.append("one square")
        return Danger(seat, tuple(threats), way, narrow)
