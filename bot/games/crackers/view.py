"""What may be seen of Drown, Captain Crackers!: everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.games.core import Seat, View
from bot.games.core.grid import Grid, grid

from .turns import Part

Phase: TypeAlias = Literal["crew", "captain", "settle", "over"]
Threat: TypeAlias = Literal["drowned", "cut off", "wet", "one square"]
Way: TypeAlias = tuple[str, ...]
"""Squares' names, from the first to the last."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A crew member who is in danger or lost."""

    seat: Seat
    threats: tuple[Threat, ...]
    """``wet``: it stands in water; ``one square``: one more flooded square can cut it off."""
    way: Way
    """A shortest way from the crew member to the pod; empty when there is none."""
    straits: tuple[str, ...]
    """The squares that every way to the pod needs."""


@dataclass(frozen=True, slots=True)
class CrackersView(View):
    """A position as ``viewer`` sees it. Heights are by square, in the board's order (a1, a2, …)."""

    phase: Phase
    board: str
    """The layout's name."""
    files: int
    ranks: int
    pod: str
    control: str
    leaks: tuple[str, ...]
    sand: tuple[int, ...]
    """Sandbags, 0–3."""
    water: tuple[int, ...]
    """Units of water on top of them."""
    pawns: tuple[str, str, str]
    """Where red, yellow and blue stand."""
    mover: Seat
    """Whose turn it is; while water settles, the captain chooses in anybody's turn."""
    round: int
    rounds: int
    wade: bool
    """Whether a way to the pod may lead through water of depth 1 (``path=wade``)."""
    done: tuple[Part, ...]
    """What the captain has done of this turn."""
    last: tuple[Seat, str] | None
    """Who acted last, and how, in notation."""
    walks: tuple[str, ...]
    """The crew's last five turns, in notation: those of this round, and of the round before."""
    runs: tuple[Way, ...]
    """The water that the last action moved, each unit's way; one that stays on its leak has one square."""
    earlier: tuple[Way, ...]
    """The water that moved before it in the same turn."""
    dangers: tuple[Danger, ...]
    """Crew members in danger, in the crew's order."""

    @property
    def grid(self) -> Grid:
        return grid(self.files, self.ranks)
