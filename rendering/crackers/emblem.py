"""Crackers' sign: the red diver."""

from __future__ import annotations

from PIL import Image

from rendering.theme import RGB, Theme

from .figures import crew
from .tiles import STATIONS


def emblem(size: int, theme: Theme) -> tuple[Image.Image, RGB]:
    """The sign for a disc of ``size`` pixels, and the ground under it."""
    own = STATIONS[theme.palette]
    return crew(0, "R", round(size * 0.62), own), own.plate
