"""What may be seen of a game of Captain's Checkers: everything, since it has no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.games.core import Outcome, Seat

Stack: TypeAlias = str
"""A square's checkers from the top: ``r`` and ``b`` letters, empty for an empty square."""

OWNERS: Final = {"r": Seat("red"), "b": Seat("black")}


def owner(stack: Stack) -> Seat | None:
    """Whose stack it is: the colour on top has all of it (ruling 2)."""
    return OWNERS[stack[0]] if stack else None


def runs(stack: Stack) -> tuple[tuple[Seat, int], ...]:
    """The stack from the top as (colour, checkers in a row) pairs."""
    pairs: list[tuple[Seat, int]] = []
    start = 0
    for end in range(1, len(stack) + 1):
        if end == len(stack) or stack[end] != stack[start]:
            pairs.append((OWNERS[stack[start]], end - start))
            start = end
    return tuple(pairs)


def mixed(stack: Stack) -> bool:
    """Whether both colours are in it."""
    return "r" in stack and "b" in stack


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it looked on the board."""

    seat: Seat
    source: str
    """A square's name, as is ``target``."""
    target: str
    lifted: Stack
    """What was moved or split off."""
    left: Stack
    """What stayed on ``source``; empty after a move."""
    covered: Stack
    """What already stood on ``target``."""


@dataclass(frozen=True, slots=True)
class CheckersView:
    """A position of Captain's Checkers as ``viewer`` sees it."""

    viewer: Seat | None
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    stacks: tuple[Stack, ...]
    """64 stacks, in the order of the board's squares (a1, a2, …)."""
    last: Turn | None
    red: int
    """Checkers that red controls; black controls the rest of the 64."""
    black: int
    goal: int
    """Checkers that have to be controlled for a win (ruling 5)."""
    win: int
    """The goal as the option gives it, in per cent."""
    split: Literal["any", "halves"]
    turn: int
    """Turns played."""
    quiet: int
    """Turns in a row without a change of control."""
    patience: int
    """Quiet turns after which the game is drawn; 0 = never."""
