"""The colours that all painters share, in several palettes.

A painter that has colours of its own (pieces, terrain) reads them from ``theme.toml`` in its folder. Colour
is never the only difference: shapes and patterns go with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

RGB: TypeAlias = tuple[int, int, int]
RGBA: TypeAlias = tuple[int, int, int, int]
PaletteName: TypeAlias = Literal["default", "colour-blind", "high-contrast"]


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of one palette. Hashed by identity, which is faster than by all of them."""

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
    inks: bytes = b""
    """All colours of a painter's pictures, as a palette."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """The painter's own colours by name: they are attributes, too."""

    def __getattr__(self, name: str) -> RGB:
        try:
            colour: RGB = self.own[name]
        except KeyError:
            raise AttributeError(name) from None
        return colour

    def several(self, name: str) -> tuple[RGB, ...]:
        """Those of the painter's own colours that stand in a list."""
        colours: tuple[RGB, ...] = self.own[name]
        return colours


def themes(file: str, shared: Mapping[str, Theme] | None = None) -> dict[str, Theme]:
    """The themes, by palette, from a TOML file in this folder; ``default`` comes first.

    A colour that a palette doesn't name is as in the default one, or mixed as there. What all painters share
    is as in the ``shared`` theme. A colour may name those above it (:func:`colour_of`).
    """
    palettes, names = read_toml(file), [each.name for each in fields(Theme)]
    found = {}
    for palette, own in palettes.items():
        colours: dict[str, Any] = {"palette": palette}
        if shared:
            colours = {name: getattr(shared[palette], name) for name in names}
        for name, value in (palettes["default"] | own).items():
            colours[name] = colour_of(value, colours.__getitem__)
        if shared:
            colours["inks"] = palette_of(colours["inks"])
            colours = {name: colours.pop(name) for name in names} | {"own": colours}
        found[palette] = Theme(**colours)
    return found


def read_toml(file: str) -> dict[str, Any]:
    """The content of a TOML file in this folder."""
    return tomllib.loads((Path(__file__).parent / file).read_text("utf-8"))


def colour_of(value: str | list[Any] | dict[str, Any], find: Callable[[str], Any]) -> Any:
    """The colour that is written as ``value`` in a file, or a tuple of several.

    It is ``#rrggbb``, or a name that ``find`` knows (``waters.0`` is the first colour of several), or a
    mixture: ``{ mix = ["ink", "#ffffff"], share = 0.2 }`` is ink with a fifth of white. The share is half
    unless it's given.
    """
    if isinstance(value, list):
        return tuple(colour_of(each, find) for each in value)
    if isinstance(value, dict):
        first, second = colour_of(value["mix"], find)
        return mix(first, second, value.get("share", 0.5))
    if value.startswith("#"):
        return tuple(bytes.fromhex(value[1:]))
    name, _, place = value.partition(".")
    return find(name)[int(place)] if place else find(name)


def palette_of(colours: Iterable[RGB]) -> bytes:
    """The palette of ``colours``, each once: red, green and blue of each."""
    return bytes(chain.from_iterable(dict.fromkeys(colours)))


def colours_in(palette: bytes) -> list[RGB]:
    """The colours of a palette."""
    return [(red, green, blue) for red, green, blue in zip(*[iter(palette)] * 3, strict=True)]


def rgb(number: int) -> RGB:
    """The colour 0xRRGGBB."""
    red, green, blue = number.to_bytes(3)
    return red, green, blue


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """``first`` with ``share`` (0 … 1) of ``second`` mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


THEMES: Final = themes("theme.toml")
"""Every shared theme, by its palette's name."""


def clear(colour: RGB, opacity: float) -> RGBA:
    """``colour`` at ``opacity`` (0 … 1), for sketches."""
    return (*colour, round(255 * opacity))


def luminance(colour: RGB) -> float:
    """The lightness of ``colour`` in greyscale, 0 … 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
