"""Plays what is kept again: one record from a file, or every table of a database."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bot.config import StartError, read_settings
from bot.games import GAMES
from bot.games.core import Game, RulesError, Seat, State
from bot.games.record import LONGEST, VERBS, Entry, Record, RecordError, follow, read
from bot.hosting.backups import database_file
from bot.sessions import fold
from bot.sessions.snapshot import Snapshot
from data.store import census
from data.store.copies import copy_sqlite
from data.store.records import Event, Stored, StoreError
from data.store.store import Store, sqlite_url

Games = Mapping[str, Game[Any, Any]]
WORDS: Final = {"resign": "resigned", "time": "ran out of time", "draw": "accepted a draw"}


def replay(record: Path | None, database: Path | None) -> int:
    """``python -m bot replay``: the exit status, 1 where something cannot be played again."""
    try:
        if record is not None:
            print(told(read(_text(record)), GAMES))
            return 0
        chosen = database or database_file(read_settings())
        if not chosen.is_file():
            raise StoreError(f"There is no database {chosen}: name one with --database.")
        count, complaints = asyncio.run(check(chosen, GAMES))
    except (RulesError, StartError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for complaint in complaints:
        print(complaint)
    tables = "1 table" if count == 1 else f"{count} tables"
    bad = f"{len(complaints)} can’t be played again" if complaints else "all can be played again"
    print(f"{tables} in {chosen}: {bad}.")
    return 1 if complaints else 0


def _text(path: Path) -> str:
    """:raises RecordError: when the file is no text, or too long to be a record."""
    with path.open("rb") as file:
        data = file.read(4 * LONGEST + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no record: it is not text in UTF-8.") from None


def told(record: Record, games: Games) -> str:
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
    if end.seat not in {*game.seats, *game.liveries}:
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
    return [seat.capitalize() for seat in (*game.liveries, Seat("chance")) if seat in last.to_act]


async def check(database: Path, games: Games) -> tuple[int, list[str]]:
    """How many tables ``database`` holds, and a sentence for each that does not play to where it stands.

    A copy is looked at, brought to this release’s schema: the file itself is not changed, and may be in use.

    :raises StoreError: when it is no database of this program, or of a later release.
    """
    with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        copy_sqlite(database, copy)
        url = sqlite_url(copy)
        store = await Store.open(url)
        try:
            numbers = await census.sessions(url)
            found = [await _complaint(store, number, games) for number in numbers]
        finally:
            await store.close()
    return len(numbers), [complaint for complaint in found if complaint]


async def _complaint(store: Store, number: int, games: Games) -> str:
    """Why a stored table can't be played again; empty when it can."""
    stored = await store.load(number)
    if stored is None:
        return f"Table {number} has no log."
    header = stored.header
    game = games.get(header.game)
    if game is None:
        return f"Table {number} plays “{header.game}”, which this release does not have."
    if game.rules != header.rules:
        return (
            f"Table {number} was started under rules {header.rules} of {game.title}; this release knows "
            f"rules {game.rules}."
        )
    try:
        table = fold.blank(header, game)
    except RulesError as error:
        return f"Table {number}, its options: {error}"
    for seq, event in enumerate(stored.events, 1):
        try:
            table = fold.fold(table, [event], header, stored.seats)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 (whatever a rule raises is the finding)
            return f"Table {number} ({game.title}), event {seq}, {_brief(game, event)}: {_why(error)}"
    return _differs(table, stored)


def _brief(game: Game[Any, Any], event: Event) -> str:
    # What is secret in a game that goes on is no business of the host either.
    text = "" if game.secrets else event.text
    return f"“{' '.join(part for part in (event.verb, event.seat, text) if part)[:60]}”"


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, RulesError) else f"{type(error).__name__}: {error}"


def _differs(table: Snapshot, stored: Stored) -> str:
    """Whether the index says something else than the log; empty when they agree."""
    header = stored.header
    if table.version != header.version:
        return f"Table {header.id}: its log ends at event {table.version} and should at {header.version}."
    if header.status not in ("void", table.status):
        return f"Table {header.id} is {table.status} by its log, and {header.status} by the index."
    return ""
