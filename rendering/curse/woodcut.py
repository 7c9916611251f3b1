"""Printing as the map's makers did: shapes, treasures and dice with hard edges, as if cut in wood.

Soft edges of so many small shapes would double a picture's file, and on a phone nobody sees them. Those of
letters are in inks that there are anyway: browns and greys.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.sprites import SCALE, Cutout, Point, Sketch, cut
from rendering.theme import RGB, Theme, read_toml
from rendering.tiles import Box

from .colours import INK

FIGURES: Final = read_toml("curse/figures.toml")


def woodcut(sketch: Sketch) -> Image.Image:
    """``sketch`` at its real size, with hard edges; in its own mode."""
    drawn = sketch.drawn()
    return drawn.resize((drawn.width // SCALE, drawn.height // SCALE), Image.Resampling.NEAREST)


def printed(sprite: Image.Image, theme: Theme, ground: RGB | None = None) -> Cutout:
    """``sprite`` (RGBA) in inks. What soft edges it has are those on ``ground``, or on the pirate's sheet."""
    return cut(sprite, ground or theme.sheet, theme.inks)


APART: Final = 17
"""Pixels from the middle of a line's dot to the next one's."""


def dots(path: list[Point], size: int) -> Iterator[Box]:
    """A dotted line along ``path``, its dots ``size`` pixels wide: two boxes make one, on whole pixels."""
    gone, half = 0.0, size // 2
    for (x1, y1), (x2, y2) in pairwise(path):
        length = hypot(x2 - x1, y2 - y1)
        while gone <= length:
            x, y = round(x1 + (x2 - x1) * gone / length), round(y1 + (y2 - y1) * gone / length)
            yield x - half + 1, y - half, x + half, y + half + 1
            yield x - half, y - half + 1, x + half + 1, y + half
            gone += APART
        gone -= length


@cached
def treasure(kind: str, size: int, theme: Theme) -> Cutout:
    """The picture of a treasure, ``size`` pixels square."""
    return printed(woodcut(icon(kind, size, theme)), theme)


def icon(kind: str, size: int, theme: Theme) -> Sketch:
    """The drawing of a treasure, ``size`` pixels square."""
    return Sketch(100, 100, unit=size / 100).draw(FIGURES[kind], theme, ink=INK)


@cached
def die(value: int, size: int, theme: Theme, *, cursed: bool) -> Cutout:
    """A die: ivory with dark pips, or black with a red rim and pale pips."""
    sketch = Sketch(1, 1, unit=size).draw(FIGURES["cursed_die" if cursed else "free_die"], theme, ink=INK)
    pips(sketch, value, 0.25, 0.1, (240, 232, 214) if cursed else INK)
    return printed(sketch.sprite(), theme)


def pips(sketch: Sketch, value: int, apart: float, radius: float, colour: RGB) -> None:
    """Draw the pips of ``value`` in the middle of a square."""
    for x, y in FIGURES["pips"][value - 1]:
        sketch.circle((sketch.width / 2 + apart * x, sketch.height / 2 + apart * y), radius, colour)
