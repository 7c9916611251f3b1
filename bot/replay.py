"""Replays a record from a file, or every table of a database."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from bot.games.core import AnyGame, Games, RulesError, Seat, AnyState
from bot.games.record import LONGEST, VERBS, Entry, Record, RecordError, follow, game_of, read
from bot.tables.jobs import recovery
from data.store.connection_errors import name, opening
from data.store.engines import sqlite_path
from data.store.records import DatabaseUnusable, Stored, StoreError
from data.store.schema_upgrade import head, revision_of
from data.store.sqlite.backup import copy_sqlite
from data.store.store import Store, sqlite_url

from . import text
from .config import read_settings
from .errors import StartError
from .games import GAMES

ENDINGS: Final = {"resign": text.resigned, "time": text.out_of_time, "draw": text.accepted_draw}


def replay(record: Path | None, database: Path | None) -> int:
    """``python -m bot replay``; returns the exit status, 1 if something can't be replayed.

    :raises RulesError: when the record can't be.
    """
    if record is not None:
        print(replay_text(read(_text(record)), GAMES))
        return 0
    url = database_named(database)
    path = sqlite_path(url)
    report = asyncio.run(check_served(url, GAMES) if path is None else check(path, GAMES))
    bad = [*report.complaints, *report.frozen]
    for line in (*bad, *report.recovered):
        print(line)
    print(text.checked(report.count, name(url), len(bad)))
    return 1 if bad else 0


def database_named(file: Path | None) -> sa.URL:
    """The database in ``file``; None: the bot's.

    :raises StoreError: when there is no such file.
    """
    url = read_settings().database_url if file is None else sqlite_url(file)
    path = sqlite_path(url)
    if path is not None and not path.is_file():
        raise StoreError(text.no_database(path))
    return url


def _text(path: Path) -> str:
    """:raises RecordError: when the file isn't text, or is too long for a record."""
    with path.open("rb") as file:
        data = file.read(4 * LONGEST + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(text.not_a_record(path)) from None


def replay_text(record: Record, games: Games) -> str:
    """The final board and the result of ``record``, as text.

    :raises RulesError: when it can't be replayed; the message names the line.
    """
    start, steps = follow(record, games)
    last = steps[-1].after if steps else start
    game = game_of(record, games)
    ends = [entry for entry in record.entries if entry.text in VERBS]
    if ends:
        _require_end(game, last, ends[0])
    view = last.reveal() if ends else last.view_for(None)
    return text.replayed(game.text(view), game.title, len(steps), _result(game, last, ends))


def _require_end(game: AnyGame, last: AnyState, end: Entry) -> None:
    """:raises RecordError: when the game can't have ended by this agreement or resignation."""
    if last.outcome is not None:
        raise RecordError(text.end_after_end(end.line, end))
    if end.seat not in {*game.seats, *game.seat_styles}:
        raise RecordError(text.no_such_seat(end.line, game.title))
    if end.text == "draw" and not game.drawable:
        raise RecordError(text.not_drawable(end.line, game.title))


def _result(game: AnyGame, last: AnyState, ends: Sequence[Entry]) -> str:
    if last.outcome is not None:
        return game.ending(last.view_for(None))
    if ends:
        return " ".join(ENDINGS[end.text](end.seat.capitalize()) for end in ends)
    return text.in_play(_acting(game, last))


def _acting(game: AnyGame, last: AnyState) -> list[str]:
    return [seat.capitalize() for seat in (*game.seat_styles, Seat("chance")) if seat in last.to_act]


@dataclass(slots=True)
class ReplayReport:
    """The results of replaying a database's tables, one sentence per problem or recovery."""

    count: int
    complaints: list[str] = field(default_factory=list)
    """Tables that can't be replayed."""
    frozen: list[str] = field(default_factory=list)
    """Frozen tables that will stay frozen."""
    recovered: list[str] = field(default_factory=list)
    """Frozen tables that will be recovered when the bot starts."""


async def check(database: Path, games: Games) -> ReplayReport:
    """Replay every table of ``database`` in an upgraded copy; the file isn't changed and may be in use.

    :raises StoreError: when it isn't a database of this program, or is from a later release.
    """
    with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        copy_sqlite(database, copy)
        try:
            store = await Store.open(sqlite_url(copy))
        except DatabaseUnusable as error:
            raise DatabaseUnusable(str(error).replace(str(copy), str(database))) from error
        return await _all(store, games)


async def check_served(url: sa.URL, games: Games) -> ReplayReport:
    """Replay every table on a database server. Nothing is changed, and the bot may be running.

    :raises StoreError: when it has no tables of this release, or can't be read.
    """
    revision = await revision_of(url)
    if revision is None:
        raise StoreError(text.empty_database(name(url)))
    if revision != head():
        raise StoreError(text.other_revision(name(url), revision, head()))
    with opening(url, "read"):
        return await _all(Store(url), games)


async def _all(store: Store, games: Games) -> ReplayReport:
    """Replay every table of ``store``, and close it."""
    try:
        numbers = await store.table_ids()
        report = ReplayReport(len(numbers))
        for number in numbers:
            await _look_at(store, number, games, report)
    finally:
        await store.close()
    return report


async def _look_at(store: Store, number: int, games: Games, report: ReplayReport) -> None:
    stored = await store.load(number)
    if stored is None:
        # It was removed since the ids were read.
        report.count -= 1
    elif stored.header.status != "frozen":
        report.complaints += _complaints(stored, games)
    elif complaints := _complaints(stored, games):
        report.frozen += [text.frozen(complaint) for complaint in complaints]
    else:
        report.recovered.append(text.recovers(number, games[stored.header.game].title))


def _complaints(stored: Stored, games: Games) -> list[str]:
    """Why a table can't be replayed; empty if it can."""
    header = stored.header
    number, newest = header.id, games.get(header.game)
    if newest is None:
        return [text.unknown_game(number, header.game)]
    if (game := newest.under(header.rules)) is None:
        return [text.other_rules(number, newest.title, header.rules, newest.rules)]
    try:
        table = recovery.replayed(stored, game)
    except recovery.StillBroken as fault:
        return [text.fault(number, game.title, fault)]
    if header.status not in ("frozen", table.status):
        return [text.wrong_status(number, table.status, header.status)]
    return []
