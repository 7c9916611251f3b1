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

from .colours import Crew, LakeColours

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
def boat(colours: LakeColours, south: bool, way: str, ink: RGB) -> Image.Image:
    """A patrol boat that points ``way`` (n, e, s or w) on the picture, its letter upright."""
    crew = colours.south if south else colours.north
    sprite = _hull(crew, south, ink, colours.foam)
    if way in TURNS:
        sprite = sprite.transpose(TURNS[way])
    offset = {"n": (37, 42.5), "e": (31.5, 37), "s": (37, 31.5), "w": (42.5, 37)}[way]
    write_centred(sprite, offset, "S" if south else "N", 26, darker(crew.hull, 0.25))
    return sprite


@cached
def wreckage(colours: LakeColours, south: bool, ink: RGB) -> Image.Image:
    """A boat that struck a mine: it goes down stern first in an explosion, three squares wide."""
    sketch = Sketch(3 * SIZE, 3 * SIZE)
    _explosion(sketch, colours)
    sprite = sketch.sprite()
    hull = boat(colours, south, "n", ink).rotate(-38, Image.Resampling.BICUBIC, expand=True)
    hull = hull.crop((0, 0, hull.width, hull.height * 3 // 4))
    sprite.alpha_composite(hull, ((sprite.width - hull.width) // 2, (sprite.height - hull.height) // 2 - 8))
    return sprite


def _explosion(sketch: Sketch, colours: LakeColours) -> None:
    """Smoke, fire and its glow around the middle of a square sketch."""
    middle = sketch.width / 2
    unit = middle / 111
    for order, (outer, inner, tint) in enumerate(
        ((102.0, 64.0, colours.foam), (94.0, 58.0, colours.mine), (84.0, 50.0, colours.fire),
         (64.0, 38.0, colours.blaze), (40.0, 24.0, colours.foam))
    ):  # fmt: skip
        sketch.polygon(_star(middle, outer * unit, inner * unit, 12, 0.2 + order * 0.04), tint)


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
def island(colours: LakeColours, kind: int) -> Image.Image:
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
def mine(colours: LakeColours, south: bool) -> Image.Image:
    """A live mine on its chain; South's plate is light and round, North's dark and square."""
    crew = colours.south if south else colours.north
    sketch, (x, y) = Sketch(SIZE, SIZE), HULL
    _shell(sketch, colours.foam, 2.6)
    _shell(sketch, colours.mine, 0)
    for link in (54.0, 62.5):
        sketch.ellipse((x - 1.5, link - 0.5, x + 1.5, link + 3.5), colours.foam)
    if south:
        sketch.circle(HULL, 13, colours.foam)
    else:
        sketch.rounded((x - 12, y - 12, x + 12, y + 12), 2, colours.foam)
        sketch.rounded((x - 9.5, y - 9.5, x + 9.5, y + 9.5), 1, crew.sign)
    sprite = sketch.sprite()
    write_centred(
        sprite, HULL, "S" if south else "N", 21 if south else 18, crew.sign if south else colours.foam
    )
    return sprite


@cached
def wreck(colours: LakeColours, ink: RGB) -> Image.Image:
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
def splash(colours: LakeColours, sign: RGB) -> Image.Image:
    """A missed depth charge: drops over rings of foam."""
    sketch = Sketch(SIZE, SIZE)
    sketch.ellipse((10, 28, 64, 64), colours.foam).ellipse((14, 32, 60, 60), colours.depths[2])
    sketch.ellipse((22, 37, 52, 56), colours.foam).ellipse((26, 41, 48, 52), sign)
    for x, y, size in ((37, 22, 8), (19, 27, 6), (55, 27, 6)):
        sketch.polygon([(x - size * 0.75, y), (x + size * 0.75, y), (x, y - size * 2.2)], colours.foam)
        sketch.circle((x, y), size * 0.9, colours.foam)
    return sketch.sprite()


@cached
def blast(colours: LakeColours) -> Image.Image:
    """The explosion of a mine that was hit."""
    sketch = Sketch(2.4 * SIZE, 2.4 * SIZE)
    _explosion(sketch, colours)
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
def empty(colours: LakeColours) -> Image.Image:
    """A square that holds no mine, as it's proved or a boat was there: a short dash."""
    sketch = Sketch(18, 6).rounded((0, 0, 18, 6), 0, colours.depths[4])
    return sketch.rounded((2, 2, 16, 4), 0, colours.foam).sprite()


@cached
def plate(
    times: tuple[int, ...],
    south: bool,
    fresh: bool,
    colours: LakeColours,
    paper: RGB,
    ink: RGB,
    *,
    low: bool = False,
) -> Image.Image:
    """A report on its square: the times on a round plate for South, on a square one for North.

    A ``low`` plate leaves room for a boat above it, with more and smaller times a line.
    """
    sign = (colours.south if south else colours.north).sign
    fill = paper if fresh else mix(paper, colours.depths[2], 0.34)
    border = sign if fresh else mix(sign, colours.depths[2], 0.2)
    line = _per_line(times, low)
    rows = [" ".join(map(str, times[at : at + line])) for at in range(0, len(times), line)]
    most = (25, 21, 14) if low else (34, 30, 23, 17)
    size = min((fit(row, most[len(rows) - 1], 61) for row in rows), default=34)
    height = (34, 34, 48, 48)[len(rows)] if low else {0: 34, 1: 46, 2: 62}.get(len(rows), 70)
    middle = SIZE - height / 2 if low else SIZE / 2
    sprite = _bare_plate(height, middle, south, bool(times), border, fill, ink).copy()
    for order, row in enumerate(rows):
        y = middle + (order - (len(rows) - 1) / 2) * size * 0.88
        write_centred(sprite, (37, y), row, size, ink)
    return sprite


@cached
def _bare_plate(
    height: int, middle: float, south: bool, heard: bool, border: RGB, fill: RGB, ink: RGB
) -> Image.Image:
    """A plate without its times around the y ``middle``; with a dash where there are none."""
    sketch = Sketch(SIZE, SIZE)
    box = (1.5, middle - height / 2, 72.5, middle + height / 2)
    sketch.rounded(box, min(height / 2, 20) if south else 2, border)
    inner = (box[0] + 3.5, box[1] + 3.5, box[2] - 3.5, box[3] - 3.5)
    sketch.rounded(inner, min(height / 2 - 4, 16) if south else 0, fill)
    if not heard:
        sketch.rounded((25, middle - 2, 49, middle + 2), 0, ink)
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
        box = (middle - radius, middle - radius, middle + radius, middle + radius)
        # Open rings: a whole one costs a PNG a kilobyte.
        for start in (0, 90, 180, 270) if count else range(0, 360, 30):
            reach = (15 if not count else 74 if not order else 50) / 2
            sketch.arc(box, start + 45 - reach, start + 45 + reach, 255, 6 if not order else 4.5)
    return sketch.cover()


@cached
def small(sprite: str, colours: LakeColours, tint: RGB, ink: RGB, *, south: bool = False) -> Image.Image:
    """A mine, a proved mine, a wreck or a splash (``sprite``), small, for the corner of a plate."""
    whole = {
        "mine": lambda: mine(colours, south),
        "proved": lambda: proved(tint, ink),
        "wreck": lambda: wreck(colours, ink),
        "splash": lambda: splash(colours, tint),
    }[sprite]()
    return whole.resize((32, 32), Image.Resampling.LANCZOS)


@cached
def aside(colours: LakeColours, south: bool, way: str, ink: RGB) -> Image.Image:
    """A boat above the plate on its square, small."""
    return boat(colours, south, way, ink).resize((50, 50), Image.Resampling.LANCZOS)


@cached
def crest(colours: LakeColours, south: bool) -> Image.Image:
    """A side's sign for the strip: a round one with S, a square one with N."""
    crew = colours.south if south else colours.north
    sketch = Sketch(42, 42)
    sketch.rounded((0, 0, 42, 42), 21 if south else 3, crew.trim)
    sprite = sketch.rounded((3, 3, 39, 39), 18 if south else 1, crew.hull).sprite()
    write_centred(sprite, (21, 21), "S" if south else "N", 27, crew.trim)
    return sprite
