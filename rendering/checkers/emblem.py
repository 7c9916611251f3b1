"""Captain's Checkers' sign: a stack of three."""

from __future__ import annotations

from typing import Final

from PIL import Image

from rendering.sprites import Sketch
from rendering.text import write_centred
from rendering.theme import RGB, Theme

from .pieces import FIGURES, ROOM, WOODS

HEIGHT: Final = 3
STEP: Final = 9
"""How far a checker is above the one below it, of the figures' units."""


def emblem(size: int, theme: Theme) -> tuple[Image.Image, RGB]:
    """The sign for a disc of ``size`` pixels, and the ground under it."""
    own, unit = WOODS[theme.palette], size * 0.74 / ROOM[0]
    sprite = Image.new("RGBA", (round(ROOM[0] * unit), round((ROOM[1] + STEP * HEIGHT) * unit)))
    layer, face = (
        Sketch(*ROOM, unit=unit).draw(FIGURES[name], own, seam=own.edge).sprite()
        for name in ("layer_r", "face_r")
    )
    for order in range(HEIGHT, 0, -1):
        sprite.alpha_composite(layer, (0, round(STEP * order * unit)))
    sprite.alpha_composite(face)
    write_centred(sprite, (sprite.width / 2, ROOM[1] / 2 * unit), str(HEIGHT), round(38 * unit), own.edge)
    return sprite, own.dark
