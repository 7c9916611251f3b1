"""A position of Depth Charge as data, secrets included: both fleets, the reports, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.core import Outcome, Seat

from .actions import SEATS, SOUTH
from .view import Deed, Phase, Terms
from .waters import HARBOURS

DEFAULT_TERMS: Final = Terms()


@dataclass(frozen=True, slots=True)
class Fleet:
    """A side's boat, islands and mines; squares are the board's indices."""

    boat: int
    facing: str
    islands: tuple[int, ...] | None = None
    """None until they are placed."""
    mines: tuple[int, ...] | None = None
    """All that were laid; None until then."""
    destroyed: tuple[int, ...] = ()
    """The mines that the enemy destroyed, in order."""
    missed: tuple[int, ...] = ()
    """Where its own depth charges missed, in order."""
    swept: frozenset[int] = frozenset()
    """Squares of its half without a mine: the enemy's boat entered them, or its own stopped there."""
    sunk: bool = False

    @property
    def live(self) -> tuple[int, ...]:
        """The mines that are not destroyed."""
        return tuple(mine for mine in self.mines or () if mine not in self.destroyed)


@dataclass(frozen=True, slots=True)
class Sounding:
    """One sounding with its report, and how many of the reporter's mines were destroyed by then."""

    seat: Seat
    """Who sounded."""
    square: int
    times: tuple[int, ...]
    destroyed: int


@dataclass(frozen=True, slots=True)
class DepthChargePosition:
    """Both fleets, the reports, and whose turn it is."""

    terms: Terms = DEFAULT_TERMS
    phase: Phase = "mines"
    fleets: tuple[Fleet, Fleet] = (
        Fleet(boat=HARBOURS[SEATS[0]], facing="n"),
        Fleet(boat=HARBOURS[SEATS[1]], facing="s"),
    )
    """South's, north's."""
    mover: Seat = SOUTH
    """Who takes the next turn, once the mines are laid."""
    soundings: tuple[Sounding, ...] = ()
    quiet: int = 0
    """Turns in a row that destroyed no mine (ruling 6)."""
    turn: int = 0
    """Turns taken."""
    last: Deed | None = None
    outcome: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        if self.phase == "play":
            return frozenset({self.mover})
        return frozenset(seat for seat in SEATS if not self.ready(seat))

    def fleet(self, seat: Seat) -> Fleet:
        """What belongs to ``seat``."""
        return self.fleets[SEATS.index(seat)]

    def ready(self, seat: Seat) -> bool:
        """Whether ``seat`` has placed what this phase asks for; true in play."""
        fleet = self.fleet(seat)
        placed = {"islands": fleet.islands, "mines": fleet.mines}
        return placed.get(self.phase, ()) is not None

    @property
    def islands(self) -> frozenset[int]:
        """The islands of both sides; empty until both are in (ruling 1)."""
        if self.phase == "islands":
            return frozenset()
        return frozenset(square for fleet in self.fleets for square in fleet.islands or ())
