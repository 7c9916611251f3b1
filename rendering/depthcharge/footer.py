"""The strip under Depth Charge's lake: mines and misses."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.core import Seat
from bot.games.depthcharge.text import name_of
from bot.games.depthcharge.view import DepthChargeView
from bot.languages import gettext
from rendering.cache import cached
from rendering.canvas import indexed
from rendering.primitives import panel
from rendering.sprites import flat, stamp
from rendering.text import fit, line
from rendering.theme import Theme
from rendering.tiles import TiledPicture

from .colours import crew_of, inks
from .pieces import crest, piece, small, splash

TOP: Final = 1003
TALL: Final = 56
ROOM: Final = 486
"""The width of a side's panel."""


def footer(picture: TiledPicture, view: DepthChargeView, theme: Theme, *, shaded: bool) -> None:
    """Draw the strip on ``picture``, which has the palette for shaded pictures or the other one."""
    mines, misses, label = view.terms.mines, view.terms.misses, gettext("Misses")
    for order, side in enumerate(view.sides):
        counts = side.left, mines, len(side.missed), misses
        words = name_of(side.seat), label
        drawn = _side(side.seat, side.seat in view.to_act, words, *counts, theme, shaded=shaded)
        picture.lay(drawn, (8 + order * (ROOM + 12), TOP))


@cached
def _side(
    seat: Seat,
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
    """A side's panel, in numbers of the picture's colours."""
    edge, middle = theme.highlight if acts else crew_of(seat, theme).sign, TALL / 2
    radius, weight = 16 if seat == "south" else 4, 5 if acts else 3
    picture = flat(panel(ROOM, TALL, radius, theme.panel, edge, weight), theme.ground)
    stamp(picture, crest(seat, theme), (34, middle))
    name = line(words[0], fit(words[0], 29, 96), theme.coordinate)
    stamp(picture, name, (63 + name.width / 2, middle + 0.5))
    apart = min(27, 128 // max(1, mines))
    for order in range(mines):
        sign = small(min(26, apart), piece, "live" if order < live else "dead", theme, 26, 26)
        stamp(picture, sign, (172 + apart * order, middle))
    for order in range(misses):
        # As on the lake, but small: it's the key to what lies there.
        sign = small(40, splash, seat, theme) if order < missed else small(40, piece, "unused", theme)
        stamp(picture, sign, (ROOM - 26 - 30 * (misses - 1 - order), middle - 3))
    room = ROOM - 196 - apart * mines - 30 * misses
    label = line(words[1], fit(words[1], 25, room), theme.coordinate)
    stamp(picture, label, (ROOM - 16 - 30 * misses - label.width / 2, middle + 0.5))
    return indexed(picture, inks(theme, shaded=shaded))
