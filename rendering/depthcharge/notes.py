"""A player's own marks on the private chart of Depth Charge: slips of paper with a sign each."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.depthcharge.view import DepthChargeView
from rendering.boards import BoardFrame
from rendering.cache import cached
from rendering.sprites import Sketch, stamp
from rendering.text import write_centred
from rendering.theme import RGB, Theme
from rendering.tiles import TiledPicture

SIGNS: Final = {"possible": "?", "clear": "–", "mine": "!"}
"""By kind; the slip is round, square or pointed, so that the sign need not be read."""
BIG: Final = 44
SMALL: Final = 30


def draw_notes(
    picture: TiledPicture,
    board: BoardFrame,
    view: DepthChargeView,
    notes: tuple[tuple[str, str], ...],
    theme: Theme,
) -> None:
    """Draw ``notes`` (square, kind): in the middle of an empty square, else small in its corner."""
    busy = _busy(view)
    for name, kind in notes:
        if kind not in SIGNS:
            continue
        x, y = board.centre(board.named(name))
        if name in busy:
            stamp(picture, slip(kind, SMALL, theme.paper, theme.highlight, theme.ink), (x - 25, y + 25))
        else:
            stamp(picture, slip(kind, BIG, theme.paper, theme.highlight, theme.ink), (x, y))


def _busy(view: DepthChargeView) -> frozenset[str]:
    """The squares on which something else is drawn."""
    named = [report.square for report in view.reports]
    for side in view.sides:
        named += [side.boat, *side.missed, *side.destroyed, *(side.mines or ())]
    if view.proof is not None:
        named += [*view.proof.empty, *view.proof.mines]
    return frozenset(named)


@cached
def slip(kind: str, size: int, paper: RGB, warning: RGB, ink: RGB) -> Image.Image:
    """A mark: a round slip with ?, a square one with –, or a pointed one with !."""
    sketch, half = Sketch(size, size), size / 2
    if kind == "mine":
        sketch.polygon([(half, 0), (size, size - 1), (0, size - 1)], ink)
        sketch.polygon([(half, 5), (size - 5, size - 4), (5, size - 4)], warning)
    elif kind == "clear":
        sketch.rounded((3, 3, size - 3, size - 3), 2, ink)
        sketch.rounded((6, 6, size - 6, size - 6), 1, paper)
    else:
        sketch.circle((half, half), half - 0.5, ink).circle((half, half), half - 3.5, paper)
    sprite = sketch.sprite()
    low = size * 0.14 if kind == "mine" else 0
    write_centred(sprite, (half, half + low), SIGNS[kind], round(size * 0.62), ink)
    return sprite
