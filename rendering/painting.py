"""Painting: a scene in, a finished picture out.

A painter is a module or a folder ``rendering.<game's key>`` with

- ``paint(scene, theme) -> Image``, pure and synchronous: in P with a palette of its own, best as a
  :class:`.tiles.TiledPicture`; or in RGB, for whose 128 colours it takes 9 ms to look in each picture, and
- optionally ``PAIRED = True`` where the lines of pictures come in equal pairs.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

from PIL import Image, ImageDraw

from .picture import Picture
from .png import png
from .scene import Scene
from .text import font
from .theme import THEMES

COLOURS: Final = 128
MAX_TEXT: Final = (120, 80)
"""Columns and lines of the largest text image: a hostile text must not make a huge picture."""


def draw(game_key: str, scene: Scene[Any, Any], palette: str = "default") -> Picture:
    """The picture of ``scene``, painted here and now: what the studio's painters do.

    Whatever a painter raises comes out as it is; so does that there is none.
    """
    theme = THEMES[palette]
    painter = importlib.import_module(f"rendering.{game_key}")
    image = painter.paint(scene, theme)
    paired = getattr(painter, "PAIRED", False)
    return Picture(encode(image, paired=paired), image.width, image.height)


def encode(image: Image.Image, *, paired: bool = False) -> bytes:
    """``image`` as a PNG of at most 128 colours; one in P keeps its own.

    ``paired`` is for :func:`rendering.png.png`.
    """
    if image.mode == "P":
        return png(image, paired=paired)
    if image.mode != "RGB":
        image = image.convert("RGB")
    image = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return png(image, paired=paired)


def text_image(text: str) -> Image.Image:
    """Monospaced ``text`` on a dark ground, at least 1000 pixels wide; at most 80 lines of 120 characters."""
    columns, rows = MAX_TEXT
    lines = [line.expandtabs()[:columns] for line in text[:10_000].splitlines()[:rows]] or [""]
    theme = THEMES["default"]
    longest = max(len(line) for line in lines)
    size = max(12, min(40, int(900 / max(longest, 1) / 0.6), 2000 // len(lines)))
    advance, height = font(size, "mono").getlength("0"), round(size * 1.4)
    margin = 50
    room = max(1000, round(longest * advance) + 2 * margin)
    image = Image.new("RGB", (room, height * len(lines) + 2 * margin), theme.ground)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, image.width - 1, image.height - 1), outline=theme.border, width=6)
    for row, line in enumerate(lines):
        pen.text((margin, margin + row * height), line, font=font(size, "mono"), fill=theme.paper)
    return image


def text_picture(text: str) -> Picture:
    """The text image of ``text`` as a finished picture."""
    image = text_image(text)
    return Picture(encode(image), image.width, image.height)
