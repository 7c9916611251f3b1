"""A board made small, such as one beside a few lines of text."""

from __future__ import annotations

import importlib
from typing import Any

from PIL import Image

from .jobs import SIZE
from .scene import Scene, SmallBoard
from .theme import Theme


def paint(scene: Scene[Any, SmallBoard], theme: Theme) -> Image.Image:
    """The picture of a :class:`SmallBoard`, a square."""
    small = reduced(scene.view.game_key, scene.view.scene, theme, (SIZE, SIZE))
    picture = Image.new("RGB", (SIZE, SIZE), theme.ground)
    picture.paste(small, ((SIZE - small.width) // 2, (SIZE - small.height) // 2))
    return picture


def reduced(game_key: str, scene: Scene[Any, Any], theme: Theme, room: tuple[int, int]) -> Image.Image:
    """The picture of a board, as large as ``room`` lets it be."""
    whole = importlib.import_module(f"rendering.{game_key}").paint(scene, theme).convert("RGB")
    share = min(room[0] / whole.width, room[1] / whole.height)
    size = round(whole.width * share), round(whole.height * share)
    small: Image.Image = whole.resize(size, Image.Resampling.BOX)
    return small
