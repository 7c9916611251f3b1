"""Lessons: a folder for each game with a file for each lesson, ``NN-slug.toml``. Data, no code.

``bot.features.lessons.lessons`` says what a file may contain.
"""

from __future__ import annotations

from importlib.resources import files


def has_any(game: str) -> bool:
    """Whether a game has lessons."""
    return files(__name__).joinpath(game).is_dir()


def texts(game: str) -> dict[str, str]:
    """The content of a game's lesson files by name, in order; empty if the game has none."""
    if not has_any(game):
        return {}
    folder = files(__name__).joinpath(game)
    found = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    return {each.name: each.read_text(encoding="utf-8") for each in sorted(found, key=lambda each: each.name)}
