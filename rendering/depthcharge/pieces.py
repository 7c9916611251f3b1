"""What floats on Depth Charge's lake, and what lies in it: sprites of about one square."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PIL import Image

from rendering.cache import cached
from rendering.sprites import Sketch, around
from rendering.text import fit, write_centred
from rendering.theme import RGB, clear, darker, mix, read_toml

from .colours import Lake

FIGURES: Final = read_toml("depthcharge/figures.toml")
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


@cached
def piece(name: str, theme: Lake, width: int = SIZE, height: int = SIZE) -> Image.Image:
    """A figure that looks alike for both sides."""
    return Sketch(width, height).draw(FIGURES[name], theme).sprite()


@cached
def boat(seat: str, way: str, theme: Lake) -> Image.Image:
    """A patrol boat that points ``way`` (n, e, s or w) on the picture, its letter upright."""
    crew = theme.crew(seat)
    sprite = Sketch(SIZE, SIZE).draw(FIGURES[f"boat_{seat}"], theme, **crew._asdict()).sprite()
    if way in TURNS:
        sprite = sprite.transpose(TURNS[way])
    offset = {"n": (37, 42.5), "e": (31.5, 37), "s": (37, 31.5), "w": (42.5, 37)}[way]
    write_centred(sprite, offset, seat[0].upper(), 26, darker(crew.hull, 0.25))
    return sprite


@cached
def wreckage(seat: str, theme: Lake) -> Image.Image:
    """A boat that struck a mine: it goes down stern first in an explosion, three squares wide."""
    sprite = blast(3 * SIZE, theme).copy()
    hull = boat(seat, "n", theme).rotate(-38, Image.Resampling.BICUBIC, expand=True)
    hull = hull.crop((0, 0, hull.width, hull.height * 3 // 4))
    sprite.alpha_composite(hull, ((sprite.width - hull.width) // 2, (sprite.height - hull.height) // 2 - 8))
    return sprite


@cached
def blast(side: float, theme: Lake) -> Image.Image:
    """An explosion."""
    return Sketch(222, 222, unit=side / 222).draw(FIGURES["explosion"], theme).sprite()


@cached
def mine(seat: str, theme: Lake) -> Image.Image:
    """A live mine on its chain; South's plate is light and round, North's dark and square."""
    sign, south = theme.crew(seat).sign, seat == "south"
    sketch = Sketch(SIZE, SIZE).draw(FIGURES["mine"], theme)
    sprite = sketch.draw(FIGURES[f"mine_{seat}"], theme, sign=sign).sprite()
    write_centred(sprite, (37, 32), seat[0].upper(), *((21, sign) if south else (18, theme.foam)))
    return sprite


@cached
def splash(seat: str, theme: Lake) -> Image.Image:
    """A missed depth charge: drops over rings of foam."""
    return Sketch(SIZE, SIZE).draw(FIGURES["splash"], theme, sign=theme.crew(seat).sign).sprite()


@cached
def proved(theme: Lake) -> Image.Image:
    """A proved mine: a hollow one with an exclamation mark."""
    return Sketch(SIZE, SIZE).draw(FIGURES["proved"], theme, shade=clear(theme.ink, 0.8)).sprite()


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
    crew = theme.crew(seat)
    sprite = Sketch(42, 42).draw(FIGURES[f"crest_{seat}"], theme, **crew._asdict()).sprite()
    write_centred(sprite, (21, 21), seat[0].upper(), 27, crew.trim)
    return sprite
