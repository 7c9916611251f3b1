"""Somebody's profile: their ratings with the way there, what they like to play, and whom they met."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .primitives import panel
from .scene import ProfileRow, ProfileView, Scene
from .sprites import Sketch
from .text import fit, width, writable, write, write_within
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


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`ProfileView`."""
    view: ProfileView = scene.view
    rows = len(view.rows) * (ROW + GAP)
    lines = len(view.facts) * FACT + (HEADING + len(view.rivals) * FACT if view.rivals else 0)
    high = TITLE + rows + (lines + 2 * GAP if lines else 0) + EDGE
    picture = Image.new("RGB", (ACROSS, high + high % 2), theme.ground)
    name = writable(view.name) or "somebody"
    room = ACROSS - 2 * EDGE
    write_within(picture, (EDGE, TITLE / 2 + 4), name, (58, 30), room, theme.border)
    y = TITLE
    for row in view.rows:
        _row(picture, row, y, theme)
        y += ROW + GAP
    if lines:
        ground = panel(room, lines + GAP, 18, theme.panel)
        picture.paste(ground, (EDGE, y), ground)
        y += GAP // 2
    for label, words in view.facts:
        pair(picture, y, label, words, theme.faint, theme.coordinate)
        y += FACT
    if view.rivals:
        write(picture, (EDGE + 24, y + HEADING / 2), view.heading, 36, theme.border, anchor="lm")
        y += HEADING
    for rival, words in view.rivals:
        pair(picture, y, writable(rival) or "somebody", words, theme.coordinate, theme.coordinate)
        y += FACT
    return picture


def pair(picture: Image.Image, y: int, left: str, right: str, first: RGB, second: RGB) -> None:
    """A line with words at both ends; the left ones are cut if there is no room for both."""
    room = ACROSS - 2 * EDGE - 48
    size = fit(right, 36, room * 0.68, least=24)
    taken = width(right, size) + 24
    write_within(picture, (EDGE + 24, y + FACT / 2), left, (36, 36), room - taken, first)
    write(picture, (ACROSS - EDGE - 24, y + FACT / 2), right, size, second, anchor="rm")


def _row(picture: Image.Image, row: ProfileRow, y: int, theme: Theme) -> None:
    ground = panel(ACROSS - 2 * EDGE, ROW, 18, theme.panel)
    picture.paste(ground, (EDGE, y), ground)
    left, upper, lower = EDGE + 24, y + 40, y + 98
    write_within(picture, (left, upper), row.title, (38, 28), TREND[0] - left - 24, theme.coordinate)
    write(picture, (left, lower), row.rating, 56, theme.highlight, anchor="lm")
    left += round(width(row.rating, 56)) + 28
    size = fit(row.results, 32, TREND[0] - left - 24, least=22)
    write(picture, (left, lower + 4), row.results, size, theme.faint, anchor="lm")
    _trend(picture, row.trend, y, theme)


def _trend(picture: Image.Image, trend: tuple[int, ...], y: int, theme: Theme) -> None:
    """The way of a rating as a line, with a dot at its end."""
    start, end = TREND
    across, down, margin = end - start, ROW - 36, 10
    sketch = Sketch(across, down)
    low, high = min(trend), max(trend)
    # A few points up and down must not look like mountains.
    middle, reach = (low + high) / 2, max(high - low, 60)
    steps = max(1, len(trend) - 1)
    points = [
        (
            margin + (across - 2 * margin) * (place / steps if len(trend) > 1 else 1),
            down / 2 - (each - middle) / reach * (down - 2 * margin),
        )
        for place, each in enumerate(trend)
    ]
    sketch.line([(0, down - 2), (across, down - 2)], theme.faint, 2)
    if len(points) > 1:
        sketch.line(points, theme.border, 5)
    sketch.circle(points[-1], 9, theme.highlight)
    sprite = sketch.sprite()
    picture.paste(sprite, (start, y + 18), sprite)
