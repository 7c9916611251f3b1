"""A ranking: the first three on a podium with their faces, the next below, and how many more there are."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from . import discs
from .scene import NOBODY, RankingRow, RankingView, Scene
from .sheet import ACROSS, EDGE, Sheet
from .sprites import Sketch
from .theme import RGB, Theme

STEPS: Final = ((360, 374), (50, 440), (670, 478))
"""The upper left corner of each step of the podium, the highest first."""
STEP: Final = 280
"""A step's width."""
FOOT: Final = 620
"""Where the podium ends and the rows begin."""
FACES: Final = (170, 142, 142)
ROW: Final = 84
APART: Final = 44
NOTE: Final = 56


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`RankingView`."""
    view: RankingView = scene.view
    rows = sum(ROW + APART * row.apart for row in view.rows) + (32 if view.rows else 30)
    sheet = Sheet(FOOT + rows + 14 + NOTE * len(view.notes) + (0 if view.notes else 16), theme)
    left = EDGE + 6
    if view.game is not None:
        sheet.emblem(*view.game, 116, (EDGE + 58, 84))
        left = EDGE + 140
    reach = sheet.write(view.title, (60, 40), (left, 60), ACROSS - EDGE - left, theme.border)
    sheet.stars(left + reach)
    sheet.write(view.about, (38, 30), (left, 121), ACROSS - EDGE - left, theme.coordinate)
    people = discs.PEOPLE[theme.palette]
    for row, (x, y), face, medal in zip(
        view.podium, STEPS, FACES, (theme.highlight, people.silver, people.bronze), strict=True
    ):
        _step(sheet, row, x, y, face, medal)
    y = FOOT
    if view.rows:
        sheet.panel((EDGE, y, ACROSS - 2 * EDGE, rows), theme.panel)
        y += 16
    for row in view.rows:
        if row.apart:
            _dots(sheet, y)
            y += APART
        _row(sheet, row, y)
        y += ROW
    y = FOOT + rows + 8 + NOTE // 2
    for order, note in enumerate(view.notes):
        colour = theme.coordinate if order == 0 else theme.faint
        sheet.write(note, (38, 28), (ACROSS / 2, y), ACROSS - 2 * EDGE, colour, anchor="mm")
        y += NOTE
    return sheet.finished()


def _step(sheet: Sheet, row: RankingRow, left: int, top: int, across: int, medal: RGB) -> None:
    theme, middle = sheet.theme, left + STEP / 2
    is_open = row.face.number == NOBODY and not row.face.name
    sheet.panel((left, top + 6, STEP, FOOT - top + 18), theme.panel, 22)
    sheet.panel((left, top, STEP, 14), medal, 7)
    centre = (middle, top - 10 - across / 2)
    sheet.face(row.face, across - 16 * is_open, centre, None if is_open else medal)
    badge = (centre[0] + across * 0.34, centre[1] + across * 0.34)
    sheet.stamp(discs.place(row.place, 58, medal, theme), badge, (theme.ink, medal), (medal, theme.ground))
    room, y = STEP - 24, top + 48
    if is_open:
        sheet.write(row.figure, (42, 28), (middle, y), room, theme.faint, theme.panel, "mm")
        sheet.write(row.below, (36, 26), (middle, y + 50), room, theme.faint, theme.panel, "mm")
        return
    if row.own:
        sheet.panel((left + 12, y - 26, STEP - 24, 54), theme.paper, 16)
    ink, ground = (theme.ink, theme.paper) if row.own else (theme.coordinate, theme.panel)
    sheet.name(row.face, (42, 30), (middle, y), room - 16, ink, ground, "mm")
    sheet.write(row.figure, (50, 36), (middle, y + 53), room, theme.highlight, theme.panel, "mm")
    sheet.write(row.below, (36, 28), (middle, y + 106), room, theme.coordinate, theme.panel, "mm")


def _dots(sheet: Sheet, top: int) -> None:
    sketch = Sketch(8, APART)
    for step in range(3):
        sketch.circle((4, APART * (step + 1) / 4), 4, sheet.theme.faint)
    sheet.stamp(sketch.sprite(), (148, top + APART / 2))


def _row(sheet: Sheet, row: RankingRow, top: int) -> None:
    theme, middle, right = sheet.theme, top + ROW // 2, ACROSS - EDGE - 30
    ink, ground, figure = theme.coordinate, theme.panel, theme.highlight
    if row.own:
        sheet.panel((EDGE + 10, top + 2, ACROSS - 2 * EDGE - 20, ROW - 4), theme.paper, 18)
        ink, ground, figure = theme.ink, theme.paper, theme.ink
    sheet.write(row.place, (42, 20), (80, middle), 58, ink, ground, "mm")
    sheet.face(row.face, 64, (148, middle))
    taken = sheet.write(row.figure, (46, 34), (right, middle), 330, figure, ground, "rm")
    sheet.name(row.face, (42, 34), (200, middle), right - 200 - taken - 24, ink, ground)
