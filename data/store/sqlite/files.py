"""The files of a database: only their owner may read them, and they stay in place while a bot has them open.

A database holds games' secrets. When one of its files is deleted, moved or replaced, SQLite goes on using the
old one: what it writes there is lost when the program ends, and other programs see only a part of it.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import lock_descriptor

from data.store.program import program
from data.store.records import DatabaseUnusable

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
BESIDE: Final = ("-wal", "-shm")
"""Suffixes of the files that are open beside a database."""
SUFFIX: Final = ".alone"
"""The suffix of the lock file, which is never deleted."""
USED: Final = b"The lock of the database beside it. Please leave it here.\n"
"""The content of a lock file that has been used. What the bot has open follows it."""


def create_private_file(path: Path) -> None:
    """Create an empty file that only its owner may read and write.

    SQLite creates the files beside a database (``-wal``, ``-shm``, ``-journal``) with the database's mode.

    :raises FileExistsError: when the file exists.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))


def create_private_folder(path: Path) -> None:
    """Create a folder and its missing parents, accessible to their owner alone."""
    # mkdir(parents=True) applies the mode only to the last folder.
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            folder.mkdir(FOLDER_MODE, exist_ok=True)
            leave_to_owner(folder.parent, folder)


def leave_to_owner(model: Path, path: Path) -> None:
    """As root, give ``path`` the owner of ``model``: the service's user has to be able to open it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = model.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def is_private(path: Path) -> bool:
    """Whether only the owner may read or write the file at ``path``; always True on Windows."""
    return os.name == "nt" or not stat.S_IMODE(path.stat().st_mode) & 0o077


def exists(path: Path) -> bool:
    """Whether there is something at ``path``.

    :raises PermissionError: when that can't be seen; from Python 3.14 on, :meth:`Path.exists` says no then.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def identity(path: Path) -> tuple[int, int] | None:
    """The device and inode of the file at ``path``; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
                what = f"The file {path}, which is a part of the database,"
                advice = (
                    "Stop the bot without killing it, and it will save what was in that file. Then start it "
                    "again."
                )
                if path == self.paths[0]:
                    what = f"The database file {path}"
                    advice = f"Put it back, or stop the bot and restore a backup: {program()} restore FILE."
                how = "deleted or moved" if found is None else "replaced"
                raise DatabaseUnusable(f"{what} was {how} while the bot was running. {advice}")

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
