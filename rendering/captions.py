"""Lines of text on plain ground, put together from cached words.

Sentences seldom repeat, but their words do. The fonts have no kerning, so each word is where it would be in
the whole line. A word is cached as an opaque strip in the picture's palette.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from .cache import cached
from .sprites import Point
from .text import width, write
from .theme import RGB
from .tiles import TiledPicture, indexed

OVERHANG: Final = 2
"""Pixels that a word may reach to the left of where it begins, such as a j; no space is narrower."""


def caption(
    picture: TiledPicture, at: Point, text: str, size: int, colour: RGB, ground: RGB, *, share: float = 0.5
) -> None:
    """Write one line of ``text`` over plain ``ground``, ``at`` its middle.

    ``share`` is how much of it lies on the left of ``at``: 0 makes that its left end, 1 its right one.
    """
    palette = bytes(picture.colours.getpalette("RGB") or ())
    room = round(width(text, size)) + 2
    left, top = round(at[0] - room * share), round(at[1] - size * 3 // 2 / 2)
    for word in text.split(" "):
        picture.lay(_word(word, size, colour, ground, palette), (left + 1 - OVERHANG, top))
        left += round(width(word + " ", size))


@cached
def _word(text: str, size: int, colour: RGB, ground: RGB, palette: bytes) -> Image.Image:
    """A word in numbers of the colours of ``palette``."""
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette)
    strip = Image.new("RGB", (round(width(text, size)) + OVERHANG + 1, size * 3 // 2), ground)
    write(strip, (OVERHANG, strip.height / 2), text, size, colour, anchor="lm")
    return indexed(strip, colours)
