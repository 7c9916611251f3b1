"""The six treasures, drawn so that shape alone tells them apart, and the dice."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Point, Sketch
from rendering.theme import RGB, Theme, darker, lighter

from .woodcut import woodcut

TINTS: Final[dict[str, dict[str, RGB]]] = {
    "default": {
        "coin": (232, 184, 56), "chest": (158, 92, 44), "barrel": (186, 128, 70),
        "bottle": (74, 140, 96), "gem": (70, 146, 196), "skull": (248, 244, 230),
    },
    "colour-blind": {
        "coin": (240, 228, 66), "chest": (150, 84, 20), "barrel": (230, 159, 0),
        "bottle": (0, 158, 115), "gem": (86, 180, 233), "skull": (250, 250, 250),
    },
    "high-contrast": {
        "coin": (255, 222, 0), "chest": (150, 75, 0), "barrel": (214, 140, 60),
        "bottle": (0, 160, 70), "gem": (60, 170, 255), "skull": (255, 255, 255),
    },
}  # fmt: skip
INK: Final = (46, 30, 18)
PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cached
def treasure(kind: str, size: int, theme: Theme) -> Image.Image:
    """The picture of a treasure, ``size`` pixels square."""
    return woodcut(icon(kind, size, theme))


def icon(kind: str, size: float, theme: Theme) -> Sketch:
    """The drawing of a treasure, ``size`` pixels square."""
    sketch = Sketch(size, size)
    DRAWINGS[kind](sketch, size / 100, TINTS[theme.palette][kind])
    return sketch


def _shape(sketch: Sketch, unit: float, points: list[Point], fill: RGB, weight: float = 7) -> None:
    path = [(x * unit, y * unit) for x, y in points]
    sketch.polygon(path, fill)
    sketch.line([*path, path[0]], INK, weight * unit)


def _stroke(sketch: Sketch, unit: float, points: list[Point], colour: RGB = INK, weight: float = 6) -> None:
    sketch.line([(x * unit, y * unit) for x, y in points], colour, weight * unit)


def _coin(sketch: Sketch, unit: float, fill: RGB) -> None:
    middle = (50 * unit, 50 * unit)
    sketch.circle(middle, 46 * unit, INK).circle(middle, 39 * unit, fill)
    sketch.circle(middle, 30 * unit, None, darker(fill, 0.45), 4 * unit)
    star = [
        (50 + (22 if k % 2 == 0 else 9) * sin(k * pi / 5), 50 - (22 if k % 2 == 0 else 9) * cos(k * pi / 5))
        for k in range(10)
    ]
    sketch.polygon([(x * unit, y * unit) for x, y in star], INK)


def _chest(sketch: Sketch, unit: float, fill: RGB) -> None:
    arch = [(6 + 88 * k / 12, 40 - 28 * sin(pi * k / 12)) for k in range(13)]
    _shape(sketch, unit, arch, lighter(fill, 0.18))
    _shape(sketch, unit, [(6, 42), (94, 42), (94, 88), (6, 88)], fill)
    for x in (24, 76):
        _stroke(sketch, unit, [(x, 22), (x, 88)], darker(fill, 0.5), 6)
    sketch.rounded((39 * unit, 34 * unit, 61 * unit, 62 * unit), 5 * unit, INK)
    sketch.rounded((44 * unit, 39 * unit, 56 * unit, 57 * unit), 3 * unit, (240, 205, 90))


def _barrel(sketch: Sketch, unit: float, fill: RGB) -> None:
    right = [(76 + 16 * sin(pi * k / 10), 6 + 88 * k / 10) for k in range(11)]
    left = [(24 - 16 * sin(pi * k / 10), 94 - 88 * k / 10) for k in range(11)]
    _shape(sketch, unit, [*right, *left], fill)
    for x in (38, 62):
        _stroke(sketch, unit, [(x, 10), (x - (4 if x < 50 else -4), 50), (x, 90)], darker(fill, 0.4), 4)
    for y, reach in ((26, 36), (74, 36)):
        _stroke(sketch, unit, [(50 - reach, y), (50 + reach, y)], INK, 10)


def _bottle(sketch: Sketch, unit: float, fill: RGB) -> None:
    half = [(8, 6), (8, 30), (24, 46), (26, 56), (26, 94)]
    outline = [(50 + x, y) for x, y in half] + [(50 - x, y) for x, y in reversed(half)]
    _shape(sketch, unit, list(outline), fill)
    sketch.rounded((36 * unit, 2 * unit, 64 * unit, 16 * unit), 4 * unit, INK)
    sketch.rounded((29 * unit, 58 * unit, 71 * unit, 82 * unit), 2 * unit, (248, 238, 212))
    _stroke(sketch, unit, [(36, 66), (64, 66)], INK, 4)
    _stroke(sketch, unit, [(36, 74), (58, 74)], INK, 4)


def _gem(sketch: Sketch, unit: float, fill: RGB) -> None:
    _shape(sketch, unit, [(26, 14), (74, 14), (96, 40), (50, 92), (4, 40)], fill)
    sketch.polygon([(x * unit, y * unit) for x, y in ((26, 16), (40, 40), (8, 40))], lighter(fill, 0.5))
    sketch.polygon([(x * unit, y * unit) for x, y in ((36, 40), (64, 40), (50, 88))], lighter(fill, 0.35))
    _stroke(sketch, unit, [(6, 40), (94, 40)], INK, 5)
    for path in (
        [(26, 16), (35, 40), (50, 90)],
        [(74, 16), (65, 40), (50, 90)],
        [(35, 40), (50, 16), (65, 40)],
    ):
        _stroke(sketch, unit, list(path), INK, 4)


def _skull(sketch: Sketch, unit: float, fill: RGB) -> None:
    sketch.ellipse((10 * unit, 4 * unit, 90 * unit, 76 * unit), INK)
    sketch.rounded((27 * unit, 54 * unit, 73 * unit, 97 * unit), 9 * unit, INK)
    sketch.ellipse((17 * unit, 11 * unit, 83 * unit, 69 * unit), fill)
    sketch.rounded((34 * unit, 54 * unit, 66 * unit, 90 * unit), 5 * unit, fill)
    for x in (35, 65):
        sketch.circle((x * unit, 42 * unit), 12 * unit, INK)
    sketch.polygon([(50 * unit, 52 * unit), (43 * unit, 65 * unit), (57 * unit, 65 * unit)], INK)
    for x in (43, 50, 57):
        _stroke(sketch, unit, [(x, 76), (x, 90)], INK, 4)


DRAWINGS: Final[dict[str, Callable[[Sketch, float, RGB], None]]] = {
    "coin": _coin,
    "chest": _chest,
    "barrel": _barrel,
    "bottle": _bottle,
    "gem": _gem,
    "skull": _skull,
}


@cached
def die(value: int, size: int, *, cursed: bool) -> Image.Image:
    """A die: ivory with dark pips, or black with a red rim and pale pips."""
    face, rim, pip = ((34, 28, 34), (188, 44, 44), (240, 232, 214)) if cursed else ((250, 243, 224), INK, INK)
    sketch = Sketch(size, size)
    sketch.rounded((0, 0, size, size), size * 0.2, rim)
    weight = size * (0.06 if cursed else 0.035)
    sketch.rounded((weight, weight, size - weight, size - weight), size * 0.17, face)
    for x, y in PIPS[value]:
        sketch.circle((size * (0.5 + 0.25 * x), size * (0.5 + 0.25 * y)), size * 0.1, pip)
    return woodcut(sketch)
