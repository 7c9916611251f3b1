"""What may be seen of a game of Snorkels: everything, since it has no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.games.core import Outcome, Seat

Cell: TypeAlias = Literal["", "purple", "green", "stone"]
Phase: TypeAlias = Literal["stones", "opening", "choice", "play", "over"]


@dataclass(frozen=True, slots=True)
class SnorkelsView:
    """A position of Snorkels as ``viewer`` sees it."""

    viewer: Seat | None
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    phase: Phase
    cells: tuple[Cell, ...]
    """49 cells, in the order of the board's squares (a1, a2, …)."""
    last: str | None
    """The square of the last snorkel placed."""
    blocked: tuple[str, ...]
    """The squares of all groups without an open tube, both colours'; only at the end."""
    seating: tuple[tuple[Seat, Seat], ...]
    """(colour, slot) pairs, once the pie choice is made."""
    turn: int
    """Snorkels on the board."""
