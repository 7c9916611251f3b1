"""The colours of Captain's Curse, and the few inks with which its pictures are printed."""

from __future__ import annotations

from functools import cache
from typing import Final

from rendering.canvas import index
from rendering.theme import RGB, THEMES, Theme, colours_in, mix, themes

INK: Final = (46, 30, 18)


CHARTS: Final = themes("curse/theme.toml", THEMES)


@cache
def ink(colour: RGB, theme: Theme) -> int:
    """The number of ``colour``, or of the ink nearest to it."""
    return index(colour, theme.inks)


@cache
def shaded(theme: Theme) -> tuple[int, ...]:
    """The number of the ink that each ink turns to where land is about to sink."""
    return tuple(ink(mix(colour, theme.deep, 0.5), theme) for colour in colours_in(theme.inks))
