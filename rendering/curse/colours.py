"""The colours of Captain's Curse, and the few inks with which its pictures are printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from rendering.theme import RGB, Theme, mix

from .treasures import INK, TINTS


@dataclass(frozen=True, slots=True)
class Chart:
    """A theme's colours of the map."""

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
    border: RGB
    """The dots of lines."""
    sheet: RGB
    loot: RGB
    """The ring round a looted treasure."""


CHARTS: Final[dict[str, Chart]] = {
    "default": Chart(
        sea=(150, 184, 184), deep=(96, 140, 148), shallows=(184, 206, 196), land=(233, 208, 158),
        hills=(223, 194, 140), lit=(255, 240, 178), doomed=(150, 164, 160), coast=(92, 58, 30),
        border=(104, 66, 34), sheet=(246, 232, 200), loot=(178, 32, 32),
    ),
    "colour-blind": Chart(
        sea=(142, 182, 206), deep=(70, 124, 164), shallows=(184, 210, 222), land=(238, 218, 170),
        hills=(226, 202, 150), lit=(255, 246, 160), doomed=(150, 160, 176), coast=(70, 48, 30),
        border=(70, 48, 30), sheet=(250, 240, 214), loot=(190, 60, 0),
    ),
    "high-contrast": Chart(
        sea=(20, 60, 110), deep=(120, 180, 240), shallows=(40, 90, 150), land=(255, 246, 222),
        hills=(240, 226, 190), lit=(255, 240, 90), doomed=(150, 160, 175), coast=(0, 0, 0),
        border=(0, 0, 0), sheet=(255, 255, 255), loot=(210, 0, 0),
    ),
}  # fmt: skip


@cache
def inks(theme: Theme) -> Image.Image:
    """A palette image of the painter's colours."""
    chart = CHARTS[theme.palette]
    waves = (mix(chart.sea, chart.deep, 0.35), mix(chart.sea, chart.deep, 0.7))
    colours = [
        *(chart.sea, *waves, chart.shallows, chart.land, chart.hills, chart.lit, chart.doomed),
        *(chart.coast, chart.sheet, chart.loot, INK, mix(INK, chart.sheet, 0.45)),
        mix(chart.deep, INK, 0.35),
        *(
            theme.panel,
            mix(theme.panel, theme.faint, 0.5),
            theme.border,
            theme.coordinate,
            theme.faint,
            theme.highlight,
        ),
        *(theme.good, theme.bad, theme.mark, *TINTS[theme.palette].values()),
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette
