"""The lock that keeps a second bot from serving the same SQLite database.

It is on a separate file beside the database, because on some systems a lock on the database's own file would
conflict with SQLite's locks. The operating system releases it when the process ends, even after a crash.

On Windows a locked file can't be deleted. Elsewhere it can, and a second process would then lock a new file
of the same name. So before it uses a lock file that is empty and therefore new, a process asks SQLite whether
any other program has the database open.
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

from data.store.connection_errors import BUSY, sqlite_code
from data.store.records import DatabaseInUse

from .backup import open_file
from .files import FILE_MODE, SUFFIX, USED, OpenFiles

ACQUIRE_TIMEOUT_S: Final = 3.0
"""Seconds to wait for the lock of a process that was just killed."""
POLL_S: Final = 0.1


def note(lock: int, files: OpenFiles) -> None:
    """Note in the lock file which files are open, for other programs that read the database."""
    os.lseek(lock, len(USED), os.SEEK_SET)
    os.write(lock, bytes(files))


def lock_file(path: Path) -> Path:
    """The lock file of the database at ``path``, which stays when the bot has ended."""
    path = path.resolve()
    return path.with_name(path.name + SUFFIX)


async def lock_database(path: Path) -> int | None:
    """Lock the database at ``path``.

    Returns the lock file's descriptor, which holds the lock until it is closed.

    None on a file system without locks.

    :raises DatabaseInUse: while another process serves it, or may be serving it.
    """
    end = time.monotonic() + ACQUIRE_TIMEOUT_S
    try:
        while True:
            try:
                return _lock(path)
            except DatabaseInUse:
                if time.monotonic() > end:
                    raise
            await asyncio.sleep(POLL_S)
    except OSError:
        return None


def _lock(path: Path) -> int:
    """Lock the lock file of the database at ``path`` and return its descriptor.

    :raises DatabaseInUse: when it is taken.
    :raises OSError: when the file can't be created or locked.
    """
    file = lock_file(path)
    lock = os.open(file, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        if not lock_descriptor(lock, blocking=False) or not _is_at(lock, file):
            raise DatabaseInUse(
                f"Another bot has {path} open. Stop it first: only one bot can use a database file."
            )
        if not os.fstat(lock).st_size:
            if _is_open(path):
                raise DatabaseInUse(
                    f"Another program has {path} open, and the lock file {file} was only just created. If "
                    "that program is another copy of the bot, somebody must have deleted the old lock "
                    "file. Stop that program first."
                )
            os.write(lock, USED)
        os.ftruncate(lock, len(USED))
    except BaseException:
        os.close(lock)
        raise
    return lock


def _is_at(lock: int, file: Path) -> bool:
    """Whether ``lock`` is a descriptor of the file now at this path, which may have just been replaced."""
    try:
        return os.path.samestat(os.fstat(lock), file.stat())
    except FileNotFoundError:
        return False


def _is_open(path: Path) -> bool:
    """Whether any program, including this one, has the database at ``path`` open in WAL mode.

    SQLite does the check: if this process opened and closed the file itself, it would lose SQLite's locks.
    """
    if not path.exists():
        return False
    try:
        with closing(open_file(path, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        # Other problems with the file are reported when it is opened.
        return sqlite_code(error) in BUSY
    return False
