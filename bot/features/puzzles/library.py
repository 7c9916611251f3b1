"""The puzzles that come with the bot: a file for each game that has some, in order of difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import structlog

from bot.features.puzzles.puzzle import Puzzle, read
from bot.games.core import Game

log: Final = structlog.get_logger(__name__)
FOLDER: Final = files("data.puzzles")


@cache
def kept(key: str, rules: int) -> tuple[Puzzle, ...]:
    """The puzzles of a game under this version of its rules; whatever else its file has is logged, once."""
    file = FOLDER.joinpath(f"{key}.jsonl")
    if not file.is_file():
        return ()
    found: list[Puzzle] = []
    outdated = 0
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            puzzle = read(line)
        except ValueError as error:
            log.warning("a puzzle can't be read", game=key, line=number, error=str(error))
            continue
        if puzzle.rules == rules:
            found.append(puzzle)
        else:
            outdated += 1
    if outdated:
        log.warning("puzzles made under other rules are left out", game=key, puzzles=outdated, rules=rules)
    return tuple(found)


def puzzles_of(game: Game[Any, Any]) -> tuple[Puzzle, ...]:
    """The puzzles of ``game``, the easiest first."""
    return kept(game.key, game.rules)


def all_puzzles(games: Mapping[str, Game[Any, Any]]) -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles of every game that has some, by its key."""
    return {key: found for key, game in games.items() if (found := puzzles_of(game))}
