"""The colours of Captain's Curse, and the few inks with which its pictures are printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from rendering.canvas import index, palette_of
from rendering.theme import RGB, THEMES, Theme, mix, themes

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


CHARTS: Final = themes(Chart, "curse/theme.toml", THEMES)


@cache
def inks(theme: Chart) -> bytes:
    """The palette of a picture: 16 colours, as many as fit into half a byte.

    What else is drawn takes the nearest of these. Hence one red, one gold and one cream for the sheet and
    the panel, one brown for barrels and chests, and one grey for what is faint and for land that is doomed.
    """
    return palette_of([
        theme.sea, mix(theme.sea, theme.deep, 0.35), mix(theme.sea, theme.deep, 0.7), theme.shallows,
        theme.land, theme.hills, mix(theme.doomed, theme.faint, 0.5), theme.coast, theme.sheet, INK,
        theme.panel, theme.highlight, mix(theme.loot, theme.bad, 0.5), mix(theme.good, theme.bottle, 0.5),
        mix(theme.barrel, theme.chest, 0.5), theme.gem,
    ])  # fmt: skip


@cache
def ink(colour: RGB, theme: Chart) -> int:
    """The number of ``colour``, or of the ink nearest to it."""
    return index(colour, inks(theme))


@cache
def shaded(theme: Chart) -> tuple[int, ...]:
    """The number of the ink that each ink turns to where land is about to sink."""
    inked = zip(*[iter(inks(theme))] * 3, strict=True)
    return tuple(ink(mix(colour, theme.deep, 0.5), theme) for colour in inked)
