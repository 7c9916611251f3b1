"""Warm-up: what the first pictures of each game need is drawn before anybody waits for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from bot.games.core import Game

from . import jobs
from .scene import Scene

Piece = Callable[[], object]


def pieces(games: Iterable[Game[Any, Any]]) -> Iterator[Piece]:
    """What to draw, each piece within a second: the first picture of all games, then the rest.

    The diagrams of the rule books show nearly all sprites. A painter may name more with ``warm_up(theme)``.
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
    """The first diagram, also as each side sees it if the board is turned for them."""
    shown, seats = _diagrams(game)[:1], game.seats if game.home_sides else ()
    return shown + [Scene(scene.view, bottom=seat) for scene in shown for seat in seats]
