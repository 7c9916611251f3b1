"""The sprites of Snorkels: two kinds of aliens with their breathing tubes, and stones.

The kinds differ in more than colour: purple ones are round and dark, with spots, two eyes and antennae; green
ones are square and light, with stripes, one eye and ears.

A PNG grows with every place where a line of pixels differs from the one above, and finds repetitions in the
last 32 lines only. Hence plain shapes, vertical edges on whole pixels, at most one shade between two colours,
and lines in pairs (:func:`pairs`).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Cutout, Sketch, around, cut, pairs
from rendering.theme import RGB, lighter

from .colours import (
    WHITE,
    Crater,
    Kind,
    coat,
    deep,
    pale,
    pattern_on,
    shades,
    stones,
    swooned,
)

CELL: Final = 120
"""A square's side in pixels; all measures below are for it."""
MIDDLE: Final = CELL / 2
OUT: Final = 14
"""How far a bubble rises into the next square."""

Tube: TypeAlias = Literal["open", "blocked", "shared"]
Tubes: TypeAlias = tuple[Tube, Tube, Tube, Tube]
"""Up, right, down, left, as seen on the picture."""
Mood: TypeAlias = Literal["happy", "worried", "out", "cheering"]
CONFETTI: Final = ((6, 16), (22, 4), (90, 6), (106, 20), (8, 96), (20, 106), (98, 104), (106, 90))
"""The corners of pieces of confetti, around an alien."""


def cut_paired(sprite: Image.Image, ground: RGB, theme: Crater) -> Cutout:
    """``sprite`` (RGBA, of even height) in pairs of lines, cut out for a ``ground`` of one colour."""
    return cut(pairs(sprite), ground, shades(theme))


def ground_of(mood: Mood, theme: Crater) -> RGB:
    """The ground under an alien in this mood."""
    return swooned(theme)[0] if mood == "out" else theme.floor


@cached
def tube(state: Tube, turn: int, kind: Kind, mood: Mood, theme: Crater) -> Cutout:
    """One tube of an alien, ``turn`` quarters clockwise from the upper one."""
    sprite = _upper_tube(state, kind, mood, theme)
    return cut_paired(sprite.rotate(-90 * turn), ground_of(mood, theme), theme)


def _upper_tube(state: Tube, kind: Kind, mood: Mood, theme: Crater) -> Image.Image:
    """The upper tube of an alien, in the middle of a sprite that is ``OUT`` pixels larger than a square."""
    side = CELL + 2 * OUT
    sketch, x, edge, ink = Sketch(side, side), side / 2, OUT, theme.outline
    root = edge + 26
    if state == "shared":
        skin = pale(coat(kind, theme)) if mood == "out" else coat(kind, theme)
        sketch.rectangle((x - 16, edge, x + 16, root), ink)
        sketch.rectangle((x - 12, edge, x + 12, root), lighter(skin, 0.3))
    elif state == "blocked":
        # Quiet and plain: most tubes of a full board are blocked, and open ones must be found on a phone.
        sketch.rectangle((x - 16, edge + 4, x + 16, root), theme.plug)
    else:
        sketch.rectangle((x - 12, edge + 4, x + 12, root), deep(theme))
        sketch.rectangle((x - 8, edge + 4, x + 8, root), theme.air)
        sketch.rectangle((x - 20, edge, x + 20, edge + 12), deep(theme))
        sketch.rectangle((x - 16, edge + 2, x + 16, edge + 10), theme.bubble)
        sketch.circle((x, edge - 7), 7, deep(theme)).circle((x, edge - 7), 5, theme.bubble)
    return sketch.sprite()


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
    skin = coat(kind, theme)
    if mood == "out":
        skin = pale(skin)
    sketch = Sketch(CELL, CELL)
    (_round_body if kind == "purple" else _square_body)(sketch, skin, theme)
    _face(sketch, kind, mood, theme)
    return sketch.sprite()


def _round_body(sketch: Sketch, skin: RGB, theme: Crater) -> None:
    c, ink = MIDDLE, theme.outline
    for side in (-1, 1):
        x = c + 32 * side
        sketch.rectangle((x - 2, 10, x + 2, 30), ink).rounded((x - 8, 2, x + 8, 16), 5, ink)
    sketch.circle((c, c), 48, ink)
    ball = Sketch(CELL, CELL).circle((c, c), 44, skin)
    sketch.lay(ball)
    spots = Sketch(CELL, CELL)
    for x, y in ((c - 46, c + 14), (c + 28, c + 8)):
        spots.rounded((x, y, x + 20, y + 20), 8, pattern_on(skin, "purple"))
    sketch.lay(spots, within=ball)


def _square_body(sketch: Sketch, skin: RGB, theme: Crater) -> None:
    c, ink = MIDDLE, theme.outline
    for side in (-1, 1):
        x = c + 46 * side
        sketch.polygon([(x, 2), (x, 32), (x - 30 * side, 32)], ink)
    sketch.rounded(around((c, c), 46), 8, ink)
    shape = Sketch(CELL, CELL).rounded(around((c, c), 42), 4, skin)
    sketch.lay(shape)
    bars = Sketch(CELL, CELL)
    for y in (c - 34, c - 8, c + 18):
        bars.rectangle((0, y, CELL, y + 10), pattern_on(skin, "green"))
    sketch.lay(bars, within=shape)


def _face(sketch: Sketch, kind: Kind, mood: Mood, theme: Crater) -> None:
    c, ink = MIDDLE, theme.outline
    middles, half = ((c - 17, c + 17), 15) if kind == "purple" else ((c,), 22)
    for x in middles:
        y = c - 10
        tall = half + 3 if kind == "purple" else half
        sketch.ellipse(around((x, y), half, tall), WHITE)
        if mood == "out":
            arm = round(half * 0.5)
            for slant in (-1, 1):
                sketch.line([(x - arm * slant, y - arm), (x + arm * slant, y + arm)], ink, 5)
        elif mood == "cheering":
            # Eyes shut with joy.
            arm = round(half * 0.6)
            sketch.line([(x - arm, y + 4), (x, y - 6), (x + arm, y + 4)], ink, 6)
        else:
            pupil = round(half * (0.5 if mood == "happy" else 0.3))
            sketch.rounded((x - pupil, y - pupil, x + pupil, y + pupil + 2), pupil - 1, ink)
            if mood == "happy":
                sketch.rectangle((x - 5, y - 5, x, y), WHITE)
    if mood == "happy":
        sketch.pie((c - 15, c + 6, c + 15, c + 34), 0, 180, ink)
    elif mood == "cheering":
        sketch.pie((c - 24, c - 6, c + 24, c + 40), 0, 180, ink)
        sketch.rectangle((c - 16, c + 17, c + 16, c + 23), WHITE)
    elif mood == "worried":
        sketch.rounded((c - 8, c + 18, c + 8, c + 32), 6, ink)
        sketch.rounded((c + 28, c - 42, c + 42, c - 22), 6, ink)
        sketch.rounded((c + 31, c - 39, c + 39, c - 25), 4, theme.air)
    else:
        sketch.rectangle((c - 15, c + 22, c + 15, c + 27), ink)


@cached
def confetti(theme: Crater) -> Cutout:
    """What falls on a winner's square, between its alien and the corners."""
    tints = (theme.highlight, theme.air, theme.mark, theme.bubble)
    sketch = Sketch(CELL, CELL)
    for order, (x, y) in enumerate(CONFETTI):
        sketch.rectangle((x - 2, y - 2, x + 10, y + 10), theme.outline)
        sketch.rectangle((x, y, x + 8, y + 8), tints[order % len(tints)])
    return cut_paired(sketch.sprite(), theme.floor, theme)


@cached
def stone(theme: Crater) -> Cutout:
    """A boulder."""
    dark, plain, light = stones(theme)
    sketch, ink = Sketch(CELL, CELL), theme.outline
    hull = [(18, 98), (18, 54), (40, 22), (80, 22), (102, 50), (102, 98)]
    sketch.polygon(hull, ink).line([*hull, hull[0]], ink, 8)
    sketch.polygon(hull, dark)
    sketch.polygon([(18, 80), (18, 54), (40, 22), (80, 22), (92, 38), (64, 50), (64, 80)], plain)
    sketch.polygon([(29, 38), (40, 22), (80, 22), (92, 38)], light)
    return cut_paired(sketch.sprite(), theme.floor, theme)


@cached
def swoon(theme: Crater) -> Cutout:
    """The ground under a captured snorkel: dark, with bars."""
    ground, bar = swooned(theme)
    sketch = Sketch(CELL, CELL).rectangle((2, 2, CELL - 2, CELL - 2), ground)
    for y in range(8, CELL - 4, 16):
        sketch.rectangle((2, y, CELL - 2, y + 6), bar)
    return cut_paired(sketch.sprite(), ground, theme)
