"""The station's floor in pieces: plates, sandbags, water, and the numbers on them, as kept sprites."""

from __future__ import annotations

from itertools import product
from typing import Final

from PIL import Image, ImageDraw

from rendering.cache import cached
from rendering.primitives import badge
from rendering.sprites import Point, Sketch, around, flat
from rendering.text import write_centred
from rendering.theme import RGB, THEMES, Theme, read_toml, themes
from rendering.tiles import TiledPicture

STATIONS: Final = themes("crackers/theme.toml", THEMES)
FIGURES: Final = read_toml("crackers/figures.toml")
DEEPEST: Final = 4
"""From this depth on all water looks alike, but for its number."""
TREADS: Final = 4
"""The treads of a deck plate along each side."""
FRONT: Final = 1 / 12
"""How high a sandbag raises the floor, in squares' sides."""


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


def sack(sketch: Sketch, foot: Point, size: float, more: float, tone: RGB) -> Sketch:
    """Draw the shape of a full, tied bag that stands on ``foot``, ``more`` pixels larger on all sides."""
    right = [(foot[0] + x * size, foot[1] + y * size) for x, y in FIGURES["bag_half"]]
    left = [(2 * foot[0] - x, y) for x, y in reversed(right)]
    outline = [*right, *left]
    return sketch.polygon(outline, tone, tone if more else None, more * 2)


def front(cell: int, sand: int) -> int:
    """The height of the front of a floor raised by sandbags, in pixels."""
    return round(cell * FRONT) * sand


def _pool(cell: int, high: int, depth: int, theme: Theme) -> Sketch:
    """``depth`` units of water, ``high`` pixels from top to bottom: each unit is a step down and a wave."""
    tones, steps = theme.several("waters"), min(depth, DEEPEST)
    pool, band = Sketch(cell, high, theme.ink), max(4, round(cell * 0.055))
    for step in range(steps):
        inset = 2 + band * step
        pool.rectangle((inset, inset, cell - inset, high - inset), tones[step])
    # Steps of whole pixels: a curve costs a file twice as much.
    third, weight = round(cell * 0.12), max(2, round(cell * 0.026))
    left = round(cell * 0.5 - third * 2)
    for wave in range(steps):
        y = round(high * 0.62 + cell * 0.12 * (wave - (steps - 1) / 2))
        for order, rise in enumerate((0, -weight, 0, -weight)):
            x = left + order * third
            pool.rectangle((x, y + rise, x + third, y + rise + weight), theme.paper)
    return pool


def _burlap(cell: int, high: int, theme: Theme) -> Sketch:
    """The top of a floor raised by sandbags, a bag on its left: the middle is free for a target."""
    top = Sketch(cell, high, theme.bag_line).rectangle((2, 2, cell - 2, high), theme.bag)
    top.rectangle((2, 2, cell - 2, 5), theme.paper)
    for y in (0.36, 0.68):
        top.rectangle((2, round(high * y), cell - 2, round(high * y) + 2), theme.pod)
    size = cell * 0.36
    foot = (cell * 0.23, high / 2 + size * 0.52)
    sack(top, foot, size, cell * 0.022, theme.bag_line)
    sack(top, foot, size, 0, theme.pod)
    string = foot[1] - size * 0.74
    return top.line(
        [(foot[0] - size * 0.13, string), (foot[0] + size * 0.13, string)], theme.bag_line, cell * 0.03
    )


@cached
def square(cell: int, sand: int, water: int, theme: Theme) -> Image.Image:
    """One square of the floor with its sandbags and its water, numbers included. RGB."""
    if not sand and not water:
        return plate(cell, theme)
    edge, layer = cell - front(cell, sand), front(cell, 1)
    top = _pool(cell, edge, water, theme) if water else _burlap(cell, edge, theme)
    picture = Image.new("RGB", (cell, cell), theme.bag_line)
    picture.paste(flat(top.sprite(), theme.ground), (0, 0))
    pen = ImageDraw.Draw(picture)
    for y in range(edge + layer, cell, layer):
        pen.rectangle((2, y - 1, cell - 3, y), theme.pod)
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
    """Write the numbers of the square whose corner is ``at``, from two on, at the right.

    That of the water is at the top, that of sandbags under water at the bottom.
    """
    right, low = at[0] + cell, at[1] + cell - front(cell, sand)
    if water > 1:
        disc = depth_sign(cell, water, theme)
        picture.paste(disc, (right - disc.width - 3, at[1] + 3), disc)
    if sand > 1:
        tag = height_sign(cell, sand, theme)
        y = low - tag.height if water else at[1] + round(cell * 0.05)
        picture.paste(tag, (right - tag.width - 2, y), tag)


@cached
def depth_sign(cell: int, depth: int, theme: Theme) -> Image.Image:
    """A dark disc with the depth on it."""
    return badge(str(depth), round(cell * 0.38), theme.ink, theme.paper, theme.paper)


@cached
def height_sign(cell: int, height: int, theme: Theme) -> Image.Image:
    """The number of sandbags, on burlap."""
    wide, high = cell * 0.29, cell * 0.33
    sprite = Sketch(wide, high).rounded((0, 0, wide, high), high * 0.25, theme.bag).sprite()
    write_centred(sprite, (wide / 2, high / 2), str(height), round(cell * 0.42), theme.bag_line)
    return sprite
