"""The colours of Captain's Curse, and the few inks with which its pictures are printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from rendering.canvas import index
from rendering.theme import RGB, THEMES, Theme, colours_in, mix, themes

INK: Final = (46, 30, 18)


@dataclass(frozen=True, slots=True, eq=False)
class Chart(Theme):
    """A palette with the colours of the map."""

    sea: RGB
    deep: RGB
    """Waves."""
    shallows: RGB
    land: RGB
    hills: RGB
    """The second tint of land, which every other coast has."""
    lit: RGB
    doomed: RGB
    coast: RGB
    dots: RGB
    """The dots of lines."""
    sheet: RGB
    loot: RGB
    """The ring round a looted treasure."""
    coin: RGB
    chest: RGB
    barrel: RGB
    bottle: RGB
    gem: RGB
    skull: RGB
    inks: bytes
    """The palette of a picture."""


CHARTS: Final = themes(Chart, "curse/theme.toml", THEMES)


@cache
def ink(colour: RGB, theme: Chart) -> int:
    """The number of ``colour``, or of the ink nearest to it."""
    return index(colour, theme.inks)


@cache
def shaded(theme: Chart) -> tuple[int, ...]:
    """The number of the ink that each ink turns to where land is about to sink."""
    return tuple(ink(mix(colour, theme.deep, 0.5), theme) for colour in colours_in(theme.inks))
