"""The station's floor in pieces: plates, sandbags, water, and the numbers on them, as kept sprites."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Sketch, flat
from rendering.text import write_centred
from rendering.theme import RGB, Theme, clear


@dataclass(frozen=True, slots=True)
class Paints:
    """The station's own colours, ten beside six of the theme's: of 16, two pixels fit a byte."""

    hull: RGB
    seam: RGB
    plate: RGB
    bag: RGB
    bag_line: RGB
    waters: tuple[RGB, RGB, RGB, RGB]
    """By depth, from 1; the last for 4 and more."""
    pod: RGB


PAINTS: Final[dict[str, Paints]] = {
    "default": Paints(
        hull=(74, 88, 108),
        seam=(162, 170, 174),
        plate=(220, 222, 216),
        bag=(205, 165, 104),
        bag_line=(98, 66, 34),
        waters=((146, 208, 232), (62, 142, 202), (32, 84, 164), (15, 38, 88)),
        pod=(243, 150, 58),
    ),
    "colour-blind": Paints(
        hull=(74, 88, 108),
        seam=(164, 172, 174),
        plate=(226, 226, 220),
        bag=(214, 172, 104),
        bag_line=(86, 60, 30),
        waters=((154, 210, 236), (62, 142, 196), (0, 84, 160), (12, 38, 84)),
        pod=(230, 159, 0),
    ),
    "high-contrast": Paints(
        hull=(56, 56, 56),
        seam=(132, 132, 132),
        plate=(236, 236, 236),
        bag=(232, 184, 96),
        bag_line=(60, 36, 0),
        waters=((150, 224, 255), (36, 128, 236), (0, 62, 176), (0, 16, 78)),
        pod=(255, 148, 20),
    ),
}
DEEPEST: Final = 4
"""From this depth on all water looks alike, but for its number."""
RIPPLES: Final = (
    ((0.3, 0.08, 0.3), (0.78, 0.58, 0.3)),
    tuple((y, x + shift, 0.22) for y, shift in ((0.16, 0.0), (0.5, 0.25), (0.84, 0.0)) for x in (0.06, 0.56)),
)
"""The small waves of depths 1 and 2: how far down and right they begin, and their length, in sides."""
BARS: Final = ((0.25, 0.05), (0.125, 0.05))
"""The level bars of depths 3 and 4: their distance and their weight, in squares' sides."""


def paints(theme: Theme) -> Paints:
    """The station's colours in ``theme``'s palette."""
    return PAINTS[theme.palette]


@lru_cache(maxsize=8)
def inks(theme: Theme) -> Image.Image:
    """A palette image of the sixteen colours of these pictures."""
    tones = paints(theme)
    shades = (
        *(theme.ground, theme.ink, theme.paper, theme.highlight, theme.bad, theme.chosen),
        *(tones.hull, tones.seam, tones.plate, tones.bag, tones.bag_line, *tones.waters, tones.pod),
    )
    box = Image.new("P", (1, 1))
    box.putpalette([part for shade in dict.fromkeys(shades) for part in shade])
    return box


@cached
def plate(cell: int, theme: Theme) -> Image.Image:
    """The dry floor of one square: a steel plate with two rivets. RGB."""
    tones = paints(theme)
    sketch = Sketch(cell, cell, tones.seam)
    sketch.rounded((1, 1, cell - 1, cell - 1), 0, tones.plate)
    for x in (cell * 0.09, cell * 0.91):
        sketch.circle((x, cell * 0.09), cell * 0.022, tones.seam)
    return flat(sketch.sprite(), tones.seam)


def bags(sketch: Sketch, cell: int, count: int, fill: RGB, line: RGB) -> Sketch:
    """Draw a stack of ``count`` sandbags, one upon the other; grey ones are under water."""
    high, left, right = cell * 0.25, cell * 0.07, cell * 0.93
    rim = cell * 0.022
    for layer in range(count):
        # All alike: a row of pixels that comes again costs a file next to nothing.
        top = cell * 0.95 - high * (layer + 1) - layer * cell * 0.025
        sketch.rounded((left, top, right, top + high), high * 0.46, line)
        sketch.rounded((left + rim, top + rim, right - rim, top + high - rim), high * 0.4, fill)
        knot = left + cell * 0.12
        sketch.line([(knot, top + rim * 2), (knot, top + high - rim * 2)], line, cell * 0.018)
    return sketch


def flood(sketch: Sketch, cell: int, depth: int, theme: Theme) -> Sketch:
    """Lay ``depth`` units of water over a square: a tone and a pattern of its own for each depth."""
    tones, step = paints(theme), min(depth, DEEPEST) - 1
    tone = tones.waters[step]
    pool = Sketch(cell, cell, clear(tone, (0.8, 1, 1, 1)[step]))
    ripple = (theme.paper, tones.waters[0], tones.waters[1], tones.waters[2])[step]
    if step < 2:
        for down, right, length in RIPPLES[step]:
            swell = [
                (
                    cell * (right + length * share / 16),
                    cell * (down - 0.025 * math.sin(share / 16 * math.tau)),
                )
                for share in range(17)
            ]
            pool.line(swell, ripple, cell * 0.026)
    else:
        spacing, weight = BARS[step - 2]
        for row in range(round(1 / spacing)):
            top = cell * (spacing * (row + 0.5) - weight / 2)
            pool.rounded((0, top, cell, top + cell * weight), 0, ripple)
    return sketch.lay(pool)


@cached
def square(cell: int, sand: int, water: int, theme: Theme) -> Image.Image:
    """One square of the floor with its sandbags and its water, numbers included. RGB."""
    tones = paints(theme)
    sketch = Sketch(cell, cell)
    if water:
        flood(sketch, cell, water, theme)
        bags(sketch, cell, sand, tones.seam if water == 1 else tones.hull, theme.ink)
    else:
        bags(sketch, cell, sand, tones.bag, tones.bag_line)
    picture = plate(cell, theme).copy()
    sprite = sketch.sprite()
    picture.paste(sprite, (0, 0), sprite)
    if water:
        # Where two squares of equal depth meet, a thin seam keeps them apart.
        step = min(water, DEEPEST) - 1
        edge = tones.waters[(1, 2, 3, 2)[step]]
        picture.paste(edge, (0, 0, cell, 1))
        picture.paste(edge, (0, 0, 1, cell))
    number(picture, cell, sand, water, theme)
    return picture


def number(picture: Image.Image, cell: int, sand: int, water: int, theme: Theme) -> None:
    """Write a square's numbers on its picture: water at the top right, sandbags at the bottom right."""
    if water:
        drop = depth_sign(cell, water, theme)
        picture.paste(drop, (cell - drop.width - 2, 2), drop)
    if sand:
        tag = height_sign(cell, sand, theme)
        picture.paste(tag, (cell - tag.width - 3, cell - tag.height - 3), tag)


@cached
def depth_sign(cell: int, depth: int, theme: Theme) -> Image.Image:
    """A drop with the depth on it."""
    side = cell * 0.42
    sketch = Sketch(side, side)
    for inset, tone in ((0.0, theme.ink), (side * 0.06, theme.paper)):
        radius = side * 0.385 - inset
        middle = (side / 2, side * 0.6)
        spread = math.radians(52)
        sketch.polygon(
            [
                (side / 2, inset * 1.7),
                (middle[0] + radius * math.sin(spread), middle[1] - radius * math.cos(spread)),
                (middle[0] - radius * math.sin(spread), middle[1] - radius * math.cos(spread)),
            ],
            tone,
        )
        sketch.circle(middle, radius, tone)
    sprite = sketch.sprite()
    text = str(depth)
    size = round(side * (0.62 if len(text) == 1 else 0.46))
    write_centred(sprite, (side / 2, side * 0.6), text, size, theme.ink)
    return sprite


@cached
def height_sign(cell: int, height: int, theme: Theme) -> Image.Image:
    """A tag with the number of sandbags on it."""
    tones, side = paints(theme), cell * 0.34
    sketch = Sketch(side, side)
    sketch.rounded((0, 0, side, side), side * 0.2, tones.bag_line)
    rim = side * 0.08
    sketch.rounded((rim, rim, side - rim, side - rim), side * 0.14, theme.paper)
    sprite = sketch.sprite()
    write_centred(sprite, (side / 2, side / 2), str(height), round(side * 0.78), tones.bag_line)
    return sprite
