"""A server's rankings: places, names and ratings."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .primitives import dot, panel
from .profile import ACROSS, EDGE, FACT, GAP, HEADING, TITLE
from .scene import RankingRow, RankingView, Scene
from .sprites import stamp
from .text import fit, width, writable, write, write_within
from .theme import Theme

NAME_AT: Final = EDGE + 120
APART: Final = 56
"""The height of the three dots where places are left out."""
DOT: Final = 8


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`RankingView`."""
    view: RankingView = scene.view
    high = TITLE + sum(HEADING * bool(title) + _height(rows) + 3 * GAP for title, rows in view.groups)
    picture = Image.new("RGB", (ACROSS, high + EDGE - GAP), theme.ground)
    room = ACROSS - 2 * EDGE
    size = fit(view.title, 52, room, least=30)
    write(picture, (EDGE, TITLE / 2 + 4), view.title, size, theme.border, anchor="lm")
    y = TITLE
    for title, rows in view.groups:
        if title:
            write(picture, (EDGE + 24, y + HEADING / 2), title, 38, theme.coordinate, anchor="lm")
            y += HEADING
        ground = panel(room, _height(rows) + GAP, 18, theme.panel)
        picture.paste(ground, (EDGE, y), ground)
        y += GAP // 2
        for row in rows:
            if row.apart:
                for step in range(3):
                    stamp(
                        picture,
                        dot(DOT, theme.faint, theme.faint),
                        (NAME_AT - 44, y + APART * (step + 1) / 4),
                    )
                y += APART
            _row(picture, row, y, theme)
            y += FACT
        y += 3 * GAP - GAP // 2
    return picture


def _height(rows: tuple[RankingRow, ...]) -> int:
    """The pixels that rows take, with the dots above those that stand apart."""
    return len(rows) * FACT + sum(APART for row in rows if row.apart)


def _row(picture: Image.Image, row: RankingRow, y: int, theme: Theme) -> None:
    ink = theme.coordinate
    if row.own:
        ground = panel(ACROSS - 2 * EDGE - 16, FACT - 4, 14, theme.paper)
        picture.paste(ground, (EDGE + 8, y + 2), ground)
        ink = theme.ink
    middle = y + FACT / 2
    size = fit(row.place, 36, NAME_AT - 24 - EDGE - 20)
    write(picture, (NAME_AT - 24, middle), row.place, size, ink, anchor="rm")
    right = ACROSS - EDGE - 24
    room = right - NAME_AT - width(row.rating, 38) - 24
    name = writable(row.name) or "somebody"
    write_within(picture, (NAME_AT, middle), name, (36, 36), room, ink)
    write(picture, (right, middle), row.rating, 38, ink if row.own else theme.highlight, anchor="rm")
