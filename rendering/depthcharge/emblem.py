"""Depth Charge's sign: South's patrol boat."""

from __future__ import annotations

from PIL import Image

from rendering.sprites import Sketch
from rendering.text import write_centred
from rendering.theme import RGB, Theme

from .colours import LAKES, crew_of
from .pieces import FIGURES, SIZE


def emblem(size: int, theme: Theme) -> tuple[Image.Image, RGB]:
    """The sign for a disc of ``size`` pixels, and the ground under it."""
    own, unit = LAKES[theme.palette], size * 0.78 / SIZE
    crew = crew_of("south", own)
    sprite = Sketch(SIZE, SIZE, unit=unit).draw(FIGURES["boat_south"], own, **crew._asdict()).sprite()
    x, y = FIGURES["letters"]["n"]
    write_centred(sprite, (x * unit, y * unit), "S", round(26 * unit), crew.hull)
    return sprite, own.several("depths")[2]
