"""Sprites of the crew, the captain, the escape pod, the control room and the leaks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from PIL import Image

from bot.games.crackers.turns import Part
from rendering.cache import cached
from rendering.sprites import Point, Sketch, around
from rendering.text import write_centred
from rendering.theme import RGB

from .tiles import Station, number, sack, square

Side: TypeAlias = Literal["left", "right", "top", "bottom", "middle"]
TURNS: Final[dict[Side, Image.Transpose]] = {
    "bottom": Image.Transpose.ROTATE_90,
    "right": Image.Transpose.ROTATE_180,
    "top": Image.Transpose.ROTATE_270,
}
"""How a leak's spray from the left is turned."""


def colour(who: int, theme: Station) -> RGB:
    """The colour of red, yellow or blue."""
    return (theme.bad, theme.highlight, theme.waters[2])[who]


@cached
def crew(who: int, size: int, theme: Station, *, active: bool = False) -> Image.Image:
    """A diver with a face and a letter: red's helmet is round, yellow's pointed, blue's square."""
    side = size * 1.16
    sketch = Sketch(side, side)
    fill, rims = colour(who, theme), [(0.05, theme.ink), (0.02, theme.paper), (-0.02, theme.ink)]
    if active:
        rims = [(0.08, theme.ink), (0.07, theme.highlight), (0.02, theme.ink)]
    for more, tone in (*rims, (-0.045, fill)):
        _suit(sketch, who, side / 2, size, size * more, tone)
    x, y, glass = side / 2, side / 2 - size * 0.16, size * 0.2
    sketch.circle((x, y), glass + size * 0.045, theme.ink).circle((x, y), glass, theme.bag)
    sketch.pie(around((x, y), glass), 200, 340, theme.bag_line)
    for eye in (-0.075, 0.075):
        sketch.circle((x + size * eye, y + size * 0.01), size * 0.036, theme.ink)
    smile = (x - size * 0.09, y - size * 0.02, x + size * 0.09, y + size * 0.13)
    sketch.arc(smile, 20, 160, theme.ink, size * 0.03)
    sprite = sketch.sprite()
    ink = theme.ink if who == 1 else theme.paper
    write_centred(sprite, (side / 2, side / 2 + size * 0.29), "RYB"[who], round(size * 0.38), ink)
    return sprite


def _suit(sketch: Sketch, who: int, middle: float, size: float, more: float, tone: RGB) -> None:
    """The outline of a helmet and of shoulders, ``more`` pixels larger on all sides."""
    low = middle + size * 0.5 + more
    reach, head = size * 0.42 + more, size * 0.31 + more
    sketch.rounded((middle - reach, middle + size * 0.02 - more, middle + reach, low), size * 0.17, tone)
    y = middle - size * 0.17
    if who == 0:
        sketch.circle((middle, y), head, tone)
    elif who == 1:
        tip, wide = y - size * 0.36 - more * 1.6, size * 0.42 + more * 1.6
        sketch.polygon(
            [(middle, tip), (middle + wide, y + size * 0.3), (middle - wide, y + size * 0.3)], tone
        )
    else:
        sketch.rounded(around((middle, y), head), size * 0.05, tone)


@cached
def captain(size: int, theme: Station) -> Image.Image:
    """Captain Crackers: a peaked cap, a wild white beard, and eyes that do not agree."""
    sketch = Sketch(1, 1, unit=size)
    sketch.polygon([(0.06, 1), (0.2, 0.76), (0.8, 0.76), (0.94, 1)], theme.waters[3])
    for step in range(9):
        angle = math.radians(20 + step * 17.5)
        side = math.radians(20 + step * 17.5 + 90)
        x, y = 0.5 + 0.2 * math.cos(angle), 0.52 + 0.2 * math.sin(angle)
        across, down = 0.1 * math.cos(side), 0.1 * math.sin(side)
        tip = (0.5 + 0.43 * math.cos(angle), 0.55 + 0.42 * math.sin(angle))
        sketch.polygon([tip, (x + across, y + down), (x - across, y - down)], theme.paper)
    sketch.ellipse((0.22, 0.24, 0.78, 0.84), theme.paper)
    sketch.ellipse((0.27, 0.22, 0.73, 0.66), theme.bag)
    sketch.ellipse((0.28, 0.32, 0.5, 0.54), theme.paper, theme.ink, 0.025)
    sketch.ellipse((0.53, 0.35, 0.7, 0.52), theme.paper, theme.ink, 0.025)
    sketch.circle((0.42, 0.39), 0.045, theme.ink)
    sketch.circle((0.585, 0.47), 0.035, theme.ink)
    sketch.ellipse((0.44, 0.48, 0.58, 0.6), theme.pod)
    sketch.pie((0.33, 0.5, 0.69, 0.8), 0, 180, theme.ink)
    sketch.rounded((0.38, 0.65, 0.64, 0.695), 0.01, theme.paper)
    cap = [(0.16, 0.2), (0.3, 0.02), (0.74, 0.02), (0.86, 0.2), (0.74, 0.3), (0.28, 0.3)]
    sketch.polygon(cap, theme.waters[3]).ellipse((0.2, 0.21, 0.82, 0.36), theme.ink)
    sketch.line([(0.24, 0.235), (0.78, 0.235)], theme.highlight, 0.03)
    return sketch.circle((0.5, 0.13), 0.055, theme.highlight).sprite()


@cached
def control_room(cell: int, theme: Station) -> Image.Image:
    """The control room: dials, lamps and the captain."""
    sketch = Sketch(1, 1, unit=cell)
    sketch.rounded((0, 0, 1, 1), 0.06, theme.ink)
    sketch.rounded((0.035, 0.035, 0.965, 0.965), 0.05, theme.bad)
    sketch.rounded((0.035, 0.66, 0.965, 0.965), 0.05, theme.bag_line)
    for x, swing in ((0.13, 0.045), (0.87, -0.04)):
        sketch.circle((x, 0.2), 0.075, theme.paper, theme.ink, 0.016)
        sketch.line([(x, 0.2), (x + swing, 0.16)], theme.bad, 0.02)
    for order, x in enumerate((0.1, 0.19, 0.81, 0.9)):
        sketch.circle((x, 0.8), 0.035, theme.chosen if order % 2 else theme.highlight)
    picture = sketch.sprite()
    face = captain(round(cell * 0.72), theme)
    picture.paste(face, ((cell - face.width) // 2, cell - face.height - round(cell * 0.04)), face)
    return picture


@cached
def pod(cell: int, theme: Station) -> Image.Image:
    """The escape pod."""
    sketch, middle = Sketch(1, 1, unit=cell), (0.5, 0.5)
    for side in (-1, 1):
        fin = ((0.28, 0.5), (0.47, 0.74), (0.47, 0.93), (0.22, 0.84))
        sketch.polygon([(0.5 + side * x, y) for x, y in fin], theme.bag_line)
    sketch.ellipse((0.12, 0.04, 0.88, 0.96), theme.bag_line)
    sketch.ellipse((0.15, 0.07, 0.85, 0.93), theme.pod)
    sketch.ellipse((0.2, 0.1, 0.66, 0.66), theme.highlight)
    sketch.circle(middle, 0.28, theme.bag_line).circle(middle, 0.24, theme.waters[0])
    sketch.circle(middle, 0.13, None, theme.bag_line, 0.02)
    for step in range(8):
        angle = math.pi * step / 4
        sketch.circle((0.5 + 0.26 * math.cos(angle), 0.5 + 0.26 * math.sin(angle)), 0.016, theme.paper)
    return sketch.sprite()


@cached
def place(kind: Literal["pod", "control"], cell: int, water: int, theme: Station) -> Image.Image:
    """The square of the pod or the control room, which stands smaller in its water. RGB."""
    paint = pod if kind == "pod" else control_room
    picture = square(cell, 0, water, theme).copy()
    sprite = paint(round(cell * 0.76) if water else cell, theme)
    picture.paste(sprite, (2, cell - sprite.height - 2) if water else (0, 0), sprite)
    number(picture, cell, 0, water, theme)
    return picture


@cached
def leak(cell: int, side: Side, theme: Station) -> Image.Image:
    """A leak in the hull on ``side`` of its square, and the spray that comes from it."""
    sketch = Sketch(cell, cell)
    middle = cell / 2
    if side == "middle":
        sketch.circle((middle, middle), cell * 0.2, None, theme.waters[2], cell * 0.05)
        sketch.circle((middle, middle), cell * 0.3, None, theme.waters[1], cell * 0.03)
        return sketch.sprite()
    crack = [(0.0, 0.16), (0.1, 0.27), (0.04, 0.38), (0.15, 0.5), (0.05, 0.62), (0.11, 0.74), (0.0, 0.86)]
    points = [(cell * x, cell * y) for x, y in crack]
    sketch.polygon(points, theme.ink)
    for order, rise in enumerate((-0.36, -0.18, 0.0, 0.18, 0.36)):
        reach = 0.5 - abs(rise) * 0.45
        root, end = (cell * 0.05, cell * 0.5), (cell * (0.05 + reach), cell * (0.5 + rise))
        for wide, tone in ((0.075, theme.ink), (0.05, theme.paper if order % 2 == 0 else theme.waters[1])):
            # A jet widens as it flies: a narrow root, a round end.
            across = (-rise * cell * wide / 0.6, reach * cell * wide / 0.6)
            sketch.polygon(
                [root, (end[0] + across[0], end[1] + across[1]), (end[0] - across[0], end[1] - across[1])],
                tone,
            )
            sketch.circle(end, cell * wide * 0.8, tone)
        for offset, size in ((0.12, 0.03), (0.19, 0.018)):
            drop = (end[0] + cell * offset, end[1] + cell * rise * offset * 2)
            sketch.circle(drop, cell * (size + 0.012), theme.ink)
            sketch.circle(drop, cell * size, theme.paper)
    sprite = sketch.sprite()
    return sprite.transpose(TURNS[side]) if side in TURNS else sprite


@cached
def alarm(size: int, theme: Station) -> Image.Image:
    """A triangle with an exclamation mark: danger."""
    sketch = Sketch(1, 1, unit=size)
    sketch.polygon([(0.5, 0), (1, 0.92), (0, 0.92)], theme.ink)
    sketch.polygon([(0.5, 0.14), (0.87, 0.85), (0.13, 0.85)], theme.bad)
    sketch.line([(0.5, 0.38), (0.5, 0.6)], theme.paper, 0.11)
    return sketch.circle((0.5, 0.75), 0.06, theme.paper).sprite()


@cached
def part(kind: Part, size: int, theme: Station) -> Image.Image:
    """One part of the captain's turn: a drop, or a sandbag with a plus or a minus."""
    sketch = Sketch(1, 1, unit=size)
    if kind == "pump":
        for inset, tone in ((0.0, theme.paper), (0.06, theme.waters[1])):
            sketch.polygon([(0.5, inset * 2), (0.76 - inset, 0.5), (0.24 + inset, 0.5)], tone)
            sketch.circle((0.5, 0.66), 0.32 - inset, tone)
        return sketch.sprite()
    sack(sketch, (0.5, 0.93), 0.88, 0.06, theme.paper)
    sack(sketch, (0.5, 0.93), 0.88, 0, theme.bag)
    sketch.line([(0.31, 0.65), (0.69, 0.65)], theme.ink, 0.1)
    if kind == "bag":
        sketch.line([(0.5, 0.46), (0.5, 0.84)], theme.ink, 0.1)
    return sketch.sprite()


CHEVRON: Final = ((-0.34, -0.4), (0.0, -0.4), (0.38, 0.0), (0.0, 0.4), (-0.34, 0.4), (0.02, 0.0))
"""A chevron that points to the right, around its middle, in its size."""
HEAD: Final = ((0.44, 0.0), (-0.44, -0.44), (-0.44, 0.44))
"""An arrow's head that points to the right."""
SIDES: Final[tuple[Side, ...]] = ("right", "bottom", "left", "top")
"""Clockwise, one quarter after another."""


def _turned(points: Iterable[Point], side: Side) -> list[Point]:
    """``points`` that are to the right of a middle, turned to ``side`` around the middle of a square."""
    for _ in range(SIDES.index(side)):
        points = [(-y, x) for x, y in points]
    return [(x + 0.5, y + 0.5) for x, y in points]


@cached
def step(size: int, side: Side, theme: Station) -> Image.Image:
    """A step of a way to the pod: a chevron that points to ``side``."""
    points = _turned(CHEVRON, side)
    outline = [*points, points[0]]
    sketch = Sketch(1, 1, unit=size).line(outline, theme.ink, 0.2).line(outline, theme.paper, 0.13)
    return sketch.polygon(points, theme.bad).sprite()


@cached
def arrow_head(size: int, side: Side, theme: Station, *, faint: bool = False) -> Image.Image:
    """The head of water's arrow that points to ``side``."""
    tip = _turned(HEAD, side)
    x, y = sum(x for x, _ in tip) / 3, sum(y for _, y in tip) / 3
    inner = [(x + (across - x) * 0.62, y + (down - y) * 0.62) for across, down in tip]
    sketch = Sketch(1, 1, unit=size).polygon(tip, theme.ink)
    return sketch.polygon(inner, theme.paper if faint else theme.highlight).sprite()
