"""The mountain lake of Depth Charge at dawn: shore, depths, squares, the rope between the halves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.games.depthcharge.actions import BOARD
from rendering.boards import BoardFrame
from rendering.sprites import Box, Point, Sketch, flat, pairs
from rendering.theme import Theme

from .pieces import FIGURES

WIDTH: Final = 1000
HEIGHT: Final = 1068
CELL: Final = 74
EDGE: Final = 56
"""From the picture's edge to the board: shore and coordinates."""
ROUND: Final = 0.36
"""The radius of a depth's corners, as a part of its shorter side."""


FRAME: Final = BoardFrame(BOARD, EDGE, EDGE, CELL)
CENTRES: Final[Mapping[int | str, Point]] = {
    key: FRAME.centre(square) for square, name in enumerate(BOARD.names) for key in (square, name)
}
"""The middle of each square, by its index and by its name: a picture needs many."""


def lake(theme: Theme) -> Image.Image:
    """The empty lake, without coordinates; the footer's room below is bare ground."""
    bottom = FRAME.bounds[3] + EDGE
    shore = flat(_shore(bottom, theme), theme.ground)
    ruled = shore.copy()
    depths, size = theme.several("depths"), (WIDTH, bottom)
    covers = [_basin(box, size) for box in FIGURES["basins"]]
    covers += [_band(box, covers[-1]) for box in FIGURES["bands"]]
    tones = (theme.sand, *depths)
    # Squares can be counted on a phone: their lines have the colour of a depth that is two away, or one.
    for cover, tone, line in zip(covers, tones, (theme.sand, depths[1], depths[0], *depths[:3]), strict=True):
        shore.paste(tone, (0, 0), cover)
        ruled.paste(line, (0, 0), cover)
    shore.paste(ruled, (0, 0), _rules((WIDTH, bottom)))
    rope = Sketch(WIDTH, 20).draw(FIGURES["rope"], theme).sprite()
    shore.paste(rope, (0, bottom // 2 - 10), rope)
    picture = Image.new("RGB", (WIDTH, HEIGHT), theme.ground)
    picture.paste(shore, (0, 0))
    return picture


def _shore(bottom: int, theme: Theme) -> Image.Image:
    """Bare land, with pines between the coordinates."""
    return Sketch(WIDTH, bottom, theme.ground).draw(FIGURES["shore"], theme).sprite()


def _basin(box: Box, size: tuple[int, int]) -> Image.Image:
    """Where the sand is, or the water: ``box`` in squares, with round corners."""
    return Sketch(*size, 0).rounded(_scaled(box), CELL / 3, 255).cover()


def _band(box: Box, water: Image.Image) -> Image.Image:
    """Where the ``water`` is at least so deep: ``box``, in squares, nearly an oval."""
    left, top, right, bottom = own = _scaled(box)
    # Straight parts make a file, and the time to write it, a tenth smaller.
    oval = Sketch(*water.size, 0).rounded(own, ROUND * min(right - left, bottom - top), 255)
    return ImageChops.darker(pairs(oval.cover()), water)


def _scaled(box: Box) -> Box:
    left, top, right, bottom = (EDGE + part * CELL for part in box)
    return left, top, right, bottom


def _rules(size: tuple[int, int]) -> Image.Image:
    """Where the lines between squares are."""
    cover = Image.new("1", size)
    pen = ImageDraw.Draw(cover)
    left, top, right, bottom = FRAME.bounds
    for step in range(13):
        x, y = left + step * CELL, top + step * CELL
        pen.rectangle((x - 1, top, x, bottom), 1)
        pen.rectangle((left, y - 1, right, y), 1)
    return cover
