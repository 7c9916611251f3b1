"""The six treasures, drawn so that shape alone tells them apart, and the dice."""

from __future__ import annotations

from typing import Final

from rendering.cache import cached
from rendering.sprites import Cutout, Sketch
from rendering.theme import read_toml

from .colours import INK, Chart
from .woodcut import printed, woodcut

FIGURES: Final = read_toml("curse/figures.toml")


@cached
def treasure(kind: str, size: int, theme: Chart) -> Cutout:
    """The picture of a treasure, ``size`` pixels square."""
    return printed(woodcut(icon(kind, size, theme)), theme)


def icon(kind: str, size: int, theme: Chart) -> Sketch:
    """The drawing of a treasure, ``size`` pixels square."""
    return Sketch(100, 100, unit=size / 100).draw(FIGURES[kind], theme, ink=INK)


@cached
def die(value: int, size: int, theme: Chart, *, cursed: bool) -> Cutout:
    """A die: ivory with dark pips, or black with a red rim and pale pips."""
    face, rim, pip = ((34, 28, 34), (188, 44, 44), (240, 232, 214)) if cursed else ((250, 243, 224), INK, INK)
    sketch = Sketch(1, 1, unit=size).rounded((0, 0, 1, 1), 0.2, rim)
    weight = 0.06 if cursed else 0.035
    sketch.rounded((weight, weight, 1 - weight, 1 - weight), 0.17, face)
    for x, y in FIGURES["pips"][value - 1]:
        sketch.circle((0.5 + 0.25 * x, 0.5 + 0.25 * y), 0.1, pip)
    return printed(woodcut(sketch), theme)
