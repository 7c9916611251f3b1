"""Pictures to look at pixel by pixel."""

from __future__ import annotations

import importlib
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.games import GAMES
from rendering.boards import BoardFrame
from rendering.canvas import Canvas
from rendering.scene import Picture, PictureHeader, Player, SeatSign
from rendering.theme import THEMES
from tests.thorough import examples

from .positions import AnyScene

in_each_palette = pytest.mark.parametrize("palette", examples(THEMES, {"default", "colour-blind"}))
"""In thorough runs; in each run in two of them."""
of_each_game = pytest.mark.parametrize("key", GAMES)
of_each_game_and_palette = pytest.mark.parametrize(
    ("key", "palette"),
    [
        pytest.param(key, palette, marks=[pytest.mark.thorough] * ((order + place) % len(THEMES) != 0))
        for order, key in enumerate(GAMES)
        for place, palette in enumerate(THEMES)
    ],
)
"""In one palette each; in all of them in thorough runs."""
of_each_game_for_several = pytest.mark.parametrize(
    "key", [key for key, game in GAMES.items() if game.people[1] > 1]
)
NAMES = ("Marina", "Maximiliane von Hohenstaufen-Oldenburg-X", "海賊", "Ольга")


def paint(key: str, scene: AnyScene, palette: str = "default") -> Canvas:
    """A scene of a game, without its header."""
    canvas: Canvas = importlib.import_module(f"rendering.{key}").paint(scene, THEMES[palette])
    return canvas


def pixels(picture: Picture) -> Image.Image:
    """What a file shows, in RGB."""
    with Image.open(BytesIO(picture.data)) as image:
        assert (image.format, image.mode) == ("PNG", "P")
        assert "transparency" not in image.info
        assert image.size == (picture.width, picture.height)
        return image.convert("RGB")


def differing(board: BoardFrame, one: Image.Image, two: Image.Image, inset: int = 8) -> set[str]:
    """The squares on which two pictures differ, but for so many pixels at their edges."""
    found = set()
    for name in board.grid.names:
        left, top, right, bottom = board.box(name)
        inner = (left + inset, top + inset, right - inset, bottom - inset)
        if ImageChops.difference(one.crop(inner), two.crop(inner)).getbbox():
            found.add(name)
    return found


def header(key: str, names: tuple[str, ...] = NAMES, lit: int = 0) -> PictureHeader:
    """A header with one person for each seat, the one at ``lit`` to move."""
    game = GAMES[key]
    players = (
        Player(
            name,
            (SeatSign.of(game, seat),),
            lit=place == lit,
        )
        for place, (seat, name) in enumerate(zip(game.seats, names, strict=False))
    )
    return PictureHeader(game.title, "Turn 12", tuple(players))
