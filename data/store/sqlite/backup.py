"""Copies and checks of a SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from data.store import text
from data.store.private_files import create_private_file
from data.store.records import DatabaseUnusable, StoreError

PAGES: Final = 2000
"""Pages (of 4 KB) that are copied between two calls of ``wanted``."""


class BackupCancelled(StoreError):
    """A copy was given up because the program ends."""


def open_file(path: Path, *, timeout: float = 5.0) -> sqlite3.Connection:
    """A connection to a file that is there, without transactions of its own."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", timeout=timeout, isolation_level=None, uri=True
    )


def copy_sqlite(source: Path, target: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """A whole copy of a SQLite file, taken while others may write to it; complete or not there at all.

    It is one file, with nothing beside it, for its owner alone. ``wanted`` is asked every few megabytes.

    :raises DatabaseUnusable: when either file can't be used.
    :raises BackupCancelled: when ``wanted`` says no.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        create_private_file(part)
        with closing(open_file(source)) as here, closing(open_file(part)) as there:
            _transfer(here, there, wanted)
            there.execute("PRAGMA journal_mode=DELETE")
        part.replace(target)
    except BackupCancelled:
        part.unlink(missing_ok=True)
        raise
    except (sqlite3.Error, OSError) as error:
        raise DatabaseUnusable(text.not_copied(source, target, error)) from error


def _transfer(
    here: sqlite3.Connection, there: sqlite3.Connection, wanted: Callable[[], bool] = lambda: True
) -> None:
    def progress(_status: int, _remaining: int, _total: int) -> None:
        if not wanted():
            raise BackupCancelled("The copy was given up.")

    # One reading transaction over all steps: otherwise a copy begins anew whenever somebody writes.
    here.execute("BEGIN")
    here.execute("SELECT count(*) FROM sqlite_master").fetchone()
    here.backup(there, pages=PAGES, progress=progress)
    here.execute("COMMIT")


def truncate_wal(path: Path) -> bool:
    """Write the write-ahead log of a file into it and empty the log, which holds older contents of pages.

    False when it stays, because somebody still reads or writes, or the disk is full.
    """
    try:
        with closing(open_file(path, timeout=1.0)) as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy


def rewrite(path: Path) -> None:
    """Write a file anew, without what its unused parts hold; nobody else may have it open.

    :raises DatabaseUnusable: when that can't be done, as on a full disk; the file is then as it was.
    """
    try:
        with closing(open_file(path)) as connection:
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("VACUUM")
    except sqlite3.Error as error:
        raise DatabaseUnusable(text.not_compacted(path, error)) from error
    truncate_wal(path)


def require_whole(path: Path) -> None:
    """Look at every page of a file.

    :raises DatabaseUnusable: when it is damaged, or no database.
    """
    try:
        with closing(open_file(path)) as connection:
            connection.execute("PRAGMA query_only=ON")
            faults = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
            if faults == ["ok"]:
                faults = [
                    text.dangling(row[1], row[0])
                    for row in connection.execute("PRAGMA foreign_key_check").fetchmany(3)
                ]
    except sqlite3.Error as error:
        raise DatabaseUnusable(text.unreadable(path, error)) from error
    if faults:
        raise DatabaseUnusable(text.damaged(path, "; ".join(faults)))
