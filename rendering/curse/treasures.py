"""The six treasures, drawn so that shape alone tells them apart, and the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

from rendering.cache import cached
from rendering.sprites import Cutout, Point, Sketch
from rendering.theme import RGB, darker, lighter

from .colours import INK, Chart
from .woodcut import printed, woodcut

PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cached
def treasure(kind: str, size: int, theme: Chart) -> Cutout:
    """The picture of a treasure, ``size`` pixels square."""
    return printed(woodcut(icon(kind, size, theme)), theme)


def icon(kind: str, size: int, theme: Chart) -> Sketch:
    """The drawing of a treasure, ``size`` pixels square."""
    sketch = Sketch(100, 100, unit=size / 100)
    DRAWINGS[kind](sketch, getattr(theme, kind))
    return sketch


def _outlined(sketch: Sketch, points: Sequence[Point], fill: RGB) -> None:
    sketch.polygon(points, fill).line([*points, points[0]], INK, 7)


def _coin(sketch: Sketch, fill: RGB) -> None:
    middle = (50, 50)
    sketch.circle(middle, 46, INK).circle(middle, 39, fill)
    sketch.circle(middle, 30, None, darker(fill, 0.45), 4)
    star = [
        (50 + (22 if k % 2 == 0 else 9) * sin(k * pi / 5), 50 - (22 if k % 2 == 0 else 9) * cos(k * pi / 5))
        for k in range(10)
    ]
    sketch.polygon(star, INK)


def _chest(sketch: Sketch, fill: RGB) -> None:
    arch = [(6 + 88 * k / 12, 40 - 28 * sin(pi * k / 12)) for k in range(13)]
    _outlined(sketch, arch, lighter(fill, 0.18))
    _outlined(sketch, [(6, 42), (94, 42), (94, 88), (6, 88)], fill)
    for x in (24, 76):
        sketch.line([(x, 22), (x, 88)], darker(fill, 0.5), 6)
    sketch.rounded((39, 34, 61, 62), 5, INK)
    sketch.rounded((44, 39, 56, 57), 3, (240, 205, 90))


def _barrel(sketch: Sketch, fill: RGB) -> None:
    right = [(76 + 16 * sin(pi * k / 10), 6 + 88 * k / 10) for k in range(11)]
    left = [(24 - 16 * sin(pi * k / 10), 94 - 88 * k / 10) for k in range(11)]
    _outlined(sketch, [*right, *left], fill)
    for x in (38, 62):
        sketch.line([(x, 10), (x - (4 if x < 50 else -4), 50), (x, 90)], darker(fill, 0.4), 4)
    for y, reach in ((26, 36), (74, 36)):
        sketch.line([(50 - reach, y), (50 + reach, y)], INK, 10)


def _bottle(sketch: Sketch, fill: RGB) -> None:
    half = [(8, 6), (8, 30), (24, 46), (26, 56), (26, 94)]
    outline = [(50 + x, y) for x, y in half] + [(50 - x, y) for x, y in reversed(half)]
    _outlined(sketch, outline, fill)
    sketch.rounded((36, 2, 64, 16), 4, INK)
    sketch.rounded((29, 58, 71, 82), 2, (248, 238, 212))
    sketch.line([(36, 66), (64, 66)], INK, 4)
    sketch.line([(36, 74), (58, 74)], INK, 4)


def _gem(sketch: Sketch, fill: RGB) -> None:
    _outlined(sketch, [(26, 14), (74, 14), (96, 40), (50, 92), (4, 40)], fill)
    sketch.polygon([(26, 16), (40, 40), (8, 40)], lighter(fill, 0.5))
    sketch.polygon([(36, 40), (64, 40), (50, 88)], lighter(fill, 0.35))
    sketch.line([(6, 40), (94, 40)], INK, 5)
    for path in (
        [(26, 16), (35, 40), (50, 90)],
        [(74, 16), (65, 40), (50, 90)],
        [(35, 40), (50, 16), (65, 40)],
    ):
        sketch.line(path, INK, 4)


def _skull(sketch: Sketch, fill: RGB) -> None:
    sketch.ellipse((10, 4, 90, 76), INK)
    sketch.rounded((27, 54, 73, 97), 9, INK)
    sketch.ellipse((17, 11, 83, 69), fill)
    sketch.rounded((34, 54, 66, 90), 5, fill)
    for x in (35, 65):
        sketch.circle((x, 42), 12, INK)
    sketch.polygon([(50, 52), (43, 65), (57, 65)], INK)
    for x in (43, 50, 57):
        sketch.line([(x, 76), (x, 90)], INK, 4)


DRAWINGS: Final[dict[str, Callable[[Sketch, RGB], None]]] = {
    "coin": _coin,
    "chest": _chest,
    "barrel": _barrel,
    "bottle": _bottle,
    "gem": _gem,
    "skull": _skull,
}


@cached
def die(value: int, size: int, theme: Chart, *, cursed: bool) -> Cutout:
    """A die: ivory with dark pips, or black with a red rim and pale pips."""
    face, rim, pip = ((34, 28, 34), (188, 44, 44), (240, 232, 214)) if cursed else ((250, 243, 224), INK, INK)
    sketch = Sketch(1, 1, unit=size).rounded((0, 0, 1, 1), 0.2, rim)
    weight = 0.06 if cursed else 0.035
    sketch.rounded((weight, weight, 1 - weight, 1 - weight), 0.17, face)
    for x, y in PIPS[value]:
        sketch.circle((0.5 + 0.25 * x, 0.5 + 0.25 * y), 0.1, pip)
    return printed(woodcut(sketch), theme)
