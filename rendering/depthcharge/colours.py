"""The colours of Depth Charge's pictures, one set a palette."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from rendering.theme import RGB, THEMES, Theme, colours_in, mix, palette_of, themes


class Crew(NamedTuple):
    """The colours of one side's boat and signs."""

    hull: RGB
    deck: RGB
    trim: RGB
    """The stripes of South, the chequers of North."""
    sign: RGB
    """Borders of its reports and its panel."""


@dataclass(frozen=True, slots=True, eq=False)
class Lake(Theme):
    """A palette with the colours of the lake."""

    land: RGB
    rise: RGB
    """Higher land."""
    tree: RGB
    sand: RGB
    depths: tuple[RGB, RGB, RGB, RGB, RGB]
    """Water from the shore to the deepest."""
    glint: RGB
    foam: RGB
    buoys: tuple[RGB, RGB]
    """Floats of the rope between the halves, in turn."""
    mine: RGB
    horn: RGB
    fire: RGB
    blaze: RGB
    south: tuple[RGB, RGB, RGB, RGB]
    north: tuple[RGB, RGB, RGB, RGB]
    inks: bytes

    def crew(self, seat: str) -> Crew:
        """The colours of a side."""
        return Crew(*(self.south if seat == "south" else self.north))


LAKES: Final = themes(Lake, "depthcharge/theme.toml", THEMES)
SHADE: Final = 0.55
"""The share of the ground's colour in the half where the viewer places nothing."""


@lru_cache(maxsize=8)
def inks(theme: Lake, *, shaded: bool = False) -> bytes:
    """The palette of a picture; ``shaded``: with each of its colours in the shade as well."""
    tints = colours_in(theme.inks)
    return palette_of([*tints, *(mix(tint, theme.ground, SHADE) for tint in tints if shaded)])
