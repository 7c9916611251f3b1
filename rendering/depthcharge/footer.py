"""The strip under Depth Charge's lake: mines, misses and what was done last."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.depthcharge.narration import turn
from bot.games.depthcharge.view import DepthChargeView, Side
from rendering.cache import cached
from rendering.primitives import panel
from rendering.sprites import Sketch, stamp
from rendering.text import caption, fit, line
from rendering.theme import RGB, Theme, clear, darker
from rendering.tiles import TiledPicture

from .colours import COLOURS, Colours
from .lake import HEIGHT, WIDTH
from .pieces import HORNS, crest

TOP: Final = 1003
TALL: Final = 56
ROOM: Final = 486
"""The width of a side's panel."""


def footer(picture: TiledPicture, view: DepthChargeView, theme: Theme) -> None:
    """Draw the strip on ``picture``."""
    colours = COLOURS[theme.palette]
    for order, side in enumerate(view.sides):
        _side(picture, view, side, 8 + order * (ROOM + 12), theme, colours)
    if view.last is not None:
        misses = len(view.side(view.last.seat).missed)
        text = turn(view.last, misses, view.terms.misses)
        size = fit(text, 29, WIDTH - 40)
        caption(picture, (WIDTH / 2, HEIGHT - 21), text, size, theme.coordinate, theme.ground)


def _side(
    picture: TiledPicture, view: DepthChargeView, side: Side, left: int, theme: Theme, colours: Colours
) -> None:
    south = side.seat == "south"
    crew = colours.south if south else colours.north
    acts = side.seat in view.to_act
    edge = theme.highlight if acts else crew.sign
    sprite = panel(ROOM, TALL, 16 if south else 4, theme.panel, edge, 5 if acts else 3)
    middle = TOP + TALL / 2
    stamp(picture, sprite, (left + ROOM / 2, middle))
    stamp(picture, crest(colours, south), (left + 34, middle))
    name = line(side.seat.capitalize(), 29, theme.coordinate)
    stamp(picture, name, (left + 63 + name.width / 2, middle))
    x = left + 172.0
    for order in range(view.terms.mines):
        stamp(picture, _pip(order < side.left, colours, theme.coordinate), (x, middle))
        x += 27
    x = left + ROOM - 26.0
    for order in reversed(range(view.terms.misses)):
        stamp(picture, _drop(order < len(side.missed), theme.coordinate, theme.bad), (x, middle))
        x -= 27


@cached
def _pip(live: bool, colours: Colours, light: RGB) -> Image.Image:
    """A mine of the count: with its horns while it lives, an ✕ once it is destroyed."""
    sketch = Sketch(26, 26)
    if not live:
        return (
            sketch.line([(6, 6), (20, 20)], colours.blaze, 4.5)
            .line([(6, 20), (20, 6)], colours.blaze, 4.5)
            .sprite()
        )
    for across, down in HORNS:
        sketch.line([(13, 14), (13 + across * 11, 14 + down * 11)], light, 3.2)
    return sketch.circle((13, 14), 7.5, light).rounded((11.5, 20, 14.5, 26), 1, light).sprite()


@cached
def _drop(used: bool, light: RGB, bad: RGB) -> Image.Image:
    """A miss of the count: a drop, filled once it has happened."""
    sketch = Sketch(24, 30)
    sketch.circle((12, 19), 9.5, light).polygon([(3.3, 15), (20.7, 15), (12, 1)], light)
    if not used:
        dark = clear(darker(light, 0.8), 1)
        sketch.circle((12, 19), 7, dark).polygon([(6, 15.5), (18, 15.5), (12, 5.5)], dark)
        return sketch.sprite()
    return sketch.circle((12, 19), 7, bad).polygon([(6, 15.5), (18, 15.5), (12, 5.5)], bad).sprite()
