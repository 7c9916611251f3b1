"""The sprites of Snorkels: two kinds of aliens with their breathing tubes, and stones.

The kinds differ in more than colour: purple ones are round and dark, with spots, two eyes and antennae; green
ones are square and light, with stripes, one eye and ears.

A PNG grows with every place where a line of pixels differs from the one above, and finds repetitions in the
last 32 lines only. Hence plain shapes, vertical edges on whole pixels, at most one shade between two colours,
and lines in pairs (:func:`pairs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Cutout, Sketch, cut, pairs
from rendering.theme import RGB, THEMES, Theme, read_toml, themes

Kind: TypeAlias = Literal["purple", "green"]


CRATERS: Final = themes("snorkels/theme.toml", THEMES)
CELL: Final = 120
"""A square's side in pixels; all measures below are for it."""
OUT: Final = 14
"""How far a bubble rises into the next square."""

Tube: TypeAlias = Literal["open", "blocked", "shared"]
Mood: TypeAlias = Literal["happy", "worried", "out", "cheering"]
FIGURES: Final = read_toml("snorkels/figures.toml")
PALE: Final[Mapping[Mood, int]] = {"out": 1, "worried": 2}
"""The moods with skins of their own: the places of these in a theme, in pairs."""


def cut_paired(sprite: Image.Image, ground: RGB, theme: Theme) -> Cutout:
    """``sprite`` (RGBA, of even height) in pairs of lines, cut out for a ``ground`` of one colour."""
    return cut(pairs(sprite), ground, theme.inks)


def ground_of(mood: Mood, theme: Theme) -> RGB:
    """The ground under an alien in this mood."""
    return {"worried": theme.alarm, "out": theme.swoon}.get(mood, theme.floor)


@cached
def tube(state: Tube, turn: int, kind: Kind, mood: Mood, theme: Theme) -> Cutout:
    """One tube of an alien, ``turn`` quarters clockwise from the upper one."""
    upright = _upright(state, theme.several("spots")[_skin(kind, mood)], theme)
    return cut_paired(upright.rotate(-90 * turn), ground_of(mood, theme), theme)


@cached
def _upright(state: Tube, look: RGB, theme: Theme) -> Image.Image:
    """An upper tube in the middle of a sprite that is ``OUT`` pixels larger than a square."""
    side = CELL + 2 * OUT
    return Sketch(side, side).draw(FIGURES[state], theme, tube=look).sprite()


def _skin(kind: Kind, mood: Mood) -> int:
    """The place of an alien's colours in a theme."""
    return (kind == "green") + 2 * PALE.get(mood, 0)


@cached
def body(kind: Kind, mood: Mood, theme: Theme) -> Cutout:
    """An alien without tubes."""
    return cut_paired(bare(kind, mood, theme), ground_of(mood, theme), theme)


@cached
def face(kind: Kind, theme: Theme) -> Cutout:
    """An alien without tubes on a panel, 44 pixels square, as a sign in the footer."""
    whole = bare(kind, "happy", theme).crop((4, 2, 116, 114))
    return cut_paired(whole.resize((44, 44), Image.Resampling.BOX), theme.panel, theme)


def bare(kind: Kind, mood: Mood, theme: Theme, unit: float = 1) -> Image.Image:
    """An alien without tubes, ``CELL`` units square, of so many pixels."""
    skin = _skin(kind, mood)
    pattern = (theme.several("spots") if kind == "purple" else theme.several("stripes"))[skin]
    sketch = Sketch(CELL, CELL, unit=unit).draw(
        FIGURES[kind], theme, skin=theme.several("skins")[skin], pattern=pattern
    )
    return sketch.draw(FIGURES[f"{kind}_{mood}"], theme).sprite()


@cached
def thing(name: str, theme: Theme, mood: Mood = "happy") -> Cutout:
    """What else lies on the square of somebody in ``mood``: stone, confetti, last move, ground."""
    edge = theme.ring if mood == "worried" else theme.outline
    sketch = Sketch(CELL, CELL).draw(FIGURES[name], theme, edge=edge)
    return cut_paired(sketch.sprite(), ground_of(mood, theme), theme)
