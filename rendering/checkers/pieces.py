"""Checkers: faces, layers and whole stacks, seen from above and slightly from the front.

Red is a ridged chip with an ivory inlay, black a plain one with a gold ring; they differ in greyscale, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.games.checkers.view import Stack
from rendering.cache import cached
from rendering.sprites import Point, Sketch, pairs
from rendering.text import fit, write_centred
from rendering.theme import RGB, Theme, clear, lighter, mix


@dataclass(frozen=True, slots=True)
class CheckerPaints:
    """The colours of a board and its checkers in one palette."""

    light: RGB
    light_shade: RGB
    """Shadows and grain on light squares."""
    dark: RGB
    dark_shade: RGB
    frame: RGB
    red: RGB
    black: RGB
    side: RGB
    """The sides of black checkers."""
    inlay: RGB
    """The light middle of red's faces, and all light lettering."""
    edge: RGB
    """The edge of every checker."""
    gold: RGB
    """Brass on the frame, and the ring on black faces."""


PAINTS: Final = {
    "default": CheckerPaints(
        light=(226, 192, 144),
        light_shade=(190, 150, 102),
        dark=(166, 114, 72),
        dark_shade=(122, 78, 46),
        frame=(74, 44, 28),
        red=(192, 38, 34),
        black=(44, 46, 56),
        side=(82, 84, 98),
        inlay=(252, 240, 214),
        edge=(22, 14, 16),
        gold=(214, 172, 88),
    ),
    "colour-blind": CheckerPaints(
        light=(228, 208, 172),
        light_shade=(196, 174, 138),
        dark=(158, 132, 104),
        dark_shade=(116, 94, 72),
        frame=(66, 50, 42),
        red=(220, 92, 0),
        black=(18, 50, 104),
        side=(56, 96, 160),
        inlay=(255, 246, 226),
        edge=(12, 12, 24),
        gold=(140, 200, 240),
    ),
    "high-contrast": CheckerPaints(
        light=(230, 230, 230),
        light_shade=(178, 178, 178),
        dark=(138, 138, 138),
        dark_shade=(92, 92, 92),
        frame=(36, 36, 36),
        red=(224, 0, 0),
        black=(0, 0, 0),
        side=(64, 64, 64),
        inlay=(255, 255, 255),
        edge=(0, 0, 0),
        gold=(240, 240, 240),
    ),
}

FACE: Final = (86, 60)
"""Width and height of a checker's face, in pixels."""
ROOM: Final = (88, 62)
"""A face's sprite."""
SHADE: Final = 0.4
"""The share of dark in a stack's shadow."""


def grains(theme: Theme, *, dark: bool) -> tuple[RGB, RGB, RGB]:
    """A wood's tones: lit, plain, and its fainter grain."""
    paints = PAINTS[theme.palette]
    wood, shade = (paints.dark, paints.dark_shade) if dark else (paints.light, paints.light_shade)
    return lighter(wood, 0.14), wood, mix(wood, shade, 0.5)


@lru_cache(maxsize=8)
def shades(theme: Theme) -> Image.Image:
    """A palette image of the colours of a picture in ``theme``: plain ones, and halves for soft edges."""
    own = PAINTS[theme.palette]
    plain = [getattr(own, name) for name in CheckerPaints.__slots__]
    plain += [theme.ground, theme.panel, theme.highlight, theme.chosen, theme.faint]
    plain += [*grains(theme, dark=False), *grains(theme, dark=True)]
    pairs = [
        (own.edge, own.light), (own.edge, own.dark), (own.edge, own.red), (own.edge, own.inlay),
        (own.red, own.inlay), (own.black, own.inlay), (own.black, own.gold), (own.edge, theme.highlight),
        (own.edge, own.light_shade), (own.edge, own.dark_shade), (theme.panel, own.inlay),
        (own.frame, own.inlay), (theme.panel, theme.faint), (own.inlay, own.light),
    ]  # fmt: skip
    plain += [mix(first, second, 0.5) for first, second in pairs]
    # Numbers have softer edges than anything else, and wood lies in a stack's shadow.
    plain += [mix(ink, own.inlay, share) for ink in (own.edge, own.black) for share in (0.25, 0.75)]
    plain += [mix(tone, own.edge, SHADE) for dark in (False, True) for tone in grains(theme, dark=dark)]
    box = Image.new("P", (1, 1))
    box.putpalette([part for tone in dict.fromkeys(plain) for part in tone])
    return box


def settled(picture: Image.Image, theme: Theme) -> Image.Image:
    """``picture`` (RGB) in a picture's colours and in pairs of equal rows, mode P."""
    return pairs(picture).quantize(palette=shades(theme), dither=Image.Dither.NONE)


def thickness(height: int) -> int:
    """The thickness of a drawn stack in pixels: 6 per checker up to 4, then less, at most 36."""
    return 6 * height if height <= 4 else min(24 + 2 * (height - 4), 36)


def _oval(share: float, middle: Point = (ROOM[0] / 2, FACE[1] / 2)) -> tuple[float, float, float, float]:
    """The box of a face's ellipse shrunk to ``share``, around ``middle``."""
    across, down = FACE[0] * share / 2, FACE[1] * share / 2
    return middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down


def _on_rim(degrees: float, share: float) -> Point:
    turn = math.radians(degrees)
    return (
        ROOM[0] / 2 + math.cos(turn) * FACE[0] / 2 * share,
        FACE[1] / 2 + math.sin(turn) * FACE[1] / 2 * share,
    )


def _ridges(sketch: Sketch, middles: range, inner: float, outer: float, colour: RGB) -> None:
    """Light inlays across the rim, as on a chip."""
    for middle in middles:
        corners = [
            _on_rim(middle - 5, inner),
            _on_rim(middle - 5, outer),
            _on_rim(middle + 5, outer),
            _on_rim(middle + 5, inner),
        ]
        sketch.polygon(corners, colour)


@cached
def layer(colour: str, theme: Theme) -> Image.Image:
    """One checker's side, of which only the lower edge shows below the checker above."""
    paints = PAINTS[theme.palette]
    left, top, right, bottom = _oval(1)
    rim = paints.edge if colour == "r" else paints.black
    sketch = Sketch(*ROOM).ellipse((left, top, right, bottom), rim)
    side = Sketch(*ROOM).ellipse((left, top, right, bottom - 2), paints.red if colour == "r" else paints.side)
    if colour == "r":
        notches = Sketch(*ROOM)
        for x in (-26, 0, 26):
            notches.rounded((ROOM[0] / 2 + x - 4, FACE[1] / 2, ROOM[0] / 2 + x + 4, FACE[1]), 0, paints.inlay)
        side.lay(notches, within=side)
    return sketch.lay(side).sprite()


@cached
def face(colour: str, theme: Theme) -> Image.Image:
    """A checker's face, without its number."""
    paints = PAINTS[theme.palette]
    sketch = Sketch(*ROOM).ellipse(_oval(1), paints.edge if colour == "r" else paints.black)
    shape = Sketch(*ROOM).ellipse(_oval(0.955), paints.red if colour == "r" else paints.black)
    if colour == "r":
        ridges = Sketch(*ROOM)
        _ridges(ridges, range(0, 360, 45), 0.8, 1.1, paints.inlay)
        shape.lay(ridges, within=shape).ellipse(_oval(0.8), paints.red).ellipse(_oval(0.68), paints.inlay)
    else:
        shape.ellipse(_oval(0.82), paints.gold).ellipse(_oval(0.75), paints.black)
    return sketch.lay(shape).sprite()


@cached
def pile(stack: Stack, theme: Theme) -> Image.Image:
    """A whole stack with its height as a number; its face is at the sprite's top."""
    paints, height = PAINTS[theme.palette], len(stack)
    thick = thickness(height)
    sprite = Image.new("RGBA", (ROOM[0], ROOM[1] + thick), (0, 0, 0, 0))
    for order, colour in enumerate(reversed(stack)):
        sprite.alpha_composite(layer(colour, theme), (0, thick - thick * order // height // 2 * 2))
    sprite.alpha_composite(face(stack[0], theme))
    ink = paints.edge if stack[0] == "r" else paints.inlay
    numbered(sprite, height, ink)
    return sprite


def numbered(sprite: Image.Image, number: int, ink: RGB) -> None:
    """Write ``number`` on the face at the top of ``sprite``."""
    sprite.alpha_composite(_number(number, ink))


@cached
def _number(number: int, ink: RGB) -> Image.Image:
    sprite = Image.new("RGBA", FACE, (*ink, 0))
    size = fit(str(number), 44, FACE[0] * 0.6)
    write_centred(sprite, (ROOM[0] / 2, FACE[1] / 2), str(number), size, ink)
    return sprite


@cached
def shadow(height: int, theme: Theme) -> Image.Image:
    """The shadow of a stack on its square, as wide as a stack and half a checker more to the right."""
    thick = thickness(height)
    sketch = Sketch(ROOM[0] + 8, ROOM[1] + thick + 6)
    tone = clear(PAINTS[theme.palette].edge, SHADE)
    middle = (ROOM[0] / 2 + 4, FACE[1] / 2 + thick + 4)
    return sketch.ellipse(_oval(1.06, middle), tone).sprite()


@cached
def ghost(shade: RGB, theme: Theme) -> Image.Image:
    """The place that a whole stack has left."""
    sketch = Sketch(*ROOM).ellipse(_oval(0.94), shade)
    for start in range(0, 360, 30):
        sketch.arc(_oval(0.94), start, start + 18, theme.highlight, 4)
    return sketch.sprite()


@cached
def token(colour: str, count: int, top: bool, theme: Theme) -> Image.Image:
    """A run of ``count`` checkers of one colour in the strip below the board; the top run has a rim."""
    paints = PAINTS[theme.palette]
    wide, high = 40 if count < 10 else 50, 42
    sketch = Sketch(wide, high)
    if top:
        sketch.rounded((0, 0, wide, high), 12, theme.highlight)
    sketch.rounded((3, 3, wide - 3, high - 3), 9, paints.inlay if colour == "r" else paints.gold)
    sketch.rounded((5, 5, wide - 5, high - 5), 8, paints.red if colour == "r" else paints.black)
    if colour == "r":
        sketch.rounded((9, 9, wide - 9, high - 9), 5, paints.inlay)
    sprite = sketch.sprite()
    text, ink = str(count), paints.edge if colour == "r" else paints.inlay
    write_centred(sprite, (wide / 2, high / 2), text, fit(text, 26, wide - 16), ink)
    return sprite
