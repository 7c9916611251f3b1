"""A day's result: a sign for each thing that was met or missed, and what they mean."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .scene import DayView, Scene
from .sheet import ACROSS, EDGE, Sheet
from .theme import Theme

TITLE: Final = 110
SIGN: Final = 80
STEP: Final = 94
"""From one sign to the next: ten have room."""
FACT: Final = 76


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`DayView`."""
    view: DayView = scene.view
    rows = len(view.facts) * FACT + (24 if view.facts else 0)
    sheet = Sheet(TITLE + (SIGN + 24 if view.signs else 0) + rows + EDGE, theme)
    room = ACROSS - 2 * EDGE
    reach = sheet.write(view.title, (60, 40), (EDGE + 6, TITLE / 2 + 2), room, theme.border)
    sheet.stars(EDGE + 6 + reach)
    y = TITLE
    for order, met in enumerate(view.signs):
        sheet.sign("won" if met else "lost", SIGN, (EDGE + SIGN / 2 + order * STEP, y + SIGN / 2))
    y += SIGN + 24 if view.signs else 0
    if view.facts:
        sheet.panel((EDGE, y, room, rows), theme.panel)
    for order, (label, words) in enumerate(view.facts):
        middle = y + 12 + FACT * (order + 0.5)
        taken = sheet.write(
            words, (44, 30), (ACROSS - EDGE - 28, middle), room * 0.62, theme.highlight, theme.panel, "rm"
        )
        at = EDGE + 28, middle
        sheet.write(label, (38, 30), at, room - 80 - taken, theme.coordinate, theme.panel)
    return sheet.finished()
