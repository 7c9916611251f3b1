"""A position of Captain's Curse as data, with its legal dice, columns and spaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.core import CHANCE, Outcome, Seat

from .actions import PIRATE, TREASURES, Loot, Pass
from .island import NEWEST, Island, island
from .score import row_of
from .view import Phase

NO_DEPTHS: Final = (0,) * len(TREASURES)


@dataclass(frozen=True, slots=True)
class CursePosition:
    """The pirate's sheet and the dice. Sets of spaces are bits: space n is bit n - 1."""

    phase: Phase = "roll"
    turn: int = 0
    """Rolls so far."""
    white: int = 0
    black: int = 0
    fresh: bool = False
    """Whether this turn's roll is the first doubles of its value (ruling 2)."""
    depths: tuple[int, ...] = NO_DEPTHS
    """Each column's cells down to the lowest marked one."""
    circled: int = 0
    """The circled cells' bits: column × 6 + row."""
    looted: int = 0
    """Circled spaces, including abandoned treasures."""
    abandoned: int = 0
    sunk: int = 0
    doubles: int = 0
    """The circled doubles symbols' bits: value - 1."""
    spent: int = 0
    """Those of ``doubles`` whose charm is spent."""
    last: Loot | Pass | None = None
    value: int = 0
    """The value that ``last`` circled."""
    line: str = ""
    """The line sunk in the latest turn."""
    fell: int = 0
    """The spaces that sank in the latest turn."""
    outcome: Outcome | None = None
    seed: int | None = None
    edition: int = NEWEST
    """Of the map."""

    @property
    def sheet(self) -> Island:
        """The map."""
        return island(self.edition)

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CHANCE if self.phase == "roll" else PIRATE})

    @property
    def charms(self) -> int:
        """Charms unspent."""
        return (self.doubles & ~self.spent).bit_count()

    @property
    def free(self) -> int:
        """The spaces neither marked nor sunk, as bits."""
        return self.sheet.land & ~(self.looted | self.sunk)

    def takings(self) -> list[tuple[str, int]]:
        """Each way to take a die now, with the value that it gives (rulings 2 to 4)."""
        if self.fresh:
            return [("black", self.black)]
        ways = [("white", self.white), ("black", self.black)]
        if self.white != self.black and self.charms:
            for die, value in tuple(ways):
                ways += [(f"{die}+1", value % 6 + 1), (f"{die}-1", (value - 2) % 6 + 1)]
        return ways

    def columns_for(self, value: int) -> list[int]:
        """The columns in which ``value`` has a legal placement (ruling 5)."""
        free = self.free
        return [
            column
            for column, depth in enumerate(self.depths)
            if row_of(column, value) >= depth and free & self.sheet.treasures[column]
        ]

    @property
    def must_pass(self) -> bool:
        """Whether neither die as rolled has a legal placement (ruling 6)."""
        return not self.columns_for(self.white) and not self.columns_for(self.black)

    @property
    def unsunk(self) -> int:
        """How many spaces have not sunk."""
        return (self.sheet.land & ~self.sunk).bit_count()
