"""Commands on the whole database: ``python -m bot backup``, ``restore`` and ``ratings recompute``."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from bot.config import Settings, read_settings
from bot.errors import StartError
from bot.features.daily import scores
from bot.features.privacy.erasure import erase
from bot.features.ratings import history
from bot.games import GAMES
from bot.languages import ngettext
from bot.people.kinds import Kind, kind_of
from bot.replay import ReplayReport, check, check_served, database_named, require_current, require_room
from bot.tables.model.seating import Person
from data.store.connection_errors import name, sqlite_code
from data.store.engines import sqlite_path
from data.store.postgres.dump import ENDING, dump, is_dump
from data.store.postgres.dump import load as load_dump
from data.store.postgres.shards import ALL_SHARDS
from data.store.program import program
from data.store.queries import bans, people
from data.store.queries.erasures import Erasures, together
from data.store.records import DatabaseInUse, DatabaseUnusable, StoreError
from data.store.restore import erasures_in, load_served, put_in_place, replaced
from data.store.schema_upgrade import require_known, upgrade_copies
from data.store.shard_locks import ShardLocks, ShardsTaken, lock_holders
from data.store.sqlite.backup import copy_sqlite, require_whole, rewrite
from data.store.sqlite.file_lock import lock_database, lock_file
from data.store.sqlite.files import create_private_folder, exists
from data.store.store import RESTORING, Store, sqlite_url

from .daily_backups import copies, dated, folder_of, make, stamp
from .forgotten import erase_again, known_of, known_to, list_of, tables_in

UNREADABLE: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN)
"""Faults of a backup; others are those of the disk that it is copied to."""


def backup(target: Path, now: int) -> None:
    """``python -m bot backup FILE``. A copy in a folder gets a dated name."""
    database = read_settings().database_url
    if (path := sqlite_path(database)) is not None and not exists(path):
        raise StartError(f"There’s no database at {path} yet. The bot creates it the first time it starts.")
    if target.is_dir():
        target = dated(database, target, now)
    if target.exists():
        raise StartError(f"{target} already exists and won’t be overwritten. Name another file.")
    if not target.suffix and target.parent.is_dir():
        # A folder is meant that isn't there; a file in its place would be in the way of daily backups.
        raise StartError(f"There’s no folder {target}. Create it, or name a file, such as copy.sqlite3.")
    make(database, target)
    print(f"Copied {name(database)} to {target}.")


def restore(source: Path, now: int, *, force: bool = False) -> None:
    """``python -m bot restore FILE``. ``force``: even if some tables are broken."""
    settings = read_settings()
    database = sqlite_path(settings.database_url)
    if not exists(source) or source.is_dir():
        raise StartError(f"There’s no file at {source}.{_backups(settings)}")
    if not os.access(source, os.R_OK):
        raise StartError(f"The bot’s user can’t read {source}. Run this as its owner: chmod a+r {source}")
    if database is None:
        _restore_served(settings, source, now, force=force)
        return
    if is_dump(source):
        raise StartError(
            f"{source} is a backup of a PostgreSQL database, and the bot’s is a file: {database}."
        )
    if database.exists() and source.samefile(database):
        raise StartError(f"{source} is the database itself. Name a backup of it instead.")
    while (aside := database.with_name(f"{database.name}.aside-{stamp(now)}")).exists():
        now += 1000
    with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
        scratch = Path(folder) / "scratch.sqlite3"
        count = _examine(source, scratch, force=force)
        known = known_to(settings, erasures_in(database))
        again = _prepare(source, scratch, known)
        kept = put_in_place(scratch, database, aside)
    _tell(settings.database_url, source, count, again, known, aside if kept else None)


def _backups(settings: Settings) -> str:
    """Where the backups are, as a further sentence; empty if there are none."""
    url, path = settings.database_url, sqlite_path(settings.database_url)
    found = [
        *copies(url, folder_of(settings)),
        *upgrade_copies(path or folder_of(settings) / str(url.database)),
    ]
    return f" The backups here are: {', '.join(map(str, found))}." if found else ""


def _tell(
    url: sa.URL, source: Path, count: int, again: int, known: Erasures | None, aside: Path | None
) -> None:
    tables = ngettext("{number} table", "{number} tables", count)
    print(f"{name(url)} has been restored from {source}: {tables}.")
    if again:
        print(
            ngettext(
                "One person had their data erased after this backup was made. It has been erased again.",
                "{number} people had their data erased after this backup was made. It has been erased again.",
                again,
            )
        )
    if known is None:
        print(
            f"There was no readable database at {name(url)}, so there’s no telling whose data was erased "
            "after the backup was made. Those people will have to use /privacy forget again."
        )
    if aside is not None:
        print(f"The old database was saved as {aside}. Delete it when you no longer need it.")
    print("Start the bot, and it will repost the card for every open table.")


def forget(person: int, now: int) -> None:
    """``python -m bot forget ID``: what ``/privacy forget`` does, for somebody who can't type that any more.

    :raises StartError: when a process of the bot is running, or nothing is stored about them.
    """
    banned = asyncio.run(_forget(database_named(None), list_of(read_settings()), person, now))
    print("They are out of everything that is stored, games included. Backups still have them.")
    if banned:
        print(f"Only their ban stays, with its reason. To lift it: {program()} unban person {person}")


async def _forget(url: sa.URL, listed: Path, person: int, at: int) -> bool:
    """Returns whether they are banned."""
    if sqlite_path(url) is None and await lock_holders(url):
        raise StartError("The bot is running. Stop all of its processes first.")
    store = await Store.open(url, alone=True)
    store.erasures_list = listed
    try:
        if kind_of(person) is not Kind.PERSON or person not in await people.everybody(store):
            raise StartError(f"Nothing is stored about a person with the ID {person}.")
        await erase(tables_in(store, at), Person(person, people.SOMEBODY))
        return person in await bans.reasons(store, "person")
    finally:
        await store.close()


def _prepare(source: Path, scratch: Path, known: Erasures | None) -> int:
    """Upgrade ``scratch``, a copy of ``source``, and erase the people in ``known`` from it.

    Returns their number.
    """
    try:
        return asyncio.run(_upgrade_and_erase(scratch, known))
    except DatabaseUnusable as error:
        require_room(error, source)
        raise


async def _upgrade_and_erase(scratch: Path, known: Erasures | None) -> int:
    store = await Store.open(sqlite_url(scratch))
    try:
        if not known:
            return 0
        count = await erase_again(store, known)
    finally:
        await store.close()
    await asyncio.to_thread(rewrite, scratch)
    return count


def _restore_served(settings: Settings, source: Path, now: int, *, force: bool) -> None:
    """Restore a database on a server; what was there is dumped into the folder of the backups before."""
    url, folder = settings.database_url, folder_of(settings)
    create_private_folder(folder)
    while (aside := folder / f"{url.database}.aside-{stamp(now)}{ENDING}").exists():
        now += 1000
    if is_dump(source):
        asyncio.run(_replace_served(settings, source, source, aside, None, force=force))
        return
    # The games of a file move to the server. What is played in it meanwhile would be lost.
    used = lock_file(source).exists()
    # The bot's own file has noted itself who was erased; of a copy of it, only the list knows.
    known = known_of(source) or (Erasures(()) if used else None)
    lock = asyncio.run(lock_database(source)) if used else None
    try:
        with tempfile.TemporaryDirectory(prefix="captains-table-") as temporary:
            scratch = Path(temporary) / "scratch.sqlite3"
            _examine(source, scratch, force=force)
            _prepare(source, scratch, None)
            asyncio.run(_replace_served(settings, source, scratch, aside, known, force=force))
    finally:
        if lock is not None:
            os.close(lock)


async def _replace_served(
    settings: Settings, source: Path, loaded: Path, aside: Path, other: Erasures | None, *, force: bool
) -> None:
    """``loaded`` is the dump, or an upgraded copy of the file; ``other`` are the erasures known of that."""
    url = settings.database_url
    # Nor can the bot start meanwhile.
    locks = ShardLocks(url, ALL_SHARDS, lambda _taken: None)
    try:
        await locks.acquire()
    except ShardsTaken as error:
        raise DatabaseInUse("The bot is running. Stop all of its processes first.") from error
    try:
        before = await replaced(url)
        known = known_to(settings, before.known if before is not None else None)
        if other is not None:
            known = together(known or Erasures(()), other)
        if before is not None:
            await asyncio.to_thread(dump, url, aside)
        await load_served(url, loaded, known, before.last if before is not None else None)
        try:
            count, again = await _finish(url, source, known, force=force)
        except (StoreError, StartError):
            await asyncio.to_thread(load_dump, url, aside if before is not None else None)
            raise
    finally:
        await locks.release()
    _tell(url, source, count, again, known, aside if before is not None else None)


async def _finish(url: sa.URL, source: Path, known: Erasures | None, *, force: bool) -> tuple[int, int]:
    """Upgrade and check what was restored, and erase again whoever was erased.

    Returns the numbers of tables and of those people.
    """
    store = await Store.open(url)
    try:
        report = await check_served(url, GAMES)
        _require_playable(report, source, force=force)
        again = await erase_again(store, known) if known else 0
        await store.set_value(RESTORING, None)
    finally:
        await store.close()
    return report.count, again


def _examine(source: Path, scratch: Path, *, force: bool) -> int:
    """Copy ``source`` to ``scratch`` and check it. Returns the number of tables.

    :raises StartError: when a table in it can't be replayed.
    :raises StoreError: when it is damaged, from a later release, or from another program.
    """
    try:
        copy_sqlite(source, scratch)
    except DatabaseUnusable as error:
        if sqlite_code(error.__cause__) in UNREADABLE:
            raise DatabaseUnusable(f"Can’t read {source}: {error.__cause__}.") from error
        require_room(error, source)
        raise DatabaseUnusable(
            f"Couldn’t copy {source} to {scratch.parent.parent} to check it: {error.__cause__}. Let the "
            "bot’s user write there, or set TMPDIR to a folder on another disk."
        ) from error
    try:
        require_known(scratch)
        require_whole(scratch)
        report = asyncio.run(check(scratch, GAMES))
    except DatabaseUnusable as error:
        require_room(error, source)
        raise DatabaseUnusable(str(error).replace(str(scratch), str(source))) from error
    _require_playable(report, source, force=force)
    return report.count


def _require_playable(report: ReplayReport, source: Path, *, force: bool) -> None:
    """:raises StartError: when a table can't be replayed."""
    if report.complaints and not force:
        lines, bad = "\n".join(report.complaints[:20]), len(report.complaints)
        raise StartError(
            f"{lines}\n"
            f"{bad} of the {report.count} tables in {source} can’t be replayed, so nothing was changed. "
            "Add --force to restore it anyway. Those tables will then be frozen."
        )


def recompute(database: Path | None) -> int:
    """Compute all ratings of ``database`` (None: the bot's), and scores that it lacks.

    Returns the exit status.
    """
    report, added = asyncio.run(_compute(database_named(database)))
    for number in report.unreadable:
        print(f"Table {number} can’t be replayed, so its stored result counts.")
    rated = ngettext("{number} rated game", "{number} rated games", report.games)
    right = f"{rated}: every rating was right."
    wrong = ngettext(
        "{rated}: {number} entry was wrong and has been corrected.",
        "{rated}: {number} entries were wrong and have been corrected.",
        report.changed,
        rated=rated,
    )
    print(wrong if report.changed else right)
    if added:
        print(ngettext("{number} missing score was added.", "{number} missing scores were added.", added))
    return 1 if report.unreadable else 0


async def _compute(url: sa.URL) -> tuple[history.Recomputation, int]:
    await require_current(url)
    store = await Store.open(url)
    try:
        return await history.recompute_all(store, GAMES), await scores.add_missing(store, GAMES)
    finally:
        await store.close()
