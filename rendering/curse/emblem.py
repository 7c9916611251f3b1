"""Captain's Curse's sign: the skull."""

from __future__ import annotations

from PIL import Image

from rendering.theme import RGB, Theme

from .colours import CHARTS
from .woodcut import icon


def emblem(size: int, theme: Theme) -> tuple[Image.Image, RGB]:
    """The sign for a disc of ``size`` pixels, and the ground under it."""
    own = CHARTS[theme.palette]
    return icon("skull", round(size * 0.7), own).sprite(), own.sea
