"""The games’ pictures in README and on the local table: ``python -m tests.write covers`` draws them."""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image

from bot.games import GAMES
from bot.games.core import Seat
from rendering.painting import draw
from rendering.scene import Picture, Scene
from tests.games.playing import moments

FOLDER: Final = Path(__file__).parents[2] / "rendering"
SNORKELS: Final = (
    ("host", "c4"),
    ("guest", "take green"),
    *zip(
        ("green", "purple") * 7,
        ("d4", "c5", "e4", "d5", "d3", "c3", "e5", "e3", "g2", "f4", "b7", "a7", "g1"),
        strict=False,
    ),
)
"""A game of Snorkels up to a position worth looking at: (seat, action)."""
RANDOM_GAMES: Final[dict[str, tuple[int, int, Seat | None]]] = {
    "checkers": (3, 70, None),
    "depthcharge": (132, 70, Seat("south")),
    "curse": (2, 24, None),
    "crackers": (2, 80, None),
}
"""For the other games a random game: its seed, the number of actions, and who is looking."""


def picture(key: str) -> Picture:
    """The cover of a game."""
    game = GAMES[key]
    state = game.start(game.read_options({}))
    if key not in RANDOM_GAMES:
        for seat, action in SNORKELS:
            state = state.play(Seat(seat), game.parse(action))
        return draw(key, Scene(state.view_for(None)))
    seed, count, viewer = RANDOM_GAMES[key]
    for moment in islice(moments(game, state, Random(seed), cautious=True), count):
        state = moment.before.play(moment.seat, moment.action)
    return draw(key, Scene(state.view_for(viewer), bottom=viewer))


def write() -> None:
    """Write the pictures that have changed. (The same pixels may be other bytes with another zlib.)"""
    for key in GAMES:
        if not is_kept(key):
            (FOLDER / key / "cover.png").write_bytes(picture(key).data)


def is_kept(key: str) -> bool:
    """Whether the cover that is kept is what is painted now, to the pixel."""
    path = FOLDER / key / "cover.png"
    if not path.exists():
        return False
    with Image.open(path) as kept, Image.open(BytesIO(picture(key).data)) as painted:
        return kept.size == painted.size and kept.convert("RGB").tobytes() == painted.convert("RGB").tobytes()
