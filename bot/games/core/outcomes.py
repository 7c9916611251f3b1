"""How games end: a result for every seat, and a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

from .basics import Seat

Verdict: TypeAlias = Literal["win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one seat."""

    seat: Seat
    verdict: Verdict
    score: int | None = None
    """Points, in solo games."""
    title: str | None = None
    """A rank that was earned, in solo games."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a reason (one of the words that the game's rulings list) and a result a seat."""

    reason: str
    results: tuple[Result, ...]

    @classmethod
    def won_by(cls, reason: str, winners: Sequence[Seat], seats: Sequence[Seat]) -> Self:
        """The outcome in which ``winners`` win and the rest of ``seats`` lose."""
        return cls(reason, tuple(Result(seat, "win" if seat in winners else "loss") for seat in seats))

    @classmethod
    def drawn(cls, reason: str, seats: Sequence[Seat]) -> Self:
        """The outcome in which nobody wins."""
        return cls(reason, tuple(Result(seat, "draw") for seat in seats))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; empty for a draw."""
        return tuple(result.seat for result in self.results if result.verdict == "win")
