"""Sprites of the crew, the captain, the escape pod, the control room and the leaks."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

from PIL import Image

from bot.games.crackers.turns import Part
from rendering.cache import cached
from rendering.sprites import Sketch
from rendering.text import write_centred
from rendering.theme import RGB, Theme, clear

from .tiles import number, paints, sack, square

Side: TypeAlias = Literal["left", "right", "top", "bottom", "middle"]
TURNS: Final[dict[Side, Image.Transpose]] = {
    "bottom": Image.Transpose.ROTATE_90,
    "right": Image.Transpose.ROTATE_180,
    "top": Image.Transpose.ROTATE_270,
}
"""How a leak's spray from the left is turned."""


def colour(who: int, theme: Theme) -> RGB:
    """The colour of red, yellow or blue."""
    return (theme.bad, theme.highlight, paints(theme).waters[2])[who]


@cached
def crew(who: int, size: int, theme: Theme, *, active: bool = False) -> Image.Image:
    """A diver with a face and a letter: red's helmet is round, yellow's pointed, blue's square."""
    side = size * 1.16
    sketch, tones = Sketch(side, side), paints(theme)
    fill, rims = colour(who, theme), [(0.05, theme.ink), (0.02, theme.paper), (-0.02, theme.ink)]
    if active:
        rims = [(0.08, theme.ink), (0.07, theme.highlight), (0.02, theme.ink)]
    for more, tone in (*rims, (-0.045, fill)):
        _suit(sketch, who, side / 2, size, size * more, tone)
    x, y, glass = side / 2, side / 2 - size * 0.16, size * 0.2
    sketch.circle((x, y), glass + size * 0.045, theme.ink).circle((x, y), glass, tones.bag)
    sketch.pie((x - glass, y - glass, x + glass, y + glass), 200, 340, tones.bag_line)
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
        sketch.rounded((middle - head, y - head, middle + head, y + head), size * 0.05, tone)


@cached
def captain(size: int, theme: Theme) -> Image.Image:
    """Captain Crackers: a peaked cap, a wild white beard, and eyes that do not agree."""
    tones = paints(theme)
    sketch = Sketch(size, size)

    def at(x: float, y: float) -> tuple[float, float]:
        return size * x, size * y

    def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        return size * left, size * top, size * right, size * bottom

    sketch.polygon([at(0.06, 1), at(0.2, 0.76), at(0.8, 0.76), at(0.94, 1)], tones.waters[3])
    for step in range(9):
        angle = math.radians(20 + step * 17.5)
        tip = at(0.5 + 0.43 * math.cos(angle), 0.55 + 0.42 * math.sin(angle))
        side = math.radians(20 + step * 17.5 + 90)
        wide = 0.1
        root = (0.5 + 0.2 * math.cos(angle), 0.52 + 0.2 * math.sin(angle))
        sketch.polygon(
            [
                tip,
                at(root[0] + wide * math.cos(side), root[1] + wide * math.sin(side)),
                at(root[0] - wide * math.cos(side), root[1] - wide * math.sin(side)),
            ],
            theme.paper,
        )
    sketch.ellipse(box(0.22, 0.24, 0.78, 0.84), theme.paper)
    sketch.ellipse(box(0.27, 0.22, 0.73, 0.66), tones.bag)
    sketch.ellipse(box(0.28, 0.32, 0.5, 0.54), theme.paper, theme.ink, size * 0.025)
    sketch.ellipse(box(0.53, 0.35, 0.7, 0.52), theme.paper, theme.ink, size * 0.025)
    sketch.circle(at(0.42, 0.39), size * 0.045, theme.ink)
    sketch.circle(at(0.585, 0.47), size * 0.035, theme.ink)
    sketch.ellipse(box(0.44, 0.48, 0.58, 0.6), tones.pod)
    sketch.pie(box(0.33, 0.5, 0.69, 0.8), 0, 180, theme.ink)
    sketch.rounded(box(0.38, 0.65, 0.64, 0.695), size * 0.01, theme.paper)
    cap = ((0.16, 0.2), (0.3, 0.02), (0.74, 0.02), (0.86, 0.2), (0.74, 0.3), (0.28, 0.3))
    sketch.polygon([at(x, y) for x, y in cap], tones.waters[3])
    sketch.ellipse(box(0.2, 0.21, 0.82, 0.36), theme.ink)
    sketch.line([at(0.24, 0.235), at(0.78, 0.235)], theme.highlight, size * 0.03)
    sketch.circle(at(0.5, 0.13), size * 0.055, theme.highlight)
    return sketch.sprite()


@cached
def control_room(cell: int, theme: Theme) -> Image.Image:
    """The control room: dials, lamps and the captain."""
    tones = paints(theme)
    sketch = Sketch(cell, cell)
    sketch.rounded((0, 0, cell, cell), cell * 0.06, theme.ink)
    rim = cell * 0.035
    sketch.rounded((rim, rim, cell - rim, cell - rim), cell * 0.05, theme.bad)
    sketch.rounded((rim, cell * 0.66, cell - rim, cell - rim), cell * 0.05, tones.bag_line)
    for order, x in enumerate((0.13, 0.87)):
        sketch.circle((cell * x, cell * 0.2), cell * 0.075, theme.paper, theme.ink, cell * 0.016)
        swing = -0.04 if order else 0.045
        sketch.line([(cell * x, cell * 0.2), (cell * (x + swing), cell * 0.16)], theme.bad, cell * 0.02)
    for order, x in enumerate((0.1, 0.19, 0.81, 0.9)):
        lamp = theme.chosen if order % 2 else theme.highlight
        sketch.circle((cell * x, cell * 0.8), cell * 0.035, lamp)
    picture = sketch.sprite()
    face = captain(round(cell * 0.72), theme)
    picture.paste(face, ((cell - face.width) // 2, cell - face.height - round(cell * 0.04)), face)
    return picture


@cached
def pod(cell: int, theme: Theme) -> Image.Image:
    """The escape pod."""
    tones = paints(theme)
    sketch, middle = Sketch(cell, cell), cell / 2
    for side in (-1, 1):
        fin = [
            (middle + side * cell * x, cell * y)
            for x, y in ((0.28, 0.5), (0.47, 0.74), (0.47, 0.93), (0.22, 0.84))
        ]
        sketch.polygon(fin, tones.bag_line)
    sketch.ellipse((cell * 0.12, cell * 0.04, cell * 0.88, cell * 0.96), tones.bag_line)
    sketch.ellipse((cell * 0.15, cell * 0.07, cell * 0.85, cell * 0.93), tones.pod)
    sketch.ellipse((cell * 0.2, cell * 0.1, cell * 0.66, cell * 0.66), theme.highlight)
    sketch.circle((middle, middle), cell * 0.28, tones.bag_line)
    sketch.circle((middle, middle), cell * 0.24, tones.waters[0])
    sketch.circle((middle, middle), cell * 0.13, None, tones.bag_line, cell * 0.02)
    for step in range(8):
        angle = math.pi * step / 4
        bolt = (middle + cell * 0.26 * math.cos(angle), middle + cell * 0.26 * math.sin(angle))
        sketch.circle(bolt, cell * 0.016, theme.paper)
    return sketch.sprite()


@cached
def place(kind: Literal["pod", "control"], cell: int, water: int, theme: Theme) -> Image.Image:
    """The square of the pod or the control room, which stands smaller in its water. RGB."""
    paint = pod if kind == "pod" else control_room
    picture = square(cell, 0, water, theme).copy()
    sprite = paint(round(cell * 0.76) if water else cell, theme)
    picture.paste(sprite, (2, cell - sprite.height - 2) if water else (0, 0), sprite)
    number(picture, cell, 0, water, theme)
    return picture


@cached
def leak(cell: int, side: Side, theme: Theme) -> Image.Image:
    """A leak in the hull on ``side`` of its square, and the spray that comes from it."""
    tones = paints(theme)
    sketch = Sketch(cell, cell)
    middle = cell / 2
    if side == "middle":
        sketch.circle((middle, middle), cell * 0.2, None, tones.waters[2], cell * 0.05)
        sketch.circle((middle, middle), cell * 0.3, None, tones.waters[1], cell * 0.03)
        return sketch.sprite()
    crack = [(0.0, 0.16), (0.1, 0.27), (0.04, 0.38), (0.15, 0.5), (0.05, 0.62), (0.11, 0.74), (0.0, 0.86)]
    points = [(cell * x, cell * y) for x, y in crack]
    sketch.polygon(points, theme.ink)
    for order, rise in enumerate((-0.36, -0.18, 0.0, 0.18, 0.36)):
        reach = 0.5 - abs(rise) * 0.45
        root, end = (cell * 0.05, cell * 0.5), (cell * (0.05 + reach), cell * (0.5 + rise))
        for wide, tone in ((0.075, theme.ink), (0.05, theme.paper if order % 2 == 0 else tones.waters[1])):
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
def alarm(size: int, theme: Theme) -> Image.Image:
    """A triangle with an exclamation mark: danger."""
    sketch = Sketch(size, size)
    sketch.polygon([(size / 2, 0), (size, size * 0.92), (0, size * 0.92)], theme.ink)
    inner = [(size / 2, size * 0.14), (size * 0.87, size * 0.85), (size * 0.13, size * 0.85)]
    sketch.polygon(inner, theme.bad)
    sketch.line([(size / 2, size * 0.38), (size / 2, size * 0.6)], theme.paper, size * 0.11)
    return sketch.circle((size / 2, size * 0.75), size * 0.06, theme.paper).sprite()


@cached
def part(kind: Part, size: int, theme: Theme) -> Image.Image:
    """One part of the captain's turn: a drop, or a sandbag with a plus or a minus."""
    tones = paints(theme)
    sketch = Sketch(size, size)
    if kind == "pump":
        for inset, tone in ((0.0, theme.paper), (size * 0.06, tones.waters[1])):
            sketch.polygon(
                [(size / 2, inset * 2), (size * 0.76 - inset, size * 0.5), (size * 0.24 + inset, size * 0.5)],
                tone,
            )
            sketch.circle((size / 2, size * 0.66), size * 0.32 - inset, tone)
        return sketch.sprite()
    foot, rim = (size / 2, size * 0.93), size * 0.06
    sack(sketch, foot, size * 0.88, rim, theme.paper)
    sack(sketch, foot, size * 0.88, 0, tones.bag)
    middle, reach = size * 0.65, size * 0.19
    sketch.line([(size / 2 - reach, middle), (size / 2 + reach, middle)], theme.ink, size * 0.1)
    if kind == "bag":
        sketch.line([(size / 2, middle - reach), (size / 2, middle + reach)], theme.ink, size * 0.1)
    return sketch.sprite()


CHEVRON: Final = ((-0.34, -0.4), (0.0, -0.4), (0.38, 0.0), (0.0, 0.4), (-0.34, 0.4), (0.02, 0.0))
"""A chevron that points to the right, around its middle, in its size."""
QUARTERS: Final[dict[Side, int]] = {"right": 0, "bottom": 1, "left": 2, "top": 3}
"""How many quarters clockwise from the right."""


@cached
def step(size: int, side: Side, theme: Theme) -> Image.Image:
    """A step of a way to the pod: a chevron that points to ``side``."""
    points = [(x * size, y * size) for x, y in CHEVRON]
    for _ in range(QUARTERS[side]):
        points = [(-y, x) for x, y in points]
    outline = [(x + size / 2, y + size / 2) for x, y in points]
    sketch = Sketch(size, size).line([*outline, outline[0]], theme.ink, size * 0.2)
    sketch.line([*outline, outline[0]], theme.paper, size * 0.13)
    return sketch.polygon(outline, theme.bad).sprite()


@cached
def arrow_head(size: int, side: Side, theme: Theme, *, faint: bool = False) -> Image.Image:
    """The head of water's arrow that points to ``side``."""
    sketch = Sketch(size, size)
    low, high, middle = size * 0.06, size * 0.94, size / 2
    tip: Final = {
        "right": [(high, middle), (low, low), (low, high)],
        "left": [(low, middle), (high, low), (high, high)],
        "top": [(middle, low), (low, high), (high, high)],
        "bottom": [(middle, high), (low, low), (high, low)],
    }[side]
    sketch.polygon(tip, theme.ink)
    centre = (sum(x for x, _ in tip) / 3, sum(y for _, y in tip) / 3)
    inner = [(centre[0] + (x - centre[0]) * 0.62, centre[1] + (y - centre[1]) * 0.62) for x, y in tip]
    return sketch.polygon(inner, clear(theme.paper if faint else theme.highlight, 1)).sprite()
