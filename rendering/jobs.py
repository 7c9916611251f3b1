"""The jobs that the studio gives to its workers, and those that warm them up.

A job imports what painting needs only when it runs: a bot whose painters are processes never loads it.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple

from bot.games.core import Game
from bot.languages import ENGLISH, speaking
from rendering.scene import Picture, PictureHeader, Scene
from rendering.theme import THEMES

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
SIZE: Final = 320
"""Pixels across and down of a small board: phones show it at 80 points."""
LATEST: Final = 8
"""Pictures that a worker keeps, 50 KB each: what one player sees is often what everybody sees next."""


@cache
def has_painter(game_key: str) -> bool:
    """Whether a game has a painter. The painter isn't imported."""
    name = f"rendering.{game_key}"
    return name in sys.modules or find_spec(name) is not None


@cache
def thumbnail(game_key: str) -> Picture | None:
    """The small picture of a game, drawn beforehand; None if it has none."""
    path = Path(__file__).parent / game_key / "thumbnail.png"
    return Picture(path.read_bytes(), SIZE, SIZE) if path.is_file() else None


def draw(game_key: str, scene: Scene[Any, Any], palette: str = "default", language: str = ENGLISH) -> Picture:
    """The picture of ``scene`` with its words in ``language``; one made lately, if that shows the same."""
    if (find := getattr(importlib.import_module(f"rendering.{game_key}"), "shown", None)) is None:
        return _painted(game_key, scene, palette, language)
    return _latest(game_key, find(scene), palette, language)


def _painted(game_key: str, scene: Scene[Any, Any], palette: str, language: str) -> Picture:
    from rendering.painting import draw as paint

    with speaking(language):
        return paint(game_key, scene, palette)


_latest: Final = lru_cache(maxsize=LATEST)(_painted)


def text_image(text: str, header: PictureHeader | None = None) -> Picture:
    """A picture of monospaced ``text``."""
    from rendering.painting import text_picture

    return text_picture(text, header)


def film(pictures: Sequence[Picture], header: PictureHeader) -> bytes:
    """The film of ``pictures`` as a GIF."""
    from rendering.film import film as animate

    return animate(pictures, header)


def prepare(game_key: str) -> None:
    """Draw the sprites of the painter's ``warm_up(theme)``, if it has one."""
    if (draw_all := getattr(importlib.import_module(f"rendering.{game_key}"), "warm_up", None)) is not None:
        draw_all(THEMES["default"])


def timed(job: Callable[[*Ts], T], *args: *Ts) -> tuple[T, float]:
    """The result of ``job``, and how many seconds it took."""
    began = time.perf_counter()
    result = job(*args)
    return result, time.perf_counter() - began


def warm_up(games: Iterable[Game[Any, Any]]) -> Iterator[Callable[[], object]]:
    """Jobs of less than a second that draw what games need: the first picture of each, then the rest.

    The diagrams of the rule books show nearly all sprites. A painter may name more in ``warm_up(theme)``.
    """
    first: list[Callable[[], object]] = []
    rest: list[Callable[[], object]] = []
    for game in games:
        if has_painter(game.key):
            scenes: list[Scene[Any, Any]] = [
                Scene(each.view, marks=each.marks) for page in game.book for each in page.diagrams
            ]
            bottoms = (None, *(game.seats if game.home_sides else ()))
            first += [partial(draw, game.key, replace(scenes[0], bottom=bottom)) for bottom in bottoms]
            rest += [partial(draw, game.key, scene) for scene in scenes[1:]]
            rest.append(partial(prepare, game.key))
    yield from (*first, *rest)
