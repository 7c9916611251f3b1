"""The games’ pictures in README, cards and on the local table: ``python -m tests.write covers`` draws them.

They are shown in every language, so they have the board alone, without words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from PIL import Image

from bot.games import GAMES
from bot.games.core import Seat
from rendering.canvas import Canvas
from rendering.curse import painter as curse
from rendering.curse import score_sheet
from rendering.depthcharge import painter as depthcharge
from rendering.depthcharge.colours import LAKES
from rendering.jobs import SIZE
from rendering.painting import draw
from rendering.png import png
from rendering.scene import Scene
from rendering.snorkels import painter as snorkels
from rendering.snorkels.sprites import CRATERS
from rendering.theme import Theme
from tests.games.playing import moments
from tests.games.registry import AnyState

ROOT: Final = Path(__file__).parents[2]
COLOURS: Final = 128
"""Those of a small cover."""
GAP: Final = 24
"""Pixels between two pictures."""
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
    "curse": (2, 25, None),
    "crackers": (2, 80, None),
}
"""For the other games a random game: its seed, the number of actions, and who is looking."""


def position(key: str) -> tuple[AnyState, Seat | None]:
    """A position of a game that is worth looking at, and who looks."""
    game = GAMES[key]
    state = game.start(game.read_options({}))
    if key not in RANDOM_GAMES:
        for seat, action in SNORKELS:
            state = state.play(Seat(seat), game.parse(action))
        return state, None
    seed, count, viewer = RANDOM_GAMES[key]
    for moment in islice(moments(game, state, Random(seed), cautious=True), count):
        state = moment.before.play(moment.seat, moment.action)
    return state, viewer


def board(key: str) -> Image.Image:
    """The board of a game's position without any words."""
    state, viewer = position(key)
    with (
        patch.object(curse, "pgettext", return_value=""),
        patch.object(score_sheet, "gettext", return_value=""),
    ):
        picture = draw(key, Scene(state.view_for(viewer), bottom=viewer))
    first, end = picture.board
    return Image.open(BytesIO(picture.data)).crop((0, first, picture.width, end))


def cover(key: str) -> bytes:
    """The cover of a game, as PNG."""
    return saved(board(key))


def thumbnail(key: str) -> bytes:
    """The cover of a game made small, as PNG: a square, with more of what is in a corner around the board."""
    whole = board(key).convert("RGB")
    share = SIZE / max(whole.size)
    small = whole.resize((round(whole.width * share), round(whole.height * share)), Image.Resampling.BOX)
    picture = Image.new("RGB", (SIZE, SIZE), whole.getpixel((0, 0)))
    picture.paste(small, ((SIZE - small.width) // 2, (SIZE - small.height) // 2))
    return saved(picture.quantize(COLOURS, dither=Image.Dither.NONE))


def saved(picture: Image.Image) -> bytes:
    """``picture`` as PNG."""
    made = BytesIO()
    picture.save(made, "PNG", optimize=True)
    return made.getvalue()


def secret() -> bytes:
    """What everybody sees of a game of Depth Charge, beside what one of its players does, as PNG."""
    state, viewer = position("depthcharge")
    both = [draw("depthcharge", Scene(state.view_for(who), bottom=viewer)).data for who in (None, viewer)]
    left, right = (Image.open(BytesIO(each)).convert("RGB") for each in both)
    beside = Image.new("RGB", (left.width + GAP + right.width, left.height), "white")
    beside.paste(left, (0, 0))
    beside.paste(right, (left.width + GAP, 0))
    return saved(beside.reduce(2).quantize(96, dither=Image.Dither.NONE))


def empty(draw: Callable[[Theme], Canvas], theme: Theme) -> bytes:
    """A painter's board without anything on it, as PNG."""
    return png(draw(theme))


PICTURES: Final[dict[Path, Callable[[], bytes]]] = {
    **{ROOT / "rendering" / key / "cover.png": partial(cover, key) for key in GAMES},
    **{ROOT / "rendering" / key / "thumbnail.png": partial(thumbnail, key) for key in GAMES},
    ROOT / ".github" / "images" / "secret.png": secret,
    depthcharge.CHART: partial(empty, depthcharge.charted, LAKES["default"]),
    snorkels.CRATER: partial(empty, snorkels.background, CRATERS["default"]),
}
"""What paints each picture."""


def write() -> None:
    """Write the pictures that have changed. (The same pixels may be other bytes with another zlib.)"""
    for path, paint in PICTURES.items():
        if not is_kept(path):
            path.write_bytes(paint())


def is_kept(path: Path) -> bool:
    """Whether the picture that is kept is what is painted now, to the pixel."""
    if not path.exists():
        return False
    with Image.open(path) as kept, Image.open(BytesIO(PICTURES[path]())) as painted:
        return kept.size == painted.size and kept.convert("RGB").tobytes() == painted.convert("RGB").tobytes()
