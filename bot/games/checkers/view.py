"""The view of a game of Captain's Checkers, which has no secrets, and its stacks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias

from bot.games.core import Seat, View

Stack: TypeAlias = str
"""A square's checkers from the top: ``r`` and ``b`` letters, empty for an empty square."""

Splitting: TypeAlias = Literal["any", "halves"]
OWNERS: Final = {"r": Seat("red"), "b": Seat("black")}


def owner(stack: Stack) -> Seat | None:
    """The colour on top, which controls all of the stack (ruling 2); None for an empty square."""
    return OWNERS[stack[0]] if stack else None


def enemies(seat: Seat | None, stack: Stack) -> int:
    """How many checkers the enemy of ``seat`` controls in ``stack``: all or none (ruling 2)."""
    return len(stack) if owner(stack) not in (None, seat) else 0


def runs(stack: Stack) -> tuple[tuple[Seat, int], ...]:
    """The stack from the top as (colour, number of checkers) pairs."""
    return tuple((OWNERS[colour], len(list(run))) for colour, run in groupby(stack))


def mixed(stack: Stack) -> bool:
    """Whether the stack contains both colours."""
    return "r" in stack and "b" in stack


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn."""

    seat: Seat
    source: str
    """A square's name, as is ``target``."""
    target: str
    lifted: Stack
    """The checkers moved or split off."""
    left: Stack
    """The checkers left on ``source``; empty after a move."""
    covered: Stack
    """The stack that was on ``target``."""


@dataclass(frozen=True, slots=True)
class CheckersView(View):
    """A position of Captain's Checkers as ``viewer`` sees it."""

    stacks: tuple[Stack, ...]
    """One for each square, in the board's order (a1, a2, …)."""
    last: LastTurn | None
    red: int
    """Checkers that red controls; black controls the rest of the 64."""
    black: int
    goal: int
    """Checkers needed for a win (ruling 5)."""
    win: int
    """The option ``win``, in per cent."""
    split: Splitting
    turn: int
    """Turns played."""
    quiet: int
    """Turns in a row without a change of control."""
    patience: int
    """The option ``quiet``: quiet turns that make a draw; 0 = never."""
