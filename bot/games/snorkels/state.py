"""A position of Snorkels as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.core import CHANCE, HOST, Outcome, Seat

from .actions import BOARD
from .view import Cell, Phase

SQUARES: Final = range(len(BOARD.names))
EMPTY: Final[tuple[Cell, ...]] = tuple("" for _ in SQUARES)


@dataclass(frozen=True, slots=True)
class SnorkelsPosition:
    """The crater, the phase and whose turn it is."""

    cells: tuple[Cell, ...] = EMPTY
    stones: int = 0
    """Stones that fall before the game starts."""
    phase: Phase = "opening"
    mover: Seat = HOST
    """Whose turn it is in the phases opening, choice and play."""
    takers: tuple[tuple[Seat, Seat], ...] = ()
    """(colour, slot) pairs after the pie choice; empty where the seats are the slots."""
    pie: bool = True
    last: int | None = None
    """The square of the last snorkel."""
    outcome: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CHANCE if self.phase == "stones" else self.mover})
