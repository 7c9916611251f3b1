"""The station's floor in pieces: plates, sandbags, water, and the numbers on them, as kept sprites."""

from __future__ import annotations

import math
from itertools import product
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Point, Sketch, around, flat, pairs
from rendering.text import write_centred
from rendering.theme import RGB, THEMES, Theme, read_toml, themes
from rendering.tiles import TiledPicture

STATIONS: Final = themes("crackers/theme.toml", THEMES)
FIGURES: Final = read_toml("crackers/figures.toml")
DEEPEST: Final = 4
"""From this depth on all water looks alike, but for its number."""
TREADS: Final = 4
"""The treads of a deck plate along each side."""
BAG: Final = 0.5
"""A bag's height, in squares' sides."""


@cached
def plate(cell: int, theme: Theme) -> Image.Image:
    """The dry floor of one square: a steel deck plate with treads and four rivets. RGB."""
    sketch = Sketch(cell, cell, theme.hull)
    sketch.rectangle((1, 1, cell - 1, cell - 1), theme.plate)
    # Whole pixels, level and upright: slanted treads cost a file four kilobytes.
    step, reach, weight = cell * 0.84 / TREADS, round(cell * 0.045), max(2, round(cell * 0.026))
    for places in product(range(TREADS), repeat=2):
        left, top = (round(cell * 0.08 + step * (place + 0.5)) for place in places)
        wide, high = (reach, weight / 2) if sum(places) % 2 else (weight / 2, reach)
        sketch.rectangle(around((left, top), wide, high), theme.seam)
    for x, y in product((cell * 0.06, cell * 0.94), repeat=2):
        sketch.circle((x, y), cell * 0.024, theme.hull)
    return flat(sketch.sprite(), theme.hull)


@cached
def bag(cell: int, fill: RGB, shade: RGB, line: RGB) -> Image.Image:
    """A bag of burlap; a grey one is under water."""
    size, rim = cell * BAG, cell * 0.022
    middle = size * 0.42 + rim * 2
    sketch = Sketch(round(middle * 2), round(size / 2 + rim) * 2)
    foot = (sketch.width / 2, sketch.height - rim)
    sack(sketch, foot, size, rim, line)
    body = sack(Sketch(sketch.width, sketch.height), foot, size, 0, fill)
    # The light comes from the upper left.
    cloth = Sketch(sketch.width, sketch.height, shade)
    sack(cloth, (foot[0] - size * 0.08, foot[1] - size * 0.06), size, 0, fill)
    weave, apart = Sketch(sketch.width, sketch.height), round(cell * 0.056)
    places = range(-apart, math.ceil(sketch.width + sketch.height) + apart, apart)
    for row, y in enumerate(places):
        for x in places:
            weave.circle((x + (apart / 2 if row % 2 else 0), y), cell * 0.013, shade)
    sketch.lay(cloth.lay(weave), within=body)
    string, reach = foot[1] - size * 0.74, size * 0.13
    sketch.line([(foot[0] - reach, string), (foot[0] + reach, string)], line, cell * 0.034)
    return pairs(sketch.sprite())


def sack(sketch: Sketch, foot: Point, size: float, more: float, tone: RGB) -> Sketch:
    """Draw the shape of a full, tied bag that stands on ``foot``, ``more`` pixels larger on all sides."""
    right = [(foot[0] + x * size, foot[1] + y * size) for x, y in FIGURES["bag_half"]]
    left = [(2 * foot[0] - x, y) for x, y in reversed(right)]
    outline = [*right, *left]
    return sketch.polygon(outline, tone, tone if more else None, more * 2)


def _flooded(cell: int, depth: int, theme: Theme) -> Image.Image:
    """``depth`` units of water on a square: a tone and a pattern of its own for each depth."""
    step = min(depth, DEEPEST) - 1
    pool = Sketch(cell, cell, theme.several("waters")[step])
    ripple = (theme.paper, *theme.several("waters"))[step]
    if step < 2:
        for down, right, length in FIGURES["ripples"][step]:
            # Steps of whole pixels: a curve costs a file twice as much.
            x, y, third, high = (round(cell * share) for share in (right, down, length / 3, 0.026))
            for order, rise in enumerate((0, -high, 0)):
                start = x + order * third
                pool.rectangle((start, y + rise, start + third, y + rise + high), ripple)
    else:
        spacing, weight = FIGURES["bars"][step - 2]
        for row in range(round(1 / spacing)):
            top = cell * (spacing * (row + 0.5) - weight / 2)
            pool.rectangle((0, top, cell, top + cell * weight), ripple)
    # The deck's edge throws a shadow on the water below it.
    shadow, deep = theme.several("waters")[step + 1] if step < 3 else theme.ink, cell * 0.045
    pool.rectangle((0, 0, cell, deep), shadow).rectangle((0, 0, deep, cell), shadow)
    return flat(pool.sprite(), theme.ground)


@cached
def square(cell: int, sand: int, water: int, theme: Theme) -> Image.Image:
    """One square of the floor with its sandbags and its water, numbers included. RGB."""
    if water:
        picture = _flooded(cell, water, theme)
        drowned = theme.seam if water == 1 else theme.hull
        filled = bag(cell, drowned, drowned, theme.ink)
    else:
        picture = plate(cell, theme).copy()
        filled = bag(cell, theme.bag, theme.pod, theme.bag_line)
    for x, y in FIGURES["heaps"][sand]:
        left, top = cell * x - filled.width / 2, cell * y - filled.height / 2
        picture.paste(filled, (round(left), round(top / 2) * 2), filled)
    number(picture, cell, sand, water, theme)
    return picture


def number(
    picture: Image.Image | TiledPicture,
    cell: int,
    sand: int,
    water: int,
    theme: Theme,
    at: tuple[int, int] = (0, 0),
) -> None:
    """Write the numbers of the square whose corner is ``at``: water at the top right, sandbags below it."""
    right, low = at[0] + cell, at[1] + cell
    if water:
        drop = depth_sign(cell, water, theme)
        picture.paste(drop, (right - drop.width - 2, at[1] + 2), drop)
    if sand:
        tag = height_sign(cell, sand, theme)
        picture.paste(tag, (right - tag.width - 3, low - tag.height - 3), tag)


@cached
def depth_sign(cell: int, depth: int, theme: Theme) -> Image.Image:
    """A drop with the depth on it."""
    side, text = cell * 0.42, str(depth)
    sprite = Sketch(1, 1, unit=side).draw(FIGURES["depth"], theme).sprite()
    size = round(side * (0.62 if len(text) == 1 else 0.46))
    write_centred(sprite, (side / 2, side * 0.6), text, size, theme.ink)
    return sprite


@cached
def height_sign(cell: int, height: int, theme: Theme) -> Image.Image:
    """A tag with the number of sandbags on it."""
    side = cell * 0.34
    sprite = Sketch(1, 1, unit=side).draw(FIGURES["height"], theme).sprite()
    write_centred(sprite, (side / 2, side / 2), str(height), round(side * 0.78), theme.bag_line)
    return sprite
