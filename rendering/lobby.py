"""Who is at a table that hasn't begun: a face and a name for each seat, two in a row."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image

from .scene import LobbyView, Scene
from .sheet import ACROSS, EDGE, Sheet
from .text import writable
from .theme import Theme, rgb

GAP: Final = 20
CELL: Final = ((ACROSS - 2 * EDGE - GAP) // 2, 148)
FACE: Final = 116


def paint(scene: Scene[Any, Any], theme: Theme) -> Image.Image:
    """The picture of a :class:`LobbyView`."""
    view: LobbyView = scene.view
    across, down = CELL
    rows = -(-len(view.seats) // 2)
    sheet = Sheet(2 * EDGE + rows * (down + GAP) - GAP, theme)
    for order, (face, label, colour) in enumerate(view.seats):
        left, top = EDGE + order % 2 * (across + GAP), EDGE + order // 2 * (down + GAP)
        middle, ground = top + down // 2, theme.panel if colour else theme.ground
        line = None if colour else theme.panel
        sheet.panel((left, top, across, down), ground, 22, line)
        sheet.face(face, FACE, (left + 16 + FACE / 2, middle), rgb(colour) if colour else None)
        ink = theme.coordinate if colour else theme.faint
        at = (left + FACE + 40, middle)
        sheet.write(writable(label), (48, 34), at, across - FACE - 60, ink, ground)
    return sheet.finished()
