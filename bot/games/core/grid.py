"""Boards of squares (names, neighbours, text diagrams), and pieces placed on them one by one.

A square is an index that counts up each column from the left: a1, a2, … on a board of any size. Ascending
indices are therefore the order of the rulings: by column, then row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from bot.languages import gettext

from .basics import NotationError, quoted

ORTHOGONAL: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Steps as (columns, rows): up, right, down, left."""
DIAGONAL: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True)
class Grid:
    """A board of ``columns`` × ``rows`` squares, made by :func:`grid`."""

    columns: int
    rows: int

    def __reduce__(self) -> tuple[Callable[[int, int], Grid], tuple[int, int]]:
        # Wherever it's unpickled, there is one that knows its squares.
        return grid, (self.columns, self.rows)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each square's name, by index."""
        return tuple(
            f"{chr(ord('a') + column)}{row + 1}" for column in range(self.columns) for row in range(self.rows)
        )

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Each square's index, by name."""
        return {name: square for square, name in enumerate(self.names)}

    @cached_property
    def orthogonal(self) -> tuple[tuple[int, ...], ...]:
        """The squares beside each square (up to 4), by index."""
        return self._near(ORTHOGONAL)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """The squares around each square, diagonals included (up to 8), by index."""
        return self._near(ORTHOGONAL + DIAGONAL)

    def _near(self, steps: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        places = map(self.place, range(len(self.names)))
        return tuple(
            tuple(square for right, up in steps if (square := self.at(column + right, row + up)) is not None)
            for column, row in places
        )

    def at(self, column: int, row: int) -> int | None:
        """The square in 0-based ``column`` and ``row``; None off the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return column * self.rows + row
        return None

    def place(self, square: int) -> tuple[int, int]:
        """The 0-based column and row of ``square``."""
        return divmod(square, self.rows)

    def read(self, name: str) -> int:
        """The square called ``name`` (normalized, such as ``d4``).

        :raises NotationError: when this board has no such square.
        """
        if (square := self.numbers.get(name)) is not None:
            return square
        raise NotationError(
            "There’s no square {square} here. Use a letter from a to {column} and a number from 1 to {row}.",
            square=quoted(name, 20),
            column=self.names[-1][0],
            row=self.rows,
        )

    def diagram(self, cell: Callable[[int], str]) -> str:
        """A text diagram with coordinates on all sides; ``cell`` gives each square's text."""
        cells = [cell(square) for square in range(len(self.names))]
        width = max(map(len, cells))
        head = "   " + " ".join(name[0].center(width) for name in self.names[:: self.rows])
        lines = [head.rstrip()]
        for row in reversed(range(self.rows)):
            line = " ".join(each.center(width) for each in cells[row :: self.rows])
            lines.append(f"{row + 1:2} {line} {row + 1}")
        lines.append(head.rstrip())
        return "\n".join(lines)

    def from_diagram(self, drawing: str) -> dict[int, str]:
        """The cells of a drawn position: a line for each row, the highest first, cells separated by blanks.

        It has no coordinates. Used by rule books and tests.

        :raises ValueError: when the number of lines or cells doesn't match the board.
        """
        lines = [line.split() for line in drawing.strip().splitlines()]
        if len(lines) != self.rows or any(len(line) != self.columns for line in lines):
            raise ValueError(f"expected a diagram of {self.columns}×{self.rows} cells:\n{drawing}")
        return {
            column * self.rows + row: cell
            for row, line in enumerate(reversed(lines))
            for column, cell in enumerate(line)
        }

    def list(self, squares: Iterable[int]) -> tuple[str, ...]:
        """The names of ``squares``, by column, then row."""
        return tuple(self.names[square] for square in sorted(squares))


grid: Final = cache(Grid)
"""The board of so many columns and rows; the same object each time."""


def mask(squares: Iterable[int]) -> int:
    """``squares`` as a number with one bit a square."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def bits(squares: int) -> Iterator[int]:
    """Each of ``squares`` (a mask) as a mask of its own, ascending."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


def squares_in(squares: int) -> Iterator[int]:
    """The squares of a mask, ascending."""
    for bit in bits(squares):
        yield bit.bit_length() - 1


@dataclass(frozen=True, slots=True)
class Place:
    """The action of placing one piece."""

    square: str
    """The square's name, such as ``d4``."""

    @property
    def path(self) -> tuple[str, ...]:
        """Column, row."""
        return self.square[0], self.square[1:]

    def __str__(self) -> str:
        return self.square


def read_place(board: Grid, name: str) -> Place:
    """Placing on the square of ``board`` called ``name`` (normalized).

    :raises NotationError: when the board has no such square.
    """
    return Place(board.names[board.read(name)])


def read_squares(board: Grid, names: Iterable[str]) -> tuple[int, ...]:
    """The different squares of ``board`` called ``names``, ascending.

    :raises NotationError: when a name is no square, or two are the same.
    """
    squares = sorted(board.read(name) for name in names)
    if len(set(squares)) != len(squares):
        raise NotationError("You named a square twice. Name different squares.")
    return tuple(squares)


def ask_square(steps: tuple[str, ...], first: str) -> str:
    """The question of a menu that asks ``first`` for a column, then for a square in it."""
    return gettext("Pick a square in column {column}.", column=steps[0]) if steps else first
