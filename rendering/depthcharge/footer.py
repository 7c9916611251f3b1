"""The strip under Depth Charge's lake: mines, misses, and what the latest sounding heard."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.core import Seat
from bot.games.depthcharge.text import name_of
from bot.games.depthcharge.view import DepthChargeView, Report
from bot.languages import gettext, pgettext
from rendering.cache import cached
from rendering.canvas import indexed, put
from rendering.pen import Pen
from rendering.primitives import panel
from rendering.sprites import flat, stamp
from rendering.text import fit, line, width
from rendering.theme import Theme
from rendering.tiles import TiledPicture

from .colours import crew_of, inks
from .lake import WIDTH
from .pieces import crest, piece, small, splash

TOP: Final = 1003
TALL: Final = 56
EDGE: Final = 8
GAP: Final = 12
ROOM: Final = 486
"""The width of a side's panel before the first sounding."""
NARROW: Final = 296
"""And after it: the sides' names and the word for misses make room for what was heard."""
RIM: Final = 5
"""The width of the rim of the latest sounding's panel."""
TIMES: Final = 44
"""The size of the latest sounding's times."""


def footer(
    picture: TiledPicture, view: DepthChargeView, heard: Report | None, theme: Theme, *, shaded: bool
) -> None:
    """Draw the strip on ``picture``, which has the palette for shaded pictures or the other one.

    ``heard``: the latest sounding, whose times stand in the middle.
    """
    mines, misses, label = view.terms.mines, view.terms.misses, pgettext("under the lake", "Misses")
    room = NARROW if heard else ROOM
    for order, side in enumerate(view.sides):
        counts = side.left, mines, len(side.missed), misses
        words = ("", "") if heard else (name_of(side.seat), label)
        drawn = _side(side.seat, room, side.seat in view.to_act, words, *counts, theme, shaded=shaded)
        picture.lay(drawn, (EDGE if order == 0 else WIDTH - EDGE - room, TOP))
    if heard is not None:
        times = "   ".join(map(str, heard.times)) or gettext("no ping")
        drawn = _latest(heard.seat, heard.square, times, theme, shaded=shaded)
        picture.lay(drawn, (EDGE + NARROW + GAP, TOP))


def _latest(seat: Seat, square: str, times: str, theme: Theme, *, shaded: bool) -> Image.Image:
    """The panel of the latest sounding, as bright as its plate: whose it is, its square, and its times."""
    plate, sign = _plate(seat, theme, shaded=shaded).copy(), crew_of(seat, theme).sign
    # A word's ground would cover the rim.
    pen = Pen(plate.crop((0, RIM, plate.width, TALL - RIM)), theme, inks(theme, shaded=shaded))
    # A little higher: the rim would cut a “p” off.
    middle, left, right = TALL / 2 - RIM - 2, 80 + width(square, 34), plate.width - 14
    pen.write(square, 34, (65, middle), sign, theme.paper)
    size = fit(times, TIMES, right - left)
    pen.write(times, size, ((left + right) / 2, middle), theme.ink, theme.paper, share=0.5)
    put(plate, pen.picture, (0, RIM))
    return plate


@cached
def _plate(seat: Seat, theme: Theme, *, shaded: bool) -> Image.Image:
    """The panel without a square and times, in numbers of the picture's colours."""
    across, sign = WIDTH - 2 * (EDGE + NARROW + GAP), crew_of(seat, theme).sign
    picture = flat(panel(across, TALL, 16 if seat == "south" else 4, theme.paper, sign, RIM), theme.ground)
    stamp(picture, crest(seat, theme), (34, TALL / 2))
    return indexed(picture, inks(theme, shaded=shaded))


@cached
def _side(
    seat: Seat,
    room: int,
    acts: bool,
    words: tuple[str, str],
    live: int,
    mines: int,
    missed: int,
    misses: int,
    theme: Theme,
    *,
    shaded: bool,
) -> Image.Image:
    """A side's panel, in numbers of the picture's colours; ``words``: its name and “Misses”, or empty."""
    edge, middle = theme.highlight if acts else crew_of(seat, theme).sign, TALL / 2
    radius, weight = 16 if seat == "south" else 4, 5 if acts else 3
    picture = flat(panel(room, TALL, radius, theme.panel, edge, weight), theme.ground)
    stamp(picture, crest(seat, theme), (34, middle))
    named, called = words
    if named:
        name = line(named, fit(named, 29, 96), theme.coordinate)
        stamp(picture, name, (63 + name.width / 2, middle + 0.5))
    left = 172 if named else 74
    # Of the misses that lose, how many there were: in words where there is room, else behind their sign.
    count = line(f"{missed}/{misses}", 34, theme.highlight if missed else theme.coordinate)
    key = line(called, fit(called, 25, 96), theme.coordinate) if called else small(40, splash, seat, theme)
    width_of = count.width + key.width + 26
    apart = min(27, (room - left - width_of) // max(1, mines), 128 // max(1, mines))
    for order in range(mines):
        sign = small(min(26, apart), piece, "live" if order < live else "dead", theme, 26, 26)
        stamp(picture, sign, (left + apart * order, middle))
    stamp(picture, count, (room - 14 - count.width / 2, middle + 0.5))
    stamp(picture, key, (room - 22 - count.width - key.width / 2, middle + (0.5 if called else -3)))
    return indexed(picture, inks(theme, shaded=shaded))
