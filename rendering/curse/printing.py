"""Printing as the map's makers did: shapes and letters with hard edges, as if cut in wood.

Soft edges of so many small shapes would double a picture's file, and on a phone nobody sees them.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw

from rendering.lettering import font
from rendering.sprites import SCALE, Colour, Point, Sketch


def woodcut(sketch: Sketch) -> Image.Image:
    """``sketch`` at its real size, with hard edges; in its own mode."""
    size = (sketch.image.width // SCALE, sketch.image.height // SCALE)
    return sketch.image.resize(size, Image.Resampling.NEAREST)


def carve(
    picture: Image.Image, at: Point, text: str, size: int, colour: Colour, *, anchor: str = "mm"
) -> None:
    """Write one line of ``text`` with hard edges; ``anchor`` is Pillow's."""
    pen = ImageDraw.Draw(picture)
    pen.fontmode = "1"
    pen.text(at, text, font=font(size), fill=colour, anchor=anchor)


def carve_centred(picture: Image.Image, at: Point, text: str, size: int, colour: Colour) -> None:
    """Write ``text`` with hard edges and the middle of its ink at ``at``."""
    left, top, right, bottom = font(size).getbbox(text, anchor="ls")
    carve(picture, (at[0] - (left + right) / 2, at[1] - (top + bottom) / 2), text, size, colour, anchor="ls")


def dots(picture: Image.Image, path: list[Point], colour: Colour) -> None:
    """A dotted line along ``path``, its dots on whole pixels."""
    pen = ImageDraw.Draw(picture)
    gone = 0.0
    for (x1, y1), (x2, y2) in pairwise(path):
        length = hypot(x2 - x1, y2 - y1)
        while gone <= length:
            x, y = round(x1 + (x2 - x1) * gone / length), round(y1 + (y2 - y1) * gone / length)
            pen.rectangle((x - 1, y - 2, x + 1, y + 2), colour)
            pen.rectangle((x - 2, y - 1, x + 2, y + 1), colour)
            gone += 12
        gone -= length
