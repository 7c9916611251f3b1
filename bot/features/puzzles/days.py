"""Which puzzle is meant; the daily puzzle, which is the same for everybody on each day (UTC), and streaks."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from bot.features.puzzles import text
from bot.features.puzzles.library import all_puzzles
from bot.features.puzzles.puzzle import Puzzle
from bot.games.core import Game
from bot.tables.days import in_a_row
from bot.tables.errors import TableError
from data.store.queries import puzzle_days
from data.store.store import Store


def find(games: Mapping[str, Game[Any, Any]], subject: str) -> tuple[Puzzle, int, int]:
    """The puzzle with this subject, its number, and how many puzzles its game has.

    :raises TableError: when there is no such puzzle any more.
    """
    key = subject.partition("/")[0]
    found = all_puzzles(games).get(key, ())
    for number, puzzle in enumerate(found, 1):
        if puzzle.subject == subject:
            return puzzle, number, len(found)
    raise TableError(text.PUZZLE_GONE)


def numbered(game: Game[Any, Any], number: int, games: Mapping[str, Game[Any, Any]]) -> Puzzle:
    """The puzzle of ``game`` with this number, from 1.

    :raises TableError: when there is no such puzzle.
    """
    found = all_puzzles(games).get(game.key, ())
    if not found:
        raise TableError(text.no_puzzles(game.title))
    if not 1 <= number <= len(found):
        raise TableError(text.no_such_puzzle(game.title, len(found)))
    return found[number - 1]


def of_day(games: Mapping[str, Game[Any, Any]], day: str) -> Puzzle:
    """The puzzle of a day: another game each day, and each of its puzzles once before one comes again.

    :raises TableError: when there are no puzzles at all.
    """
    found = all_puzzles(games)
    if not found:
        raise TableError(text.NO_PUZZLES)
    count = date.fromisoformat(day).toordinal()
    keys = sorted(found)
    puzzles = sorted(found[keys[count % len(keys)]], key=lambda each: _shuffled(each.id))
    return puzzles[count // len(keys) % len(puzzles)]


def _shuffled(word: str) -> str:
    return hashlib.sha256(word.encode("ascii")).hexdigest()


def is_day(written: str) -> bool:
    """Whether a text is a day as ``days.day_at`` writes it, and no other form of ISO 8601."""
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False


def day_before(day: str) -> str:
    """The day before ``day``."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


async def streak(store: Store, person: int, day: str) -> int:
    """The number of days in a row, up to ``day`` or the one before, on which ``person`` solved the puzzle."""
    return in_a_row([each.day for each in await puzzle_days.all_of(store, person) if each.solved], day)
