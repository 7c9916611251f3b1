"""A day's result for others to see, with nothing of what led to it: a row of signs, and what they mean."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .profile import ACROSS, EDGE, GAP, TITLE, begun
from .scene import DayResult, Scene
from .sprites import Sketch
from .theme import Theme

DAY: Final = 60
"""The height of the date's row."""
SIGN: Final = 78
"""The side of a sign, in pixels; ten and the gaps between them fill the panel."""
APART: Final = 90
"""From one sign to the next."""
LINE: Final = 66
PADDING: Final = 24
TICK: Final = ((20, 40), (34, 55), (59, 24))
CROSS: Final = (((22, 22), (56, 56)), ((22, 56), (56, 22)))


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`DayResult`."""
    view: DayResult = scene.view
    tall, room = SIGN + 3 * PADDING + LINE * len(view.lines), ACROSS - 2 * EDGE
    pen = begun(TITLE + DAY + tall + EDGE, theme)
    pen.write_within(view.title, (64, 40), (EDGE, TITLE / 2 + 8), room, theme.border, theme.ground)
    pen.write_within(view.day, (46, 36), (EDGE, TITLE + DAY / 2 - 8), room, theme.coordinate, theme.ground)
    top = TITLE + DAY
    pen.fill((room, tall), 18, (EDGE, top), theme.panel, theme.ground)
    left, top = EDGE + PADDING, top + PADDING
    for order, met in enumerate(view.signs):
        at, colour = (left + order * APART, top), theme.good if met else theme.bad
        pen.fill((SIGN, SIGN), GAP, at, colour, theme.panel)
        # A tick or a cross: colour is never the only difference.
        sketch = Sketch(SIGN, SIGN, 0)
        for way in (TICK,) if met else CROSS:
            sketch.line([*way], 255, 9)
        pen.draw(sketch, at, theme.ink, colour)
    for order, line in enumerate(view.lines):
        middle = top + SIGN + PADDING + LINE * (order + 0.5)
        pen.write_within(line, (46, 36), (left, middle), room - 2 * PADDING, theme.coordinate, theme.panel)
    return pen.picture
