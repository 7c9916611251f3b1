"""The games to choose from: a part of each board, its name, for how many it is and how long it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PIL import Image

from .primitives import panel
from .scene import GameTile, PickerView, Scene
from .text import fit, shortened, width, wrapped, write
from .theme import Theme

ACROSS: Final = 1000
EDGE: Final = 30
GAP: Final = 20
TITLE: Final = 140
WORDS: Final = 152
"""The height of a tile's words."""
NAME: Final = 44
LEAST: Final = 34
"""The largest size of a name, and that from which on it takes two lines."""
FACT: Final = 34
BAR: Final = 22
"""The height of a bar, below the one fact of its tile."""
BOARDS: Final = (250, 220)
"""The height of a tile's board, in the first row and in the others."""
CENTRE: Final = (0.5, 0.42)
"""Which part of a cover is shown, from its left and its top."""
IN_A_ROW: Final = (2, 3)
"""How many tiles the first row has, and each of the others."""


def paint(scene: Scene[Any, PickerView], theme: Theme) -> Image.Image:
    """The picture of a :class:`PickerView`."""
    view = scene.view
    first, others = IN_A_ROW
    rows = [view.tiles[:first]]
    rows += [view.tiles[start : start + others] for start in range(first, len(view.tiles), others)]
    heights = [BOARDS[min(number, 1)] + WORDS for number in range(len(rows))]
    picture = Image.new("RGB", (ACROSS, TITLE + sum(heights) + GAP * (len(rows) - 1) + EDGE), theme.ground)
    size = fit(view.title, 78, ACROSS - 2 * EDGE)
    write(picture, (EDGE + 8, TITLE / 2 + 4), view.title, size, theme.border, anchor="lm")
    top = TITLE
    for tiles, height in zip(rows, heights, strict=True):
        across = (ACROSS - 2 * EDGE - GAP * (len(tiles) - 1)) // len(tiles)
        for place, tile in enumerate(tiles):
            _tile(picture, tile, (EDGE + place * (across + GAP), top), (across, height), theme)
        top += height + GAP
    return picture


def _tile(
    picture: Image.Image, tile: GameTile, at: tuple[int, int], room: tuple[int, int], theme: Theme
) -> None:
    (left, top), (across, height) = at, room
    ground = panel(across, height, 24, theme.panel, theme.border, 3)
    picture.paste(ground, at, ground)
    inside, down = across - 8, height - WORDS
    cover = Path(__file__).parent / tile.game_key / "cover.png"
    if cover.is_file():
        with Image.open(cover) as whole:
            x, y = (
                round((length - part) * share)
                for length, part, share in zip(whole.size, (inside, down), CENTRE, strict=True)
            )
            board = whole.crop((x, y, x + inside, y + down)).convert("RGB")
        picture.paste(board, (left + 4, top + 4), panel(inside, down, 20, theme.panel).getchannel("A"))
    within, middle = across - 40, top + 4 + down + 36
    lines = [tile.title] if width(tile.title, LEAST) <= within else wrapped(tile.title, LEAST, within, 2)
    size = fit(max(lines, key=len), NAME, within, LEAST)
    for row, line in enumerate(lines):
        at_y = middle + (row - (len(lines) - 1) / 2) * LEAST
        write(picture, (left + 20, at_y), line, size, theme.coordinate, anchor="lm")
    if tile.share is not None:
        bar = middle + 78
        picture.paste(theme.coordinate, (left + 20, bar, left + 20 + within, bar + BAR))
        inner = left + 22 + round((within - 4) * tile.share)
        picture.paste(theme.ground, (inner, bar + 2, left + 18 + within, bar + BAR - 2))
    for row, fact in enumerate(tile.facts.split(" · ")[:2], 1):
        small = fit(fact, NAME if tile.share is not None else FACT, within, 26)
        place = (left + 20, middle + 10 + 37 * row)
        write(picture, place, shortened(fact, small, within), small, theme.highlight, anchor="lm")
