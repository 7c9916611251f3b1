"""Strips: the turns that somebody has missed."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.games import GAMES
from rendering.painting import draw
from rendering.scene import Panel, Player, Scene, SeatSign, Strip
from rendering.strip import ACROSS, EDGE
from rendering.theme import THEMES
from tests.thorough import examples

from .pictures import in_each_palette
from .positions import positions

KB = 1000


def strip_of(key: str, count: int) -> Strip:
    """A strip of a random game."""
    game = GAMES[key]
    seat = game.seats[0]
    player = Player("Marina", (SeatSign.of(game, seat),))
    found = positions(key)[1 : count + 1]
    panels = [Panel(Scene(state.view_for(None)), "Turn 12", player, "Purple went to d4.") for state in found]
    return Strip(key, "Since your last turn", tuple(panels))


def picture(strip: Strip, palette: str = "default") -> Image.Image:
    data = draw("strip", Scene(strip), palette).data
    assert len(data) < 60 * KB * len(strip.panels)
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("key", examples(GAMES, {"depthcharge", "checkers"}))
def test_every_game_has_strips(key: str) -> None:
    two = picture(strip_of(key, 2))
    assert (two.mode, two.width) == ("P", ACROSS)
    four = strip_of(key, 4)
    image = picture(four)
    assert image.height > two.height
    for panel in four.panels[::3]:
        alone = picture(replace(four, panels=(panel,)))
        assert alone.height <= two.height, "they are all of one size"


@in_each_palette
def test_long_names_and_long_lines_stay_on_their_panel(palette: str) -> None:
    plain = strip_of("crackers", 2)
    seats = tuple(SeatSign.of(GAMES["crackers"], seat) for seat in GAMES["crackers"].seats)
    for name, line in (("W" * 32, "Red went to d2. " * 30), ("\u2068مريم\u2069", "w" * 200), ("", "")):
        long = [replace(each, player=Player(name, seats[:3]), line=line) for each in plain.panels]
        image = picture(replace(plain, panels=tuple(long)), palette).convert("RGB")
        for left in (0, ACROSS // 2 - EDGE // 4, ACROSS - EDGE + 2):
            edge = image.crop((left, 80, left + EDGE // 2 - 2, image.height))
            assert edge.getcolors() == [((EDGE // 2 - 2) * (image.height - 80), THEMES[palette].ground)]
