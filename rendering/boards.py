"""Where a board's squares are on a picture, which way up, and their coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from bot.games.core import Grid

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
    """Turned by 180°, for the player whose home is at the top: a1 is then in the top right corner."""

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The whole board: left, top, right, bottom (the last two just outside)."""
        right, bottom = self.left + self.grid.columns * self.cell, self.top + self.grid.rows * self.cell
        return self.left, self.top, right, bottom

    def column(self, column: int) -> int:
        """The place from the left at which a 0-based ``column`` is drawn."""
        return self.grid.columns - 1 - column if self.flipped else column

    def row(self, row: int) -> int:
        """The place from the top at which a 0-based ``row`` is drawn."""
        return row if self.flipped else self.grid.rows - 1 - row

    def box(self, square: int | str) -> tuple[int, int, int, int]:
        """The box of a square, by index or name: left, top, right, bottom (the last two just outside)."""
        column, row = self.grid.place(self.grid.read(square) if isinstance(square, str) else square)
        x, y = self.left + self.column(column) * self.cell, self.top + self.row(row) * self.cell
        return x, y, x + self.cell, y + self.cell

    def centre(self, square: int | str) -> Point:
        """The middle of a square, by index or name."""
        left, top, right, bottom = self.box(square)
        return (left + right) / 2, (top + bottom) / 2

    def chosen_column(self, steps: tuple[str, ...]) -> tuple[int, int, int, int] | None:
        """The frame of the column that the last of ``steps`` has chosen; None if it is something else."""
        letter = steps[-1].rpartition(" ")[2] if steps else ""
        if len(letter) != 1 or not letter.isalpha():
            return None
        x = self.left + self.column(ord(letter) - ord("a")) * self.cell
        return x - 2, self.top - 2, x + self.cell + 2, self.bounds[3] + 2

    def coordinates(self, picture: Image.Image, colour: RGB, size: int, gap: float) -> None:
        """Write letters and numbers on all four sides, their middles ``gap`` pixels from the board."""
        left, top, right, bottom = self.bounds
        for column in range(self.grid.columns):
            x = left + (self.column(column) + 0.5) * self.cell
            for y in (top - gap, bottom + gap):
                write(picture, (x, y), chr(ord("a") + column), size, colour)
        for row in range(self.grid.rows):
            y = top + (self.row(row) + 0.5) * self.cell
            for x in (left - gap, right + gap):
                write(picture, (x, y), str(row + 1), size, colour)
