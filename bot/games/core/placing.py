"""Pieces placed on a grid one by one: the action, its notation, and what a menu asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .basics import NotationError
from .grid import Grid


@dataclass(frozen=True, slots=True)
class Place:
    """One piece placed on a square."""

    square: str
    """The square's name, such as ``d4``."""

    def __str__(self) -> str:
        return self.square

    @property
    def path(self) -> tuple[str, ...]:
        """File, rank."""
        return (self.square[0], self.square[1:])


def read_place(board: Grid, text: str) -> Place:
    """The placement on the square of ``board`` that ``text`` (normalized) names.

    :raises NotationError: when it names none.
    """
    return Place(board.names[board.read(text)])


def read_squares(board: Grid, names: Iterable[str], thing: str) -> tuple[int, ...]:
    """The distinct squares of ``board`` that ``names`` name, one for each ``thing``; ascending.

    :raises NotationError: when a name is no square, or one is named twice.
    """
    squares = sorted(board.read(name) for name in names)
    if len(set(squares)) != len(squares):
        raise NotationError(f"Each {thing} needs a square of its own: you named one twice.")
    return tuple(squares)


def occupied(square: str, what: str) -> str:
    """Why nothing goes on ``square``, which holds ``what``."""
    return f"{square} already holds {what}: choose an empty square."


def place_now(thing: str) -> str:
    """What somebody is told who is to place ``thing`` and does something else."""
    return f"Place {thing} now: name an empty square, such as d4."


def ask_square(steps: tuple[str, ...], first: str) -> str:
    """The question of a menu that asks for a file with ``first``, then for a square of it."""
    return f"Which square of file {steps[0]}?" if steps else first


def square_label(steps: tuple[str, ...], step: str) -> str:
    """The button of that menu: ``d``, then ``d4``."""
    return f"{''.join(steps)}{step}"
