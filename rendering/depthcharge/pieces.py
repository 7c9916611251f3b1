"""What floats on Depth Charge's lake, and what lies in it: sprites of about one square."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw

from rendering.cache import cached
from rendering.sprites import Sketch, around, pairs
from rendering.text import font, line, width, write_centred
from rendering.theme import RGB, RGBA, Theme, clear, mix, read_toml

from .colours import crew_of

FIGURES: Final = read_toml("depthcharge/figures.toml")
SIZE: Final = 74
"""A square's side, and a sprite's unless it says otherwise."""
LOW: Final = 42
"""The height of a report's plate that leaves room for something above it."""
NARROW: Final = 0.7
"""How narrow the numbers on a plate are at most, of their usual width."""
APART: Final = {1: 1, 2: 1.4, 3: 2.3, 4: 2.6}
"""How much larger numbers must be in so many columns than in one, to be told apart as easily."""
TURNS: Final = {
    "e": Image.Transpose.ROTATE_270,
    "s": Image.Transpose.ROTATE_180,
    "w": Image.Transpose.ROTATE_90,
}


@cached
def piece(name: str, theme: Theme, width: int = SIZE, height: int = SIZE) -> Image.Image:
    """A figure that looks alike for both sides."""
    return _drawn(name, theme, width, height)


def _drawn(name: str, theme: Theme, width: int = SIZE, height: int = SIZE, **own: RGB | RGBA) -> Image.Image:
    """A figure with its lines in pairs: that makes a file a tenth smaller."""
    return pairs(Sketch(width, height).draw(FIGURES[name], theme, **own).sprite())


@cached
def boat(seat: str, way: str, theme: Theme) -> Image.Image:
    """A patrol boat that points ``way`` (n, e, s or w) on the picture, its letter upright."""
    crew = crew_of(seat, theme)
    sprite = Sketch(SIZE, SIZE).draw(FIGURES[f"boat_{seat}"], theme, **crew._asdict()).sprite()
    if way in TURNS:
        sprite = sprite.transpose(TURNS[way])
    write_centred(sprite, FIGURES["letters"][way], seat[0].upper(), 26, mix(crew.hull, (0, 0, 0), 0.25))
    return pairs(sprite)


@cached
def wreckage(seat: str, theme: Theme) -> Image.Image:
    """A boat that struck a mine: it goes down stern first in an explosion, three squares wide."""
    sprite = blast(3 * SIZE, theme).copy()
    hull = boat(seat, "n", theme).rotate(-38, Image.Resampling.BICUBIC, expand=True)
    hull = hull.crop((0, 0, hull.width, hull.height * 3 // 4))
    sprite.alpha_composite(hull, ((sprite.width - hull.width) // 2, (sprite.height - hull.height) // 2 - 8))
    return sprite


@cached
def blast(side: float, theme: Theme) -> Image.Image:
    """An explosion."""
    return Sketch(222, 222, unit=side / 222).draw(FIGURES["explosion"], theme).sprite()


@cached
def mine(seat: str, theme: Theme) -> Image.Image:
    """A live mine on its rope; South's is a ball with a light middle, North's a dark box."""
    sign, south = crew_of(seat, theme).sign, seat == "south"
    sprite = _drawn(f"mine_{seat}", theme, sign=sign)
    write_centred(sprite, (37, 32), seat[0].upper(), *((23, sign) if south else (25, theme.foam)))
    return pairs(sprite)


@cached
def splash(seat: str, theme: Theme) -> Image.Image:
    """A missed depth charge: drops over rings of foam."""
    return _drawn("splash", theme, sign=crew_of(seat, theme).sign)


@cached
def proved(theme: Theme) -> Image.Image:
    """A proved mine: a hollow one with an exclamation mark."""
    return _drawn("proved", theme, shade=clear(theme.ink, 0.8))


@cached
def plate(times: tuple[int, ...], seat: str, fresh: bool, theme: Theme, *, low: bool = False) -> Image.Image:
    """A report on its square: the times on a round plate for South, on a square one for North.

    A ``low`` plate leaves room for something above it.
    """
    height = LOW if low else 54 if len(times) < 2 else SIZE
    across, down, middle = SIZE - 8, height - 8, SIZE - height / 2 if low else SIZE / 2
    columns = max(APART, key=lambda columns: _size(times, columns, across, down) / APART[columns])
    size, rows = round(_size(times, columns, across, down)), -(-len(times) // columns)
    sprite = _bare_plate(height, middle, seat, bool(times), fresh, theme).copy()
    for order, time in enumerate(times):
        row, column = divmod(order, columns)
        wide, high = across / min(columns, len(times) - row * columns), down / rows
        x, y = round(4 + column * wide), round(middle + (row - rows / 2) * high)
        number = _number(time, size, round(across / columns - 8), theme)
        at = round(x + (wide - number.width) / 2), round(y + (high - number.height) / 2)
        sprite.alpha_composite(number, at)
        if column:
            sprite.paste(crew_of(seat, theme).sign, (x - 2, y, x + 2, round(y + high)))
    return pairs(sprite)


@cached
def _number(time: int, size: int, room: int, theme: Theme) -> Image.Image:
    """A report's time without any margin, at most ``room`` pixels wide."""
    number = line(str(time), size, theme.ink)
    number = number.crop(number.getbbox())
    return number.resize((min(number.width, room), number.height))


@cached
def _bare_plate(height: int, middle: float, seat: str, heard: bool, fresh: bool, theme: Theme) -> Image.Image:
    """A plate without its times around the y ``middle``; with a dash where there are none."""
    sign, sketch, radius = crew_of(seat, theme).sign, Sketch(SIZE, SIZE), 18 if seat == "south" else 5
    border = sign if fresh else mix(sign, theme.several("depths")[2], 0.2)
    fill = theme.paper if fresh else mix(theme.paper, theme.several("depths")[2], 0.34)
    for inset, tint in ((0, border), (4, fill)):
        box = around((SIZE / 2, middle), SIZE / 2 - inset, height / 2 - inset)
        sketch.rounded(box, radius - inset, tint)
    if not heard:
        sketch.rectangle((23, middle - 2.5, 51, middle + 2.5), theme.ink)
    return sketch.sprite()


def _size(times: tuple[int, ...], columns: int, across: int, down: int) -> float:
    """The size of the numbers of a plate in so many columns."""
    widest = max((width(str(time), 100) / 100 for time in times), default=1)
    rows = max(1, -(-len(times) // columns))
    return min(50, down / rows * 1.15, (across / columns - 8) / widest / NARROW)


@cached
def ping(time: int, theme: Theme) -> Image.Image:
    """The time of a ping, faint, on a square that it may come from."""
    sprite = Image.new("RGBA", (64, 48), (*theme.several("depths")[4], 0))
    tint = mix(theme.paper, theme.several("depths")[2], 0.34)
    ImageDraw.Draw(sprite).text(
        (32, 24), str(time), tint, font(40), "mm", stroke_width=3, stroke_fill=theme.several("depths")[4]
    )
    return pairs(sprite)


@cached
def small(side: int, sprite: Callable[..., Image.Image], *args: object) -> Image.Image:
    """A ``sprite`` of these, ``side`` pixels wide, for the corner of a plate or above it."""
    return sprite(*args).resize((side, side), Image.Resampling.LANCZOS)


@cached
def crest(seat: str, theme: Theme) -> Image.Image:
    """A side's sign for the strip: a round one with S, a square one with N."""
    crew = crew_of(seat, theme)
    sprite = Sketch(42, 42).draw(FIGURES[f"crest_{seat}"], theme, **crew._asdict()).sprite()
    write_centred(sprite, (21, 21), seat[0].upper(), 27, crew.trim)
    return sprite
