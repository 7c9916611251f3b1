"""Depth Charge's sign: South's patrol boat."""

from __future__ import annotations

from PIL import Image

from rendering.sprites import Sketch
from rendering.text import write_centred
from rendering.theme import RGB, Theme

from .colours import LAKES, crew_of
from .pieces import BOAT, FIGURES, SIZE


def emblem(size: int, theme: Theme, seat: str = "south") -> tuple[Image.Image, RGB]:
    """The boat of ``seat`` for a disc of ``size`` pixels, and the ground under it."""
    own, unit = LAKES[theme.palette], size * 0.78 / SIZE
    crew = crew_of(seat, own)
    sprite = Sketch(SIZE, SIZE, unit=unit).draw(FIGURES[f"boat_{seat}"], own, **crew._asdict()).sprite()
    x, y = FIGURES["letters"]["n"]
    write_centred(sprite, (x * unit, y / BOAT * unit), seat[0].upper(), round(26 * unit), crew.hull)
    return sprite, own.several("depths")[2]
