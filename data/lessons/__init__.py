"""Lessons: a folder for each game with a file for each lesson, ``NN-slug.toml``. Data, no code.

``bot.features.lessons.lessons`` says what a file may contain.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def has_any(game: str) -> bool:
    """Whether a game has lessons."""
    return files(__name__).joinpath(game).is_dir()


def lesson_files(game: str) -> dict[str, Traversable]:
    """A game's lesson files by name, in order; empty if the game has none."""
    if not has_any(game):
        return {}
    found = files(__name__).joinpath(game).iterdir()
    ordered = sorted(found, key=lambda each: each.name)
    return {each.name: each for each in ordered if each.name.endswith(".toml")}
