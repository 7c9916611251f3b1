"""Words and panels in the colours that a picture has: put together from cached ones, nothing is matched."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image

from .cache import cached
from .canvas import put
from .sprites import Sketch
from .text import STEPS, fit, ramp, shortened, width, write
from .theme import RGB, Theme, mix, palette_of

OVERHANG: Final = 2
"""Pixels that a word such as “j” may reach to the left of its start; every space is wider."""


class Pen(NamedTuple):
    """Draws on a picture in few colours. Measures are in pixels."""

    picture: Image.Image
    """In L or P: each pixel is the number of a colour."""
    theme: Theme
    palette: bytes

    def fill(
        self, size: tuple[int, int], radius: int, at: tuple[float, float], colour: RGB, ground: RGB
    ) -> None:
        """Fill a rounded rectangle on plain ``ground``, its upper left corner ``at``."""
        self._paste(_rounded(*size, radius, colour, ground, self.palette), at)

    def write(
        self, text: str, size: int, at: tuple[float, float], colour: RGB, ground: RGB, *, share: float = 0.0
    ) -> None:
        """Write a line, its middle at the height of ``at``, ``share`` of it on the left of that."""
        left = at[0] - width(text, size) * share
        for word in text.split(" "):
            inked = _word(word, size, colour, ground, self.palette)
            self._paste(inked, (left - OVERHANG, at[1] - inked.height / 2))
            left += width(f"{word} ", size)

    def write_within(
        self,
        text: str,
        sizes: tuple[int, int],
        at: tuple[float, float],
        room: float,
        colour: RGB,
        ground: RGB,
    ) -> None:
        """Write a line as large as it fits ``room``, from the first to the second of ``sizes``, else cut."""
        size = fit(text, sizes[0], room, sizes[1])
        self.write(shortened(text, size, room), size, at, colour, ground)

    def _paste(self, numbers: Image.Image, at: tuple[float, float]) -> None:
        x, y = at
        put(self.picture, numbers, (round(x), round(y)))


def shaded(*pairs: tuple[RGB, RGB]) -> bytes:
    """The palette of pictures with these colours, each on its ground, and the shades between."""
    return palette_of(
        mix(ground, colour, step / STEPS) for colour, ground in pairs for step in range(STEPS + 1)
    )


@cached
def _word(text: str, size: int, colour: RGB, ground: RGB, palette: bytes) -> Image.Image:
    word = Image.new("L", (round(width(text, size)) + OVERHANG + 1, size * 3 // 2))
    write(word, (OVERHANG, word.height / 2), text, size, 255, anchor="lm")
    # No higher than letters are: the ends of pills are round.
    return word.crop((0, size // 8, word.width, size * 11 // 8)).point(ramp(colour, ground, palette))


@cached
def _rounded(across: int, down: int, radius: int, colour: RGB, ground: RGB, palette: bytes) -> Image.Image:
    cover = Sketch(across, down, 0).rounded((0, 0, across, down), radius, 255).cover()
    return cover.point(ramp(colour, ground, palette))
