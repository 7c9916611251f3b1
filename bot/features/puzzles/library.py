"""The puzzles that come with the bot: a file for each game that has some, in order of difficulty.

The daily puzzle is the same for everybody on each day (UTC).
"""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

import structlog

from bot.games.core import AnyGame, Games
from bot.languages import gettext_noop
from bot.tables.days import began, day_at, in_a_row, next_day
from bot.tables.errors import TableError
from data.store.queries import practice
from data.store.queries.practice import PractisedRow
from data.store.store import Store

from .puzzle import Puzzle, read

log: Final = structlog.get_logger(__name__)
DAILY: Final = "puzzle-day"
"""The kind of practice board for daily puzzles; its subject is the day and the puzzle's."""
FOLDER: Final = files("data.puzzles")
NO_PUZZLES: Final = gettext_noop("There are no puzzles here yet.")


def has_any(key: str) -> bool:
    """Whether a game has puzzles; they aren't read."""
    return FOLDER.joinpath(f"{key}.jsonl").is_file()


@cache
def kept(key: str, rules: int) -> tuple[Puzzle, ...]:
    """The puzzles of a game under this version of its rules; whatever else its file has is logged, once."""
    found, wrong = _read_all(key, rules)
    for fault in wrong:
        log.warning("puzzles are left out", fault=fault)
    return found


def faults(games: Games) -> list[str]:
    """What is wrong with the files of puzzles."""
    return [fault for key, game in games.items() for fault in _read_all(key, game.rules)[1]]


def _read_all(key: str, rules: int) -> tuple[tuple[Puzzle, ...], list[str]]:
    """The puzzles of a game under this version of its rules, and what is wrong with its file."""
    file = FOLDER.joinpath(f"{key}.jsonl")
    if not has_any(key):
        return (), []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        return (), [f"{file.name}: {error}"]
    found: list[Puzzle] = []
    wrong: list[str] = []
    outdated = 0
    for number, line in enumerate(lines, 1):
        try:
            puzzle = read(line)
        except ValueError as error:
            wrong.append(f"{file.name}, line {number}: {str(error).splitlines()[0]}")
            continue
        if puzzle.rules == rules:
            found.append(puzzle)
        else:
            outdated += 1
    if outdated:
        wrong.append(f"{file.name}: {outdated} were made under other rules than {rules}")
    return tuple(found), wrong


def puzzles_of(game: AnyGame) -> tuple[Puzzle, ...]:
    """The puzzles of ``game``, the easiest first."""
    return kept(game.key, game.rules)


def all_puzzles(games: Games) -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles of every game that has some, by its key."""
    return {key: found for key, game in games.items() if (found := puzzles_of(game))}


def find(games: Games, subject: str) -> tuple[Puzzle, int, int]:
    """The puzzle with this subject, its number, and how many puzzles its game has.

    The day before a daily puzzle's subject is left out of account.

    :raises TableError: when there is no such puzzle any more.
    """
    subject = subject.rpartition(" ")[2]
    game = games.get(subject.partition("/")[0])
    found = puzzles_of(game) if game is not None else ()
    for number, puzzle in enumerate(found, 1):
        if puzzle.subject == subject:
            return puzzle, number, len(found)
    raise TableError("That puzzle isn’t available any more. `/puzzle solve` has others.")


def numbered(game: AnyGame, number: int) -> Puzzle:
    """The puzzle of ``game`` with this number, from 1.

    :raises TableError: when there is no such puzzle.
    """
    found = puzzles_of(game)
    if not found:
        raise TableError("There are no puzzles for {game} yet.", game=game.title)
    if not 1 <= number <= len(found):
        raise TableError("{game} has puzzles 1–{last}. Pick one of those.", game=game.title, last=len(found))
    return found[number - 1]


def of_day(games: Games, day: str) -> Puzzle:
    """The puzzle of a day: another game each day, and each of its puzzles once before one comes again.

    :raises TableError: when there are no puzzles at all, or none of that day's game can be read.
    """
    keys = sorted(filter(has_any, games))
    if not keys:
        raise TableError(NO_PUZZLES)
    count = date.fromisoformat(day).toordinal()
    # The other days keep their puzzles even where one game's can't be read.
    game = games[keys[count % len(keys)]]
    puzzles = puzzles_of(game)
    if not puzzles:
        raise TableError(
            "That day’s puzzle is from {game}, whose puzzles the bot can’t read. Please tell the bot’s host. "
            "`/puzzle solve` has puzzles from other games.",
            game=game.title,
        )
    shuffled = sorted(puzzles, key=lambda each: hashlib.sha256(each.id.encode()).digest())
    return shuffled[count // len(keys) % len(puzzles)]


def is_day(written: str) -> bool:
    """Whether a text is a day as ``days.day_at`` writes it, and no other form of ISO 8601."""
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False


async def solved(store: Store, person: int, day: str = "") -> dict[str, PractisedRow]:
    """The daily puzzles that ``person`` solved on their days, by day; optionally only that of ``day``."""
    found = {row.subject.partition(" ")[0]: row for row in await practice.finished(store, person, DAILY, day)}
    return {each: row for each, row in found.items() if day_at(row.at) == each}


async def solved_in(store: Store, guild: int, day: str, puzzle: Puzzle) -> list[PractisedRow]:
    """Who has solved the puzzle of a day in a server, on that day."""
    start = began(day)
    subject, end = f"{day} {puzzle.subject}", next_day(start) * 1000
    return await practice.finished_in(store, guild, subject, start, end)


async def streak(store: Store, person: int, day: str) -> int:
    """The number of days in a row, up to ``day`` or the one before, on which ``person`` solved the puzzle."""
    return in_a_row(sorted(await solved(store, person), reverse=True), day)
