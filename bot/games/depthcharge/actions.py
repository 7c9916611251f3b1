"""Depth Charge's actions and their notation (rulings, Notation)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.games.core import NotationError, Seat, UsageError, WordByWord, grid, read_squares, squares_apart

BOARD: Final = grid(12, 12)
"""The lake (rulings, head)."""
SOUTH: Final = Seat("south")
NORTH: Final = Seat("north")
SEATS: Final = (SOUTH, NORTH)
LONGEST: Final = 120
"""Characters of the longest text that is read."""
LONGEST_PATH: Final = 3
"""Steps of a move (ruling 3)."""
DETOUR: Final = "detour"
"""The step before those of a move that takes a longer way than it needs."""


@dataclass(frozen=True, slots=True)
class _Placing(WordByWord):
    squares: tuple[int, ...]
    """Ascending."""

    def __str__(self) -> str:
        return f"{type(self).__name__.lower()} {' '.join(BOARD.list(self.squares))}"


class Islands(_Placing):
    """A side's islands, placed blind (ruling 1)."""

    __slots__ = ()


class Mines(_Placing):
    """A side's mines, laid in secret (ruling 2)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Move(WordByWord):
    """A boat's path of one to three steps (ruling 3); ``DepthChargeState.path`` asks for its destination."""

    steps: str
    """Of the letters n, e, s, w."""

    def __str__(self) -> str:
        return f"move {self.steps}"


@dataclass(frozen=True, slots=True)
class _Aiming(WordByWord):
    square: int

    def __str__(self) -> str:
        return f"{type(self).__name__.lower()} {BOARD.names[self.square]}"


class Sound(_Aiming):
    """A sounding charge on a square next to the boat (ruling 3)."""

    __slots__ = ()


class Charge(_Aiming):
    """A depth charge on a square next to the boat (ruling 3)."""

    __slots__ = ()


DepthChargeAction: TypeAlias = Islands | Mines | Move | Sound | Charge


def parse(text: str) -> DepthChargeAction:
    """The action that ``text`` writes.

    :raises NotationError: when it writes none.
    """
    if len(text) > LONGEST:
        raise NotationError("That’s too long.")
    match squares_apart(text).split():
        case ["islands", *names] if names:
            return Islands(read_squares(BOARD, names))
        case ["mines", *names] if names:
            return Mines(read_squares(BOARD, names))
        case ["move", *letters] if letters:
            return Move(_steps("".join(letters)))
        case ["sound", name]:
            return Sound(BOARD.read(name))
        case ["charge", name] | ["depth", "charge", name]:
            return Charge(BOARD.read(name))
        case [*letters] if letters and {*"".join(letters)} <= {*"nesw"}:
            return Move(_steps("".join(letters)))
        case ["islands" | "mines" as verb]:
            raise NotationError("Add the squares to “{verb}”.", verb=verb)
        case ["move"]:
            raise NotationError("Add the steps to “move”: n, e, s or w.")
        case ["sound" | "charge" as verb, *_]:
            raise NotationError("Add one square to “{verb}”.", verb=verb)
        case _:
            raise UsageError(
                "Type “move nne”, “sound c5” or “charge c5”. At the start, type “mines b2 d3 …”."
            )


def _steps(letters: str) -> str:
    if any(letter not in "nesw" for letter in letters) or len(letters) > LONGEST_PATH:
        raise NotationError("A move takes 1–3 steps, each n, e, s or w.")
    return letters
