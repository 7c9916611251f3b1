"""Jobs: what the studio has its painters do, in whatever thread or process they are.

Here is nothing of what painting needs: each job imports it where the work is done, so that a program whose
painters are processes of their own never has it in memory.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, ParamSpec, TypeVar

from rendering.picture import Picture
from rendering.scene import Scene
from rendering.theme import THEMES

P = ParamSpec("P")
T = TypeVar("T")
_prepared: dict[str, Iterator[Callable[[], object]]] = {}


def has_painter(game_key: str) -> bool:
    """Whether a game can be painted. It looks for the painter without importing it."""
    name = f"rendering.{game_key}"
    return name in sys.modules or find_spec(name) is not None


def draw(game_key: str, scene: Scene[Any, Any], palette: str = "default") -> Picture:
    """The picture of ``scene``."""
    from rendering.painting import draw as paint

    return paint(game_key, scene, palette)


def placard(text: str) -> Picture:
    """The placard of ``text``."""
    from rendering.painting import placard_picture

    return placard_picture(text)


def rehearse(game_key: str, scene: Scene[Any, Any]) -> None:
    """Draw ``scene`` for nobody, so that its parts are at hand."""
    draw(game_key, scene)


def prepare(game_key: str) -> bool:
    """Draw one more of what the painter names by ``warm_up(theme)``; whether there may be more of it."""
    if (left := _prepared.get(game_key)) is None:
        find = getattr(importlib.import_module(f"rendering.{game_key}"), "warm_up", None)
        left = _prepared[game_key] = iter(find(THEMES["default"]) if find else ())
    piece = next(left, None)
    if piece is None:
        del _prepared[game_key]
        return False
    piece()
    return True


def timed(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, float]:
    """What ``work`` gives, and the seconds that it took."""
    began = time.perf_counter()
    found = work(*args, **kwargs)
    return found, time.perf_counter() - began
