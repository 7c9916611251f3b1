"""Snorkels' cast: two kinds of aliens with their breathing tubes, and stones.

The kinds differ in more than colour: purple ones are round and dark, with spots, two eyes and antennae; green
ones are square and light, with stripes, one eye and ears. So they stay apart in greyscale and for every eye.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from PIL import Image

from .primitives import pattern
from .sprites import Sketch, kept, stamp
from .theme import RGB, PaletteName, clear, darker, lighter, mix

CELL: Final = 120
"""A square's side in pixels; all measures below are for it."""
ROOM: Final = 172
"""The side of an alien's sprite: bubbles rise into the next square."""
MIDDLE: Final = ROOM / 2

Kind: TypeAlias = Literal["purple", "green"]
Tube: TypeAlias = Literal["open", "blocked", "shared"]
Tubes: TypeAlias = tuple[Tube, Tube, Tube, Tube]
"""Up, right, down, left, as seen on the picture."""
Mood: TypeAlias = Literal["happy", "worried", "out"]


@dataclass(frozen=True, slots=True)
class Colours:
    """Snorkels' own colours in one palette. Hashable."""

    purple: RGB
    green: RGB
    floor: RGB
    rim: RGB
    stone: RGB
    air: RGB
    bubble: RGB
    plug: RGB
    """A blocked tube."""
    alarm: RGB
    """The ✕ on a blocked tube."""
    ink: RGB


COLOURS: Final[dict[PaletteName, Colours]] = {
    "default": Colours(
        purple=(122, 72, 196),
        green=(126, 208, 84),
        floor=(233, 200, 158),
        rim=(146, 84, 62),
        stone=(138, 136, 146),
        air=(96, 208, 245),
        bubble=(226, 248, 255),
        plug=(72, 64, 76),
        alarm=(240, 84, 72),
        ink=(38, 26, 44),
    ),
    "colour-blind": Colours(
        purple=(88, 52, 168),
        green=(190, 226, 96),
        floor=(226, 206, 178),
        rim=(120, 96, 84),
        stone=(128, 130, 138),
        air=(86, 190, 245),
        bubble=(230, 246, 255),
        plug=(60, 56, 64),
        alarm=(255, 176, 80),
        ink=(24, 22, 34),
    ),
    "high-contrast": Colours(
        purple=(84, 0, 168),
        green=(96, 255, 72),
        floor=(250, 250, 244),
        rim=(88, 88, 88),
        stone=(120, 120, 120),
        air=(0, 190, 255),
        bubble=(255, 255, 255),
        plug=(20, 20, 20),
        alarm=(255, 255, 255),
        ink=(0, 0, 0),
    ),
}


def coat(kind: Kind, colours: Colours) -> RGB:
    """The colour of one kind's skin."""
    return colours.purple if kind == "purple" else colours.green


@kept
def alien(kind: Kind, tubes: Tubes, mood: Mood, colours: Colours) -> Image.Image:
    """An alien with its four tubes, at most ``ROOM`` pixels square, in the sprite's middle."""
    whole = Image.new("RGBA", (ROOM, ROOM))
    for turn, state in enumerate(tubes):
        upward = _tube(state, kind, mood == "out", colours)
        whole.alpha_composite(upward.rotate(-90 * turn))
    whole.alpha_composite(_body(kind, mood, colours))
    # Pasting takes time by area: keep what is drawn on, evenly round the middle.
    left, top, right, bottom = whole.getbbox() or (0, 0, ROOM, ROOM)
    across, along = min(left, ROOM - right), min(top, ROOM - bottom)
    return whole.crop((across, along, ROOM - across, ROOM - along))


@kept
def face(kind: Kind, mood: Mood, height: int, colours: Colours) -> Image.Image:
    """An alien without tubes, as a sign in running text: ``height`` pixels square."""
    side = 92
    low = round(MIDDLE - side / 2)
    body = _body(kind, mood, colours).crop((low, low - 4, low + side, low - 4 + side))
    return body.resize((height, height), Image.Resampling.LANCZOS)


@kept
def _tube(state: Tube, kind: Kind, still: bool, colours: Colours) -> Image.Image:
    """The upper tube; the others are its turns."""
    sketch, x, ink = Sketch(ROOM, ROOM), MIDDLE, colours.ink
    edge = MIDDLE - CELL / 2
    skin = coat(kind, colours)
    if still:
        skin = _pale(skin)
    if state == "shared":
        sketch.rounded((x - 13, edge - 1, x + 13, MIDDLE), 0, ink)
        sketch.rounded((x - 10, edge - 1, x + 10, MIDDLE), 0, lighter(skin, 0.3))
        return sketch.rounded((x - 16, edge, x + 16, edge + 5), 0, ink).sprite()
    if state == "blocked":
        sketch.rounded((x - 10, edge + 8, x + 10, MIDDLE), 0, ink)
        sketch.rounded((x - 7, edge + 8, x + 7, MIDDLE), 0, colours.plug)
        sketch.rounded((x - 17, edge + 3, x + 17, edge + 20), 5, ink)
        sketch.rounded((x - 14.5, edge + 5.5, x + 14.5, edge + 17.5), 3, colours.plug)
        for slant in (-1, 1):
            sketch.line([(x - 4 * slant, edge + 7.5), (x + 4 * slant, edge + 15.5)], colours.alarm, 3)
        return sketch.sprite()
    sketch.rounded((x - 10, edge + 10, x + 10, MIDDLE), 0, ink)
    sketch.rounded((x - 7, edge + 10, x + 7, MIDDLE), 0, colours.air)
    sketch.rounded((x - 15, edge + 6, x + 15, edge + 17), 5, ink)
    sketch.rounded((x - 12.5, edge + 8.5, x + 12.5, edge + 14.5), 3, lighter(colours.air, 0.45))
    for dx, dy, radius in ((-2, -4, 7.5), (6, -18, 5)):
        sketch.circle((x + dx, edge + dy), radius, darker(colours.air, 0.45))
        sketch.circle((x + dx, edge + dy), radius - 1.8, colours.bubble)
    return sketch.sprite()


def _pale(skin: RGB) -> RGB:
    return mix(skin, (150, 150, 154), 0.72)


@kept
def _body(kind: Kind, mood: Mood, colours: Colours) -> Image.Image:
    skin = coat(kind, colours)
    if mood == "out":
        skin = _pale(skin)
    draw: Callable[[Sketch, RGB, Colours], None] = _round_body if kind == "purple" else _square_body
    sketch = Sketch(ROOM, ROOM)
    draw(sketch, skin, colours)
    _face(sketch, kind, mood, colours)
    return sketch.sprite()


def _round_body(sketch: Sketch, skin: RGB, colours: Colours) -> None:
    c, ink = MIDDLE, colours.ink
    for side in (-1, 1):
        root, tip = (c + 16 * side, c - 24), (c + 32 * side, c - 42)
        sketch.line([root, tip], ink, 4.5).circle(tip, 8.5, ink).circle(tip, 5.6, lighter(skin, 0.45))
    sketch.circle((c, c), 38, ink)
    ball = Sketch(ROOM, ROOM).circle((c, c), 34.8, skin)
    sketch.lay(ball)
    spots = Sketch(ROOM, ROOM)
    for dx, dy, radius in ((-26, 12, 6.5), (26, 9, 5), (21, 24, 5.5), (-17, 26, 4), (0, -28, 5)):
        spots.circle((c + dx, c + dy), radius, lighter(skin, 0.34))
    sketch.lay(spots, within=ball)


def _square_body(sketch: Sketch, skin: RGB, colours: Colours) -> None:
    c, ink = MIDDLE, colours.ink
    for side in (-1, 1):
        ear = [(c + 12 * side, c - 28), (c + 38 * side, c - 46), (c + 32 * side, c - 14)]
        sketch.polygon(ear, ink).line([*ear, ear[0]], ink, 6)
        inner = [(c + 18 * side, c - 30), (c + 35 * side, c - 42), (c + 30 * side, c - 20)]
        sketch.polygon(inner, lighter(skin, 0.4))
    sketch.rounded((c - 36, c - 36, c + 36, c + 36), 15, ink)
    shape = Sketch(ROOM, ROOM).rounded((c - 33, c - 33, c + 33, c + 33), 12, skin)
    sketch.lay(shape)
    sketch.lay(pattern(ROOM, ROOM, "bars", darker(skin, 0.3), 14, 5), within=shape)


def _face(sketch: Sketch, kind: Kind, mood: Mood, colours: Colours) -> None:
    c, ink = MIDDLE, colours.ink
    eyes = [(c - 12.5, c - 7, 12.5), (c + 12.5, c - 7, 12.5)] if kind == "purple" else [(c, c - 9, 18.0)]
    for x, y, radius in eyes:
        sketch.circle((x, y), radius + 1.8, ink).circle((x, y), radius - 1, (255, 255, 255))
        if mood == "out":
            arm = radius * 0.45
            for slant in (-1, 1):
                sketch.line([(x - arm * slant, y - arm), (x + arm * slant, y + arm)], ink, 4)
            continue
        pupil = radius * (0.52 if mood == "happy" else 0.34)
        sketch.circle((x, y + 1), pupil, ink)
        sketch.circle((x - pupil * 0.35, y + 1 - pupil * 0.4), pupil * 0.36, (255, 255, 255))
    if mood == "happy":
        sketch.pie((c - 13, c + 2, c + 13, c + 28), 12, 168, ink)
        sketch.pie((c - 6, c + 16, c + 6, c + 27), 180, 360, (240, 112, 122))
    elif mood == "worried":
        sketch.ellipse((c - 6, c + 13, c + 6, c + 27), ink).ellipse(
            (c - 3, c + 18, c + 3, c + 25), (240, 112, 122)
        )
        drop = (c + 29, c - 24)
        sketch.polygon([(drop[0], drop[1] - 13), (drop[0] - 7, drop[1] + 1), (drop[0] + 7, drop[1] + 1)], ink)
        sketch.circle((drop[0], drop[1] + 3), 8.2, ink).circle((drop[0], drop[1] + 3), 5.8, colours.air)
    else:
        sketch.line(
            [(c - 13, c + 22), (c - 6, c + 17), (c, c + 22), (c + 6, c + 17), (c + 13, c + 22)], ink, 4
        )


@kept
def stone(colours: Colours) -> Image.Image:
    """A boulder, ``CELL`` pixels square."""
    sketch, grey, ink = Sketch(CELL, CELL), colours.stone, colours.ink
    hull = [(16, 74), (24, 40), (46, 20), (78, 22), (100, 44), (106, 76), (92, 100), (54, 106), (26, 98)]
    sketch.ellipse((10, 84, 112, 114), clear(ink, 0.25))
    sketch.polygon(hull, ink).line([*hull, hull[0]], ink, 7)
    sketch.polygon(hull, darker(grey, 0.2))
    sketch.polygon([(16, 74), (24, 40), (46, 20), (78, 22), (88, 46), (56, 58), (40, 84)], grey)
    sketch.polygon([(24, 40), (46, 20), (78, 22), (70, 38), (44, 44)], lighter(grey, 0.35))
    sketch.line([(88, 46), (84, 68), (94, 84)], darker(grey, 0.5), 2.5)
    for x, y, radius in ((44, 70, 5), (64, 84, 7), (76, 58, 3.5)):
        sketch.circle((x, y), radius, darker(grey, 0.42)).circle(
            (x + 1, y + 1.5), radius - 1.5, darker(grey, 0.25)
        )
    return sketch.sprite()


@kept
def swoon(colours: Colours) -> Image.Image:
    """The ground under a blocked snorkel at the end: dark, with hatching, ``CELL`` pixels square."""
    sketch = Sketch(CELL, CELL)
    plate = Sketch(CELL, CELL).rounded((2, 2, CELL - 2, CELL - 2), 10, mix(colours.floor, colours.plug, 0.5))
    sketch.lay(plate).lay(
        pattern(CELL, CELL, "stripes", mix(colours.floor, colours.plug, 0.68), 20, 5), within=plate
    )
    return sketch.sprite()


def cast_sheet(colours: Colours) -> Image.Image:
    """All of the cast in one RGB picture, for the palette."""
    states: tuple[Tube, ...] = ("open", "blocked", "shared", "open")
    kinds: tuple[Kind, ...] = ("purple", "green")
    moods: tuple[Mood, ...] = ("happy", "worried", "out")
    sheet = Image.new("RGB", (ROOM * 4, ROOM * 2), colours.floor)
    for row, kind in enumerate(kinds):
        for column, mood in enumerate(moods):
            tubes: Tubes = (states[column], states[column + 1], "open", "blocked")
            stamp(sheet, alien(kind, tubes, mood, colours), (ROOM * (column + 0.5), ROOM * (row + 0.5)))
    stamp(sheet, stone(colours), (ROOM * 3.5, ROOM * 0.5))
    stamp(sheet, swoon(colours), (ROOM * 3.5, ROOM * 1.5))
    return sheet
