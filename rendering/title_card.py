"""The first picture of a film: the game and who plays it, before its board."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageFilter

from .header import CHIP, chip, shown_name
from .scene import PictureHeader
from .text import fit, shortened, width, write
from .theme import THEMES, Theme

DIMMED: Final = 0.62
"""The share of the ground's colour over the board."""
BLUR: Final = 3
TITLE_SIZE: Final = 52
NAME_SIZE: Final = 36
ROW: Final = 66
MARGIN: Final = 30
GAP: Final = 12


def title_card(board: Image.Image, header: PictureHeader, theme: Theme = THEMES["default"]) -> Image.Image:
    """``board`` (RGB), dimmed, with the game's name and below it a line for each person."""
    picture = Image.blend(
        board.filter(ImageFilter.BoxBlur(BLUR)), Image.new("RGB", board.size, theme.ground), DIMMED
    )
    across, down = picture.size
    panel = 2 * ROW + ROW * len(header.players)
    top = (down - panel) // 2
    picture.paste(theme.ground, (0, top, across, top + panel))
    picture.paste(theme.border, (0, top, across, top + 4))
    picture.paste(theme.border, (0, top + panel - 4, across, top + panel))
    size = fit(header.title, TITLE_SIZE, across - 2 * MARGIN)
    write(picture, (across / 2, top + ROW * 0.8), header.title, size, theme.border)
    for row, player in enumerate(header.players):
        y, chips = top + ROW * (1.9 + row), len(player.seats) * (CHIP + 4)
        name, room = shown_name(player), across - 2 * MARGIN - chips - GAP
        size = fit(name, NAME_SIZE, room, least=20)
        name = shortened(name, size, room)
        x = round((across - chips - GAP - width(name, size)) / 2)
        for seat, colour in player.seats:
            picture.paste(chip(seat[:1].upper(), colour, theme.ground, theme), (x, round(y - CHIP / 2)))
            x += CHIP + 4
        write(picture, (x + GAP, y), name, size, theme.coordinate, anchor="lm")
    return picture
