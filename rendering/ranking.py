"""A server's rankings: places, names and ratings."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from bot.languages import gettext

from .pen import Pen
from .profile import ACROSS, EDGE, FACT, GAP, HEADING, TITLE, begun
from .scene import RankingRow, RankingView, Scene
from .sprites import Sketch
from .text import fit, width, writable
from .theme import Theme

NAME_AT: Final = EDGE + 120
APART: Final = 56
"""The height of the three dots where places are left out."""
DOT: Final = 8


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`RankingView`."""
    view: RankingView = scene.view
    high = TITLE + sum(HEADING * bool(title) + _height(rows) + 3 * GAP for title, rows in view.groups)
    pen = begun(high + EDGE - GAP, theme)
    room = ACROSS - 2 * EDGE
    pen.write_within(view.title, (52, 30), (EDGE, TITLE / 2 + 4), room, theme.border, theme.ground)
    y = TITLE
    for title, rows in view.groups:
        if title:
            pen.write(title, 38, (EDGE + 24, y + HEADING / 2), theme.coordinate, theme.ground)
            y += HEADING
        pen.fill((room, _height(rows) + GAP), 18, (EDGE, y), theme.panel, theme.ground)
        y += GAP // 2
        for row in rows:
            if row.apart:
                dots = Sketch(DOT, APART, 0)
                for step in range(3):
                    dots.circle((DOT / 2, APART * (step + 1) / 4), DOT / 2, 255)
                pen.draw(dots, (NAME_AT - 44 - DOT / 2, y), theme.faint, theme.panel)
                y += APART
            _row(pen, row, y)
            y += FACT
        y += 3 * GAP - GAP // 2
    return pen.picture


def _height(rows: tuple[RankingRow, ...]) -> int:
    """The pixels that rows take, with the dots above those that stand apart."""
    return len(rows) * FACT + sum(APART for row in rows if row.apart)


def _row(pen: Pen, row: RankingRow, y: int) -> None:
    theme = pen.theme
    ink, ground, rating = theme.coordinate, theme.panel, theme.highlight
    if row.own:
        pen.fill((ACROSS - 2 * EDGE - 16, FACT - 4), 14, (EDGE + 8, y + 2), theme.paper, ground)
        ink, ground, rating = theme.ink, theme.paper, theme.ink
    middle, right = y + FACT / 2, ACROSS - EDGE - 24
    size = fit(row.place, 36, NAME_AT - 24 - EDGE - 20)
    pen.write(row.place, size, (NAME_AT - 24, middle), ink, ground, share=1.0)
    name = writable(row.name) or gettext("somebody")
    room = right - NAME_AT - width(row.rating, 38) - 24
    pen.write_within(name, (36, 36), (NAME_AT, middle), room, ink, ground)
    pen.write(row.rating, 38, (right, middle), rating, ground, share=1.0)
