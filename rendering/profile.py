"""Somebody's profile: their ratings with the way there, what they like to play, and whom they met.

A day's result, too: a row of signs, and what they mean.
"""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from bot.languages import gettext

from .canvas import Canvas
from .pen import Pen, shaded
from .scene import ProfileRow, ProfileView, Scene
from .sprites import Sketch
from .text import fit, width, writable
from .theme import RGB, Theme

ACROSS: Final = 1000
EDGE: Final = 30
TITLE: Final = 100
ROW: Final = 142
FACT: Final = 62
HEADING: Final = 70
GAP: Final = 14
TREND: Final = (620, 940)
"""Where the lines begin and end."""
MARGIN: Final = 10
SIGN: Final = 78
"""The side of a sign, in pixels."""
TICK: Final = (((20, 40), (34, 55), (59, 24)),)
CROSS: Final = (((22, 22), (56, 56)), ((22, 56), (56, 22)))
DOT: Final = 9
"""The radius of the dot at a line's end."""


def begun(high: int, theme: Theme) -> Pen:
    """A pen on an empty picture of people, ``high`` pixels or one more: an even number."""
    dark, panel = theme.ground, theme.panel
    inks = theme.border, theme.coordinate, theme.faint, theme.highlight
    palette = shaded((panel, dark), *((ink, ground) for ground in (dark, panel) for ink in inks),
                     (theme.paper, panel), (theme.good, dark), (theme.bad, dark),
                     *((theme.ink, light) for light in (theme.paper, theme.good, theme.bad)))  # fmt: skip
    canvas = Canvas.of(Image.new("L", (ACROSS, high + high % 2), 0), palette)
    return Pen(canvas, theme, palette)


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`ProfileView`."""
    view: ProfileView = scene.view
    rows = len(view.rows) * (ROW + GAP) + (SIGN + GAP if view.signs else 0)
    lines = len(view.facts) * FACT + (HEADING + len(view.rivals) * FACT if view.rivals else 0)
    pen = begun(TITLE + rows + (lines + 2 * GAP if lines else 0) + EDGE, theme)
    name = writable(view.name) or gettext("somebody")
    room = ACROSS - 2 * EDGE
    pen.write_within(name, (58, 30), (EDGE, TITLE / 2 + 4), room, theme.border, theme.ground)
    y = TITLE
    for row in view.rows:
        _row(pen, row, y)
        y += ROW + GAP
    if view.signs:
        _signs(pen, view.signs, y)
        y += SIGN + GAP
    if lines:
        pen.fill((room, lines + GAP), 18, (EDGE, y), theme.panel, theme.ground)
        y += GAP // 2
    for label, words in view.facts:
        _pair(pen, y, label, words, theme.faint)
        y += FACT
    if view.rivals:
        pen.write(view.heading, 36, (EDGE + 24, y + HEADING / 2), theme.border, theme.panel)
        y += HEADING
    for rival, words in view.rivals:
        _pair(pen, y, writable(rival) or gettext("somebody"), words, theme.coordinate)
        y += FACT
    return pen.picture


def _pair(pen: Pen, y: int, left: str, right: str, colour: RGB) -> None:
    """A line with words at both ends; the left ones are cut if there is no room for both."""
    room, middle, ground = ACROSS - 2 * EDGE - 48, y + FACT / 2, pen.theme.panel
    size = fit(right, 36, room * 0.68, least=24)
    taken = width(right, size) + 24
    pen.write_within(left, (36, 36), (EDGE + 24, middle), room - taken, colour, ground)
    pen.write(right, size, (ACROSS - EDGE - 24, middle), pen.theme.coordinate, ground, share=1.0)


def _row(pen: Pen, row: ProfileRow, y: int) -> None:
    theme = pen.theme
    pen.fill((ACROSS - 2 * EDGE, ROW), 18, (EDGE, y), theme.panel, theme.ground)
    left, upper, lower = EDGE + 24, y + 40, y + 98
    room = TREND[0] - left - 24
    pen.write_within(row.title, (38, 28), (left, upper), room, theme.coordinate, theme.panel)
    pen.write(row.rating, 56, (left, lower), theme.highlight, theme.panel)
    left += round(width(row.rating, 56)) + 28
    size = fit(row.results, 32, TREND[0] - left - 24, least=22)
    pen.write(row.results, size, (left, lower + 4), theme.faint, theme.panel)
    _trend(pen, row.trend, (TREND[0], y + 18))


def _signs(pen: Pen, signs: tuple[bool, ...], y: int) -> None:
    """A tick for what was met, a cross for what was missed: colour is never the only difference."""
    for order, met in enumerate(signs):
        at, colour = (EDGE + order * (SIGN + GAP), y), pen.theme.good if met else pen.theme.bad
        pen.fill((SIGN, SIGN), GAP, at, colour, pen.theme.ground)
        sketch = Sketch(SIGN, SIGN, 0)
        for way in TICK if met else CROSS:
            sketch.line([*way], 255, 9)
        pen.draw(sketch, at, pen.theme.ink, colour)


def _trend(pen: Pen, trend: tuple[int, ...], at: tuple[int, int]) -> None:
    """The way of a rating as a line, with a dot at its end."""
    theme, across, down = pen.theme, TREND[1] - TREND[0], ROW - 36
    low, high = min(trend), max(trend)
    # A few points up and down must not look like mountains.
    middle, reach = (low + high) / 2, max(high - low, 60)
    steps = max(1, len(trend) - 1)
    points = [
        (
            MARGIN + (across - 2 * MARGIN) * (place / steps if len(trend) > 1 else 1),
            down / 2 - (each - middle) / reach * (down - 2 * MARGIN),
        )
        for place, each in enumerate(trend)
    ]
    inks = theme.faint, theme.border, theme.highlight
    rule, line, dot = (Sketch(across, down, 0) for _ in inks)
    rule.line([(0, down - 2), (across, down - 2)], 255, 2)
    if len(points) > 1:
        line.line(points, 255, 5)
    dot.circle(points[-1], DOT, 255)
    for sketch, ink in zip((rule, line, dot), inks, strict=True):
        pen.draw(sketch, at, ink, theme.panel)
