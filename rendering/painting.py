"""Painting: a scene in, a finished picture out.

A painter is a module or a folder ``rendering.<game's key>`` with

- ``paint(scene, theme) -> Image`` in RGB, or in P with a palette of its own, pure and synchronous,
- for RGB optionally ``swatches(theme) -> Image`` in RGB: a picture that holds all of the painter's colours in
  fair shares (its background and its sprites in one sheet, say). From it the 128 colours of its PNGs are
  found once a theme; without it they are found anew for every picture, which takes 9 ms instead of 1, and
- optionally ``DENSE = True`` where pictures have few rows of pixels that are like their neighbours.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any, Final

from PIL import Image, ImageDraw

from .lettering import font
from .picture import Picture
from .png import png
from .scene import Scene
from .theme import THEMES, Theme

COLOURS: Final = 128
LARGEST: Final = (120, 80)
"""Columns and lines of the largest placard: a hostile text must not ask for a huge picture."""


def draw(game_key: str, scene: Scene[Any, Any], palette: str = "default") -> Picture:
    """The picture of ``scene``, painted here and now: what the studio's painters do.

    Whatever a painter raises comes out as it is; so does that there is none.
    """
    theme = THEMES[palette]
    painter = importlib.import_module(f"rendering.{game_key}")
    image = painter.paint(scene, theme)
    dense = getattr(painter, "DENSE", False)
    return Picture(encode(image, swatches(game_key, theme), dense=dense), image.width, image.height)


@lru_cache(maxsize=32)
def swatches(game_key: str, theme: Theme) -> Image.Image | None:
    """A palette image of the painter's colours in ``theme``; None for a painter without ``swatches``."""
    find = getattr(importlib.import_module(f"rendering.{game_key}"), "swatches", None)
    if find is None:
        return None
    sheet: Image.Image = find(theme)
    return sheet.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )


def encode(image: Image.Image, palette: Image.Image | None = None, *, dense: bool = False) -> bytes:
    """``image`` as a PNG of at most 128 colours: those of ``palette`` (a palette image), else its own.

    An image in P keeps its colours. ``dense`` is for :func:`rendering.png.png`.
    """
    if image.mode == "P":
        return png(image, dense=dense)
    if image.mode != "RGB":
        image = image.convert("RGB")
    if palette is None:
        image = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    else:
        image = image.quantize(palette=palette, dither=Image.Dither.NONE)
    return png(image, dense=dense)


def placard(text: str) -> Image.Image:
    """Monospaced ``text`` on a dark sheet, 1000 pixels wide or more; its first 80 lines of 120 characters."""
    columns, rows = LARGEST
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


def placard_picture(text: str) -> Picture:
    """The placard of ``text`` as a finished picture."""
    image = placard(text)
    return Picture(encode(image), image.width, image.height)
