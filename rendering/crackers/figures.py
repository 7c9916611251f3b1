"""Sprites of the crew, the captain, the escape pod, the control room and the leaks."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PIL import Image

from bot.games.crackers.turns import Part
from rendering.cache import cached
from rendering.sprites import Sketch, around
from rendering.text import write_centred
from rendering.theme import RGB, Theme

from .tiles import FIGURES, number, square

Side: TypeAlias = Literal["left", "right", "top", "bottom", "middle"]
SIDES: Final[tuple[Side, ...]] = ("right", "bottom", "left", "top")
"""Clockwise, one quarter after another."""
LEAST_FACE: Final = 64
"""The least size of a diver with a face, in pixels."""
HELMETS: Final = (0.45, 0.38, 0.42)
"""How large a helmet alone is, in sizes: the round one, the pointed one, the square one."""


def colour(who: int, theme: Theme) -> RGB:
    """The colour of red, yellow or blue."""
    return (theme.bad, theme.highlight, theme.several("waters")[2])[who]


@cached
def crew(who: int, letter: str, size: int, theme: Theme, *, active: bool = False) -> Image.Image:
    """A diver with a face and ``letter``: red's helmet is round, yellow's pointed, blue's square.

    Where a face would be a blot on a phone, it's the helmet alone, with the letter on it.
    """
    side = size * 1.16
    sketch, small = Sketch(side, side), size < LEAST_FACE
    fill, rims = colour(who, theme), [(0.05, theme.ink), (0.02, theme.paper), (-0.02, theme.ink)]
    if active:
        rims = [(0.08, theme.ink), (0.07, theme.highlight), (0.02, theme.ink)]
    for more, tone in (*rims, (-0.045, fill)):
        if small:
            _helmet(sketch, who, side / 2, size * HELMETS[who], size * more, tone)
        else:
            _suit(sketch, who, side / 2, size, size * more, tone)
    ink = theme.ink if who == 1 else theme.paper
    if small:
        sprite, low, high = sketch.sprite(), 0.13 * (who == 1), 0.5 if who == 1 else 0.62
    else:
        sprite = sketch.lay(Sketch(1.16, 1.16, unit=size).draw(FIGURES["face"], theme)).sprite()
        low, high = 0.29, 0.38
    write_centred(sprite, (side / 2, side / 2 + size * low), letter, round(size * high), ink)
    return sprite


def _suit(sketch: Sketch, who: int, middle: float, size: float, more: float, tone: RGB) -> None:
    """The outline of a helmet and of shoulders, ``more`` pixels larger on all sides."""
    low, reach = middle + size * 0.5 + more, size * 0.42 + more
    sketch.rounded((middle - reach, middle + size * 0.02 - more, middle + reach, low), size * 0.17, tone)
    _helmet(sketch, who, middle, size * 0.31, more, tone, middle - size * 0.17)


def _helmet(
    sketch: Sketch, who: int, x: float, head: float, more: float, tone: RGB, y: float | None = None
) -> None:
    """The outline of a helmet around ``x`` and ``y`` (None: the same), ``more`` pixels larger all round."""
    y = x if y is None else y
    if who == 0:
        sketch.circle((x, y), head + more, tone)
    elif who == 1:
        tip, wide, low = y - head * 1.16 - more * 1.6, head * 1.35 + more * 1.6, y + head * 0.97 + more
        sketch.polygon([(x, tip), (x + wide, low), (x - wide, low)], tone)
    else:
        sketch.rounded(around((x, y), head + more), head * 0.16, tone)


@cached
def figure(name: str, size: int, theme: Theme) -> Image.Image:
    """A figure that has one look, such as the captain, the pod, or a sign of danger."""
    return Sketch(1, 1, unit=size).draw(FIGURES[name], theme).sprite()


@cached
def control_room(cell: int, theme: Theme) -> Image.Image:
    """The control room: dials, lamps and the captain."""
    picture = figure("control_room", cell, theme).copy()
    face = figure("captain", round(cell * 0.72), theme)
    picture.paste(face, ((cell - face.width) // 2, cell - face.height - round(cell * 0.04)), face)
    return picture


@cached
def place(kind: Literal["pod", "control"], cell: int, water: int, theme: Theme) -> Image.Image:
    """The square of the pod or the control room, which stands smaller in its water. RGB."""
    picture, side = square(cell, 0, water, theme).copy(), round(cell * 0.76) if water else cell
    sprite = figure("pod", side, theme) if kind == "pod" else control_room(side, theme)
    picture.paste(sprite, (2, cell - sprite.height - 2) if water else (0, 0), sprite)
    number(picture, cell, 0, water, theme)
    return picture


@cached
def leak(cell: int, side: Side, theme: Theme) -> Image.Image:
    """A leak in the hull on ``side`` of its square, and the spray that comes from it."""
    if side == "middle":
        return figure("leak_middle", cell, theme)
    return figure("leak", cell, theme).rotate(90 * (2 - SIDES.index(side)))


@cached
def part(kind: Part, size: int, theme: Theme) -> Image.Image:
    """One part of the captain's turn: a drop, or a sandbag with a plus or a minus."""
    sketch = Sketch(1, 1, unit=size)
    if kind != "pump":
        sketch.draw(FIGURES["sack"], theme)
    return sketch.draw(FIGURES[kind], theme).sprite()


@cached
def step(size: int, side: Side, theme: Theme) -> Image.Image:
    """A step of a way to the pod: a chevron that points to ``side``."""
    return figure("step", size, theme).rotate(-90 * SIDES.index(side))


@cached
def water_head(size: int, side: Side | None, theme: Theme) -> Image.Image:
    """The end of water's way to ``side``, or a ring where water stays."""
    return figure("way" if side else "stay", size, theme).rotate(-90 * SIDES.index(side or "right"))
