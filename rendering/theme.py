"""The colours that all painters share, in several palettes.

A painter keeps its own colours (pieces, terrain) in a dict keyed by ``theme.palette`` and takes shared ones
from the :class:`Theme`. Colour is never the only difference: shapes and patterns go with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

RGB: TypeAlias = tuple[int, int, int]
RGBA: TypeAlias = tuple[int, int, int, int]
PaletteName: TypeAlias = Literal["default", "colour-blind", "high-contrast"]


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The shared colours of one palette. Hashed by identity, which is faster than by 14 colours."""

    palette: PaletteName
    ground: RGB
    """The picture's ground around the board; dark in every palette, for light ink."""
    panel: RGB
    """Raised surfaces on the ground: strips, cards, trays."""
    border: RGB
    """Frames of boards and panels."""
    coordinate: RGB
    """Coordinates and headings on the ground or a panel."""
    faint: RGB
    """Secondary text and thin rules on the ground or a panel."""
    ink: RGB
    """Dark outlines and text on light surfaces."""
    paper: RGB
    """A light surface for dark ink."""
    highlight: RGB
    """The last move."""
    target: RGB
    """A square that may be chosen."""
    chosen: RGB
    """What has been chosen already."""
    mark: RGB
    """The ✕ of a rule book's diagram or of a placement in progress."""
    good: RGB
    bad: RGB


THEMES: Final[dict[str, Theme]] = {
    theme.palette: theme
    for theme in (
        Theme(
            palette="default",
            ground=(24, 32, 51),
            panel=(38, 49, 74),
            border=(203, 164, 92),
            coordinate=(236, 222, 190),
            faint=(146, 156, 180),
            ink=(27, 24, 34),
            paper=(244, 235, 214),
            highlight=(255, 209, 84),
            target=(255, 255, 255),
            chosen=(92, 214, 255),
            mark=(232, 62, 66),
            good=(98, 190, 106),
            bad=(226, 74, 70),
        ),
        Theme(
            palette="colour-blind",
            ground=(24, 32, 51),
            panel=(38, 49, 74),
            border=(203, 170, 110),
            coordinate=(240, 230, 205),
            faint=(150, 160, 182),
            ink=(22, 22, 30),
            paper=(246, 240, 224),
            highlight=(240, 228, 66),
            target=(255, 255, 255),
            chosen=(86, 180, 233),
            mark=(213, 94, 0),
            good=(0, 158, 200),
            bad=(213, 94, 0),
        ),
        Theme(
            palette="high-contrast",
            ground=(0, 0, 0),
            panel=(26, 26, 26),
            border=(255, 255, 255),
            coordinate=(255, 255, 255),
            faint=(208, 208, 208),
            ink=(0, 0, 0),
            paper=(255, 255, 255),
            highlight=(255, 236, 0),
            target=(255, 255, 255),
            chosen=(0, 229, 255),
            mark=(255, 32, 32),
            good=(60, 230, 90),
            bad=(255, 60, 60),
        ),
    )
}
"""Every theme, by its palette's name; ``default`` comes first."""


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """``first`` with ``share`` (0 … 1) of ``second`` mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def lighter(colour: RGB, share: float) -> RGB:
    """``colour`` with ``share`` of white."""
    return mix(colour, (255, 255, 255), share)


def darker(colour: RGB, share: float) -> RGB:
    """``colour`` with ``share`` of black."""
    return mix(colour, (0, 0, 0), share)


def clear(colour: RGB, opacity: float) -> RGBA:
    """``colour`` at ``opacity`` (0 … 1), for sketches."""
    return (*colour, round(255 * opacity))


def luminance(colour: RGB) -> float:
    """The lightness of ``colour`` in greyscale, 0 … 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
