"""Boards: where squares lie on a picture, which way up, and their coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PIL import Image

from bot.games.core.grid import Grid

from .sprites import Point
from .text import write
from .theme import RGB


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A board's squares in pixels. Hashable."""

    grid: Grid
    left: int
    """The x of the board's left edge."""
    top: int
    """The y of the board's top edge."""
    cell: int
    """A square's side."""
    flipped: bool = False
    """Turned by half, for the player whose home is at the top: a1 is then in the top right corner."""

    @property
    def width(self) -> int:
        return self.grid.files * self.cell

    @property
    def height(self) -> int:
        return self.grid.ranks * self.cell

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The whole board: left, top, right, bottom (the last two just outside)."""
        return self.left, self.top, self.left + self.width, self.top + self.height

    def column(self, file: int) -> int:
        """The column from the picture's left in which a 0-based ``file`` is drawn."""
        return self.grid.files - 1 - file if self.flipped else file

    def row(self, rank: int) -> int:
        """The row from the picture's top in which a 0-based ``rank`` is drawn."""
        return rank if self.flipped else self.grid.ranks - 1 - rank

    def box(self, square: int) -> tuple[int, int, int, int]:
        """The box of a square (by the grid's index): left, top, right, bottom (the last two just outside)."""
        file, rank = self.grid.place(square)
        x, y = self.left + self.column(file) * self.cell, self.top + self.row(rank) * self.cell
        return x, y, x + self.cell, y + self.cell

    def centre(self, square: int) -> Point:
        """The middle of a square (by the grid's index)."""
        left, top, right, bottom = self.box(square)
        return (left + right) / 2, (top + bottom) / 2

    def named(self, name: str) -> int:
        """The index of the square called ``name``.

        :raises NotationError: when there is none.
        """
        return self.grid.read(name)

    def coordinates(self, picture: Image.Image, colour: RGB, size: int, gap: float) -> None:
        """Write letters and numbers on all four sides, their middles ``gap`` pixels away from the board."""
        left, top, right, bottom = self.bounds
        for file, x in self._middles(self.grid.files, left, self.column):
            letter = chr(ord("a") + file)
            write(picture, (x, top - gap), letter, size, colour)
            write(picture, (x, bottom + gap), letter, size, colour)
        for rank, y in self._middles(self.grid.ranks, top, self.row):
            write(picture, (left - gap, y), str(rank + 1), size, colour)
            write(picture, (right + gap, y), str(rank + 1), size, colour)

    def _middles(self, count: int, start: int, order: Callable[[int], int]) -> Iterator[tuple[int, float]]:
        for line in range(count):
            yield line, start + (order(line) + 0.5) * self.cell
