"""Painting: a scene in, a finished picture out, its header above it.

A painter is a module or a folder ``rendering.<game's key>`` with

- ``paint(scene, theme) -> Image``, pure and synchronous: a :class:`.canvas.Canvas` in its own colours, such
  as a :class:`.tiles.TiledPicture` makes; or in RGB, whose 128 colours take 9 ms per picture to find;
- optionally ``FADES``, the first row of the board in its pictures and the one below it (negative: from the
  end), where pieces fade in and out in films;
- optionally ``shown(scene)``, the simplest scene with the same picture, which may have been made already;
- optionally ``warm_up(theme)``, which draws, in less than a second, what no diagram of the rule book shows.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

from PIL import Image, ImageDraw

from .canvas import Canvas
from .header import band, rim
from .png import png
from .scene import Picture, PictureHeader, Scene
from .text import font
from .theme import THEMES, Theme

COLOURS: Final = 128
MAX_TEXT: Final = (120, 80)
"""Characters per line and lines of a text image: no text makes a huge picture."""


def draw(game_key: str, scene: Scene[Any, Any], palette: str = "default") -> Picture:
    """The picture of ``scene``, painted in this process.

    A painter's exceptions are not caught, nor is the ImportError without one.
    """
    theme = THEMES[palette]
    painter = importlib.import_module(f"rendering.{game_key}")
    image = in_colours(painter.paint(scene, theme))
    board: tuple[int, int] = getattr(painter, "FADES", (0, 0))
    return finished(image, scene.header, theme, board=board)


def finished(
    image: Canvas,
    header: PictureHeader | None,
    theme: Theme,
    *,
    board: tuple[int, int] = (0, 0),
) -> Picture:
    """``image`` below the band of ``header``, as a PNG.

    ``board``: its rows in ``image``, as painters write them.
    """
    above = [] if header is None else [band(header, theme, image.width, image.colours)]
    top = sum(part.height for part in above)
    first, end, _ = slice(*board).indices(image.height)
    if header is not None and header.crown is not None:
        rim(image, theme, image.colours)
    data = png(image, *above)
    return Picture(data, image.width, top + image.height, (top + first, top + end))


def in_colours(image: Image.Image) -> Canvas:
    """``image`` itself, if it is a canvas; else a canvas of 128 colours."""
    if isinstance(image, Canvas):
        return image
    few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return Canvas.of(few, bytes(few.getpalette("RGB") or ()))


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


def text_picture(text: str, header: PictureHeader | None) -> Picture:
    """The text image of ``text`` as a finished picture."""
    return finished(in_colours(text_image(text)), header, THEMES["default"])
