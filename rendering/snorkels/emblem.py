"""Snorkels' sign: a purple alien on its planet."""

from __future__ import annotations

from PIL import Image

from rendering.sprites import Sketch
from rendering.theme import RGB, Theme

from .sprites import CELL, CRATERS, FIGURES


def emblem(size: int, theme: Theme) -> tuple[Image.Image, RGB]:
    """The sign for a disc of ``size`` pixels, and the ground under it."""
    own = CRATERS[theme.palette]
    sketch = Sketch(CELL, CELL, unit=size * 0.84 / CELL)
    skin, spots = own.several("skins")[0], own.several("spots")[0]
    sketch.draw(FIGURES["purple"], own, skin=skin, pattern=spots).draw(FIGURES["purple_happy"], own)
    return sketch.sprite(), own.floor
