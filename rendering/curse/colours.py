"""The colours of Captain's Curse, and the few inks with which its pictures are printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from rendering.theme import RGB, Theme, mix
from rendering.tiles import indexed

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
        hills=(226, 202, 150), lit=(255, 248, 190), doomed=(150, 160, 176), coast=(70, 48, 30),
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
    """A palette image of the 16 colours of a picture: as many as fit into half a byte.

    What else is drawn takes the nearest of these. Hence one red, one gold and one cream for the sheet and
    the panel, one brown for barrels and chests, and one grey for what is faint and for land that is doomed.
    """
    chart, tints = CHARTS[theme.palette], TINTS[theme.palette]
    colours = [
        chart.sea, mix(chart.sea, chart.deep, 0.35), mix(chart.sea, chart.deep, 0.7), chart.shallows,
        chart.land, chart.hills, mix(chart.doomed, theme.faint, 0.5), chart.coast, chart.sheet, INK,
        theme.panel, theme.highlight, mix(chart.loot, theme.bad, 0.5), mix(theme.good, tints["bottle"], 0.5),
        mix(tints["barrel"], tints["chest"], 0.5), tints["gem"],
    ]  # fmt: skip
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    return palette


@cache
def ink(colour: RGB, theme: Theme) -> int:
    """The number of ``colour``, or of the ink nearest to it."""
    return indexed(Image.new("RGB", (1, 1), colour), inks(theme)).tobytes()[0]


@cache
def shaded(theme: Theme) -> tuple[int, ...]:
    """The number of the ink that each ink turns to where land is about to sink."""
    colours, deep = inks(theme).getpalette("RGB") or [], CHARTS[theme.palette].deep
    inked = [(red, green, blue) for red, green, blue in zip(*[iter(colours)] * 3, strict=True)]
    return tuple(ink(mix(colour, deep, 0.5), theme) for colour in inked)
