"""The sprites of Snorkels: two kinds of aliens with their breathing tubes, and stones.

The kinds differ in more than colour: purple ones are round and dark, with spots, two eyes and antennae; green
ones are square and light, with stripes, one eye and ears.

A PNG grows with every place where a line of pixels differs from the one above, and finds repetitions in the
last 32 lines only. Hence plain shapes, vertical edges on whole pixels, at most one shade between two colours,
and lines in pairs (:func:`pairs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Cutout, Sketch, cut, pairs
from rendering.theme import RGB, THEMES, Theme, read_toml, themes

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
    skins: tuple[RGB, RGB, RGB, RGB]
    """Purple, green, and both of them passed out; so are the next two."""
    spots: tuple[RGB, RGB, RGB, RGB]
    """Lighter than the skin: the pattern of purple, and all tubes."""
    stripes: tuple[RGB, RGB, RGB, RGB]
    """Darker than the skin: the pattern of green."""
    alarm: RGB
    """The ground of a group with one open tube."""
    alarm_bar: RGB
    """The hatching of that ground."""
    swoon: RGB
    """The ground under an alien that has passed out."""
    swoon_bar: RGB
    """The hatching of that ground."""
    deep: RGB
    """The outline of open tubes and bubbles."""
    walls: tuple[RGB, RGB, RGB]
    """The crater's wall from the outside to the inside."""
    inside: RGB
    """The inside of a small crater."""
    lip: RGB
    """The lit lip of a small crater."""
    night: RGB
    """The planet's in the sky."""
    day: RGB
    dark_stone: RGB
    light_stone: RGB
    grid_line: RGB
    """The lines between squares."""
    inks: bytes
    """The palette of all colours in pictures."""


CRATERS: Final = themes(Crater, "snorkels/theme.toml", THEMES)
CELL: Final = 120
"""A square's side in pixels; all measures below are for it."""
OUT: Final = 14
"""How far a bubble rises into the next square."""

Tube: TypeAlias = Literal["open", "blocked", "shared"]
Mood: TypeAlias = Literal["happy", "worried", "out", "cheering"]
FIGURES: Final = read_toml("snorkels/figures.toml")


def cut_paired(sprite: Image.Image, ground: RGB, theme: Crater) -> Cutout:
    """``sprite`` (RGBA, of even height) in pairs of lines, cut out for a ``ground`` of one colour."""
    return cut(pairs(sprite), ground, theme.inks)


def ground_of(mood: Mood, theme: Crater) -> RGB:
    """The ground under an alien in this mood."""
    return {"worried": theme.alarm, "out": theme.swoon}.get(mood, theme.floor)


@cached
def tube(state: Tube, turn: int, kind: Kind, mood: Mood, theme: Crater) -> Cutout:
    """One tube of an alien, ``turn`` quarters clockwise from the upper one."""
    # In the middle of a sprite that is ``OUT`` pixels larger than a square.
    side, look = CELL + 2 * OUT, theme.spots[_skin(kind, mood)]
    sprite = Sketch(side, side).draw(FIGURES[state], theme, tube=look).sprite()
    return cut_paired(sprite.rotate(-90 * turn), ground_of(mood, theme), theme)


def _skin(kind: Kind, mood: Mood) -> int:
    """The place of an alien's colours in a theme."""
    return (kind == "green") + 2 * (mood == "out")


@cached
def body(kind: Kind, mood: Mood, theme: Crater) -> Cutout:
    """An alien without tubes."""
    return cut_paired(bare(kind, mood, theme), ground_of(mood, theme), theme)


@cached
def face(kind: Kind, theme: Crater) -> Cutout:
    """An alien without tubes on a panel, 44 pixels square, as a sign in the footer."""
    whole = bare(kind, "happy", theme).crop((4, 2, 116, 114))
    return cut_paired(whole.resize((44, 44), Image.Resampling.BOX), theme.panel, theme)


def bare(kind: Kind, mood: Mood, theme: Crater) -> Image.Image:
    """An alien without tubes, ``CELL`` pixels square."""
    skin = _skin(kind, mood)
    pattern = (theme.spots if kind == "purple" else theme.stripes)[skin]
    sketch = Sketch(CELL, CELL).draw(FIGURES[kind], theme, skin=theme.skins[skin], pattern=pattern)
    return sketch.draw(FIGURES[f"{kind}_{mood}"], theme).sprite()


@cached
def thing(name: str, theme: Crater) -> Cutout:
    """What else lies on a square: a stone, confetti, the last move, or the ground of those in a mood."""
    return cut_paired(Sketch(CELL, CELL).draw(FIGURES[name], theme).sprite(), theme.floor, theme)
