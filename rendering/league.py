"""A league's standings: places, faces, names, a sign for each game, points, and what the signs mean."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from . import discs
from .scene import LeagueRow, LeagueView, Scene
from .sheet import ACROSS, EDGE, Sheet
from .text import fit, width
from .theme import Theme

HEAD: Final = 168
COLUMNS: Final = 54
"""The height of what stands above the columns."""
DIVISION: Final = 64
ROW: Final = 90
GAP: Final = 8
LEGEND: Final = 92
NAME: Final = 212
GAMES: Final = (440, 806)
"""Where the signs begin and end."""
STEP: Final = 72
"""From one sign to the next, at most."""
IN_LINE: Final = 7
"""Signs in a line of a row."""


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`LeagueView`."""
    view: LeagueView = scene.view
    columns = max((len(row.results) for _, rows in view.groups for row in rows), default=0)
    heights = [[_height(row) for row in rows] for _, rows in view.groups]
    titles = sum(DIVISION for title, _ in view.groups if title)
    rows_high = sum(height + GAP for group in heights for height in group)
    sheet = Sheet(HEAD + COLUMNS + titles + rows_high + LEGEND, theme)
    head(sheet, view.title, view.about, view.now)
    y = HEAD
    games, points = view.headings
    sheet.write(games, (36, 28), (sum(GAMES) / 2, y + 26), 320, theme.faint, anchor="mm")
    sheet.write(points, (36, 28), (ACROSS - EDGE - 32, y + 26), 170, theme.faint, anchor="rm")
    y += COLUMNS
    for (title, rows), group in zip(view.groups, heights, strict=True):
        if title:
            sheet.write(title, (40, 30), (EDGE + 8, y + DIVISION / 2 - 2), 600, theme.coordinate)
            y += DIVISION
        for row, high in zip(rows, group, strict=True):
            draw_row(sheet, row, y, columns, high)
            y += high + GAP
    _legend(sheet, view, y + (LEGEND - GAP) // 2)
    return sheet.finished()


def head(sheet: Sheet, title: str, about: str, now: str) -> None:
    """The title of a league, what it is, and how far it is."""
    theme, right = sheet.theme, ACROSS - EDGE - 4
    size = fit(now, 38, 330, 28)
    across = round(width(now, size)) + 56
    room = right - across - EDGE - 30
    sheet.write(title, (62, 40), (EDGE + 6, 64), room, theme.border)
    sheet.panel((right - across, 34, across, 64), theme.highlight, 32)
    sheet.write(now, (size, size), (right - across / 2, 66), across, theme.ink, theme.highlight, "mm")
    sheet.write(about, (38, 28), (EDGE + 6, 126), ACROSS - 2 * EDGE - 12, theme.coordinate)


def _height(row: LeagueRow) -> int:
    return ROW + 44 * ((len(row.results) - 1) // IN_LINE)


def draw_row(sheet: Sheet, row: LeagueRow, top: int, columns: int, high: int = ROW) -> None:
    """Somebody's row in standings, with room for the signs of so many games."""
    theme, middle = sheet.theme, top + high // 2
    line = theme.highlight if row.leads else None
    sheet.panel((EDGE, top, ACROSS - 2 * EDGE, high), theme.panel, 22, line)
    ink = theme.faint if row.note else theme.coordinate
    if row.leads:
        sheet.stamp(discs.place(row.place, 66, theme.highlight, theme), (82, middle))
    else:
        sheet.write(row.place, (44, 28), (82, middle), 66, ink, theme.panel, "mm")
    sheet.face(row.face, 68, (160, middle))
    room = GAMES[0] - NAME - 16 if row.results else GAMES[1] - NAME
    sheet.name(row.face, (44, 30), (NAME, middle), room, ink, theme.panel)
    _signs(sheet, row, columns, middle)
    sheet.write(row.points, (52, 36), (ACROSS - EDGE - 34, middle), 130, theme.highlight, theme.panel, "rm")


def _signs(sheet: Sheet, row: LeagueRow, columns: int, middle: int) -> None:
    lines = [row.results[start : start + IN_LINE] for start in range(0, len(row.results), IN_LINE)]
    longest = min(columns, IN_LINE)
    step = min(STEP, (GAMES[1] - GAMES[0]) / max(longest, 5))
    size = round(step * 0.75 if len(lines) == 1 else min(step * 0.75, 40))
    begin = GAMES[0] + (GAMES[1] - GAMES[0] - step * longest) / 2
    for order, line in enumerate(lines):
        y = middle + 46 * (order - (len(lines) - 1) / 2)
        for place, kind in enumerate(line):
            sheet.sign(kind, size, (begin + step * (place + 0.5), y))
    if row.note and lines:
        x = begin + step * len(lines[-1]) + 6
        room = GAMES[1] + 20 - x
        if room > 60:
            sheet.write(row.note, (34, 26), (x, middle), room, sheet.theme.faint, sheet.theme.panel)


def _legend(sheet: Sheet, view: LeagueView, middle: int) -> None:
    theme, size = sheet.theme, 36
    room = ACROSS - 2 * EDGE - 12
    while size > 22 and _wide(view, size) > room:
        size -= 1
    apart = min(34.0, (room - _wide(view, size)) / max(1, len(view.legend) - 1) + 20)
    x = EDGE + 6.0
    for kind, label in view.legend:
        sheet.sign(kind, 44, (x + 22, middle))
        taken = sheet.write(label, (size, size), (x + 56, middle), room, theme.coordinate)
        x += 56 + taken + apart


def _wide(view: LeagueView, size: int) -> float:
    return sum(56 + width(label, size) for _, label in view.legend) + 20 * (len(view.legend) - 1)
