"""Copying, compacting and checking a SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from data.store.connection_errors import is_damage, opening
from data.store.engines import sqlite_url
from data.store.records import BackupCancelled, DatabaseUnusable

from .executor import connect
from .files import create_private_file, require_in_place

BESIDE: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database."""
PAGES: Final = 2000
"""Pages (of 4 KB) copied between two calls of ``wanted``."""


def open_file(path: Path, *, timeout: float = 5.0) -> sqlite3.Connection:
    """A connection to an existing file, in autocommit mode."""
    return connect(f"{path.absolute().as_uri()}?mode=rw", timeout=timeout, uri=True)


def delete(path: Path) -> None:
    """Delete a file and the files that SQLite keeps beside it, as far as they exist."""
    for end in ("", *BESIDE):
        path.with_name(path.name + end).unlink(missing_ok=True)


def copy_sqlite(source: Path, target: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Copy a SQLite file, which may be written to during the copy; ``target`` is complete or doesn't exist.

    The copy is a single file that only its owner may read. ``wanted`` is called every few megabytes.

    :raises DatabaseUnusable: when either file can't be used, or isn't all that a running bot has stored.
    :raises BackupCancelled: when ``wanted`` returns False.
    """

    def progress(*_pages: int) -> None:
        if not wanted():
            raise BackupCancelled("The backup was abandoned.")

    require_in_place(source)
    part = target.with_name(f"{target.name}.part")
    try:
        delete(part)
        create_private_file(part)
        with closing(open_file(source)) as here, closing(open_file(part)) as there:
            # One read transaction around all steps: otherwise the backup restarts after each write.
            here.execute("BEGIN")
            here.execute("SELECT count(*) FROM sqlite_master").fetchone()
            here.backup(there, pages=PAGES, progress=progress)
            here.execute("COMMIT")
            there.execute("PRAGMA journal_mode=DELETE")
        part.replace(target)
    except BackupCancelled:
        delete(part)
        raise
    except (sqlite3.Error, OSError) as error:
        # What was copied before the disk was full would keep it so.
        with suppress(OSError):
            delete(part)
        with opening(sqlite_url(source), "copied"):
            if is_damage(error):
                raise
        reason = getattr(error, "strerror", None) or error
        raise DatabaseUnusable(f"Couldn’t copy {source} to {target}: {reason}.") from error


def truncate_wal(path: Path) -> bool:
    """Checkpoint the write-ahead log, which holds old page contents, and empty it.

    Returns False when that isn't possible because somebody is reading or writing, or the disk is full.
    """
    try:
        with closing(open_file(path, timeout=1.0)) as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy


def rewrite(path: Path) -> None:
    """Compact a file, which removes deleted data from it; no other program may have it open.

    :raises DatabaseUnusable: when that fails, as on a full disk; the file is unchanged then.
    """
    try:
        with closing(open_file(path)) as connection:
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("VACUUM")
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"Couldn’t compact {path}: {error}.") from error
    truncate_wal(path)


def require_whole(path: Path) -> None:
    """Check every page of a file.

    :raises DatabaseUnusable: when it is damaged or isn't a database.
    """
    with opening(sqlite_url(path), "read"), closing(open_file(path)) as connection:
        connection.execute("PRAGMA query_only=ON")
        faults = [" ".join(str(row[0]).split()) for row in connection.execute("PRAGMA integrity_check(3)")]
        if faults == ["ok"]:
            faults = [
                f"row {row[1]} of {row[0]} refers to a row that doesn’t exist"
                for row in connection.execute("PRAGMA foreign_key_check").fetchmany(3)
            ]
    if faults:
        raise DatabaseUnusable(f"{path} is damaged: {'; '.join(faults)}.")
