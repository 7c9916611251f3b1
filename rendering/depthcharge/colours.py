"""The colours of Depth Charge's pictures, one set a palette."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.theme import RGB, Theme, mix


@dataclass(frozen=True, slots=True)
class Crew:
    """The colours of one side's boat and signs."""

    hull: RGB
    deck: RGB
    trim: RGB
    """The stripes of South, the chequers of North."""
    sign: RGB
    """Borders of its reports and its panel."""


@dataclass(frozen=True, slots=True, eq=False)
class LakeColours:
    """One palette's lake; hashed and compared by identity, like themes."""

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
    south: Crew
    north: Crew


DEFAULT: Final = LakeColours(
    land=(98, 84, 96),
    rise=(76, 66, 84),
    tree=(44, 64, 66),
    sand=(232, 190, 146),
    depths=((150, 184, 182), (101, 152, 165), (66, 119, 147), (46, 92, 127), (34, 72, 108)),
    glint=(255, 203, 158),
    foam=(240, 246, 244),
    buoys=((255, 246, 230), (230, 92, 60)),
    mine=(38, 36, 46),
    horn=(120, 116, 130),
    fire=(255, 120, 50),
    blaze=(255, 222, 110),
    south=Crew((178, 44, 40), (226, 84, 66), (255, 238, 220), (206, 54, 46)),
    north=Crew((26, 58, 122), (70, 130, 214), (226, 240, 255), (40, 92, 184)),
)
COLOURS: Final[dict[str, LakeColours]] = {
    "default": DEFAULT,
    "colour-blind": replace(
        DEFAULT,
        buoys=((255, 246, 230), (230, 159, 0)),
        fire=(213, 94, 0),
        blaze=(240, 228, 66),
        south=Crew((150, 66, 0), (230, 130, 30), (255, 244, 214), (196, 90, 0)),
        north=Crew((0, 50, 96), (60, 160, 220), (226, 242, 255), (0, 90, 160)),
    ),
    "high-contrast": LakeColours(
        land=(20, 20, 20),
        rise=(40, 40, 40),
        tree=(70, 70, 70),
        sand=(255, 255, 255),
        depths=((44, 96, 128), (28, 76, 108), (16, 58, 90), (8, 42, 72), (0, 30, 58)),
        glint=(110, 170, 200),
        foam=(255, 255, 255),
        buoys=((255, 255, 255), (255, 236, 0)),
        mine=(0, 0, 0),
        horn=(255, 255, 255),
        fire=(255, 90, 0),
        blaze=(255, 255, 120),
        south=Crew((200, 0, 0), (255, 80, 60), (255, 255, 255), (220, 0, 0)),
        north=Crew((0, 40, 160), (70, 160, 255), (255, 255, 255), (0, 80, 230)),
    ),
}
"""By the theme's palette."""


SHADE: Final = 0.55
"""The share of the ground's colour in the half where the viewer places nothing."""


def _palette(theme: Theme, colours: LakeColours) -> list[RGB]:
    """The 16 colours of a picture: as many as fit into half a byte, which saves a third of a PNG.

    Everything else that is drawn takes the nearest of these.
    """
    return [
        *colours.depths, colours.south.sign, colours.north.sign, colours.mine, theme.paper, theme.highlight,
        theme.chosen, theme.ground, theme.panel, colours.sand, colours.land,
        mix(theme.paper, colours.depths[2], 0.34),
    ]  # fmt: skip


@lru_cache(maxsize=8)
def inks(theme: Theme, *, shaded: bool) -> Image.Image:
    """A palette image of these colours; with ``shaded``, each of them in the shade as well."""
    tints = _palette(theme, COLOURS[theme.palette])
    if shaded:
        tints += [mix(tint, theme.ground, SHADE) for tint in tints]
    box = Image.new("P", (1, 1))
    box.putpalette([part for tint in tints for part in tint])
    return box
