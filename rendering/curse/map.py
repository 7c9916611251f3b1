"""The island in layers: land, lit land, doomed land, water.

Each layer is a picture in numbers of inks (L), drawn once for each theme and cut into spaces; a position is
pasted together from these.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from math import sin, tau
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.games.curse.island import island
from rendering.cache import cached
from rendering.canvas import put
from rendering.sprites import Point, Sketch, around
from rendering.text import ramp, write_centred
from rendering.theme import RGB, Theme, luminance, mix
from rendering.tiles import Box

from .colours import INK, ink, shaded
from .layout import DIGITS, ICON, MAP, WIDTH, borders, box_of, coasts, label, points, shape
from .woodcut import dots, treasure, woodcut

BOLD: Final = 9
"""The width of an open line's dots."""
Layer: TypeAlias = Literal["land", "lit", "doomed", "water"]


def filled(edition: int, number: int, box: tuple[int, int, int, int]) -> Image.Image:
    """A space's shape within a box, as a mask."""
    left, top, right, bottom = box
    drawn = Sketch(right - left, bottom - top, 0)
    return woodcut(drawn.polygon([(x - left, y - top) for x, y in shape(edition, number)], 255))


@cached
def mask(edition: int, number: int, *, flood: bool) -> Image.Image:
    """A space's shape in its box; a flood also takes the coast outside, and a hair of its neighbours."""
    box = box_of(edition, number)
    cut = filled(edition, number, box)
    if not flood:
        return cut.convert("1")
    wide, narrow = _grown(cut, 8), _grown(cut, 2)
    for other in range(len(island(edition).spaces) + 1):
        if other != number and _meet(box, box_of(edition, other)):
            wide = ImageChops.subtract(wide, _grown(filled(edition, other, box), 1))
    return ImageChops.lighter(wide, narrow).convert("1")


def _grown(cut: Image.Image, pixels: int) -> Image.Image:
    """A mask that is larger on all sides: a blur finds the pixels in a 24th of MaxFilter's time."""
    return cut.filter(ImageFilter.BoxBlur(pixels)).point([0] + [255] * 255)


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two boxes have a part in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@lru_cache(maxsize=12)
def tiles(edition: int, layer: Layer, theme: Theme) -> tuple[Image.Image, ...]:
    """All spaces' boxes cut from a layer, by their numbers from 1; nobody needs the rest of it."""
    whole = LAYERS[layer](edition, theme)
    return tuple(whole.crop(box_of(edition, space.number)) for space in island(edition).spaces)


def lay(picture: Image.Image, edition: int, number: int, layer: Layer, theme: Theme) -> None:
    """Pastes a space from a layer on ``picture`` (L)."""
    cut = mask(edition, number, flood=layer == "water")
    put(picture, tiles(edition, layer, theme)[number - 1], box_of(edition, number)[:2], cut)


@cached
def coast(edition: int, number: int, beside: int) -> tuple[tuple[int, int], Image.Image]:
    """The coast between a space and a sunk neighbour, cut out, and before that its upper left corner."""
    pieces = dict(coasts(edition, number))[beside]
    ends = [point for piece in pieces for point in piece]
    left, top = int(min(x for x, _ in ends)) - 5, int(min(y for _, y in ends)) - 5
    sketch = Sketch(max(x for x, _ in ends) - left + 6, max(y for _, y in ends) - top + 6, 0)
    for (x1, y1), (x2, y2) in pieces:
        sketch.line([(x1 - left, y1 - top), (x2 - left, y2 - top)], 255, 6)
    return (left, top), woodcut(sketch).convert("1")


def sea(theme: Theme) -> Sketch:
    """Open water with strokes of waves, without a panel."""
    sketch, tint = Sketch(WIDTH, MAP, ink(theme.sea, theme)), ink(mix(theme.sea, theme.deep, 0.6), theme)
    for row in range(5):
        for column in range(4):
            x, y = 40 + column * 290 + (145 if row % 2 else 0), 24 + row * 145
            crest = [(x + k, y + 4 * sin(k / 5.1)) for k in range(0, 33, 4)]
            sketch.line(crest, tint, 2.2)
    return sketch


def land(edition: int, theme: Theme, *, lit: bool = False) -> Image.Image:
    """The untouched island in its sea, closed lines faint; ``lit`` as spaces that may be chosen are."""
    sketch, coast = sea(theme), ink(theme.coast, theme)
    place, sheet = points(edition), island(edition)
    shore = [edge for edge, sides in borders(edition).items() if len(sides) == 1]
    for weight, tint in ((30, ink(theme.shallows, theme)), (9, coast)):
        for one, other in shore:
            sketch.line([place[one], place[other]], tint, weight)
    for number in range(1, len(sheet.spaces) + 1):
        sketch.polygon(shape(edition, number), ink(soil(number, theme, lit=lit), theme))
    if lit:
        for number in range(1, len(sheet.spaces) + 1):
            outline = shape(edition, number)
            sketch.line([*outline, outline[0]], coast, 9)
    sketch.polygon(shape(edition, 0), ink(theme.sheet, theme))
    for one, other in shore:
        sketch.line([place[one], place[other]], coast, 4)
    picture = woodcut(sketch)
    signs = (ink(INK, theme), BOLD), (ink(mix(theme.dots, theme.land, 0.4), theme), 5)
    for line in sheet.lines:
        tint, size = signs[bool(line.gates)]
        for box in dots([place[vertex] for vertex in line.path], size):
            picture.paste(tint, box)
    for space in sheet.spaces:
        caption(picture, edition, space.number, soil(space.number, theme, lit=lit), theme)
    return picture


def soil(number: int, theme: Theme, *, lit: bool = False) -> RGB:
    """The colour of a space."""
    return theme.lit if lit else (theme.land, theme.hills)[(number - 1) // 3 % 2]


@cache
def dotted(edition: int, label: str) -> tuple[Box, ...]:
    """The bold dots of an open line."""
    place = points(edition)
    return tuple(dots([place[vertex] for vertex in island(edition).by_label[label].path], BOLD))


def caption(picture: Image.Image, edition: int, number: int, ground: RGB, theme: Theme) -> None:
    """What is printed on a space, which is a ``ground``: its treasure and its number."""
    found, kind = label(edition, number), island(edition).spaces[number - 1].treasure
    treasure(kind, ICON, theme).put(picture, found.icon)
    digits(picture, found.digits, number, INK, ground, theme)


def digits(picture: Image.Image, at: Point, number: int, colour: RGB, ground: RGB, theme: Theme) -> None:
    """A space's number, the middle of its ink at ``at``."""
    cover = Image.new("L", (2 * DIGITS, 2 * DIGITS))
    write_centred(cover, (DIGITS, DIGITS), str(number), DIGITS, 255)
    place = round(at[0]) - DIGITS, round(at[1]) - DIGITS
    inked = ramp(colour, ground, theme.inks)
    put(picture, cover.point(inked), place, cover.point([255 * (tint != inked[0]) for tint in inked]))


def waves(picture: Image.Image, apart: int, length: int, tint: int, weight: float) -> None:
    """Draw rows of waves all over ``picture``, ``apart`` pixels from each other.

    Each wave is ``length`` pixels long, all of them alike: so a file pays for the first one only.
    """
    crest = Sketch(WIDTH + length, 16, 0)
    path = [(x, 8 + 5 * sin(x / length * tau)) for x in range(-length, WIDTH + 2 * length, 4)]
    mask = woodcut(crest.line(path, 255, weight))
    for row in range(MAP // apart + 1):
        start = length // 2 * (row % 2)
        picture.paste(tint, (0, row * apart - 8), mask.crop((start, 0, start + WIDTH, mask.height)))


def water(edition: int, theme: Theme) -> Image.Image:
    """Where the island was: deeper water with waves and the shadows of numbers."""
    surface = mix(theme.sea, theme.deep, 0.35)
    plain, tint = ink(surface, theme), theme.panel if luminance(surface) > 100 else theme.coordinate
    picture = Image.new("L", (WIDTH, MAP), plain)
    waves(picture, 48, 60, ink(mix(theme.sea, theme.deep, 0.8), theme), 2.4)
    pen = ImageDraw.Draw(picture)
    for space in island(edition).spaces:
        at = label(edition, space.number).digits
        pen.ellipse(around(at, 26, 20), plain)
        digits(picture, at, space.number, tint, surface, theme)
    return picture


def doomed(edition: int, theme: Theme) -> Image.Image:
    """The land as it is about to sink: shaded, under the first waves."""
    picture = land(edition, theme).point([*shaded(theme), *range(len(shaded(theme)), 256)])
    waves(picture, 34, 68, ink(theme.sheet, theme), 2.2)
    for space in island(edition).spaces:
        ground = mix(soil(space.number, theme), theme.deep, 0.5)
        caption(picture, edition, space.number, ground, theme)
    return picture


LAYERS: Final[dict[Layer, Callable[[int, Theme], Image.Image]]] = {
    "land": land,
    "lit": partial(land, lit=True),
    "doomed": doomed,
    "water": water,
}
