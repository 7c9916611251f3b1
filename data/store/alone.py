"""Alone at a file: the lock of a process that serves a SQLite database, and may trust what it read last.

It lies on a file beside the database: SQLite's own locks go when a program closes the database's file once.
Whatever ends the process gives it back.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Final

from data.store.records import DatabaseInUse

ENDING: Final = ".alone"
"""What the lock's file is called behind the name of the database. It stays there, empty."""
PATIENCE: Final = 3.0
"""Seconds that a process which was killed may take to be gone."""
BREATH: Final = 0.1


class Alone:
    """That no other process serves a file, until :meth:`give_up`."""

    def __init__(self, lock: int) -> None:
        self._lock = lock

    def give_up(self) -> None:
        """Leave the file to others."""
        os.close(self._lock)


async def alone_at(path: Path) -> Alone | None:
    """Be alone at the database at ``path``; None where nobody can be sure of it: without such locks.

    :raises DatabaseInUse: while another process is.
    """
    try:
        lock, end = _lock_of(path), time.monotonic() + PATIENCE
    except OSError:
        return None
    try:
        while not _locked(lock):
            if time.monotonic() > end:
                raise DatabaseInUse(
                    f"Another bot has {path} open. Stop it first: a database file has one at a time."
                )
            await asyncio.sleep(BREATH)
    except BaseException as error:
        os.close(lock)
        if isinstance(error, (ModuleNotFoundError, OSError)):
            return None
        raise
    return Alone(lock)


def _lock_of(path: Path) -> int:
    """The lock's file, opened: the same for all names of a database."""
    file = path.resolve()
    return os.open(file.with_name(file.name + ENDING), os.O_RDONLY | os.O_CREAT, 0o644)


def _locked(lock: int) -> bool:
    """Whether ``lock`` could be had.

    :raises ModuleNotFoundError: on Windows.
    :raises OSError: where files have no locks.
    """
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
