"""The files of a database that a bot has open: the database and those beside it.

When one of them is deleted, moved or replaced, SQLite goes on using the old one: what it writes there is lost
when the program ends, and other programs see only a part of the database.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import lock_descriptor

from data.store import text
from data.store.private_files import identity
from data.store.records import DatabaseUnusable

BESIDE: Final = ("-wal", "-shm")
"""Suffixes of the files that are open beside a database."""
SUFFIX: Final = ".alone"
"""The suffix of the lock file, which is never deleted."""
USED: Final = b"The lock of the database beside it. Please leave it here.\n"
"""The content of a lock file that has been used. What the bot has open follows it."""


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The database and the files beside it, at the moment when they were opened."""

    paths: tuple[Path, ...]
    """The database first."""
    identities: tuple[tuple[int, int] | None, ...]
    """Device and inode of each; None for one that wasn't there."""

    @classmethod
    def of(cls, path: Path) -> OpenFiles:
        """Those of the database at ``path`` now."""
        paths = _paths(path)
        return cls(paths, tuple(map(identity, paths)))

    def require_in_place(self) -> None:
        """:raises DatabaseUnusable: when other files are there now."""
        for path, opened in zip(self.paths, self.identities, strict=True):
            found = identity(path)
            if found != opened:
                raise DatabaseUnusable(
                    text.not_in_place(path, gone=found is None, whole=path == self.paths[0])
                )

    def __bytes__(self) -> bytes:
        return json.dumps(self.identities).encode()

    @classmethod
    def noted(cls, path: Path, written: bytes) -> OpenFiles:
        """Those that a bot has noted."""
        return cls(_paths(path), tuple(each and (each[0], each[1]) for each in json.loads(written)))


def _paths(path: Path) -> tuple[Path, ...]:
    # SQLite keeps them beside the file that a link leads to.
    return (path, *(Path(os.path.realpath(path) + end) for end in BESIDE))


def require_in_place(path: Path) -> None:
    """Check that a bot that is running, in this or another process, has the files at ``path`` open.

    This has to come before SQLite opens them: it would create those that are missing.

    :raises DatabaseUnusable: when it has others open, so that those at ``path`` are incomplete.
    """
    try:
        with Path(os.path.realpath(path) + SUFFIX).open("rb") as lock:
            running = not lock_descriptor(lock.fileno(), blocking=False)
            written = lock.read()[len(USED) :] if running else b""
    except OSError:
        # There is no lock file, or the system has no locks. On Windows nobody reads a locked file, but nobody
        # deletes an open one either.
        return
    if written:
        OpenFiles.noted(path, written).require_in_place()
