"""A Swiss tournament: its rounds side by side, the winner of each pair on paper."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .league import GAP, ROW, draw_row, head
from .primitives import frame
from .scene import Pairing, Round, Scene, SwissView
from .sheet import ACROSS, EDGE, Sheet
from .sprites import Sketch
from .theme import Theme

HEAD: Final = 170
TITLE: Final = 78
APART: Final = 20
BEST: Final = 68
"""The height of what stands above the standings."""
PAIR: Final = 142
STEP: Final = 154
LINE: Final = 66
"""From one name of a pair to the other."""
FACE: Final = 50
SIGN: Final = 40


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`SwissView`."""
    view: SwissView = scene.view
    single = len(view.rounds) == 1 and bool(view.best)
    columns = 2 if single else max(1, len(view.rounds))
    most = max((len(each.pairings) for each in view.rounds), default=1)
    rows = -(-most // 2) if single else most
    best = len(view.best) * (ROW + GAP) + BEST if single else 0
    sheet = Sheet(HEAD + TITLE + rows * STEP + best + EDGE - 12, theme)
    head(sheet, view.title, view.about, view.now)
    across = (ACROSS - 2 * EDGE - APART * (columns - 1)) // columns
    for order, each in enumerate(view.rounds):
        left = EDGE + order * (across + APART)
        _title(sheet, each, left, ACROSS - 2 * EDGE if single else across)
        pairings = each.pairings or (None,) * most
        for place, pairing in enumerate(pairings):
            column, row = (place % 2, place // 2) if single else (0, place)
            _pair(
                sheet, pairing, left + column * (across + APART), HEAD + TITLE + row * STEP, across, view.free
            )
    y = HEAD + TITLE + rows * STEP + BEST
    if single:
        sheet.write(view.heading, (40, 30), (EDGE + 6, y - 34), ACROSS - 2 * EDGE, theme.coordinate)
    longest = max((len(line.results) for line in view.best), default=0)
    for line in view.best if single else ():
        draw_row(sheet, line, y, longest)
        y += ROW + GAP
    return sheet.finished()


def _title(sheet: Sheet, each: Round, left: int, across: int) -> None:
    theme, middle = sheet.theme, (left + across / 2, HEAD + 34)
    if each.present:
        sheet.panel((left, HEAD + 6, across, 56), theme.chosen, 28)
        sheet.write(each.title, (40, 28), middle, across - 30, theme.ink, theme.chosen, "mm")
    else:
        ink = theme.coordinate if each.pairings else theme.faint
        sheet.write(each.title, (40, 28), middle, across - 30, ink, anchor="mm")


def _pair(sheet: Sheet, pairing: Pairing | None, left: int, top: int, across: int, free: str) -> None:
    theme = sheet.theme
    if pairing is None:
        sheet.stamp(frame(across, PAIR, 22, 3, theme.panel, theme.panel), (left + across / 2, top + PAIR / 2))
        sheet.write("?", (64, 64), (left + across / 2, top + PAIR / 2), across, theme.faint, anchor="mm")
        return
    line = theme.chosen if "playing" in pairing.results else None
    sheet.panel((left, top, across, PAIR), theme.panel, 22, line)
    for order, (face, result) in enumerate(zip(pairing[:2], pairing.results, strict=True)):
        middle = top + PAIR // 2 + round(LINE * (order - 0.5))
        ink, ground = theme.coordinate, theme.panel
        if result == "won":
            sheet.panel((left + 8, middle - 30, across - 16, 60), theme.paper, 18)
            ink, ground = theme.ink, theme.paper
        if not face.name:
            sheet.write(free, (36, 24), (left + 80, middle), across - 100, theme.faint, ground)
            continue
        sheet.face(face, FACE, (left + 18 + FACE / 2, middle))
        sheet.name(face, (38, 26), (left + 80, middle), across - 80 - SIGN - 28, ink, ground)
        centre = (left + across - 18 - SIGN / 2, middle)
        if result == "playing":
            ring = Sketch(SIGN, SIGN).circle((SIGN / 2, SIGN / 2), SIGN / 2, None, theme.chosen, 4)
            sheet.stamp(ring.sprite(), centre)
        elif result in ("won", "drawn", "none"):
            sheet.sign("lost" if result == "none" else result, SIGN, centre)
