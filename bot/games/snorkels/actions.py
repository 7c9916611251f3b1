"""Snorkels' actions and their notation (rulings, Notation)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.games.core import NotationError, Seat, normalize
from bot.games.grid import grid

BOARD: Final = grid(7, 7)
"""The squared crater (ruling, head)."""
PURPLE: Final = Seat("purple")
GREEN: Final = Seat("green")
HOST: Final = Seat("host")
GUEST: Final = Seat("guest")
COLOURS: Final = (PURPLE, GREEN)
LONGEST: Final = 200
"""Characters of an action; all 49 squares would fit."""


@dataclass(frozen=True, slots=True)
class Stones:
    """Where chance drops the stones (ruling 1)."""

    squares: tuple[int, ...]
    """Ascending."""

    def __str__(self) -> str:
        return " ".join(("stones", *BOARD.list(self.squares)))

    @property
    def path(self) -> tuple[str, ...]:
        return ("stones", *BOARD.list(self.squares))


@dataclass(frozen=True, slots=True)
class Place:
    """One snorkel placed on a square (ruling 4)."""

    square: int

    def __str__(self) -> str:
        return BOARD.names[self.square]

    @property
    def path(self) -> tuple[str, ...]:
        name = BOARD.names[self.square]
        return (name[0], name[1:])


@dataclass(frozen=True, slots=True)
class Take:
    """The guest's choice of a colour (ruling 2)."""

    colour: Seat

    def __str__(self) -> str:
        return f"take {self.colour}"

    @property
    def path(self) -> tuple[str, ...]:
        return (str(self),)


SnorkelsAction: TypeAlias = Stones | Place | Take


def parse(text: str) -> SnorkelsAction:
    """The action that ``text`` writes.

    :raises NotationError: when it writes none.
    """
    words = normalize(text).split() if len(text) <= LONGEST else []
    match words:
        case ["take", ("purple" | "green") as colour]:
            return Take(Seat(colour))
        case ["stones", *names] if names:
            squares = sorted(BOARD.read(name) for name in names)
            if len(set(squares)) != len(squares):
                raise NotationError("Each stone needs a square of its own.")
            return Stones(tuple(squares))
        case [name]:
            return Place(BOARD.read(name))
        case _:
            raise NotationError("Name one square, such as d4; or “take purple” or “take green”.")
