"""Replays every table of a database."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from bot.games.core import Games
from bot.languages import ngettext
from bot.tables.jobs import recovery
from data.store.connection_errors import name, opening, sqlite_code
from data.store.engines import sqlite_path
from data.store.records import DatabaseUnusable, Stored, StoreError
from data.store.schema_upgrade import head, require_known, revision_of
from data.store.sqlite.backup import copy_sqlite
from data.store.sqlite.files import exists
from data.store.store import Store, sqlite_url

from .config import read_settings
from .games import GAMES


def replay(database: Path | None) -> int:
    """``python -m bot replay``. Returns the exit status, 1 if a table can't be replayed."""
    url = database_named(database)
    path = sqlite_path(url)
    report = asyncio.run(check_served(url, GAMES) if path is None else check(path, GAMES))
    bad = [*report.complaints, *report.frozen]
    for line in (*bad, *report.recovered):
        print(line)
    checked = f"{ngettext('{number} table', '{number} tables', report.count)} in {name(url)}"
    print(
        f"{checked}: {len(bad)} of them can’t be replayed."
        if bad
        else f"{checked}: all of them can be replayed."
    )
    return 1 if bad else 0


def database_named(file: Path | None) -> sa.URL:
    """The database in ``file``; None: the bot's.

    :raises StoreError: when there is no such file.
    """
    url = read_settings().database_url if file is None else sqlite_url(file)
    path = sqlite_path(url)
    if path is not None and not (exists(path) and path.is_file()):
        elsewhere = " If it’s elsewhere, set CAPTAINS_TABLE_DB." if file is None else ""
        raise StoreError(f"There’s no database at {path}.{elsewhere}")
    return url


async def require_current(url: sa.URL) -> None:
    """Refuse a database that would have to be upgraded: an older bot may be running on it.

    :raises StoreError: when it isn't of this release, or can't be read.
    """
    path = sqlite_path(url)
    revision = await revision_of(url) if path is None else require_known(path)
    if revision is None:
        raise StoreError(f"{name(url)} is empty. The bot creates its tables the first time it starts.")
    if revision != head():
        raise StoreError(
            f"{name(url)} is at revision {revision}, but this release reads revision {head()}. Start the "
            "bot once to upgrade the database, or do that with a copy if you’d rather not touch the "
            "original."
        )


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
        try:
            copy_sqlite(database, copy)
            with opening(sqlite_url(copy), "read"):
                return await _all(await Store.open(sqlite_url(copy)), games)
        except DatabaseUnusable as error:
            require_room(error, database)
            raise DatabaseUnusable(str(error).replace(str(copy), str(database))) from error


def require_room(error: DatabaseUnusable, database: Path) -> None:
    """:raises DatabaseUnusable: when ``error`` is that there's no room to check a copy of ``database``."""
    cause: BaseException | None = error
    while cause is not None:
        if sqlite_code(cause) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise DatabaseUnusable(
                f"Couldn’t check a copy of {database} in {tempfile.gettempdir()}: {cause}. Is the disk full? "
                "Make room there, three times its size, or set TMPDIR to a folder on another disk."
            ) from error
        cause = cause.__cause__


async def check_served(url: sa.URL, games: Games) -> ReplayReport:
    """Replay every table on a database server. Nothing is changed, and the bot may be running.

    :raises StoreError: when it has no tables of this release, or can't be read.
    """
    await require_current(url)
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
        report.frozen += [f"Frozen: {complaint}" for complaint in complaints]
    else:
        report.recovered.append(
            f"Table {number} ({games[stored.header.game].title}) is frozen, but this release can play it. "
            "It will resume the next time the bot starts."
        )


def _complaints(stored: Stored, games: Games) -> list[str]:
    """Why a table can't be replayed; empty if it can."""
    header = stored.header
    number, newest = header.id, games.get(header.game)
    if newest is None:
        return [f"The game at Table {number} is “{header.game}”, which this release doesn’t have."]
    if (game := newest.under(header.rules)) is None:
        return [
            (
                f"Table {number} was started under version {header.rules} of the {newest.title} rules, but "
                f"this release knows version {newest.rules}."
            )
        ]
    try:
        table = recovery.replayed(stored, game)
    except recovery.StillBroken as fault:
        return [f"Table {number} ({game.title}), {fault}"]
    if header.status not in ("frozen", table.status):
        return [f"Table {number} is “{table.status}” in its log but “{header.status}” in the index."]
    return []
