"""What one side has on and in the lake, secrets included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.games.core import Seat


@dataclass(frozen=True, slots=True)
class Fleet:
    """A side's boat, islands and mines; squares are the board's indices."""

    boat: int
    facing: Literal["n", "e", "s", "w"]
    islands: tuple[int, ...] | None = None
    """None until they are placed."""
    mines: tuple[int, ...] | None = None
    """All that were laid; None until then."""
    destroyed: tuple[int, ...] = ()
    """The mines that the enemy destroyed, in order."""
    missed: tuple[int, ...] = ()
    """Where the own depth charges found nothing, in order."""
    swept: frozenset[int] = frozenset()
    """Squares of the own half that boats showed to be free: the enemy's entered, the own stopped."""
    sunk: bool = False

    @property
    def live(self) -> tuple[int, ...]:
        """The mines that still lie."""
        return tuple(mine for mine in self.mines or () if mine not in self.destroyed)


@dataclass(frozen=True, slots=True)
class Sounding:
    """One sounding with its report, and how many of the reporter's mines were destroyed by then."""

    seat: Seat
    """Who sounded."""
    square: int
    times: tuple[int, ...]
    destroyed: int
