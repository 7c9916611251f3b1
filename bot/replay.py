"""Plays what is kept again: one record from a file, or every table of a database."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from bot.games.core import Game, RulesError, Seat, State
from bot.games.record import LONGEST, VERBS, Entry, Record, RecordError, follow, read
from bot.tables.jobs import recovery
from data.store.connection_errors import name, opening
from data.store.engines import sqlite_path
from data.store.queries import tables
from data.store.records import Stored, StoreError
from data.store.schema_upgrade import head, revision_of
from data.store.sqlite.backup import copy_sqlite
from data.store.store import Store, sqlite_url

from .config import StartError, read_settings
from .games import GAMES

Games = Mapping[str, Game[Any, Any]]
WORDS: Final = {"resign": "resigned", "time": "ran out of time", "draw": "accepted a draw"}


def replay(record: Path | None, database: Path | None) -> int:
    """``python -m bot replay``: the exit status, 1 where something cannot be played again."""
    try:
        if record is not None:
            print(replay_text(read(_text(record)), GAMES))
            return 0
        url = sqlite_url(database) if database is not None else read_settings().database_url
        path = sqlite_path(url)
        if path is not None and not path.is_file():
            raise StoreError(f"There is no database {path}: name one with --database.")
        found = asyncio.run(check_served(url, GAMES) if path is None else check(path, GAMES))
    except (RulesError, StartError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    bad = [*found.complaints, *found.frozen]
    for line in (*bad, *found.recovered):
        print(line)
    tables = "1 table" if found.count == 1 else f"{found.count} tables"
    verdict = f"{len(bad)} can’t be played again" if bad else "all can be played again"
    print(f"{tables} in {name(url)}: {verdict}.")
    return 1 if bad else 0


def _text(path: Path) -> str:
    """:raises RecordError: when the file is no text, or too long to be a record."""
    with path.open("rb") as file:
        data = file.read(4 * LONGEST + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no record: it is not text in UTF-8.") from None


def replay_text(record: Record, games: Games) -> str:
    """The final board of ``record`` and its result, as text.

    :raises RulesError: where it cannot be played, naming the line.
    """
    start, steps = follow(record, games)
    last = steps[-1].after if steps else start
    game = games[record.game]
    ends = [entry for entry in record.entries if entry.text in VERBS]
    if ends:
        _require_end(game, last, ends[0])
    view = last.reveal() if ends else last.view_for(None)
    count = "1 action" if len(steps) == 1 else f"{len(steps)} actions"
    return f"{game.text(view)}\n\n{game.title}, {count}. {_result(game, last, ends)}"


def _require_end(game: Game[Any, Any], last: State[Any, Any], end: Entry) -> None:
    """:raises RecordError: for an agreed end that this game can't have come to."""
    if last.outcome is not None:
        raise RecordError(f"Line {end.line}: “{end}” comes after the game’s own end.")
    if end.seat not in {*game.seats, *game.seat_styles}:
        raise RecordError(f"Line {end.line}: {game.title} has no seat of that name.")
    if end.text == "draw" and not game.drawable:
        raise RecordError(f"Line {end.line}: {game.title} has no agreed draws.")


def _result(game: Game[Any, Any], last: State[Any, Any], ends: Sequence[Entry]) -> str:
    if last.outcome is not None:
        return game.ending(last.view_for(None))
    if ends:
        return " ".join(f"{end.seat.capitalize()} {WORDS[end.text]}." for end in ends)
    return f"The game goes on: {' and '.join(_acting(game, last))} to act."


def _acting(game: Game[Any, Any], last: State[Any, Any]) -> list[str]:
    return [seat.capitalize() for seat in (*game.seat_styles, Seat("chance")) if seat in last.to_act]


@dataclass(slots=True)
class Report:
    """What was found out about the tables of a database; sentences, one a table."""

    count: int
    complaints: list[str] = field(default_factory=list)
    """Of tables that do not play to where they stand."""
    frozen: list[str] = field(default_factory=list)
    """Of frozen tables that this release can't let go on."""
    recovered: list[str] = field(default_factory=list)
    """Of frozen tables that go on once the bot is started."""


async def check(database: Path, games: Games) -> Report:
    """Play every table of ``database`` again.

    A copy is looked at, brought to this release’s schema: the file itself is not changed, and may be in use.

    :raises StoreError: when it is no database of this program, or of a later release.
    """
    with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        copy_sqlite(database, copy)
        return await _all(await Store.open(sqlite_url(copy)), games)


async def check_served(url: sa.URL, games: Games) -> Report:
    """Play every table of a database server again. Nothing is changed; the bot may be at it.

    :raises StoreError: when it holds no tables of this release, or can't be read.
    """
    revision = await revision_of(url)
    if revision is None:
        raise StoreError(f"{name(url)} is empty: the bot makes its tables at its first start.")
    if revision != head():
        raise StoreError(
            f"{name(url)} is at revision {revision}, and this release reads revision {head()}: start the bot "
            f"once on it, or on a copy of it, which upgrades it."
        )
    with opening(url, "read"):
        return await _all(Store(url), games)


async def _all(store: Store, games: Games) -> Report:
    """Look at every table of ``store``, which is closed then."""
    try:
        numbers = await tables.all_ids(store)
        found = Report(len(numbers))
        for number in numbers:
            await _look_at(store, number, games, found)
    finally:
        await store.close()
    return found


async def _look_at(store: Store, number: int, games: Games, found: Report) -> None:
    stored = await store.load(number)
    if stored is None:
        # Its server's tables were removed meanwhile.
        found.count -= 1
    elif stored.header.status != "frozen":
        found.complaints += _complaints(stored, games)
    elif complaints := _complaints(stored, games):
        found.frozen += [f"Frozen: {complaint}" for complaint in complaints]
    else:
        title = games[stored.header.game].title
        found.recovered.append(
            f"Table {number} ({title}) is frozen, and this release can play it: it goes on when the bot is "
            "started again."
        )


def _complaints(stored: Stored, games: Games) -> list[str]:
    """Why a table can't be played again; nothing when it can. What may follow is tried at a frozen one."""
    header = stored.header
    number, game = header.id, games.get(header.game)
    if game is None:
        return [f"Table {number} plays “{header.game}”, which this release does not have."]
    if game.rules != header.rules:
        rules = f"{header.rules} of {game.title}; this release knows rules {game.rules}"
        return [f"Table {number} was started under rules {rules}."]
    try:
        table = recovery.replayed(stored, game)
    except recovery.StillBroken as fault:
        return [f"Table {number} ({game.title}), {fault}"]
    if header.status not in ("frozen", table.status):
        return [f"Table {number} is {table.status} by its log, and {header.status} by the index."]
    return []
