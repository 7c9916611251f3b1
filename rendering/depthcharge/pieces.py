"""What floats on Depth Charge's lake, and what lies in it: sprites of about one square."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw

from rendering.cache import cached
from rendering.sprites import Point, Sketch, around, pairs
from rendering.text import font, write_centred
from rendering.theme import RGB, RGBA, Theme, clear, mix, read_toml

from .colours import crew_of

FIGURES: Final = read_toml("depthcharge/figures.toml")
SIZE: Final = 74
"""A square's side, and a sprite's unless it says otherwise."""
BOAT: Final = 1.32
"""How many times as large a boat is drawn as its figure."""
PLATE: Final = 52
"""The side of the latest report's plate."""
RINGS: Final = (31, 37)
"""The radii of the rings around it."""
SMALL: Final = 42
"""The side of an older report's mark."""
CORNERS: Final = ((-1, -1), (1, 1), (-1, 1), (1, -1))
HEXAGON: Final = ((0, -1.25), (0, 1.25), (-1.08, -0.62), (1.08, 0.62), (-1.08, 0.62), (1.08, -0.62))
PIPS: Final = (
    (),
    ((0, 0),),
    CORNERS[:2],
    (*CORNERS[:2], (0, 0)),
    CORNERS,
    (*CORNERS, (0, 0)),
    HEXAGON,
    (*HEXAGON, (0, 0)),
)
"""Where the dots of so many pings are, up to five as on a die."""
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
def boat(seat: str, way: str, theme: Theme, *, wake: bool = True) -> Image.Image:
    """A patrol boat that points ``way`` (n, e, s or w) on the picture, its letter upright.

    It has its bow at the front edge of its square, and its wake, if it has one, on the square behind: two
    squares.
    """
    sprite = _northbound(seat, theme, wake=wake)
    sprite = sprite.transpose(TURNS[way]) if way in TURNS else sprite.copy()
    x, y = FIGURES["letters"][way]
    _letter(sprite, (x, y), seat, theme)
    return pairs(sprite)


@cached
def _northbound(seat: str, theme: Theme, *, wake: bool) -> Image.Image:
    """A boat that points to the north, without its letter, and its wake."""
    sprite = Sketch(SIZE, 2 * SIZE).draw(FIGURES["wake"] if wake else (), theme).sprite()
    hull = _hull(seat, theme)
    margin = (hull.width - SIZE) // 2
    sprite.alpha_composite(hull.crop((margin, 0, margin + SIZE, hull.height)), (0, 0))
    return sprite


def _letter(sprite: Image.Image, middle: Point, seat: str, theme: Theme) -> None:
    tint = mix(crew_of(seat, theme).hull, (0, 0, 0), 0.25)
    write_centred(sprite, middle, seat[0].upper(), round(26 * BOAT), tint)


def _hull(seat: str, theme: Theme) -> Image.Image:
    """A boat that points to the north, without its letter."""
    crew = crew_of(seat, theme)
    return Sketch(SIZE, SIZE, unit=BOAT).draw(FIGURES[f"boat_{seat}"], theme, **crew._asdict()).sprite()


@cached
def wreckage(seat: str, theme: Theme) -> Image.Image:
    """A boat that struck a mine: it goes down stern first in an explosion, three squares wide."""
    sprite = blast(3 * SIZE, theme).copy()
    hull = _hull(seat, theme)
    _letter(hull, (hull.width / 2, FIGURES["letters"]["n"][1]), seat, theme)
    hull = hull.rotate(-38, Image.Resampling.BICUBIC, expand=True)
    hull = hull.crop((0, 0, hull.width, hull.height * 3 // 4))
    middle = (sprite.width - hull.width) // 2, (sprite.height - hull.height) // 2
    sprite.alpha_composite(hull, middle)
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
def sounding(pings: int, seat: str, fresh: bool, theme: Theme, *, aside: bool = False) -> Image.Image:
    """A report on its square, with a dot for each ping: round for South, square for North.

    All numbers on the lake are distances, so this has none. A ``fresh`` one is a bright plate in rings of
    sound, an older one a small dim mark. With something ``aside``, both are small.
    """
    rings, plate = (RINGS, PLATE) if fresh and not aside else ((), SMALL)
    sign, side = crew_of(seat, theme).sign, 2 * max((*rings, plate // 2))
    dim = mix(theme.several("depths")[2], theme.paper, 0.66)
    sketch, middle = Sketch(side, side), (side / 2, side / 2)

    def shape(reach: float, tint: RGB) -> None:
        radius = reach if seat == "south" else reach / 4
        sketch.rounded(around(middle, reach), radius, tint)

    for radius in rings:
        sketch.circle(middle, radius, line=theme.highlight, width=3)
    if fresh:
        shape(plate / 2, theme.ink)
        shape(plate / 2 - 2, sign)
        shape(plate / 2 - 6, theme.paper)
    else:
        shape(plate / 2, dim)
        shape(plate / 2 - 2, theme.sounded)
    for right, down in PIPS[pings]:
        dot = middle[0] + right * plate * 0.2, middle[1] + down * plate * 0.2
        sketch.circle(dot, plate * 0.09, fill=theme.ink if fresh else dim)
    return pairs(sketch.sprite())


@cached
def ringed(theme: Theme) -> Image.Image:
    """The rings around the latest sounding alone."""
    side = 2 * max(RINGS)
    sketch = Sketch(side, side)
    for radius in RINGS:
        sketch.circle((side / 2, side / 2), radius, line=theme.highlight, width=3)
    return pairs(sketch.sprite())


@cached
def ping(time: int, theme: Theme) -> Image.Image:
    """The time of a ping on a square that it may come from."""
    sprite = Image.new("RGBA", (64, 48), (*theme.several("depths")[4], 0))
    ImageDraw.Draw(sprite).text(
        (32, 24),
        str(time),
        theme.paper,
        font(48),
        "mm",
        stroke_width=3,
        stroke_fill=theme.several("depths")[4],
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
