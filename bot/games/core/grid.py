"""Squares of a rectangular board: names, neighbours, text diagrams; shared by the grid games.

A square is an index: file by file from the left, within a file from the bottom (a1, a2, …), so that
ascending indices are the rulings' order, "by file, then rank".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from .basics import NotationError

ORTHOGONAL: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Steps as (files, ranks): north, east, south, west."""
DIAGONAL: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True)
class Grid:
    """A board of ``files`` × ``ranks`` squares; :func:`grid` keeps a single one a size."""

    files: int
    ranks: int
    names: tuple[str, ...]
    """Each square's name, by index."""
    orthogonal: tuple[tuple[int, ...], ...]
    """Each square's neighbours along files and ranks (up to 4), by index."""
    around: tuple[tuple[int, ...], ...]
    """Each square's neighbours in all directions (up to 8), by index."""
    numbers: Mapping[str, int] = field(compare=False, repr=False)
    """Each square's index, by name."""

    def at(self, file: int, rank: int) -> int | None:
        """The square in 0-based ``file`` and ``rank``; None off the board."""
        if 0 <= file < self.files and 0 <= rank < self.ranks:
            return file * self.ranks + rank
        return None

    def place(self, square: int) -> tuple[int, int]:
        """The 0-based file and rank of ``square``."""
        return divmod(square, self.ranks)

    def read(self, text: str) -> int:
        """The square that ``text`` (tidied, such as ``d4``) names.

        :raises NotationError: when it names none of this board.
        """
        if (square := self.numbers.get(text)) is not None:
            return square
        last = self.names[-1]
        raise NotationError(
            f"“{text[:20]}” is no square here: use a letter from a to {last[0]} and a number "
            f"from 1 to {last[1:]}."
        )

    def diagram(self, cell: Callable[[int], str]) -> str:
        """A text diagram with coordinates on all sides; ``cell`` gives each square's text, padded alike."""
        cells = [cell(square) for square in range(len(self.names))]
        width = max(len(text) for text in cells)
        head = "   " + " ".join(chr(ord("a") + file).center(width) for file in range(self.files))
        lines = [head.rstrip()]
        for rank in reversed(range(self.ranks)):
            row = " ".join(cells[file * self.ranks + rank].center(width) for file in range(self.files))
            lines.append(f"{rank + 1:2} {row} {rank + 1}")
        lines.append(head.rstrip())
        return "\n".join(lines)

    def from_diagram(self, text: str) -> dict[int, str]:
        """The cells of a drawn position: one line a rank, the highest first, cells parted by blanks.

        Coordinates are left out. For rule books and tests.

        :raises ValueError: when the numbers of lines or cells do not fit the board.
        """
        rows = [line.split() for line in text.strip().splitlines()]
        if len(rows) != self.ranks or any(len(row) != self.files for row in rows):
            raise ValueError(f"a diagram of {self.files}×{self.ranks} is needed:\n{text}")
        return {
            file * self.ranks + (self.ranks - 1 - down): cell
            for down, row in enumerate(rows)
            for file, cell in enumerate(row)
        }

    def list(self, squares: Iterable[int]) -> tuple[str, ...]:
        """The names of ``squares``, ascending by file, then rank."""
        return tuple(self.names[square] for square in sorted(squares))


@cache
def grid(files: int, ranks: int) -> Grid:
    """The board of ``files`` × ``ranks`` squares."""

    def neighbours(square: int, steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        file, rank = divmod(square, ranks)
        return tuple(
            (file + right) * ranks + rank + up
            for right, up in steps
            if 0 <= file + right < files and 0 <= rank + up < ranks
        )

    squares = range(files * ranks)
    names = tuple(f"{chr(ord('a') + file)}{rank + 1}" for file in range(files) for rank in range(ranks))
    return Grid(
        files,
        ranks,
        names,
        tuple(neighbours(square, ORTHOGONAL) for square in squares),
        tuple(neighbours(square, ORTHOGONAL + DIAGONAL) for square in squares),
        {name: square for square, name in enumerate(names)},
    )
