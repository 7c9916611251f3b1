"""Snorkels' colours, and the few shades between them that its pictures use."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, TypeAlias

from PIL import Image

from rendering.theme import RGB, PaletteName, Theme, darker, lighter, mix

Kind: TypeAlias = Literal["purple", "green"]


@dataclass(frozen=True, slots=True)
class CraterColours:
    """Snorkels' own colours in one palette. Hashable."""

    purple: RGB
    green: RGB
    floor: RGB
    rim: RGB
    stone: RGB
    air: RGB
    bubble: RGB
    plug: RGB
    """A blocked tube."""
    ink: RGB


COLOURS: Final[dict[PaletteName, CraterColours]] = {
    "default": CraterColours(
        purple=(122, 72, 196),
        green=(126, 208, 84),
        floor=(233, 200, 158),
        rim=(146, 84, 62),
        stone=(138, 136, 146),
        air=(96, 208, 245),
        bubble=(226, 248, 255),
        plug=(72, 64, 76),
        ink=(38, 26, 44),
    ),
    "colour-blind": CraterColours(
        purple=(88, 52, 168),
        green=(190, 226, 96),
        floor=(226, 206, 178),
        rim=(120, 96, 84),
        stone=(128, 130, 138),
        air=(86, 190, 245),
        bubble=(230, 246, 255),
        plug=(60, 56, 64),
        ink=(24, 22, 34),
    ),
    "high-contrast": CraterColours(
        purple=(84, 0, 168),
        green=(96, 255, 72),
        floor=(250, 250, 244),
        rim=(88, 88, 88),
        stone=(120, 120, 120),
        air=(0, 190, 255),
        bubble=(255, 255, 255),
        plug=(20, 20, 20),
        ink=(0, 0, 0),
    ),
}
WHITE: Final[RGB] = (255, 255, 255)


def coat(kind: Kind, colours: CraterColours) -> RGB:
    """The colour of one kind's skin."""
    return colours.purple if kind == "purple" else colours.green


def pale(skin: RGB) -> RGB:
    """The skin of an alien that has passed out."""
    return mix(skin, (150, 150, 154), 0.72)


def skins(colours: CraterColours) -> tuple[RGB, ...]:
    """Every skin: both kinds, awake and passed out."""
    awake = (colours.purple, colours.green)
    return (*awake, *(pale(skin) for skin in awake))


def pattern_on(skin: RGB, kind: Kind) -> RGB:
    """Spots on purple skin are lighter than it, stripes on green skin darker."""
    return lighter(skin, 0.3) if kind == "purple" else darker(skin, 0.28)


def swooned(colours: CraterColours) -> tuple[RGB, RGB]:
    """The ground under an alien that has passed out, and its hatching."""
    return mix(colours.floor, colours.plug, 0.5), mix(colours.floor, colours.plug, 0.62)


def deep(colours: CraterColours) -> RGB:
    """The outline of open tubes and bubbles."""
    return darker(colours.air, 0.5)


def walls(colours: CraterColours) -> tuple[RGB, RGB, RGB]:
    """The crater's wall from the outside to the inside."""
    return darker(colours.rim, 0.35), colours.rim, lighter(colours.rim, 0.28)


def pit(colours: CraterColours) -> tuple[RGB, RGB]:
    """A small crater: its inside and its lit lip."""
    return darker(colours.floor, 0.14), lighter(colours.floor, 0.4)


def planet(theme: Theme) -> tuple[RGB, RGB]:
    """The planet in the sky: its night and its day."""
    return mix(theme.ground, theme.border, 0.3), mix(theme.ground, theme.border, 0.65)


def stones(colours: CraterColours) -> tuple[RGB, RGB, RGB]:
    """A boulder's faces: dark, plain, lit."""
    return darker(colours.stone, 0.3), colours.stone, lighter(colours.stone, 0.35)


def grid_line(colours: CraterColours) -> RGB:
    """The lines between squares."""
    return darker(colours.floor, 0.55 if colours.ink == (0, 0, 0) else 0.2)


def lit(colour: RGB, theme: Theme) -> RGB:
    """``colour`` of the floor in a chosen column."""
    return mix(colour, theme.chosen, 0.4)


@lru_cache(maxsize=8)
def shades(theme: Theme) -> Image.Image:
    """A palette image of all colours in ``theme``'s pictures: plain ones, and halves for soft edges.

    An edge gets one shade between two colours, and a dark edge on dark skin none: every pixel that differs
    from its neighbours makes a PNG larger.
    """
    colours = COLOURS[theme.palette]
    ink, floor = colours.ink, colours.floor
    plain = [
        *astuple(colours), WHITE, theme.ground, theme.panel, theme.border, theme.coordinate, theme.highlight,
        theme.chosen, theme.mark, theme.paper, theme.ink, *walls(colours), *pit(colours), *stones(colours),
        *swooned(colours), *planet(theme), grid_line(colours), *skins(colours), deep(colours),
    ]  # fmt: skip
    plain += [lighter(skin, 0.3) for skin in skins(colours)] + [darker(skin, 0.28) for skin in skins(colours)]
    ground = swooned(colours)[0]
    pairs = [
        (theme.ground, theme.coordinate), (theme.panel, theme.coordinate), (theme.panel, theme.border),
        (theme.ground, walls(colours)[0]), (floor, theme.highlight), (floor, theme.chosen), (WHITE, ink),
        (floor, pit(colours)[0]), (theme.mark, theme.paper), (stones(colours)[0], stones(colours)[1]),
        (floor, ink), (ground, ink), (ink, colours.green),
        *((WHITE, skin) for skin in skins(colours)[:2]),
    ]  # fmt: skip
    plain += [lit(colour, theme) for colour in (floor, grid_line(colours), *pit(colours))]
    unique = dict.fromkeys(chain(plain, (mix(first, second, 0.5) for first, second in pairs)))
    box = Image.new("P", (1, 1))
    box.putpalette(list(chain.from_iterable(unique)))
    return box


def index(colour: RGB, theme: Theme) -> int:
    """The number of ``colour``, or of the shade nearest to it, in ``theme``'s pictures."""
    return int(
        Image.new("RGB", (1, 1), colour)
        .quantize(palette=shades(theme), dither=Image.Dither.NONE)
        .tobytes()[0]
    )
