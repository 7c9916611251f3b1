"""The bundled fonts, and text on pictures.

``Layout.BASIC`` gives equal pixels on every machine. Nunito has letters and digits, but no
symbols or arrows: draw those as shapes (:mod:`rendering.primitives`). JetBrains Mono is for text images.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from .cache import cached
from .theme import RGB, RGBA

Face: TypeAlias = Literal["bold", "regular", "mono"]
FILES: Final[dict[Face, str]] = {
    "bold": "Nunito-Bold.ttf",
    "regular": "Nunito-Regular.ttf",
    "mono": "JetBrainsMono-Regular.ttf",
}
FONTS: Final = Path(__file__).parent / "fonts"


@lru_cache(maxsize=64)
def font(size: int, face: Face = "bold") -> ImageFont.FreeTypeFont:
    """The bundled ``face`` at ``size`` pixels."""
    path = str(FONTS / FILES[face])
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def width(text: str, size: int, face: Face = "bold") -> float:
    """How wide one line of ``text`` is, in pixels: as wide as its words and the spaces between them."""
    words = text.split(" ")
    return sum(_reach(word, size, face) for word in words) + (len(words) - 1) * _reach(" ", size, face)


@lru_cache(maxsize=4096)
def _reach(word: str, size: int, face: Face) -> float:
    return font(size, face).getlength(word)


def fit(text: str, size: int, room: float, face: Face = "bold", least: int = 12) -> int:
    """The greatest size from ``least`` to ``size`` at which ``text`` is at most ``room`` pixels wide."""
    while size > least and width(text, size, face) > room:
        size -= 1
    return size


@cached
def line(text: str, size: int, colour: RGB) -> Image.Image:
    """One line of ``text`` as a sprite, its left end one pixel in: to draw letters anew takes a while."""
    sprite = Image.new("RGBA", (round(width(text, size)) + 2, size * 3 // 2), (*colour, 0))
    write(sprite, (1, sprite.height / 2), text, size, colour, anchor="lm")
    return sprite


def write(
    picture: Image.Image,
    xy: tuple[float, float],
    text: str,
    size: int,
    colour: RGB | RGBA,
    *,
    face: Face = "bold",
    anchor: str = "mm",
) -> None:
    """Write one line of ``text`` on ``picture``.

    ``anchor`` is Pillow's: ``mm`` puts the text's middle at ``xy`` (the font's middle: for digits in badges
    use :func:`write_centred`), ``lm`` its left end, ``rm`` its right end, ``ls`` the start of its baseline.
    """
    ImageDraw.Draw(picture).text(xy, text, font=font(size, face), fill=colour, anchor=anchor)


def write_centred(
    picture: Image.Image,
    xy: tuple[float, float],
    text: str,
    size: int,
    colour: RGB | RGBA,
    *,
    face: Face = "bold",
) -> None:
    """Write ``text`` with the middle of its ink at ``xy``, as digits in badges need it."""
    across, down = _middle(text, size, face)
    ImageDraw.Draw(picture).text(
        (xy[0] - across, xy[1] - down), text, font=font(size, face), fill=colour, anchor="la"
    )


@lru_cache(maxsize=1024)
def _middle(text: str, size: int, face: Face) -> tuple[float, float]:
    """The middle of a text's ink, from its upper left corner."""
    # The font's own box reaches from one letter's bearing to the next and down to the baseline: ask the ink.
    mask, (across, down) = font(size, face).getmask2(text)
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    return across + (left + right) / 2, down + (top + bottom) / 2
