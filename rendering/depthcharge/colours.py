"""The colours of Depth Charge's pictures, one set a palette."""

from __future__ import annotations

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


def crew_of(seat: str, theme: Theme) -> Crew:
    """The colours of a side."""
    return Crew(*theme.several(seat))


LAKES: Final = themes("depthcharge/theme.toml", THEMES)
SHADE: Final = 0.55
"""The share of the ground's colour in the half where the viewer places nothing."""


@lru_cache(maxsize=8)
def inks(theme: Theme, *, shaded: bool = False) -> bytes:
    """The palette of a picture; ``shaded``: with each of its colours in the shade as well."""
    tints = colours_in(theme.inks)
    return palette_of([*tints, *(mix(tint, theme.ground, SHADE) for tint in tints if shaded)])
