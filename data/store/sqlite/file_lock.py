"""The lock that keeps a second bot from serving the same SQLite database.

The lock is on a file beside the database, since on some systems a lock on the database's own file would
meet SQLite's locks. The system releases it when the process ends, however it ends.

Windows lets nobody delete a locked file. Elsewhere a lock file can be deleted while its lock is held, and a
second process would lock a new file of the same name. A lock file that was never used is empty: before a
process uses one, it asks SQLite whether any other program has the database open.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from filelock import lock_descriptor

from data.store import text
from data.store.private_files import FILE_MODE
from data.store.records import DatabaseInUse

from .backup import open_file

SUFFIX: Final = ".alone"
"""What the lock's file is called behind the name of the database. It stays there."""
USED: Final = b"The lock of the database beside it. Please leave it here.\n"
"""What a lock file holds once it was used."""
ACQUIRE_TIMEOUT_S: Final = 3.0
"""Seconds that a process which was killed may take to be gone."""
POLL_S: Final = 0.1
BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class FileLock:
    """Held until :meth:`release`: no other process serves the file."""

    def __init__(self, lock: int) -> None:
        self._lock = lock

    def release(self) -> None:
        """Leave the file to others."""
        os.close(self._lock)


async def lock_database(path: Path) -> FileLock | None:
    """Lock the database at ``path``; None on a file system without locks.

    :raises DatabaseInUse: while another process serves it, or may do so.
    """
    end = time.monotonic() + ACQUIRE_TIMEOUT_S
    try:
        while True:
            try:
                return FileLock(_lock(path))
            except DatabaseInUse:
                if time.monotonic() > end:
                    raise
            await asyncio.sleep(POLL_S)
    except OSError:
        return None


def _lock(path: Path) -> int:
    """The descriptor of the lock file of the database at ``path``, locked.

    :raises DatabaseInUse: when it can't be had now.
    :raises OSError: where files have no locks, or it can't be created.
    """
    path = path.resolve()
    file = path.with_name(path.name + SUFFIX)
    lock = os.open(file, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        if not lock_descriptor(lock, blocking=False) or not _is_at(lock, file):
            raise DatabaseInUse(text.other_bot(path))
        if not os.fstat(lock).st_size:
            if _is_open(path):
                raise DatabaseInUse(text.other_user(path, file))
            os.write(lock, USED)
    except BaseException:
        os.close(lock)
        raise
    return lock


def _is_at(lock: int, file: Path) -> bool:
    """Whether the descriptor is of the file that has this name now: it may have been deleted just before."""
    try:
        return os.path.samestat(os.fstat(lock), file.stat())
    except FileNotFoundError:
        return False


def _is_open(path: Path) -> bool:
    """Whether any program, this one included, has the database at ``path`` open in WAL mode.

    SQLite itself is asked: if this process opened and closed the file, it would lose SQLite's locks on it.
    """
    if not path.exists():
        return False
    try:
        with closing(open_file(path, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        # Whatever else is wrong with the file is told when it is opened.
        return (error.sqlite_errorcode & 0xFF) in BUSY
    return False
