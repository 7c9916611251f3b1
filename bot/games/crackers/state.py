"""A position of Drown, Captain Crackers! as data."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.core import Outcome, Seat

from .actions import CAPTAIN, SEATS
from .station import Station
from .turns import Part
from .water import Run


@dataclass(frozen=True, slots=True)
class CrackersPosition:
    """The station, the round, and whose turn it is."""

    station: Station
    rounds: int
    round: int = 1
    turn: int = 0
    """Whose turn it is, by SEATS."""
    done: tuple[Part, ...] = ()
    """The parts of the captain's turn that are done."""
    settling: bool = False
    """Whether the captain has to choose a run before anything else (ruling 7)."""
    last: tuple[Seat, str] | None = None
    runs: tuple[Run, ...] = ()
    """The water that the last action moved."""
    earlier: tuple[Run, ...] = ()
    """The water that moved before it in the same turn."""
    outcome: Outcome | None = None

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return SEATS[self.turn]

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CAPTAIN if self.settling else self.mover})
