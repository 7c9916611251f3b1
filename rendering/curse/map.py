"""The island in layers: land, lit land, doomed land, water.

Each layer is a picture in numbers of inks (L), drawn once for each theme and cut into spaces; a position is
pasted together from these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from math import sin, tau
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.games.curse.island import island
from rendering.cache import cached
from rendering.sprites import Sketch
from rendering.text import fit, width
from rendering.theme import Theme, mix

from .colours import CHARTS, ink, shaded
from .layout import HEIGHT, MAP, borders, box_of, coasts, icon_spot, measures, points, room, shape, spot
from .letterpress import press
from .treasures import INK, treasure
from .woodcut import carve, carve_centred, dots, woodcut

Layer: TypeAlias = Literal["land", "lit", "doomed", "water"]


@dataclass(frozen=True, slots=True)
class Coast:
    """A piece of coast."""

    at: tuple[int, int]
    mask: Image.Image


def filled(number: int, box: tuple[int, int, int, int]) -> Image.Image:
    """A space's shape within a box, as a mask."""
    left, top, right, bottom = box
    drawn = Sketch(right - left, bottom - top, 0)
    return woodcut(drawn.polygon([(x - left, y - top) for x, y in shape(number)], 255))


@cached
def mask(number: int, *, flood: bool) -> Image.Image:
    """A space's shape in its box; a flood also takes the coast outside, and a hair of its neighbours."""
    box = box_of(number)
    cut = filled(number, box)
    if not flood:
        return cut
    wide, narrow = cut.filter(ImageFilter.MaxFilter(17)), cut.filter(ImageFilter.MaxFilter(5))
    for other in range(len(island().spaces) + 1):
        if other != number and _meet(box, box_of(other)):
            wide = ImageChops.subtract(wide, filled(other, box).filter(ImageFilter.MaxFilter(3)))
    return ImageChops.lighter(wide, narrow)


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two boxes have a part in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@lru_cache(maxsize=12)
def tiles(layer: Layer, theme: Theme) -> tuple[Image.Image, ...]:
    """All spaces' boxes cut from a layer, by their numbers from 1; nobody needs the rest of it."""
    whole = LAYERS[layer](theme)
    return tuple(whole.crop(box_of(space.number)) for space in island().spaces)


def lay(picture: Image.Image, number: int, layer: Layer, theme: Theme) -> None:
    """Pastes a space from a layer on ``picture`` (L)."""
    cut = mask(number, flood=layer == "water")
    picture.paste(tiles(layer, theme)[number - 1], box_of(number)[:2], cut)


@cached
def coast(number: int, beside: int) -> Coast:
    """The coast between a space and a sunk neighbour."""
    pieces = dict(coasts(number))[beside]
    ends = [point for piece in pieces for point in piece]
    left, top = int(min(x for x, _ in ends)) - 5, int(min(y for _, y in ends)) - 5
    sketch = Sketch(max(x for x, _ in ends) - left + 6, max(y for _, y in ends) - top + 6, 0)
    for (x1, y1), (x2, y2) in pieces:
        sketch.line([(x1 - left, y1 - top), (x2 - left, y2 - top)], 255, 6)
    return Coast((left, top), woodcut(sketch).convert("1"))


def sea(theme: Theme) -> Sketch:
    """Open water with strokes of waves, without a panel."""
    chart = CHARTS[theme.palette]
    sketch, tint = Sketch(MAP, HEIGHT, ink(chart.sea, theme)), ink(mix(chart.sea, chart.deep, 0.6), theme)
    for row in range(12):
        for column in range(8):
            x, y = 30 + column * 136 + (68 if row % 2 else 0), 24 + row * 80
            crest = [(x + k, y + 4 * sin(k / 5.1)) for k in range(0, 33, 4)]
            sketch.line(crest, tint, 2.2)
    return sketch


def land(theme: Theme, *, lit: bool = False) -> Image.Image:
    """The untouched island in its sea; ``lit`` as spaces that may be chosen are."""
    chart = CHARTS[theme.palette]
    sketch, coast = sea(theme), ink(chart.coast, theme)
    place = points()
    shore = [edge for edge, sides in borders().items() if len(sides) == 1]
    for weight, tint in ((30, ink(chart.shallows, theme)), (9, coast)):
        for one, other in shore:
            sketch.line([place[one], place[other]], tint, weight)
    for number in range(1, len(island().spaces) + 1):
        fill = chart.lit if lit else (chart.land, chart.hills)[(number - 1) // 3 % 2]
        sketch.polygon(shape(number), ink(fill, theme))
    if lit:
        for number in range(1, len(island().spaces) + 1):
            outline = shape(number)
            sketch.line([*outline, outline[0]], coast, 9)
    sketch.polygon(shape(0), ink(chart.sheet, theme))
    for one, other in shore:
        sketch.line([place[one], place[other]], coast, 4)
    picture = woodcut(sketch)
    for line in island().lines:
        dots(picture, [place[vertex] for vertex in line.path], ink(chart.border, theme))
    for space in island().spaces:
        caption(picture, space.number, theme)
    return picture


def caption(picture: Image.Image, number: int, theme: Theme) -> None:
    """What is printed on a space: its treasure, its number, and its name below."""
    space, (x, y), black = island().spaces[number - 1], spot(number), ink(INK, theme)
    icon, digits, gap = measures(number)
    middle = icon_spot(number)
    press(picture, treasure(space.treasure, icon, theme), middle, theme)
    reach = width(str(number), digits)
    carve_centred(picture, (middle[0] + icon / 2 + gap + reach / 2, middle[1]), str(number), digits, black)
    left, right = room(number, y + 18, y + 30, x)
    size = fit(space.name, 17, right - left - 8, least=10)
    half = width(space.name, size) / 2 + 4
    middle_x = (left + right) / 2 if right - left < 2 * half else min(max(x, left + half), right - half)
    carve(picture, (middle_x, y + 25), space.name, size, black)


def waves(picture: Image.Image, apart: int, length: int, tint: int, weight: float) -> None:
    """Draw rows of waves all over ``picture``, ``apart`` pixels from each other.

    Each wave is ``length`` pixels long, all of them alike: so a file pays for the first one only.
    """
    crest = Sketch(MAP + length, 16, 0)
    path = [(x, 8 + 5 * sin(x / length * tau)) for x in range(-length, MAP + 2 * length, 4)]
    mask = woodcut(crest.line(path, 255, weight))
    for row in range(HEIGHT // apart + 1):
        start = length // 2 * (row % 2)
        picture.paste(tint, (0, row * apart - 8), mask.crop((start, 0, start + MAP, mask.height)))


def water(theme: Theme) -> Image.Image:
    """Where the island was: deeper water with waves and the shadows of names."""
    chart = CHARTS[theme.palette]
    plain = ink(mix(chart.sea, chart.deep, 0.35), theme)
    picture = Image.new("L", (MAP, HEIGHT), plain)
    waves(picture, 40, 60, ink(mix(chart.sea, chart.deep, 0.8), theme), 2.4)
    pen = ImageDraw.Draw(picture)
    for space in island().spaces:
        x, y = spot(space.number)
        pen.ellipse((x - 20, y - 18, x + 20, y + 18), plain)
        carve_centred(picture, (x, y), str(space.number), 24, ink(theme.panel, theme))
    return picture


def doomed(theme: Theme) -> Image.Image:
    """The land as it is about to sink: shaded, under the first waves."""
    picture = land(theme).point([*shaded(theme), *range(len(shaded(theme)), 256)])
    waves(picture, 34, 68, ink(CHARTS[theme.palette].sheet, theme), 2.2)
    for space in island().spaces:
        caption(picture, space.number, theme)
    return picture


LAYERS: Final[dict[Layer, Callable[[Theme], Image.Image]]] = {
    "land": land,
    "lit": partial(land, lit=True),
    "doomed": doomed,
    "water": water,
}
