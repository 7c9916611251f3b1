"""Lessons: a folder for each game with a file for each lesson, ``NN-slug.toml``. Data, no code.

``bot.features.lessons.lessons`` says what a file may contain.
"""

from __future__ import annotations

from importlib.resources import files


def texts(game: str) -> dict[str, str]:
    """The content of a game's lesson files by name, in order; empty if the game has none."""
    folder = files(__name__).joinpath(game)
    if not folder.is_dir():
        return {}
    found = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    return {each.name: each.read_text(encoding="utf-8") for each in sorted(found, key=lambda each: each.name)}
