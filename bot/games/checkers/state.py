"""A position of Captain's Checkers as data: the stacks, whose turn it is, and what has stood before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.games.core import Outcome, Seat

from .actions import CHECKERS, CheckersAction
from .view import Stack

Stacks: TypeAlias = tuple[Stack, ...]
Past: TypeAlias = Mapping[tuple[Seat, int], tuple[Stacks, ...]]
"""Positions by whose turn it is and what red controls: only those are worth comparing for repetition."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The options that a game is played under."""

    win: int = 75
    """Per cent of all checkers."""
    split: Literal["any", "halves"] = "any"
    quiet: int = 100

    @property
    def goal(self) -> int:
        """The least number of checkers that is ``win`` per cent of 64 (ruling 5)."""
        return -(-self.win * CHECKERS // 100)


@dataclass(frozen=True, slots=True)
class CheckersPosition:
    """What stands on the board, under which terms, and whose turn it is."""

    stacks: Stacks
    mover: Seat
    red: int
    """Checkers that red controls; black controls all others."""
    terms: Terms
    past: Past = field(hash=False, repr=False)
    """All positions so far, this one included; kept only where the terms know draws."""
    quiet: int = 0
    """Turns on end that left ``red`` as it was."""
    turn: int = 0
    """Turns played."""
    last: tuple[CheckersAction, Stack] | None = None
    """The last turn, and what stood on its target before."""
    ended: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.ended is not None else frozenset({self.mover})

    @property
    def outcome(self) -> Outcome | None:
        return self.ended
