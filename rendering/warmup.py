"""Warming: what the first pictures of each game need, drawn before anybody waits for one."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from bot.games.core import Game

from .scene import Scene
from .workers import jobs

Piece = Callable[[], object]
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
SELDOM: Final = (5_000, 10, 10)
"""When the collector of cycles looks: tables that are kept are many objects, and hold no cycles."""
LARGE: Final = 8 << 20
"""Bytes of a drawing that is made once, at four times its size; no finished picture takes as much."""


def pieces(games: Iterable[Game[Any, Any]]) -> Iterator[Piece]:
    """What is to be drawn, each piece within a second: the first picture of all games, then the rest.

    The diagrams of the rule books show what each game has. A painter may name more by ``warm_up(theme)``.
    """
    painted = tuple(game for game in games if jobs.has_painter(game.key))
    for game in painted:
        yield from (partial(jobs.rehearse, game.key, scene) for scene in _first(game))
    for game in painted:
        yield from (partial(jobs.rehearse, game.key, scene) for scene in _diagrams(game)[1:])
    for game in painted:
        yield partial(jobs.prepare, game.key)


def _diagrams(game: Game[Any, Any]) -> list[Scene[Any, Any]]:
    return [Scene(diagram.view, marks=diagram.marks) for page in game.book for diagram in page.diagrams]


def _first(game: Game[Any, Any]) -> list[Scene[Any, Any]]:
    """One diagram, and as each side sees it where the board is turned for them."""
    shown, seats = _diagrams(game)[:1], game.seats if game.home_sides else ()
    return shown + [Scene(scene.view, bottom=seat) for scene in shown for seat in seats]


def tidy_memory() -> None:
    """Set up the program's memory for a long time: what stays is left alone, large drawings are given back.

    The collector of cycles goes through servers and threads no more: with 10,000 that took 0.2 s each time.
    The GNU library's allocator takes the first large block that is freed as a sign that more will come, and
    keeps the next ones: 80 MB after the first pictures of all games. Elsewhere nothing is to be done.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        tune = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):
        return
    tune(M_MMAP_THRESHOLD, LARGE)
    tune(M_TRIM_THRESHOLD, 2 * LARGE)
