"""A fast board of Captain's Curse: the pirate's sheet, the land, and the best moves' bookkeeping."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bot.games.curse.actions import BLACK, TREASURES, WHITE, Change, Die
from bot.games.curse.island import bits
from bot.games.curse.score import ROWS, TITLES, VALUES
from bot.games.curse.view import LEAST_UNSUNK, MOST_CROSSED, CurseView

from .prospects import ROW
from .tides import Fall, Tide, tide

LAND: Final = (1 << 36) - 1
COLUMNS: Final = range(len(TREASURES))
NEIGHBOURS: Final = ((), *((value % 6 + 1, (value + 4) % 6 + 1) for value in range(1, 7)))
"""What a charm turns each value into: one more, one less."""


class Way(NamedTuple):
    """A way to take a die."""

    value: int
    die: Die
    change: Change
    """By how much a charm changes the die; 0 without one."""


@dataclass(slots=True)
class CurseBoard:
    """A position between dice. Sets of spaces are bits: space n is bit n - 1."""

    tide: Tide
    depths: list[int] = field(default_factory=lambda: [0] * len(TREASURES))
    """Each column's cells down to the lowest marked one."""
    free: int = LAND
    """The spaces neither marked nor sunk."""
    doubles: int = 0
    """The circled doubles symbols: value - 1."""
    charms: int = 0
    total: int = 0
    """Points so far: circled values less a point a cross."""
    crosses: int = 0
    clean: int = 63
    """The columns without a cross, as bits."""

    def copy(self) -> CurseBoard:
        """A board that can be played on without changing this one."""
        return replace(self, depths=self.depths[:])

    def roll(self, white: int, black: int) -> bool:
        """Circles a new doubles symbol. Returns whether these are the first doubles of their value."""
        if white != black or self.doubles >> white - 1 & 1:
            return False
        self.doubles |= 1 << white - 1
        self.charms += 1
        return True

    def ways(self, white: int, black: int, fresh: bool) -> list[Way]:
        """The ways to take a die now."""
        if fresh:
            return [Way(black, BLACK, 0)]
        found: list[Way] = [Way(white, WHITE, 0), Way(black, BLACK, 0)]
        if white != black and self.charms:
            (up, down), (above, below) = NEIGHBOURS[white], NEIGHBOURS[black]
            found += [Way(up, WHITE, 1), Way(down, WHITE, -1), Way(above, BLACK, 1), Way(below, BLACK, -1)]
        return found

    def columns_for(self, value: int) -> list[int]:
        """The columns that ``value`` fits."""
        free, depths, rows = self.free, self.depths, ROW[value]
        return [c for c in COLUMNS if rows[c] >= depths[c] and free & self.tide.treasures[c]]

    def must_pass(self, white: int, black: int) -> bool:
        """Whether neither die as rolled fits."""
        return not self.columns_for(white) and not self.columns_for(black)

    def loot(self, way: Way, column: int, space: int) -> None:
        """Marks the column and loots the space, a single bit."""
        row = ROW[way.value][column]
        skipped = row - self.depths[column]
        self.depths[column] = row + 1
        self.total += way.value - skipped
        if skipped:
            self.crosses += skipped
            self.clean &= ~(1 << column)
        self.free &= ~(self.tide.treasures[column] if row == ROWS - 1 else space)
        if way.change:
            self.charms -= 1

    def sink(self, fall: Fall) -> None:
        """Sinks the land beyond a line."""
        self.free &= ~fall.takes
        self.tide = fall.after

    def settle(self) -> None:
        """Completes the columns whose treasure is gone: what isn't marked in them will be crossed out."""
        for column, held in enumerate(self.tide.treasures):
            lost = ROWS - self.depths[column]
            if lost and not self.free & held:
                self.depths[column] = ROWS
                self.total -= lost
                self.crosses += lost
                self.clean &= ~(1 << column)

    @property
    def over(self) -> bool:
        """Whether a turn that ends here ends the game; it does if there is nothing left to loot.

        Complete columns leave no free space either: their treasure is abandoned.
        """
        return not self.free

    @property
    def perfect(self) -> bool:
        """Whether a complete column has no cross."""
        return any(self.depths[column] == ROWS and self.clean >> column & 1 for column in COLUMNS)

    def reach(self) -> int:
        """The most points that can still be had: each column's highest values, one a free space."""
        most = self.total
        for column, depth in enumerate(self.depths):
            left = sorted(VALUES[column][depth:], reverse=True)
            free = (self.free & self.tide.treasures[column]).bit_count()
            most += sum(left[:free]) - len(left[free:])
        return most

    def final(self) -> tuple[int, int]:
        """The points if the game ended here, and the place of the title: 4 for Captain, 0 for a loss."""
        unmarked = ROWS * len(COLUMNS) - sum(self.depths)
        points, land = self.total - unmarked, self.tide.land
        goals = (self.crosses + unmarked <= MOST_CROSSED) + self.perfect + (land >= LEAST_UNSUNK)
        if land:
            for place, (_, least, needed) in enumerate(TITLES):
                if points >= least and goals >= needed:
                    return points, len(TITLES) - place
        return points, 0


def read(view: CurseView) -> CurseBoard:
    """The board that ``view`` shows."""
    sunk = bits(view.sunk)
    now = tide(view.edition, sunk)
    marked = [[mark for mark in column.marks if mark] for column in view.columns]
    return CurseBoard(
        tide=now,
        depths=[len(marks) for marks in marked],
        free=LAND & ~sunk & ~bits(view.looted),
        doubles=sum(1 << bit for bit, charm in enumerate(view.doubles) if charm),
        charms=view.charms,
        total=view.now.total,
        crosses=view.now.crossed,
        clean=sum(1 << column for column, marks in enumerate(marked) if "crossed" not in marks),
    )
