"""The strip under Depth Charge's lake: mines, misses and what was done last."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.core import Seat
from bot.games.depthcharge.text import turn
from bot.games.depthcharge.view import DepthChargeView
from rendering.cache import cached
from rendering.primitives import panel
from rendering.sprites import Sketch, flat, stamp
from rendering.text import caption, fit, line
from rendering.theme import RGB, Theme, clear, darker
from rendering.tiles import TiledPicture, indexed

from .colours import COLOURS, LakeColours, inks
from .lake import HEIGHT, WIDTH
from .pieces import HORNS, crest

TOP: Final = 1003
TALL: Final = 56
ROOM: Final = 486
"""The width of a side's panel."""


def footer(picture: TiledPicture, view: DepthChargeView, theme: Theme, *, shaded: bool) -> None:
    """Draw the strip on ``picture``, which has the palette for shaded pictures or the other one."""
    mines, misses = view.terms.mines, view.terms.misses
    for order, side in enumerate(view.sides):
        counts = side.left, mines, len(side.missed), misses
        drawn = _side(side.seat, side.seat in view.to_act, *counts, theme, shaded=shaded)
        picture.lay(drawn, (8 + order * (ROOM + 12), TOP))
    if view.last is not None:
        text = turn(view.last, len(view.side(view.last.seat).missed), misses)
        size = fit(text, 29, WIDTH - 40)
        caption(picture, (WIDTH / 2, HEIGHT - 21), text, size, theme.coordinate, theme.ground)


@cached
def _side(
    seat: Seat, acts: bool, live: int, mines: int, missed: int, misses: int, theme: Theme, *, shaded: bool
) -> Image.Image:
    """A side's panel, in numbers of the picture's colours."""
    south, colours, middle = seat == "south", COLOURS[theme.palette], TALL / 2
    edge = theme.highlight if acts else (colours.south if south else colours.north).sign
    picture = flat(panel(ROOM, TALL, 16 if south else 4, theme.panel, edge, 5 if acts else 3), theme.ground)
    stamp(picture, crest(colours, south), (34, middle))
    name = line(seat.capitalize(), 29, theme.coordinate)
    stamp(picture, name, (63 + name.width / 2, middle + 0.5))
    for order in range(mines):
        stamp(picture, _pip(order < live, colours, theme.coordinate), (172 + 27 * order, middle))
    for order in range(misses):
        x = ROOM - 26 - 27 * (misses - 1 - order)
        stamp(picture, _drop(order < missed, theme.coordinate, theme.bad), (x, middle))
    return indexed(picture, inks(theme, shaded=shaded))


@cached
def _pip(live: bool, colours: LakeColours, light: RGB) -> Image.Image:
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
