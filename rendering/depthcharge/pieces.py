"""What floats on Depth Charge's lake, and what lies in it: sprites of about one square."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Point, Sketch, around
from rendering.text import fit, write_centred
from rendering.theme import RGB, clear, darker, mix

from .colours import Lake

SIZE: Final = 74
"""A square's side, and a sprite's unless it says otherwise."""
RING: Final = 58
"""The radius of the first ring around a sounding."""
RINGS: Final = 106
"""How much larger the last of many rings is, at most."""
TURNS: Final = {
    "e": Image.Transpose.ROTATE_270,
    "s": Image.Transpose.ROTATE_180,
    "w": Image.Transpose.ROTATE_90,
}


def _mirrored(points: list[Point]) -> list[Point]:
    """``points`` of a right half, from bow to stern, with the left half."""
    return points + [(SIZE - x, y) for x, y in reversed(points)]


def _hull(seat: str, theme: Lake) -> Image.Image:
    """A boat that points up: South's a single pointed hull, North's two blunt ones."""
    crew, ink = theme.crew(seat), theme.ink
    sketch, ruled = Sketch(SIZE, SIZE), Sketch(SIZE, SIZE)
    for side in (-1, 1):
        sketch.line([(37 + side * 13, 52), (37 + side * 24, 72)], theme.foam, 3.5)
    sketch.line([(37, 66), (37, 73)], theme.foam, 3.5)
    if seat == "south":
        body = _mirrored([(37, 2), (47, 14), (54, 30), (56, 48), (52, 67)])
        inner = _mirrored([(37, 10), (44, 20), (49.5, 33), (51, 48), (48, 62)])
        sketch.polygon(_grown(body, 2.2), ink).polygon(body, crew.hull)
        for at in range(-15, 151, 15):
            ruled.line([(at, -1), (at - SIZE - 1, SIZE)], crew.trim, 5)
        deck = Sketch(SIZE, SIZE).polygon(inner, crew.deck)
        sketch.lay(deck).lay(ruled, within=deck)
        return sketch.circle((37, 43), 16, ink).circle((37, 43), 14, crew.trim).sprite()
    for left in (11, 46):
        sketch.rounded((left - 2, 5, left + 19, 69), 8, ink)
        sketch.rounded((left, 7, left + 17, 67), 6, crew.hull)
        sketch.polygon([(left + 2, 13), (left + 8.5, 3), (left + 15, 13)], crew.hull)
    for at in range(-14, 155, 14):
        ruled.line([(at, -1), (at - SIZE - 1, SIZE)], crew.hull, 3.5)
        ruled.line([(at - SIZE, -1), (at + 1, SIZE)], crew.hull, 3.5)
    deck = Sketch(SIZE, SIZE).rounded((14, 20, 60, 62), 5, crew.deck)
    sketch.rounded((12, 18, 62, 64), 6, ink).lay(deck).lay(ruled, within=deck)
    return sketch.rounded((22, 27, 52, 57), 3, ink).rounded((24, 29, 50, 55), 2, crew.trim).sprite()


def _grown(points: list[Point], by: float) -> list[Point]:
    """``points``, each so much further from the middle."""
    grown = []
    for x, y in points:
        length = math.dist((x, y), (SIZE / 2, SIZE / 2))
        grown.append((x + (x - SIZE / 2) / length * by, y + (y - SIZE / 2) / length * by))
    return grown


@cached
def boat(seat: str, way: str, theme: Lake) -> Image.Image:
    """A patrol boat that points ``way`` (n, e, s or w) on the picture, its letter upright."""
    sprite = _hull(seat, theme)
    if way in TURNS:
        sprite = sprite.transpose(TURNS[way])
    offset = {"n": (37, 42.5), "e": (31.5, 37), "s": (37, 31.5), "w": (42.5, 37)}[way]
    write_centred(sprite, offset, seat[0].upper(), 26, darker(theme.crew(seat).hull, 0.25))
    return sprite


@cached
def wreckage(seat: str, theme: Lake) -> Image.Image:
    """A boat that struck a mine: it goes down stern first in an explosion, three squares wide."""
    sprite = _explosion(3 * SIZE, theme)
    hull = boat(seat, "n", theme).rotate(-38, Image.Resampling.BICUBIC, expand=True)
    hull = hull.crop((0, 0, hull.width, hull.height * 3 // 4))
    sprite.alpha_composite(hull, ((sprite.width - hull.width) // 2, (sprite.height - hull.height) // 2 - 8))
    return sprite


@cached
def blast(theme: Lake) -> Image.Image:
    """The explosion of a mine that was hit."""
    return _explosion(2.4 * SIZE, theme)


def _explosion(side: float, theme: Lake) -> Image.Image:
    """Smoke, fire and its glow: stars with twelve points, of which every other one is shorter."""
    sketch = Sketch(side, side)
    middle = side / 2
    unit = middle / 111
    for order, (outer, inner, tint) in enumerate(
        ((102.0, 64.0, theme.foam), (94.0, 58.0, theme.mine), (84.0, 50.0, theme.fire),
         (64.0, 38.0, theme.blaze), (40.0, 24.0, theme.foam))
    ):  # fmt: skip
        corners = []
        for step in range(24):
            radius = unit * (inner if step % 2 else outer * (1 if step % 4 else 0.8))
            turn = 0.2 + order * 0.04 + math.pi * step / 12
            corners.append((middle + math.cos(turn) * radius, middle + math.sin(turn) * radius))
        sketch.polygon(corners, tint)
    return sketch.sprite()


TREES: Final = (
    ((30.0, 36.0, 19.0), (46.0, 44.0, 15.0)),
    ((26.0, 42.0, 15.0), (48.0, 44.0, 14.0), (37.0, 34.0, 20.0)),
)
"""Each kind of island's pines: x, y, height."""


@cached
def island(kind: int, theme: Lake) -> Image.Image:
    """An island with pines; two ``kind``s."""
    sketch = Sketch(SIZE, SIZE)
    for radius, tint in ((34.0, theme.sand), (26.0, theme.rise)):
        points = []
        for step in range(60):
            turn = math.radians(step * 6)
            reach = radius + 2.2 * math.sin(turn * 3 + kind) + 1.4 * math.sin(turn * 5 - kind * 2)
            points.append((37 + math.cos(turn) * reach, 38 + math.sin(turn) * reach * 0.92))
        sketch.polygon(points, tint)
    for x, y, size in TREES[kind]:
        for rise in (0.0, 0.45):
            low, top = y + size * (0.55 - rise), y - size * (0.5 + rise)
            wide = size * (0.62 - rise * 0.4)
            sketch.polygon([(x - wide, low), (x + wide, low), (x, top)], theme.tree)
    return sketch.sprite()


HORNS: Final = ((-1.0, 0.0), (-0.72, -0.72), (0.0, -1.0), (0.72, -0.72), (1.0, 0.0))
"""The directions of a mine's horns: none where its chain is."""
HULL: Final = (37.0, 32.0)
"""A mine's middle."""


def _shell(sketch: Sketch, fill: RGB, more: float) -> None:
    """A mine's ball with its horns and its chain, ``more`` pixels larger on all sides."""
    x, y = HULL
    for across, down in HORNS:
        sketch.line([(x + across * 18, y + down * 18), (x + across * 26, y + down * 26)], fill, 7 + 2 * more)
    for link in (54.0, 62.5):
        sketch.ellipse((x - 4.5 - more, link - 4 - more, x + 4.5 + more, link + 7 + more), fill)
    sketch.circle(HULL, 20 + more, fill)


@cached
def mine(seat: str, theme: Lake) -> Image.Image:
    """A live mine on its chain; South's plate is light and round, North's dark and square."""
    sign, (x, _) = theme.crew(seat).sign, HULL
    sketch = Sketch(SIZE, SIZE)
    _shell(sketch, theme.foam, 2.6)
    _shell(sketch, theme.mine, 0)
    for link in (54.0, 62.5):
        sketch.ellipse((x - 1.5, link - 0.5, x + 1.5, link + 3.5), theme.foam)
    if seat == "south":
        sprite = sketch.circle(HULL, 13, theme.foam).sprite()
        write_centred(sprite, HULL, "S", 21, sign)
    else:
        sketch.rounded(around(HULL, 12), 2, theme.foam)
        sprite = sketch.rounded(around(HULL, 9.5), 1, sign).sprite()
        write_centred(sprite, HULL, "N", 18, theme.foam)
    return sprite


@cached
def wreck(theme: Lake) -> Image.Image:
    """A destroyed mine: its shell in halves, crossed out."""
    sketch = Sketch(SIZE, SIZE).circle((37, 37), 30, mix(theme.foam, theme.depths[1], 0.5))
    for start, shift in ((100, -5), (280, 5)):
        for reach, tint in ((19, theme.horn), (15, theme.mine)):
            sketch.pie(around((37 + shift, 37 - shift), reach), start, start + 180, tint)
    for tint, weight in ((theme.ink, 8.5), (theme.blaze, 5)):
        sketch.line([(16, 16), (58, 58)], tint, weight).line([(16, 58), (58, 16)], tint, weight)
    return sketch.sprite()


@cached
def splash(seat: str, theme: Lake) -> Image.Image:
    """A missed depth charge: drops over rings of foam."""
    sketch = Sketch(SIZE, SIZE)
    sketch.ellipse((10, 28, 64, 64), theme.foam).ellipse((14, 32, 60, 60), theme.depths[2])
    sketch.ellipse((22, 37, 52, 56), theme.foam).ellipse((26, 41, 48, 52), theme.crew(seat).sign)
    for x, y, size in ((37, 22, 8), (19, 27, 6), (55, 27, 6)):
        sketch.polygon([(x - size * 0.75, y), (x + size * 0.75, y), (x, y - size * 2.2)], theme.foam)
        sketch.circle((x, y), size * 0.9, theme.foam)
    return sketch.sprite()


@cached
def proved(theme: Lake) -> Image.Image:
    """A proved mine: a hollow one with an exclamation mark."""
    sketch, middle = Sketch(SIZE, SIZE), (37, 37)
    for tint, more in ((theme.ink, 3.0), (theme.highlight, 0.0)):
        for step in range(8):
            turn = math.pi * step / 4
            start, tip = ((37 + math.cos(turn) * far, 37 + math.sin(turn) * far) for far in (20, 28))
            sketch.line([start, tip], tint, 5 + more)
        sketch.circle(middle, 21 + more / 2, None, tint, 4 + more)
    sketch.circle(middle, 16, clear(theme.ink, 0.8)).line([(37, 27), (37, 38)], theme.highlight, 6)
    return sketch.circle((37, 47), 3.6, theme.highlight).sprite()


@cached
def empty(theme: Lake) -> Image.Image:
    """A square that holds no mine, as it's proved or a boat was there: a short dash."""
    sketch = Sketch(18, 6).rectangle((0, 0, 18, 6), theme.depths[4])
    return sketch.rectangle((2, 2, 16, 4), theme.foam).sprite()


@cached
def plate(times: tuple[int, ...], seat: str, fresh: bool, theme: Lake, *, low: bool = False) -> Image.Image:
    """A report on its square: the times on a round plate for South, on a square one for North.

    A ``low`` plate leaves room for a boat above it, with more and smaller times a line.
    """
    line = _per_line(times, low)
    rows = [" ".join(map(str, times[at : at + line])) for at in range(0, len(times), line)]
    most = (25, 21, 14) if low else (34, 30, 23, 17)
    size = min((fit(row, most[len(rows) - 1], 61) for row in rows), default=34)
    height = (34, 34, 48, 48)[len(rows)] if low else {0: 34, 1: 46, 2: 62}.get(len(rows), 70)
    middle = SIZE - height / 2 if low else SIZE / 2
    sprite = _bare_plate(height, middle, seat, bool(times), fresh, theme).copy()
    for order, row in enumerate(rows):
        y = middle + (order - (len(rows) - 1) / 2) * size * 0.88
        write_centred(sprite, (37, y), row, size, theme.ink)
    return sprite


@cached
def _bare_plate(height: int, middle: float, seat: str, heard: bool, fresh: bool, theme: Lake) -> Image.Image:
    """A plate without its times around the y ``middle``; with a dash where there are none."""
    sign, south, sketch = theme.crew(seat).sign, seat == "south", Sketch(SIZE, SIZE)
    border = sign if fresh else mix(sign, theme.depths[2], 0.2)
    sketch.rounded(around((37, middle), 35.5, height / 2), min(height / 2, 20) if south else 2, border)
    fill = theme.paper if fresh else mix(theme.paper, theme.depths[2], 0.34)
    inner = around((37, middle), 32, height / 2 - 3.5)
    sketch.rounded(inner, min(height / 2 - 4, 16) if south else 0, fill)
    if not heard:
        sketch.rectangle((25, middle - 2, 49, middle + 2), theme.ink)
    return sketch.sprite()


def _per_line(times: tuple[int, ...], low: bool) -> int:
    """How many times a line of a plate holds."""
    if low:
        return 3 if len(times) <= 3 or (len(times) > 6 and times[-1] > 9) else -(-len(times) // 2)
    if len(times) <= 3 and len(" ".join(map(str, times))) <= 5:
        return 3
    return 2 if len(times) <= 4 or any(time > 9 for time in times) else 3


def rings(count: int) -> int:
    """How far the rings of so many pings reach from their middle, with a hair to spare."""
    return RING + 2 + math.ceil((count - 1) * _apart(count)) if count else RING + 2


def _apart(count: int) -> float:
    """Pixels between two of ``count`` rings."""
    return min(20, RINGS / max(1, count))


@cached
def echo(count: int, tint: RGB, room: tuple[int, int, int, int]) -> Image.Image:
    """Rings around the latest sounding, one for each ping; a broken ring for no echo.

    ``room``: how far it reaches from the middle, at most, on the left, above, on the right and below.
    """
    middle, (left, top, right, bottom) = rings(count), room
    cover = _ringed(count).crop((middle - left, middle - top, middle + right, middle + bottom))
    sprite = Image.new("RGB", cover.size, tint)
    sprite.putalpha(cover)
    return sprite


@cached
def _ringed(count: int) -> Image.Image:
    """The shape of all rings, in L."""
    middle = rings(count)
    sketch = Sketch(2 * middle, 2 * middle, 0)
    for order in range(max(1, count)):
        radius = RING + order * _apart(count)
        box = around((middle, middle), radius)
        # Open rings: a whole one costs a PNG a kilobyte.
        for start in (0, 90, 180, 270) if count else range(0, 360, 30):
            reach = (15 if not count else 74 if not order else 50) / 2
            sketch.arc(box, start + 45 - reach, start + 45 + reach, 255, 6 if not order else 4.5)
    return sketch.cover()


@cached
def small(side: int, sprite: Callable[..., Image.Image], *args: object) -> Image.Image:
    """A ``sprite`` of these, ``side`` pixels wide, for the corner of a plate or above it."""
    return sprite(*args).resize((side, side), Image.Resampling.LANCZOS)


@cached
def crest(seat: str, theme: Lake) -> Image.Image:
    """A side's sign for the strip: a round one with S, a square one with N."""
    crew, south = theme.crew(seat), seat == "south"
    sketch = Sketch(42, 42).rounded((0, 0, 42, 42), 21 if south else 3, crew.trim)
    sprite = sketch.rounded((3, 3, 39, 39), 18 if south else 1, crew.hull).sprite()
    write_centred(sprite, (21, 21), seat[0].upper(), 27, crew.trim)
    return sprite
