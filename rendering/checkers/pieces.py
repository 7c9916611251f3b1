"""Checkers: faces, layers and whole stacks, seen from above and slightly from the front.

Red is a ridged chip with an ivory inlay, black a plain one with a gold ring; they differ in greyscale, too.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.checkers.actions import RED
from bot.games.checkers.view import Stack, mixed, runs
from rendering.cache import cached
from rendering.canvas import indexed
from rendering.sprites import Sketch, around, pairs
from rendering.text import fit, write_centred
from rendering.theme import RGB, THEMES, Theme, clear, read_toml, themes

WOODS: Final = themes("checkers/theme.toml", THEMES)
FIGURES: Final = read_toml("checkers/figures.toml")
FACE: Final = (86, 60)
"""Width and height of a checker's face, in pixels."""
ROOM: Final = (88, 62)
"""A face's sprite."""
SHADE: Final = 0.4
"""The share of dark in a stack's shadow."""
CELL: Final = 104
"""A square's side, and the width of a stack's sprite."""
RUNS: Final = (32, 96)
"""The width of a stack's list of runs, and its height at most."""
MOST: Final = 5
"""Runs that fit into such a list; of more, the last place is an ellipsis."""


def settled(picture: Image.Image, theme: Theme) -> Image.Image:
    """``picture`` (RGB) in numbers of a picture's colours and in pairs of equal rows."""
    return indexed(pairs(picture), theme.inks)


def thickness(height: int) -> int:
    """The thickness of a drawn stack in pixels: 6 per checker up to 4, then less, at most 36."""
    return 6 * height if height <= 4 else min(24 + 2 * (height - 4), 36)


@cached
def figure(name: str, theme: Theme, **own: RGB) -> Image.Image:
    """A face without its number, a side of which the lower edge shows, or the place that a stack has left."""
    return Sketch(*ROOM).draw(FIGURES[name], theme, **own).sprite()


@cached
def pile(stack: Stack, theme: Theme) -> Image.Image:
    """A whole stack: its height as a number on its face, which is at the top; if it's mixed, its runs."""
    height, left = len(stack), place(stack)
    thick = thickness(height)
    sprite = Image.new("RGBA", (CELL, RUNS[1] + 2), (0, 0, 0, 0))
    for order, colour in enumerate(reversed(stack)):
        sprite.alpha_composite(
            figure(f"layer_{colour}", theme), (left, thick - thick * order // height // 2 * 2)
        )
    sprite.alpha_composite(figure(f"face_{stack[0]}", theme), (left, 0))
    ink = theme.edge if stack[0] == "r" else theme.inlay
    sprite.alpha_composite(_number(height, ink), (left, 0))
    if mixed(stack):
        sprite.alpha_composite(inside(stack, theme))
    return sprite


def place(stack: Stack) -> int:
    """The x of a stack on its square: in the middle, or on the left of its runs."""
    return 0 if mixed(stack) else (CELL - ROOM[0]) // 2


@cached
def inside(stack: Stack, theme: Theme) -> Image.Image:
    """The runs of a mixed stack from the top down: the colour of each, and how many checkers it has."""
    parts = runs(stack)
    wide, high = RUNS[0], min(RUNS[0], RUNS[1] // min(len(parts), MOST) // 2 * 2)
    sprite = Image.new("RGBA", (CELL, high * min(len(parts), MOST)))
    for order, (seat, count) in enumerate(parts[:MOST]):
        red, more = seat == RED, order == MOST - 1 and len(parts) > MOST
        fill, ink = (theme.inlay, theme.edge) if red else (theme.black, theme.inlay)
        sketch = Sketch(wide, high).rounded((0, 0, wide, high), 5, theme.edge if red else theme.gold)
        sketch.rounded((2, 2, wide - 2, high - 2), 4, theme.red if red else theme.black)
        band = sketch.rectangle((6, 2, wide - 6, high - 2), fill).sprite()
        text = "…" if more else str(count)
        write_centred(band, (wide / 2, high / 2), text, fit(text, min(32, high + 6), wide - 8), ink)
        sprite.alpha_composite(band, (CELL - wide - 1, high * order))
    return sprite


@cached
def _number(number: int, ink: RGB) -> Image.Image:
    """A stack's height, where its face is."""
    sprite = Image.new("RGBA", FACE, (*ink, 0))
    size = fit(str(number), 44, FACE[0] * 0.6)
    write_centred(sprite, (ROOM[0] / 2, FACE[1] / 2), str(number), size, ink)
    return sprite


@cached
def shadow(height: int, theme: Theme) -> Image.Image:
    """The shadow of a stack on its square, as wide as a stack and half a checker more to the right."""
    thick = thickness(height)
    sketch = Sketch(ROOM[0] + 8, ROOM[1] + thick + 6)
    tone = clear(theme.edge, SHADE)
    middle = (ROOM[0] / 2 + 4, FACE[1] / 2 + thick + 4)
    return sketch.ellipse(around(middle, FACE[0] * 0.53, FACE[1] * 0.53), tone).sprite()
