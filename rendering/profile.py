"""Somebody's profile: their games with ratings and results, what they won lately, and the board they like."""

from __future__ import annotations

import importlib
from typing import Any, Final

from PIL import Image, ImageChops

from . import discs
from .scene import ProfileCell, ProfileView, Scene
from .sheet import ACROSS, EDGE, Sheet
from .sprites import Sketch, pairs
from .text import fit, shortened, width
from .theme import Theme

HEAD: Final = 288
FACE: Final = 204
WORDS: Final = 266
"""Where the words beside the face begin."""
COLUMNS: Final = 3
GAP: Final = 20
CELL: Final = ((ACROSS - 2 * EDGE - (COLUMNS - 1) * GAP) // COLUMNS, 212)
EMBLEM: Final = 108
LATEST: Final = 112
"""The height of the row of the latest results."""
PILL: Final = (128, 76)
BOARD: Final = (370, HEAD)
"""The size of what is seen of the favourite board, at the top right."""
SCALE: Final = 1.9
"""How much wider the whole board would be."""
FADE: Final = 140
"""Pixels over which it fades in."""


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`ProfileView`."""
    view: ProfileView = scene.view
    rows = -(-len(view.cells) // COLUMNS)
    high = HEAD + rows * (CELL[1] + GAP) + (LATEST + GAP if view.latest else 0) + EDGE - GAP
    sheet = Sheet(high, theme)
    if view.board is not None:
        _board(sheet, *view.board)
    _head(sheet, view)
    for order, cell in enumerate(view.cells):
        across, down = order % COLUMNS, order // COLUMNS
        _cell(sheet, cell, EDGE + across * (CELL[0] + GAP), HEAD + down * (CELL[1] + GAP))
    if view.latest:
        _latest(sheet, view, HEAD + rows * (CELL[1] + GAP))
    return sheet.finished()


def _head(sheet: Sheet, view: ProfileView) -> None:
    theme = sheet.theme
    room = ACROSS - WORDS - (BOARD[0] - FADE // 4 if view.board else EDGE)
    sheet.face(view.face, FACE, (EDGE + 8 + FACE / 2, 140), theme.highlight)
    middle = (90, 162) if not view.streak else (80, 152)
    sheet.name(view.face, (80, 50), (WORDS, middle[0]), room, theme.coordinate, theme.ground)
    sheet.write(view.about, (38, 26), (WORDS, middle[1]), room, theme.coordinate)
    if view.streak:
        size = fit(view.streak, 38, room - 84, 28)
        said = shortened(view.streak, size, room - 84)
        sheet.panel((WORDS - 2, 190, round(width(said, size)) + 84, 60), theme.highlight, 30)
        sheet.stamp(discs.star(40, theme.ink), (WORDS + 34, 219))
        sheet.write(said, (size, size), (WORDS + 62, 220), room, theme.ink, theme.highlight)


def _board(sheet: Sheet, key: str, scene: Scene[Any, Any]) -> None:
    """The middle of a board, which fades into the ground on the left and below."""
    theme, (across, down) = sheet.theme, BOARD
    painter = importlib.import_module(f"rendering.{key}")
    whole = painter.paint(scene, theme).convert("RGB")
    first, end, _ = slice(*getattr(painter, "FADES", (0, None))).indices(whole.height)
    share = across * SCALE / whole.width
    small = whole.resize((round(whole.width * share), round(whole.height * share)), Image.Resampling.BOX)
    left, top = (small.width - across) // 2, round((first + end) / 2 * share) - down // 2
    seen = pairs(small.crop((left, top, left + across, top + down)))
    rise = Image.linear_gradient("L")
    mask, foot = Image.new("L", BOARD, 255), Image.new("L", BOARD, 255)
    mask.paste(rise.transpose(Image.Transpose.ROTATE_90).resize((FADE, down)))
    foot.paste(rise.transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize((across, 60)), (0, down - 60))
    shown = Image.new("RGB", BOARD, theme.ground)
    shown.paste(seen, (0, 0), ImageChops.multiply(mask, foot))
    sheet.picture.paste(shown, (ACROSS - across, 0))
    sheet.art(shown)


def _cell(sheet: Sheet, cell: ProfileCell, left: int, top: int) -> None:
    theme, (across, down) = sheet.theme, CELL
    ground = theme.panel
    if cell.played:
        sheet.panel((left, top, across, down), ground)
    else:
        sheet.panel((left, top, across, down), theme.ground, 22, ground, 4)
        ground = theme.ground
    middle = (left + 18 + EMBLEM / 2, top + 20 + EMBLEM / 2)
    sheet.emblem(cell.key, cell.title, EMBLEM, middle, grey=not cell.played)
    if cell.way:
        sheet.stamp(discs.way(cell.way > 0, 44, theme), (middle[0] + 40, middle[1] + 40))
    room = across - EMBLEM - 18 - 20 - 10
    sheet.write(cell.figure, (64, 30), (left + EMBLEM + 36, middle[1] - 2), room, theme.highlight, ground)
    title, below = theme.coordinate if cell.played else theme.faint, theme.faint
    sheet.write(cell.title, (38, 28), (left + 24, top + 150), across - 40, title, ground)
    sheet.write(cell.below, (34, 26), (left + 24, top + 186), across - 40, below, ground)


def _latest(sheet: Sheet, view: ProfileView, top: int) -> None:
    theme, (across, down) = sheet.theme, PILL
    sheet.panel((EDGE, top, ACROSS - 2 * EDGE, LATEST), theme.panel)
    middle = top + LATEST // 2
    begin = ACROSS - EDGE - GAP - 5 * (across + 15) + 15
    sheet.write(view.label, (40, 28), (EDGE + 27, middle), begin - EDGE - 47, theme.coordinate, theme.panel)
    colours = {"won": theme.good, "lost": theme.bad, "drawn": theme.faint}
    for order, (key, title, result) in enumerate(view.latest):
        left = begin + order * (across + 15)
        sheet.panel((left, middle - down // 2, across, down), colours[result], down // 2)
        sketch = discs.draw_sign(Sketch(100, 100, unit=0.62), result, theme.ink)
        sheet.stamp(sketch.sprite(), (left + 35, middle))
        sheet.emblem(key, title, down - 8, (left + across - down / 2, middle))
