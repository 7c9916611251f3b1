"""Text on pictures in the bundled fonts.

``Layout.BASIC`` gives the same pixels on every machine. Nunito has no symbols or arrows: draw those as shapes
(:mod:`rendering.primitives`). JetBrains Mono is for text images.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING, Final

from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

from .cache import cached
from .canvas import indexed
from .faces import FILES, FONTS, Face
from .theme import RGB, RGBA, mix

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

STEPS: Final = 3
"""Shades between a letter and its ground, and the letter itself."""
FARTHEST: Final = 57
"""How far a shade may be from the one wanted, in any of red, green and blue: no coloured fringes."""
NO_CHARACTER: Final = "\uffff"
"""Drawn like every sign that a font doesn't have."""


@lru_cache(maxsize=4)
def font(size: int, face: Face = "bold") -> ImageFont.FreeTypeFont:
    """The bundled ``face`` at ``size`` pixels: 65 KB, opened in half a millisecond with its first letter."""
    path = str(FONTS / FILES[face])
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def width(text: str, size: int, face: Face = "bold") -> float:
    """The width of one line of ``text`` in pixels: its letters' added up (the fonts don't kern)."""
    return sum(_advance(sign, size, face) for sign in text)


@lru_cache(maxsize=4096)
def _advance(sign: str, size: int, face: Face) -> float:
    return font(size, face).getlength(sign)


@cached
def _letter(sign: str, size: int, face: Face) -> tuple[ImagingCore, int, int]:
    """The ink of one sign as a mask, and where that begins: from the sign's start, and from the baseline."""
    mask, (left, top) = font(size, face).getmask2(sign, "L", anchor="ls")
    return mask, left, top


def _inked(text: str, size: int, face: Face) -> tuple[ImagingCore, int, int]:
    """The ink of one line of ``text``, as with :func:`_letter`: put together, as the fonts don't kern."""
    along = 0.0
    letters: list[tuple[ImagingCore, int, int]] = []
    for sign in text:
        mask, left, top = _letter(sign, size, face)
        letters.append((mask, round(along) + left, top))
        along += _advance(sign, size, face)
    first = min((x for _, x, _ in letters), default=0)
    upper = min((y for *_, y in letters), default=0)
    boxes = [
        (x - first, y - upper, x - first + mask.size[0], y - upper + mask.size[1]) for mask, x, y in letters
    ]
    right, bottom = (max((box[axis] for box in boxes), default=0) for axis in (2, 3))
    whole = Image.new("L", (right, bottom)).im
    for (mask, *_), box in zip(letters, boxes, strict=True):
        whole.paste(255, box, mask)
    return whole, first, upper


@lru_cache(maxsize=256)
def _heights(size: int, face: Face) -> dict[str, int]:
    """How far the baseline is below the heights that an anchor names."""
    above, below = font(size, face).getmetrics()
    return {"a": above, "m": (above - below + 1) // 2, "s": 0}


def fit(text: str, size: int, room: float, least: int = 12) -> int:
    """The greatest size from ``least`` to ``size`` at which ``text`` is at most ``room`` pixels wide."""
    while size > least and width(text, size) > room:
        size -= 1
    return size


def shortened(text: str, size: int, room: float) -> str:
    """``text``, or as much of it as ``room`` holds."""
    if width(text, size) <= room:
        return text
    while len(text) > 1 and width(f"{text}…", size) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def wrapped(text: str, size: int, room: float, most: int) -> list[str]:
    """``text`` in at most ``most`` lines of ``room`` pixels; more text is cut off, with a “…”."""
    lines = [""]
    for word in (shortened(each, size, room) for each in text.split()):
        longer = f"{lines[-1]} {word}".lstrip()
        if not lines[-1] or width(longer, size) <= room:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            while lines[-1] and width(lines[-1] + " …", size) > room:
                lines[-1] = lines[-1].rpartition(" ")[0]
            lines[-1] += " …"
            break
    return lines


@cached
def line(text: str, size: int, colour: RGB) -> Image.Image:
    """One line of ``text`` as a cached sprite, its left end one pixel in."""
    sprite = Image.new("RGBA", (round(width(text, size)) + 2, size * 3 // 2), (*colour, 0))
    write(sprite, (1, sprite.height / 2), text, size, colour, anchor="lm")
    return sprite


def write(
    picture: Image.Image,
    xy: tuple[float, float],
    text: str,
    size: int,
    colour: RGB | RGBA | int,
    *,
    face: Face = "bold",
    anchor: str = "mm",
) -> None:
    """Write one line of ``text`` on ``picture``.

    ``anchor`` is Pillow's: ``mm`` puts the text's middle at ``xy`` (the font's middle: for digits in badges
    use :func:`write_centred`), ``lm`` its left end, ``rm`` its right end, ``ls`` the start of its baseline.
    """
    mask, left, top = _inked(text, size, face)
    back = {"l": 0.0, "m": width(text, size, face) / 2, "r": width(text, size, face)}[anchor[0]]
    # Rounded as Pillow does it, in 64ths, but it cuts ink off that begins above or left of the picture.
    x = (round(64 * xy[0]) + 32) // 64 - floor(back + 0.5) + left
    y = (round(64 * xy[1]) + 31) // 64 + _heights(size, face)[anchor[1]] + top
    picture.im.paste(colour, (x, y, x + mask.size[0], y + mask.size[1]), mask)


def write_centred(
    picture: Image.Image, xy: tuple[float, float], text: str, size: int, colour: RGB | RGBA | int
) -> None:
    """Write ``text`` with the middle of its ink at ``xy``, as digits in badges need it."""
    across, down = _middle(text, size)
    write(picture, (xy[0] - across, xy[1] - down), text, size, colour, anchor="la")


@lru_cache(maxsize=1024)
def _middle(text: str, size: int) -> tuple[float, float]:
    """The middle of a text's ink, from its upper left corner."""
    # The font's own box reaches from one letter's bearing to the next and down to the baseline: ask the ink.
    mask, across, down = _inked(text, size, "bold")
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    return across + (left + right) / 2, _heights(size, "bold")["a"] + down + (top + bottom) / 2


@lru_cache(maxsize=256)
def ramp(colour: RGB, ground: RGB, palette: bytes) -> list[int]:
    """For 0 to 255 parts of ``colour`` on ``ground``: the number of the nearest colour of ``palette``.

    Few steps between the two: a file of smooth letters would be twice as large.
    """
    shades = [mix(ground, colour, step / STEPS) for step in range(STEPS + 1)]
    strip = Image.new("RGB", (len(shades), 1))
    strip.putdata(shades)
    numbers = list(indexed(strip, palette).tobytes())
    for step in range(1, STEPS):
        near = palette[3 * numbers[step] : 3 * numbers[step] + 3]
        if max(abs(a - b) for a, b in zip(near, shades[step], strict=True)) > FARTHEST:
            numbers[step] = numbers[0 if 2 * step < STEPS else STEPS]
    return [numbers[round(share / 255 * STEPS)] for share in range(256)]


@lru_cache(maxsize=256)
def writable(text: str) -> str:
    """``text`` as the fonts can write it: fancy letters as plain ones, words in other letters in Latin ones.

    Signs without a glyph are left out, unless there is nothing else: a squid is then called one.
    """
    known = " ".join(filter(None, map(_written, text.split())))
    if any(map(str.isalnum, known)):
        return known
    called = anyascii(text).replace(":", " ").replace("_", " ").split()
    return " ".join(called).title() or known


def _written(word: str) -> str:
    signs = [
        sign if _has_glyph(sign) else unicodedata.normalize("NFKC", sign)
        for sign in unicodedata.normalize("NFC", word)
    ]
    plain = "".join(signs)
    missing = {sign for sign in plain if not _has_glyph(sign)}
    if any(unicodedata.category(sign)[0] in "LMN" for sign in missing):
        # The whole word: half of it in other letters would be hard to read.
        return anyascii("".join(sign for sign in plain if unicodedata.category(sign)[0] not in "SC"))
    return "".join(sign for sign in plain if sign not in missing)


def _has_glyph(sign: str) -> bool:
    return sign == " " or _drawn(sign) != _drawn(NO_CHARACTER)


@lru_cache(maxsize=4096)
def _drawn(sign: str) -> bytes:
    picture = Image.new("L", (48, 48))
    ImageDraw.Draw(picture).text((12, 8), sign, font=font(24), fill=255)
    return picture.tobytes()
