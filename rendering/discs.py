"""Discs on pictures of people: a person's letter, a game's emblem, how a game ended, a place.

A game's emblem is ``emblem(size, theme)`` in a module ``emblem`` of its painter's folder: a sprite, and the
ground under it; a third argument, ``seat``, says whose figure it is. A game without one shows its first
letter.
"""

from __future__ import annotations

import importlib
import struct
from importlib.util import find_spec
from inspect import signature
from io import BytesIO
from typing import Final

from PIL import Image

from .cache import cached
from .scene import NOBODY, Face
from .sprites import Point, Sketch, flat
from .text import fit, writable, write_centred
from .theme import RGB, THEMES, Theme, mix, themes

PEOPLE: Final = themes("people.toml", THEMES)
MOST_ACROSS: Final = 256
"""Pixels of the largest picture of an account that is read."""
FEW: Final = 48
"""Colours of a portrait."""
TICK: Final = ((24, 52), (43, 70), (76, 32))
CROSS: Final = (((31, 31), (69, 69)), ((31, 69), (69, 31)))
BARS: Final = (((29, 40), (71, 40)), ((29, 60), (71, 60)))
PLAY: Final = ((38, 28), (38, 72), (74, 50))
UP: Final = ((50, 27), (76, 70), (24, 70))
DOWN: Final = ((50, 73), (76, 30), (24, 30))


def colour_of(face: Face, theme: Theme) -> RGB:
    """The colour of a person's disc."""
    discs = PEOPLE[theme.palette].several("discs")
    return discs[face.number % len(discs)]


def letter_of(name: str) -> str:
    """What stands on a person's disc."""
    return next((sign.upper() for sign in writable(name) if sign.isalnum()), "?")


@cached
def person(face: Face, across: int, theme: Theme, ring: RGB | None = None) -> Image.Image:
    """Somebody's disc, ``across`` pixels wide, with a ``ring``; an outline where nobody is."""
    own, middle, radius = PEOPLE[theme.palette], (across / 2, across / 2), across / 2
    sketch, size = Sketch(across, across), round(across * 0.48)
    if face.number == NOBODY:
        sketch.circle(middle, radius - 1, None, theme.faint, max(3, across * 0.025))
        sprite = sketch.sprite()
        write_centred(sprite, middle, "?", size, theme.faint)
        return sprite
    if ring is not None:
        sketch.circle(middle, radius, ring).circle(middle, radius - across * 0.035, theme.ground)
        radius -= across * 0.042
    sprite = sketch.circle(middle, radius, colour_of(face, theme)).sprite()
    write_centred(sprite, middle, letter_of(face.name), size, own.letter)
    return sprite


def portrait(face: Face, across: int, theme: Theme, ring: RGB | None = None) -> Image.Image | None:
    """The same disc with the picture of somebody's account; None without one that can be read.

    It is in few colours, and never in the cache of sprites.
    """
    try:
        with Image.open(BytesIO(face.avatar), formats=("PNG",)) as file:
            if max(file.size) > MOST_ACROSS:
                return None
            own = flat(file.convert("RGBA"), colour_of(face, theme))
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError):
        return None
    below = person(face._replace(avatar=b""), across, theme, ring).copy()
    rim = round(across * 0.042) if ring is not None else 0
    size = across - 2 * rim
    # At half the size: a small file, and a phone shows a picture at a third of its width anyway.
    half = own.resize(((size + 1) // 2,) * 2, Image.Resampling.LANCZOS)
    few = half.quantize(FEW, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).convert("RGB")
    whole = few.resize((2 * half.width,) * 2, Image.Resampling.NEAREST).crop((0, 0, size, size))
    below.paste(whole, (rim, rim), _round(size))
    return below


@cached
def _round(across: int) -> Image.Image:
    return Sketch(across, across, 0).circle((across / 2, across / 2), across / 2, 255).cover()


@cached
def game(
    key: str, title: str, across: int, theme: Theme, *, grey: bool = False, seat: str = ""
) -> Image.Image:
    """A game's emblem in a ring; ``grey``: as an outline's ghost, for what hasn't been played yet.

    With a ``seat``, its figure is the emblem where the game has one for each.
    """
    name, size = f"rendering.{key}.emblem", across
    picture = Image.new("RGB", (size, size), theme.paper)
    if _has_emblem(key):
        emblem = importlib.import_module(name).emblem
        own = (seat,) if seat and "seat" in signature(emblem).parameters else ()
        sprite, ground = emblem(size, theme, *own)
        picture.paste(ground, (0, 0, size, size))
        picture.paste(sprite, ((size - sprite.width) // 2, (size - sprite.height) // 2), sprite)
    else:
        write_centred(picture, (size / 2, size / 2), letter_of(title), round(size * 0.5), theme.ink)
    return _rounded(picture, theme, grey=grey)


@cached
def puzzle(across: int, theme: Theme, *, grey: bool = False) -> Image.Image:
    """The sign of puzzles: a tick on paper."""
    sketch = Sketch(100, 100, theme.paper, unit=across / 100).line(
        [*TICK], mix(theme.good, theme.ink, 0.25), 11
    )
    return _rounded(sketch.sprite().convert("RGB"), theme, grey=grey)


def _has_emblem(key: str) -> bool:
    try:
        return find_spec(f"rendering.{key}.emblem") is not None
    except ModuleNotFoundError:
        return False


def _rounded(picture: Image.Image, theme: Theme, *, grey: bool) -> Image.Image:
    size = picture.width
    middle, weight = (size / 2, size / 2), max(2.5, size * 0.035)
    if grey:
        ghost = Image.merge("RGB", [picture.convert("L")] * 3)
        picture = Image.blend(Image.new("RGB", ghost.size, theme.panel), ghost, 0.34)
    mask = Sketch(size, size, 0).circle(middle, size / 2 - weight / 2, 255).cover()
    ring = Sketch(size, size).circle(middle, size / 2, None, theme.faint if grey else theme.border, weight)
    sprite = picture.convert("RGBA")
    sprite.putalpha(mask)
    sprite.alpha_composite(ring.sprite())
    return sprite


@cached
def sign(kind: str, across: int, theme: Theme) -> Image.Image:
    """How a game stands: ``won``, ``drawn``, ``lost``, ``playing``, ``free`` or ``open``.

    Its shape says it, too: a tick, two bars, a cross, a triangle, a dot, a ring.
    """
    fills = {"won": theme.good, "drawn": theme.faint, "lost": theme.bad, "playing": theme.chosen}
    sketch, middle = Sketch(100, 100, unit=across / 100), (50, 50)
    if kind in fills:
        sketch.circle(middle, 50, fills[kind])
        draw_sign(sketch, kind, theme.ink)
    else:
        sketch.circle(middle, 49, None, theme.faint, 6)
        if kind == "free":
            sketch.circle(middle, 14, theme.faint)
    return sketch.sprite()


def draw_sign(sketch: Sketch, kind: str, ink: RGB) -> Sketch:
    """The shape of a sign alone, on a sketch of 100 by 100 units."""
    if kind == "won":
        sketch.line([*TICK], ink, 11)
    elif kind == "playing":
        sketch.polygon(PLAY, ink)
    else:
        for way in CROSS if kind == "lost" else BARS:
            sketch.line([*way], ink, 11)
    return sketch


@cached
def way(rising: bool, across: int, theme: Theme) -> Image.Image:
    """Whether a rating went up or down lately."""
    sketch = Sketch(100, 100, unit=across / 100).circle((50, 50), 50, theme.panel)
    sketch.circle((50, 50), 43, theme.good if rising else theme.faint)
    return sketch.polygon(UP if rising else DOWN, theme.ink).sprite()


@cached
def place(number: str, across: int, colour: RGB, theme: Theme) -> Image.Image:
    """A place on a medal."""
    sketch, middle = Sketch(across, across), (across / 2, across / 2)
    sketch.circle(middle, across / 2, theme.ground).circle(middle, across / 2 - 3, colour)
    sprite = sketch.sprite()
    write_centred(sprite, middle, number, fit(number, round(across * 0.6), across * 0.72), theme.ink)
    return sprite


@cached
def star(across: int, ink: RGB) -> Image.Image:
    """A star of five points."""
    points: list[Point] = [
        (50, 4), (62, 37), (97, 38), (69, 59), (79, 94), (50, 73), (21, 94), (31, 59), (3, 38), (38, 37),
    ]  # fmt: skip
    return Sketch(100, 100, unit=across / 100).polygon(points, ink).sprite()
