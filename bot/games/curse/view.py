"""What may be seen of a game of Captain's Curse: everything but the future dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.games.core import View

from .island import Island, island

Phase: TypeAlias = Literal["roll", "loot", "sink", "over"]
Mark: TypeAlias = Literal["", "circled", "crossed"]
Goal: TypeAlias = Literal["met", "open", "missed"]
Charm: TypeAlias = Literal["", "charm", "spent"]
MOST_CROSSED: Final = 8
LEAST_UNSUNK: Final = 15


@dataclass(frozen=True, slots=True)
class Column:
    """One treasure's column on the sheet."""

    treasure: str
    values: tuple[int, ...]
    """From the top."""
    marks: tuple[Mark, ...]
    """One a cell, from the top."""
    complete: bool


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line that may be sunk now, and what that would take (ruling 8)."""

    label: str
    takes: tuple[int, ...]
    """The numbers of the unsunk spaces beyond it, ascending."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the sheet is worth (rulings, Score)."""

    columns: tuple[int, ...]
    """Each column's sum of circled values."""
    crossed: int
    """Cells crossed out."""
    total: int
    perfect: bool
    """Whether a complete column has no crossed-out cell."""
    unsunk: int
    title: str
    """The title that this earns; empty for a loss."""

    @property
    def goals(self) -> tuple[bool, bool, bool]:
        """Few crosses, a perfect column, enough land (rulings, Score)."""
        return (self.crossed <= MOST_CROSSED, self.perfect, self.unsunk >= LEAST_UNSUNK)


@dataclass(frozen=True, slots=True)
class Happened:
    """The latest turn, as far as it has gone."""

    die: str = ""
    """The die as taken, such as ``white+1``; ``pass`` for a pass; empty before the first turn."""
    value: int = 0
    """The value that was circled; 0 for a pass."""
    looted: int = 0
    """The number of the space looted; 0 for a pass."""
    abandoned: tuple[int, ...] = ()
    """The spaces circled as abandoned treasure."""
    line: str = ""
    """The line that was sunk; empty for none."""
    sunk: tuple[int, ...] = ()
    """The spaces that sank."""


@dataclass(frozen=True, slots=True)
class CurseView(View):
    """A position of Captain's Curse as anybody sees it."""

    edition: int
    """Of the map, see :func:`.island.island`."""
    phase: Phase
    turn: int
    """The number of rolls so far."""
    dice: tuple[int, int] | None
    """White and black; None while a roll is owed."""
    fresh: bool
    """Whether the dice are the first doubles of their value."""
    columns: tuple[Column, ...]
    looted: tuple[int, ...]
    """The spaces circled, ascending, sunk ones included."""
    abandoned: tuple[int, ...]
    """Those of ``looted`` that were circled as abandoned treasure."""
    sunk: tuple[int, ...]
    doubles: tuple[Charm, ...]
    """The six doubles symbols: not circled, circled with its charm unspent, or spent."""
    charms: int
    """Charms unspent."""
    lines: tuple[OpenLine, ...]
    """The open lines, by letter."""
    now: Score
    """The score of the marks made so far."""
    end: Score
    """The score if the game ended here: what is unmarked counts as crossed out."""
    last: Happened

    @property
    def sheet(self) -> Island:
        """The map."""
        return island(self.edition)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Each of :attr:`Score.goals`: met if the game ended here, else still open, or missed for good."""
        clean = any("crossed" not in column.marks for column in self.columns)
        possible = (self.now.crossed <= MOST_CROSSED, clean, self.now.unsunk >= LEAST_UNSUNK)
        return tuple(
            "met" if met else "open" if can else "missed"
            for met, can in zip(self.end.goals, possible, strict=True)
        )

    def takes(self, label: str) -> tuple[int, ...]:
        """What the open line with this letter would take; nothing if there's none."""
        return next((line.takes for line in self.lines if line.label == label), ())
