"""The station: its layouts, as printed sheets in ``data/boards`` (ruling 1), and how it stands at one moment.

A moment is sandbags, water and crew, without turns (rulings 2, 3, 5 to 8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final

from bot.games.core import Seat
from bot.games.core.grid import Grid, grid
from data.boards import board

from .actions import BAG_WORKS, CREW, BagWork
from .turns import Part, left
from .view import CrackersView, Danger, Threat
from .walking import DROWNING, passable, straits, way_to_pod, within_reach
from .water import Heights, Run, free, pumped, raised, ran, settled, surfaces

HIGHEST: Final = 3
"""The most sandbags on one square (ruling 2)."""
USUAL: Final = "first-mate"
"""The level of the computers whose even number of rounds is the default."""
WORKS: Final[tuple[tuple[BagWork, ...], ...]] = (("", "+"), *[BAG_WORKS] * (HIGHEST - 1), ("", "-"))
"""What can be done on a dry square, by its sandbags."""
NO_WORK: Final = BAG_WORKS[:1]
"""All that can be done on the pod, in the control room and on a wet square."""


def works(sand: int, water: int, *, fixed: bool) -> tuple[BagWork, ...]:
    """What can be done on a square with sandbags; ``fixed``: it is the pod or the control room."""
    return NO_WORK if water or fixed else WORKS[sand]


def all_works(sand: Heights, water: Heights, *fixed: int) -> list[tuple[BagWork, ...]]:
    """What can be done with sandbags on each square; ``fixed`` are the pod and the control room."""
    found = [NO_WORK if depth else WORKS[height] for height, depth in zip(sand, water, strict=True)]
    for square in fixed:
        found[square] = NO_WORK
    return found


def works_in(view: CrackersView) -> dict[str, tuple[BagWork, ...]]:
    """What can be done with sandbags on each square, by its name."""
    found = all_works(view.sand, view.water, *map(view.grid.read, (view.pod, view.control)))
    return dict(zip(view.grid.names, found, strict=True))


def possible(view: CrackersView) -> list[Counter[Part]]:
    """The rests of the captain's turns that the station allows: pumps make no room for sandbags."""
    found = set().union(*works_in(view).values())
    kinds = {"pump", *(part for part, work in (("bag", "+"), ("unbag", "-")) if work in found)}
    return [rest for rest in left(view.done) if kinds.issuperset(rest)]


@dataclass(frozen=True, slots=True)
class Layout:
    """One drawing of the station. Squares are indices of ``grid``."""

    name: str
    grid: Grid
    pod: int
    """The escape pod, where the crew starts."""
    control: int
    """The control room, where the captain sits."""
    leaks: tuple[int, ...]
    rounds: int
    """The designer's number, by area: 60 on 8×8."""
    even_between: Mapping[str, Mapping[str, int]] = field(default_factory=dict, compare=False)
    """The number at which either side wins about as often, by the option ``path`` and the level's key;
    those of the usual level are always there."""

    def __reduce__(self) -> tuple[Callable[[str], Layout], tuple[str]]:
        # One object for all tables: it is compared with itself at each step.
        return layout, (self.name,)


@cache
def layout(name: str) -> Layout:
    """The layout that ``data/boards`` calls ``name``."""
    sheet = board(name)
    squares = grid(sheet["files"], sheet["ranks"])
    pod, control, *leaks = map(squares.read, (sheet["pod"], sheet["control"], *sheet["leaks"]))
    return Layout(name, squares, pod, control, tuple(leaks), sheet["rounds"], sheet["even_between"])


@lru_cache(maxsize=2048)
def _rests(squares: Grid, surface: Heights, leak: int) -> Mapping[int, Run]:
    return pumped(squares.orthogonal, surface, leak)


def rests_in(view: CrackersView, leak: str) -> Mapping[int, Run]:
    """Where a unit pumped in at ``leak`` can come to rest; empty when it stays there (ruling 5)."""
    return _rests(view.grid, surfaces(view.sand, view.water), view.grid.read(leak))


@lru_cache(maxsize=2048)
def _way(layout: Layout, water: Heights, start: int, wade: bool) -> tuple[int, ...]:
    """The way to the pod from ``start`` (ruling 8)."""
    return way_to_pod(layout.grid.orthogonal, water, start, layout.pod, wade=wade)


@lru_cache(maxsize=2048)
def _straits(layout: Layout, water: Heights, start: int, wade: bool) -> tuple[int, ...]:
    """The squares that every way to the pod from ``start`` needs."""
    free = passable(water, (start, layout.pod), wade=wade)
    return straits(layout.grid.orthogonal, _way(layout, water, start, wade), free)


@dataclass(frozen=True, slots=True)
class Station:
    """A layout with everything on it; squares are indices of ``layout.grid``."""

    layout: Layout
    wade: bool
    sand: Heights
    water: Heights
    pawns: tuple[int, int, int]
    """Where red, yellow and blue stand."""

    def reach(self, who: int) -> list[int]:
        """The squares that crew member ``who`` may go to, its own first (ruling 3)."""
        return within_reach(self.layout.grid.orthogonal, self.water, self.pawns[who])

    def works(self) -> list[tuple[BagWork, ...]]:
        """What can be done with sandbags on each square (rulings 3 and 4)."""
        return all_works(self.sand, self.water, self.layout.pod, self.layout.control)

    def rests(self, leak: int) -> Mapping[int, Run]:
        """Where a unit pumped in at ``leak`` can come to rest; empty when it stays there (ruling 5)."""
        return _rests(self.layout.grid, surfaces(self.sand, self.water), leak)

    def loose(self) -> dict[int, Mapping[int, Run]]:
        """Every square whose top unit has to run, with its runs (ruling 7)."""
        return free(self.layout.grid.orthogonal, surfaces(self.sand, self.water), self.water)

    def walked(self, who: int, square: int) -> Station:
        """The station with ``who`` on ``square``."""
        red, yellow, blue = (square if each == who else at for each, at in enumerate(self.pawns))
        return replace(self, pawns=(red, yellow, blue))

    def bagged(self, square: int, by: int) -> Station:
        """The station with ``by`` more sandbags on ``square``, its water not yet settled."""
        return replace(self, sand=raised(self.sand, square, by))

    def pumped(self, leak: int, to: int | None) -> tuple[Station, Run]:
        """The station with one more unit, and that unit's run, of one square if it stays (ruling 5)."""
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
        if any(not _way(self.layout, self.water, pawn, self.wade) for pawn in self.pawns):
            return "cut off"
        return "captain drowned" if self.water[self.layout.control] >= DROWNING else ""

    def dangers(self) -> tuple[Danger, ...]:
        """The crew members who are in danger or lost, in their order."""
        return tuple(danger for who, seat in enumerate(CREW) if (danger := self._danger(who, seat)).threats)

    def _danger(self, who: int, seat: Seat) -> Danger:
        start, pod = self.pawns[who], self.layout.pod
        names = self.layout.grid.names
        way = _way(self.layout, self.water, start, self.wade)
        narrow = _straits(self.layout, self.water, start, self.wade)
        threats: list[Threat] = []
        if self.water[start] >= DROWNING:
            threats.append("drowned")
        elif self.water[start]:
            threats.append("wet")
        if not way and self.water[start] < DROWNING and self.water[pod] < DROWNING:
            threats.append("cut off")
        elif narrow:
            threats.append("one square")
        return Danger(
            seat, tuple(threats), tuple(names[each] for each in way), tuple(names[each] for each in narrow)
        )
