"""What happened since somebody last looked: a small picture of each turn, with a line below it."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .header import CHIP, chips, shown_name
from .primitives import panel
from .scene import Panel, Scene, Strip
from .small import reduced
from .text import fit, shortened, wrapped, writable, write
from .theme import Theme

ACROSS: Final = 1000
EDGE: Final = 20
COLUMNS: Final = 2
PANEL: Final = (ACROSS - EDGE * (COLUMNS + 1)) // COLUMNS
TITLE: Final = 76
TITLE_SIZE: Final = 40
LABEL: Final = 64
"""The height of the row that says which turn it was, and whose."""
LABEL_SIZES: Final = (36, 28)
LINE: Final = 42
LINE_SIZE: Final = 34
LINES: Final = 3
"""Lines of what happened, at most."""
PADDING: Final = 14
BOARD: Final = (PANEL - 2 * PADDING, 500)
"""The room of a board."""


def paint(scene: Scene[Any, Strip], theme: Theme) -> Image.Image:
    """The picture of a :class:`Strip`, in two columns."""
    strip = scene.view
    boards = [reduced(strip.game_key, each.scene, theme, BOARD) for each in strip.panels]
    room = PANEL - 2 * PADDING
    lines = [wrapped(writable(each.line), LINE_SIZE, room, LINES) for each in strip.panels]
    down = LABEL + max(board.height for board in boards) + max(map(len, lines)) * LINE + 2 * PADDING
    rows = -(-len(boards) // COLUMNS)
    picture = Image.new("RGB", (ACROSS, TITLE + rows * (down + EDGE)), theme.ground)
    size = fit(strip.title, TITLE_SIZE, ACROSS - 2 * EDGE)
    write(picture, (EDGE + PADDING, TITLE / 2 + 2), strip.title, size, theme.border, anchor="lm")
    ground = panel(PANEL, down, 18, theme.panel)
    size = min(
        fit(_name(each), LABEL_SIZES[0], _label_room(each), least=LABEL_SIZES[1]) for each in strip.panels
    )
    for order, (each, board, words) in enumerate(zip(strip.panels, boards, lines, strict=True)):
        left = EDGE + order % COLUMNS * (PANEL + EDGE)
        top = TITLE + order // COLUMNS * (down + EDGE)
        picture.paste(ground, (left, top), ground)
        middle = top + LABEL / 2
        x = chips(picture, each.player, (left + PADDING, middle), theme.panel, theme)
        named = shortened(_name(each), size, _label_room(each))
        write(picture, (x + 6, middle), named, size, theme.border, anchor="lm")
        picture.paste(board, (left + (PANEL - board.width) // 2, top + LABEL))
        below = top + LABEL + board.height + PADDING + LINE / 2
        for row, line in enumerate(words):
            at = left + PADDING, below + row * LINE
            write(picture, at, line, LINE_SIZE, theme.coordinate, anchor="lm")
    return picture


def _name(each: Panel) -> str:
    return f"{each.turn} · {shown_name(each.player)}"


def _label_room(each: Panel) -> int:
    return PANEL - 2 * PADDING - len(each.player.seats) * (CHIP + 4) - 6
