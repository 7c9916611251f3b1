"""A position of Captain's Checkers as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.games.core import Outcome, Seat

from .actions import CHECKERS, CheckersAction
from .view import Stack

Stacks: TypeAlias = tuple[Stack, ...]
Past: TypeAlias = Mapping[tuple[Seat, int], tuple[Stacks, ...]]
"""Earlier positions, by whose turn it was and what red controlled; only those can be repetitions."""


@dataclass(frozen=True, slots=True)
class CheckersTerms:
    """The options of a game."""

    win: int = 75
    """Per cent of all checkers."""
    split: Literal["any", "halves"] = "any"
    quiet: int = 100

    @property
    def goal(self) -> int:
        """The number of checkers that is ``win`` per cent of 64, rounded up (ruling 5)."""
        return -(-self.win * CHECKERS // 100)


@dataclass(frozen=True, slots=True)
class CheckersPosition:
    """The board, the terms and whose turn it is."""

    stacks: Stacks
    mover: Seat
    red: int
    """Checkers that red controls; black controls all others."""
    terms: CheckersTerms
    past: Past = field(hash=False, repr=False)
    """All positions so far, this one included; not recorded in games without draws."""
    quiet: int = 0
    """Turns in a row that didn't change ``red``."""
    turn: int = 0
    """Turns played."""
    last: tuple[CheckersAction, Stack] | None = None
    """The last turn, and the stack that it covered."""
    outcome: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.outcome is not None else frozenset({self.mover})
