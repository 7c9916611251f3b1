"""What floats on Depth Charge's lake, and what lies in it: sprites of about one square."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.primitives import pattern
from rendering.sprites import Point, Sketch
from rendering.text import fit, write_centred
from rendering.theme import RGB, clear, darker, mix

from .colours import Colours, Crew

SIZE: Final = 74
"""A square's side, and a sprite's unless it says otherwise."""
TURNS: Final = {
    "e": Image.Transpose.ROTATE_270,
    "s": Image.Transpose.ROTATE_180,
    "w": Image.Transpose.ROTATE_90,
}


def _mirrored(points: list[Point]) -> list[Point]:
    """``points`` of a right half, from bow to stern, with the left half."""
    return points + [(SIZE - x, y) for x, y in reversed(points)]


def _hull(crew: Crew, south: bool, ink: RGB, foam: RGB) -> Image.Image:
    """A boat that points up: South's a single pointed hull, North's two blunt ones."""
    sketch = Sketch(SIZE, SIZE)
    wake = Sketch(SIZE, SIZE)
    for side in (-1, 1):
        wake.line([(37 + side * 13, 52), (37 + side * 24, 72)], foam, 3.5)
    wake.line([(37, 66), (37, 73)], foam, 3.5)
    sketch.lay(wake)
    if south:
        body = _mirrored([(37, 2), (47, 14), (54, 30), (56, 48), (52, 67)])
        inner = _mirrored([(37, 10), (44, 20), (49.5, 33), (51, 48), (48, 62)])
        sketch.polygon(_grown(body, 2.2), ink)
        sketch.polygon(body, crew.hull)
        shape = Sketch(SIZE, SIZE).polygon(inner, crew.deck)
        sketch.lay(shape)
        sketch.lay(pattern(SIZE, SIZE, "stripes", crew.trim, 15, 5), within=shape)
        sketch.circle((37, 43), 16, ink).circle((37, 43), 14, crew.trim)
        return sketch.sprite()
    for left in (11, 46):
        sketch.rounded((left - 2, 5, left + 19, 69), 8, ink)
        sketch.rounded((left, 7, left + 17, 67), 6, crew.hull)
        sketch.polygon([(left + 2, 13), (left + 8.5, 3), (left + 15, 13)], crew.hull)
    deck = Sketch(SIZE, SIZE).rounded((14, 20, 60, 62), 5, crew.deck)
    sketch.rounded((12, 18, 62, 64), 6, ink).lay(deck)
    sketch.lay(pattern(SIZE, SIZE, "crosses", crew.hull, 14, 3.5), within=deck)
    sketch.rounded((22, 27, 52, 57), 3, ink).rounded((24, 29, 50, 55), 2, crew.trim)
    return sketch.sprite()


def _grown(points: list[Point], by: float) -> list[Point]:
    middle = (SIZE / 2, SIZE / 2)
    grown = []
    for x, y in points:
        length = math.dist((x, y), middle) or 1
        grown.append((x + (x - middle[0]) / length * by, y + (y - middle[1]) / length * by))
    return grown


@cached
def boat(colours: Colours, south: bool, way: str, ink: RGB) -> Image.Image:
    """A patrol boat that points ``way`` (n, e, s or w) on the picture, its letter upright."""
    crew = colours.south if south else colours.north
    sprite = _hull(crew, south, ink, colours.foam)
    if way in TURNS:
        sprite = sprite.transpose(TURNS[way])
    offset = {"n": (37, 42.5), "e": (31.5, 37), "s": (37, 31.5), "w": (42.5, 37)}[way]
    write_centred(sprite, offset, "S" if south else "N", 26, darker(crew.hull, 0.25))
    return sprite


@cached
def wreckage(colours: Colours, south: bool, ink: RGB) -> Image.Image:
    """A boat that struck a mine: fire over its hull, two squares wide."""
    sketch = Sketch(2 * SIZE, 2 * SIZE)
    middle = float(SIZE)
    for radius, inner, tint in ((64, 34, colours.fire), (48, 24, colours.blaze), (30, 16, colours.foam)):
        sketch.polygon(_star(middle, radius, inner, 11, radius), tint)
    crew = colours.south if south else colours.north
    left = [
        (middle - 30, middle - 4),
        (middle - 2, middle - 16),
        (middle - 8, middle + 4),
        (middle - 2, middle + 20),
        (middle - 26, middle + 18),
    ]
    right = [(2 * middle - x + 4, y + 4) for x, y in left]
    for part in (left, right):
        sketch.line([*part, part[0]], ink, 5).polygon(part, crew.hull)
    return sketch.sprite()


def _star(middle: float, outer: float, inner: float, points: int, start: float) -> list[Point]:
    corners = []
    for step in range(2 * points):
        radius = inner if step % 2 else outer * (1 if step % 4 else 0.8)
        turn = start + math.pi * step / points
        corners.append((middle + math.cos(turn) * radius, middle + math.sin(turn) * radius))
    return corners


TREES: Final = (
    ((30.0, 36.0, 19.0), (46.0, 44.0, 15.0)),
    ((26.0, 42.0, 15.0), (48.0, 44.0, 14.0), (37.0, 34.0, 20.0)),
)
"""Each kind of island's pines: x, y, height."""


@cached
def island(colours: Colours, kind: int) -> Image.Image:
    """An island with pines; two ``kind``s."""
    sketch = Sketch(SIZE, SIZE)
    for radius, tint in ((34.0, colours.sand), (26.0, colours.rise)):
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
            sketch.polygon([(x - wide, low), (x + wide, low), (x, top)], colours.tree)
    return sketch.sprite()


@cached
def mine(colours: Colours, lamp: RGB) -> Image.Image:
    """A live mine, with a lamp in its side's colour."""
    sketch = Sketch(SIZE, SIZE)
    for tint, thick, reach in ((colours.foam, 12, 26), (colours.mine, 8, 25)):
        for step in range(4):
            turn = math.pi * step / 4
            across, down = math.cos(turn) * reach, math.sin(turn) * reach
            sketch.line([(37 - across, 37 - down), (37 + across, 37 + down)], tint, thick)
        sketch.circle((37, 37), 20 if thick == 12 else 18, tint)
    return sketch.circle((37, 37), 9, colours.foam).circle((37, 37), 6.5, lamp).sprite()


@cached
def wreck(colours: Colours, ink: RGB) -> Image.Image:
    """A destroyed mine: its shell in halves, crossed out."""
    sketch = Sketch(SIZE, SIZE)
    sketch.circle((37, 37), 30, mix(colours.foam, colours.depths[1], 0.5))
    for start, shift in ((100, -5), (280, 5)):
        box = (18 + shift, 18 - shift, 56 + shift, 56 - shift)
        sketch.pie(box, start, start + 180, colours.horn)
        sketch.pie((box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4), start, start + 180, colours.mine)
    sketch.line([(16, 16), (58, 58)], ink, 8.5).line([(16, 58), (58, 16)], ink, 8.5)
    return (
        sketch.line([(16, 16), (58, 58)], colours.blaze, 5)
        .line([(16, 58), (58, 16)], colours.blaze, 5)
        .sprite()
    )


@cached
def splash(colours: Colours, sign: RGB) -> Image.Image:
    """A missed depth charge: drops over rings of foam."""
    sketch = Sketch(SIZE, SIZE)
    sketch.ellipse((10, 28, 64, 64), colours.foam).ellipse((14, 32, 60, 60), colours.depths[2])
    sketch.ellipse((22, 37, 52, 56), colours.foam).ellipse((26, 41, 48, 52), sign)
    for x, y, size in ((37, 22, 8), (19, 27, 6), (55, 27, 6)):
        sketch.polygon([(x - size * 0.75, y), (x + size * 0.75, y), (x, y - size * 2.2)], colours.foam)
        sketch.circle((x, y), size * 0.9, colours.foam)
    return sketch.sprite()


@cached
def blast(colours: Colours) -> Image.Image:
    """The flash of a depth charge that hit; two squares wide."""
    sketch = Sketch(2 * SIZE, 2 * SIZE)
    for radius, inner, tint in ((66, 42, colours.foam), (54, 34, colours.blaze), (42, 28, colours.fire)):
        sketch.polygon(_star(SIZE, radius, inner, 13, 0.2), tint)
    return sketch.sprite()


@cached
def proved(warning: RGB, ink: RGB) -> Image.Image:
    """A proved mine: a hollow one with an exclamation mark."""
    sketch = Sketch(SIZE, SIZE)
    for tint, more in ((ink, 3.0), (warning, 0.0)):
        for step in range(8):
            turn = math.pi * step / 4
            start, tip = ((37 + math.cos(turn) * far, 37 + math.sin(turn) * far) for far in (20, 28))
            sketch.line([start, tip], tint, 5 + more)
        sketch.circle((37, 37), 21 + more / 2, None, tint, 4 + more)
    sketch.circle((37, 37), 16, clear(ink, 0.8))
    return sketch.line([(37, 27), (37, 38)], warning, 6).circle((37, 47), 3.6, warning).sprite()


@cached
def proved_empty(colours: Colours) -> Image.Image:
    """A square proved empty: a short dash."""
    sketch = Sketch(18, 6).rounded((0, 0, 18, 6), 0, colours.depths[4])
    return sketch.rounded((2, 2, 16, 4), 0, colours.foam).sprite()


@cached
def plate(
    times: tuple[int, ...], south: bool, fresh: bool, colours: Colours, paper: RGB, ink: RGB
) -> Image.Image:
    """A report on its square: the times, two a line, on a round plate for South, a square one for North."""
    sign = (colours.south if south else colours.north).sign
    fill = paper if fresh else mix(paper, colours.depths[2], 0.34)
    border = sign if fresh else mix(sign, colours.depths[2], 0.2)
    line = _per_line(times)
    rows = [" ".join(map(str, times[at : at + line])) for at in range(0, len(times), line)]
    size = min(
        (fit(row, 34 if len(rows) == 1 else 30 if len(rows) == 2 else 23, 61) for row in rows), default=34
    )
    height = {0: 34, 1: 46, 2: 62}.get(len(rows), 70)
    sprite = _bare_plate(height, south, bool(times), border, fill, ink).copy()
    for order, row in enumerate(rows):
        y = 37 + (order - (len(rows) - 1) / 2) * size * 0.88
        write_centred(sprite, (37, y), row, size, ink)
    return sprite


@cached
def _bare_plate(height: int, south: bool, heard: bool, border: RGB, fill: RGB, ink: RGB) -> Image.Image:
    """A plate without its times; with a dash where there are none."""
    sketch = Sketch(SIZE, SIZE)
    box = (1.5, 37 - height / 2, 72.5, 37 + height / 2)
    sketch.rounded(box, min(height / 2, 20) if south else 2, border)
    inner = (box[0] + 3.5, box[1] + 3.5, box[2] - 3.5, box[3] - 3.5)
    sketch.rounded(inner, min(height / 2 - 4, 16) if south else 0, fill)
    if not heard:
        sketch.rounded((25, 35, 49, 39), 0, ink)
    return sketch.sprite()


def _per_line(times: tuple[int, ...]) -> int:
    """How many times a line of a plate holds."""
    if len(times) <= 3 and len(" ".join(map(str, times))) <= 5:
        return 3
    return 2 if len(times) <= 4 or any(time > 9 for time in times) else 3


@cached
def echo(count: int, tint: RGB) -> Image.Image:
    """Rings around the latest sounding, one for each ping; a broken ring for no echo."""
    size = 3.6 * SIZE
    sketch = Sketch(size, size, 0)
    middle = size / 2
    for order in range(max(1, count)):
        radius = 49.0 + order * min(13, 78 / max(1, count))
        box = (middle - radius, middle - radius, middle + radius, middle + radius)
        # Open rings: a whole one costs a PNG a kilobyte.
        for start in (0, 90, 180, 270) if count else range(0, 360, 30):
            reach = (15 if not count else 70 if not order else 44) / 2
            sketch.arc(box, start + 45 - reach, start + 45 + reach, 255, 4)
    cover = sketch.cover()
    sprite = Image.new("RGB", cover.size, tint)
    sprite.putalpha(cover)
    return sprite


@cached
def small(sprite: str, colours: Colours, tint: RGB, ink: RGB) -> Image.Image:
    """A mine, a proved mine, a wreck or a splash (``sprite``), small, for the corner of a plate."""
    whole = {
        "mine": lambda: mine(colours, tint),
        "proved": lambda: proved(tint, ink),
        "wreck": lambda: wreck(colours, ink),
        "splash": lambda: splash(colours, tint),
    }[sprite]()
    return whole.resize((32, 32), Image.Resampling.LANCZOS)


@cached
def crest(colours: Colours, south: bool) -> Image.Image:
    """A side's sign for the strip: a round one with S, a square one with N."""
    crew = colours.south if south else colours.north
    sketch = Sketch(42, 42)
    sketch.rounded((0, 0, 42, 42), 21 if south else 3, crew.trim)
    sprite = sketch.rounded((3, 3, 39, 39), 18 if south else 1, crew.hull).sprite()
    write_centred(sprite, (21, 21), "S" if south else "N", 27, crew.trim)
    return sprite
