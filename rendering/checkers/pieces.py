"""Checkers: faces, layers and whole stacks, seen from above and slightly from the front.

Red is a ridged chip with an ivory inlay, black a plain one with a gold ring; they differ in greyscale, too.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Final

from PIL import Image

from bot.games.checkers.view import Stack
from rendering.cache import cached
from rendering.canvas import indexed
from rendering.sprites import Sketch, around, pairs
from rendering.text import fit, write_centred
from rendering.theme import RGB, THEMES, Theme, clear, mix, read_toml, themes

WOODS: Final = themes("checkers/theme.toml", THEMES)
FIGURES: Final = read_toml("checkers/figures.toml")
FACE: Final = (80, 50)
"""Width and height of a checker's face, in pixels."""
ROOM: Final = (82, 52)
"""A face's sprite."""
SHADE: Final = 0.4
"""The share of dark in a stack's shadow."""
CELL: Final = 104
"""A square's side, and that of a stack's sprite."""
LEFT: Final = (CELL - ROOM[0]) // 2
"""The x of a face on its square."""
STEP: Final = 5
"""How much thicker a stack is with each of its checkers, in pixels."""
THICKEST: Final = 36
"""The thickness of the highest stacks, in pixels."""
LAYERS: Final = 9
"""The most layers drawn; in higher stacks, a layer stands for several checkers."""
BADGE: Final = (42, 38)
"""The size of what says how many checkers of the other colour a stack has, in pixels."""
RING: Final = ((10, 7, "inlay"), (8, 5, "threat"))
"""The lines around a stack that can be taken: how far they reach beyond its sides, and above and below it, in
pixels; and their colours."""


def settled(picture: Image.Image, theme: Theme) -> Image.Image:
    """``picture`` (RGB) in numbers of a picture's colours and in pairs of equal rows."""
    return indexed(pairs(picture), theme.inks)


def thickness(height: int) -> int:
    """The thickness of a drawn stack in pixels."""
    return min(STEP * height + 1, THICKEST) // 2 * 2


def face_top(height: int) -> int:
    """The y of the face of a stack in the middle of its square."""
    return (CELL - ROOM[1] - thickness(height)) // 4 * 2


def layers(stack: Stack) -> Stack:
    """The layers drawn of ``stack`` from the top, each run in its share and at least one of each."""
    if len(stack) <= LAYERS:
        return stack
    parts = ["".join(run) for _, run in groupby(stack)][:LAYERS]
    counts = [max(1, round(LAYERS * len(part) / len(stack))) for part in parts]
    while sum(counts) != LAYERS:
        most = max(range(len(counts)), key=counts.__getitem__)
        counts[most] += 1 if sum(counts) < LAYERS else -1
    return "".join(part[0] * count for part, count in zip(parts, counts, strict=True))


@cached
def figure(name: str, theme: Theme, **own: RGB) -> Image.Image:
    """A face without its number, a side of which the lower edge shows, or the place that a stack has left."""
    return Sketch(*ROOM).draw(FIGURES[name], theme, **own).sprite()


@cached
def pile(stack: Stack, theme: Theme) -> Image.Image:
    """A whole stack on its square: its height as a number on its face, its colours as bands on its side.

    Bands are too thin to be counted on a phone, so a badge says how many are of the other colour.
    """
    drawn, thick, upper = layers(stack), thickness(len(stack)), face_top(len(stack))
    sprite = Image.new("RGBA", (CELL, CELL), (0, 0, 0, 0))
    # A seam is darker where the colour changes, and at the foot.
    sides = list(pairwise((*drawn, "")))
    for order, (colour, below) in enumerate(reversed(sides)):
        own = theme.red if colour == "r" else theme.side
        seam = theme.edge if colour != below else mix(theme.edge, own, 0.5)
        layer = figure(f"layer_{colour}", theme, seam=seam)
        sprite.alpha_composite(layer, (LEFT, upper + thick - thick * order // len(drawn) // 2 * 2))
    sprite.alpha_composite(figure(f"face_{stack[0]}", theme), (LEFT, upper))
    ink = theme.edge if stack[0] == "r" else theme.inlay
    sprite.alpha_composite(_number(len(stack), ink), (LEFT, upper))
    if held := len(stack) - stack.count(stack[0]):
        foot = upper + thick + ROOM[1] - BADGE[1] + 6
        sprite.alpha_composite(_badge(held, stack[0] == "r", theme), (CELL - BADGE[0] - 1, foot))
    return sprite


@cached
def _badge(number: int, black: bool, theme: Theme) -> Image.Image:
    """How many checkers of the other colour are in a stack, in their colours."""
    across, down = BADGE
    fill, rim, ink = (theme.black, theme.gold, theme.inlay) if black else (theme.inlay, theme.red, theme.edge)
    oval, inner = (0, 0, across - 1, down - 1), (4, 4, across - 5, down - 5)
    sprite = Sketch(*BADGE).ellipse(oval, theme.edge).ellipse((1, 1, across - 2, down - 2), rim)
    picture = sprite.ellipse(inner, fill).sprite()
    write_centred(picture, (across / 2, down / 2), str(number), fit(str(number), 34, across * 0.76), ink)
    return picture


@cached
def _number(number: int, ink: RGB) -> Image.Image:
    """A stack's height, where its face is."""
    sprite = Image.new("RGBA", FACE, (*ink, 0))
    size = fit(str(number), 42, FACE[0] * 0.6)
    write_centred(sprite, (ROOM[0] / 2, FACE[1] / 2), str(number), size, ink)
    return sprite


@cached
def shadow(height: int, theme: Theme) -> Image.Image:
    """The shadow of a stack on its square, a little to the right and below it."""
    middle = (CELL / 2 + 4, face_top(height) + FACE[1] / 2 + thickness(height) + 4)
    oval = around(middle, FACE[0] * 0.52, FACE[1] * 0.52)
    return Sketch(CELL, CELL).ellipse(oval, clear(theme.edge, SHADE)).sprite()


@cached
def ring(height: int, theme: Theme) -> Image.Image:
    """Lines around a whole stack on its square, which is drawn over them."""
    sketch, upper = Sketch(CELL, CELL), face_top(height)
    low = upper + thickness(height)
    left, right, half = LEFT + 1, LEFT + 1 + FACE[0], FACE[1] / 2
    for beside, above, colour in RING:
        tone: RGB = getattr(theme, colour)
        for y in (upper, low):
            sketch.ellipse((left - beside, y - above, right + beside, y + FACE[1] + above), tone)
        sketch.rectangle((left - beside, upper + half, right + beside, low + half), tone)
    return sketch.sprite()
