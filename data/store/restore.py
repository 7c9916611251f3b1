"""Replaces a database with a backup, atomically, while no program has it open."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.connection_errors import BUSY, opening, sqlite_code
from data.store.engines import migrating
from data.store.queries.erasures import PREFIX, Erasures, erasures
from data.store.records import DatabaseInUse, DatabaseUnusable

from .postgres.dump import EMPTIED, is_dump, load
from .schema_upgrade import create, require_empty, revision
from .sqlite.backup import BESIDE, open_file
from .sqlite.executor import sqlite_engine
from .sqlite.files import create_private_file, create_private_folder, leave_to_owner
from .store import RESTORING

SEQUENCE: Final = "pg_get_serial_sequence('game_table', 'id')"
LOCKS: Final = (0x40000002, 510)
"""Offset and length of the bytes that SQLite locks in each file that is open in WAL mode."""
UNREADABLE: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
MAGIC: Final = b"SQLite format 3\0"
ROWS: Final = 1000
"""How many rows go to a server at a time."""
GAP: Final = 1000
"""How many table ids to skip when the last one given can't be read."""
AHEAD: Final = (
    "UPDATE game_table SET shown = 0 WHERE status IN ('lobby', 'playing')",
    "DELETE FROM kv WHERE key LIKE 'commands of %'",
)
"""What a restored database has to learn, since Discord may be ahead of it."""


@dataclass(frozen=True)
class Replaced:
    """What a restored database has to know of the one on a server that it replaces."""

    known: Erasures
    last: int
    """The id of the last table."""


async def replaced(url: sa.URL) -> Replaced | None:
    """What there is now in the database at a server, of whatever revision; None if it is empty.

    :raises DatabaseUnusable: when it can't be read, or is another program's.
    """

    def look(connection: sa.Connection) -> Replaced | None:
        if revision(connection) is None:
            require_empty(connection)
            return None
        rows = list(erasures(connection).rows())
        begun = connection.scalar(sa.select(schema.kv.c.value).where(schema.kv.c.key == RESTORING))
        rows += json.loads(begun) if begun else []
        last = connection.scalar(sa.text(f"SELECT pg_sequence_last_value({SEQUENCE}::regclass)"))
        return Replaced(Erasures(rows), int(last or 0))

    with opening(url, "read"):
        async with migrating(url).connect() as connection:
            return await connection.run_sync(look)


async def load_served(url: sa.URL, source: Path, known: Erasures | None, last: int | None) -> None:
    """Replace the database at a server with a dump, or a file of this release's schema, in one transaction.

    ``last`` is the id of the last table that there was; None: of none. Until :data:`RESTORING` is removed, no
    bot opens the database: those in there, who are ``known``, are still to be forgotten again.

    :raises DatabaseUnusable: when something can't be read or written; nothing is changed then.
    """
    rows = json.dumps(list(known.rows()) if known else [])
    following = f"nextval({SEQUENCE})"
    ahead = f"{following} + {GAP}" if last is None else f"greatest({following}, {last})"
    learnt = (
        f"SELECT setval({SEQUENCE}, {ahead})",
        f"DELETE FROM kv WHERE key = '{RESTORING}'",  # noqa: S608 (nobody's input)
        f"INSERT INTO kv (key, value) VALUES ('{RESTORING}', '{rows}')",  # noqa: S608 (digests)
    )
    if is_dump(source):
        await asyncio.to_thread(load, url, source, (*AHEAD, *learnt))
        return
    with opening(url, "written"):
        async with migrating(url).begin() as connection:
            await connection.run_sync(_fill, source, (*AHEAD, *learnt))


def _fill(there: sa.Connection, source: Path, after: Sequence[str]) -> None:
    for statement in EMPTIED:
        there.exec_driver_sql(statement)
    create(there)
    with sqlite_engine(source, ("query_only=ON",)).connect() as here:
        given = {row.name: row.seq for row in here.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")}
        for table in schema.METADATA.sorted_tables:
            for rows in here.execute(sa.select(table)).mappings().partitions(ROWS):
                there.execute(sa.insert(table), [dict(row) for row in rows])
            # SQLite doesn't count for each of them; the server does.
            if (key := table.autoincrement_column) is not None:
                last = max(given.get(table.name, 0), here.scalar(sa.select(sa.func.max(key))) or 0)
                sequence = sa.func.pg_get_serial_sequence(table.name, key.name)
                there.execute(sa.select(sa.func.setval(sequence, last)).where(sa.literal(last) > 0))
    for statement in after:
        there.exec_driver_sql(statement)


def put_in_place(scratch: Path, target: Path, aside: Path) -> bool:
    """Replace the content of ``target`` with that of ``scratch`` in one transaction; ``aside`` keeps the old.

    Returns whether there was anything to set aside. ``scratch`` has this release's schema and is modified
    first, since Discord may be ahead of it: open tables are marked as not shown, commands as not synced, and
    the ids of tables created since are skipped.

    :raises DatabaseInUse: while any program has ``target`` open.
    :raises DatabaseUnusable: when something can't be read or written; ``target`` is then unchanged or, if
        it was damaged, at ``aside``.
    """
    existed = target.exists()
    try:
        create_private_folder(target.parent)
        if not existed:
            create_private_file(target)
            leave_to_owner(target.parent, target)
        there, last = _emptied(target, aside)
        with closing(there), closing(open_file(scratch)) as here:
            _amend(here, last)
            here.backup(there)
    except (sqlite3.Error, OSError) as error:
        if not existed:
            target.unlink(missing_ok=True)
        if sqlite_code(error) in BUSY:
            raise _in_use(target) from error
        raise DatabaseUnusable(f"Couldn’t restore {target}: {error}.") from error
    return aside.exists()


def erasures_in(target: Path) -> Erasures | None:
    """The erasures recorded in the database at ``target``; None if it is gone or can't be read.

    :raises DatabaseInUse: while a program is writing to it.
    """
    if not target.exists() or not _begins_well(target):
        return None
    try:
        with closing(open_file(target)) as connection:
            connection.execute("PRAGMA query_only=ON")
            found = connection.execute("SELECT key, value FROM kv WHERE key LIKE ?", (f"{PREFIX}%",))
            return Erasures(found)
    except (sqlite3.Error, ValueError) as error:
        if sqlite_code(error) in BUSY:
            raise _in_use(target) from error
        return None


def _emptied(target: Path, aside: Path) -> tuple[sqlite3.Connection, int | None]:
    """An exclusive connection to ``target``, whose content was copied or moved to ``aside``.

    Also returns the last table id; None for a file that couldn't be read.
    """
    if _begins_well(target):
        there = open_file(target, timeout=0.5)
        try:
            return there, _keep(there, target, aside)
        except sqlite3.DatabaseError as error:
            there.close()
            if sqlite_code(error) not in UNREADABLE:
                raise
    _move(target, aside)
    create_private_file(target)
    leave_to_owner(aside, target)
    there = open_file(target, timeout=0.5)
    _lock(there)
    return there, None


def _begins_well(target: Path) -> bool:
    """Whether a file starts like a database. If it doesn't, SQLite would delete the log beside it."""
    if not target.exists():
        return True
    with target.open("rb") as file:
        return file.read(len(MAGIC)) in (b"", MAGIC)


def _lock(there: sqlite3.Connection) -> None:
    """Lock a database exclusively until the connection closes; in WAL mode idle programs block this, too."""
    there.execute("PRAGMA locking_mode=EXCLUSIVE")
    there.execute("PRAGMA journal_mode=DELETE")
    there.execute("BEGIN EXCLUSIVE")
    there.execute("COMMIT")


def _keep(there: sqlite3.Connection, target: Path, aside: Path) -> int:
    """Lock the database and copy it to ``aside``. Returns the last table id."""
    _lock(there)
    if not there.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return 0
    last = _last(there)
    create_private_file(aside)
    leave_to_owner(target, aside)
    try:
        with closing(open_file(aside)) as other:
            there.backup(other)
    except sqlite3.Error:
        aside.unlink(missing_ok=True)
        raise
    return last


def _last(connection: sqlite3.Connection) -> int:
    # The second is what it was called before revision 0008.
    named = "SELECT seq FROM sqlite_sequence WHERE name IN ('game_table', 'session')"
    found = connection.execute(named).fetchone()
    return int(found[0]) if found else 0


def _move(target: Path, aside: Path) -> None:
    """Rename a file that SQLite can't read, and the files beside it.

    :raises DatabaseInUse: when a program has it open. (On Windows such a file can't be renamed.)
    """
    if _held(target):
        raise _in_use(target)
    target.rename(aside)
    for end in BESIDE:
        beside = target.with_name(target.name + end)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + end))


def _held(path: Path) -> bool:
    try:
        import fcntl
    except ModuleNotFoundError:
        return False
    start, length = LOCKS
    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
        except OSError:
            return True
    return False


def _amend(scratch: sqlite3.Connection, last: int | None) -> None:
    newest = _last(scratch)
    scratch.execute("BEGIN IMMEDIATE")
    for statement in AHEAD:
        scratch.execute(statement)
    ahead = newest + GAP if last is None else max(newest, last)
    scratch.execute("DELETE FROM sqlite_sequence WHERE name = 'game_table'")
    scratch.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('game_table', ?)", (ahead,))
    scratch.execute("COMMIT")


def _in_use(path: Path) -> DatabaseInUse:
    return DatabaseInUse(f"Another program (probably the bot) has {path} open. Stop it first.")
