"""Snorkels' colours, and the few shades between them that its pictures use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from rendering.canvas import palette_of
from rendering.theme import RGB, THEMES, Theme, darker, lighter, mix, themes

Kind: TypeAlias = Literal["purple", "green"]


@dataclass(frozen=True, slots=True, eq=False)
class Crater(Theme):
    """A palette with Snorkels' own theme."""

    purple: RGB
    green: RGB
    floor: RGB
    rim: RGB
    stone: RGB
    air: RGB
    bubble: RGB
    plug: RGB
    """A blocked tube."""
    outline: RGB


CRATERS: Final = themes(Crater, "snorkels/theme.toml", THEMES)
WHITE: Final[RGB] = (255, 255, 255)


def coat(kind: Kind, theme: Crater) -> RGB:
    """The colour of one kind's skin."""
    return theme.purple if kind == "purple" else theme.green


def pale(skin: RGB) -> RGB:
    """The skin of an alien that has passed out."""
    return mix(skin, (150, 150, 154), 0.72)


def skins(theme: Crater) -> tuple[RGB, ...]:
    """Every skin: both kinds, awake and passed out."""
    awake = (theme.purple, theme.green)
    return (*awake, *(pale(skin) for skin in awake))


def pattern_on(skin: RGB, kind: Kind) -> RGB:
    """Spots on purple skin are lighter than it, stripes on green skin darker."""
    return lighter(skin, 0.3) if kind == "purple" else darker(skin, 0.28)


def swooned(theme: Crater) -> tuple[RGB, RGB]:
    """The ground under an alien that has passed out, and its hatching."""
    return mix(theme.floor, theme.plug, 0.5), mix(theme.floor, theme.plug, 0.62)


def deep(theme: Crater) -> RGB:
    """The outline of open tubes and bubbles."""
    return darker(theme.air, 0.5)


def walls(theme: Crater) -> tuple[RGB, RGB, RGB]:
    """The crater's wall from the outside to the inside."""
    return darker(theme.rim, 0.35), theme.rim, lighter(theme.rim, 0.28)


def pit(theme: Crater) -> tuple[RGB, RGB]:
    """A small crater: its inside and its lit lip."""
    return darker(theme.floor, 0.14), lighter(theme.floor, 0.4)


def planet(theme: Crater) -> tuple[RGB, RGB]:
    """The planet in the sky: its night and its day."""
    return mix(theme.ground, theme.border, 0.3), mix(theme.ground, theme.border, 0.65)


def stones(theme: Crater) -> tuple[RGB, RGB, RGB]:
    """A boulder's faces: dark, plain, lit."""
    return darker(theme.stone, 0.3), theme.stone, lighter(theme.stone, 0.35)


def grid_line(theme: Crater) -> RGB:
    """The lines between squares."""
    return darker(theme.floor, 0.55 if theme.outline == (0, 0, 0) else 0.2)


def lit(colour: RGB, theme: Crater) -> RGB:
    """``colour`` of the floor in a chosen column."""
    return mix(colour, theme.chosen, 0.4)


@lru_cache(maxsize=8)
def shades(theme: Crater) -> bytes:
    """The palette of all colours in pictures: plain ones, and halves for soft edges.

    An edge gets one shade between two colours, and a dark edge on dark skin none: every pixel that differs
    from its neighbours makes a PNG larger.
    """
    ink, floor, ground = theme.outline, theme.floor, swooned(theme)[0]
    lit_up = [lit(colour, theme) for colour in (floor, grid_line(theme), *pit(theme))]
    pairs = [
        (theme.ground, theme.coordinate), (theme.panel, theme.coordinate), (theme.panel, theme.border),
        (theme.ground, walls(theme)[0]), (floor, theme.highlight), (floor, theme.chosen), (WHITE, ink),
        (floor, pit(theme)[0]), (theme.mark, theme.paper), (stones(theme)[0], stones(theme)[1]),
        (floor, ink), (ground, ink), (ink, theme.green), (WHITE, theme.purple), (WHITE, theme.green),
    ]  # fmt: skip
    return palette_of([
        theme.purple, theme.green, floor, theme.rim, theme.stone, theme.air, theme.bubble, theme.plug, ink,
        WHITE, theme.ground, theme.panel, theme.border, theme.coordinate, theme.highlight, theme.chosen,
        theme.mark, theme.paper, theme.ink, *walls(theme), *pit(theme), *stones(theme), *swooned(theme),
        *planet(theme), grid_line(theme), *skins(theme), deep(theme),
        *(lighter(skin, 0.3) for skin in skins(theme)), *(darker(skin, 0.28) for skin in skins(theme)),
        *lit_up, *(mix(first, second, 0.5) for first, second in pairs),
    ])  # fmt: skip
