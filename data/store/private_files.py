"""Files and folders that only their owner may read, since a database holds games' secrets."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700


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


def is_private(path: Path) -> bool:
    """Whether only the owner may read or write the file at ``path``; always True on Windows."""
    return os.name == "nt" or not stat.S_IMODE(path.stat().st_mode) & 0o077


def identity(path: Path) -> tuple[int, int] | None:
    """The device and inode of the file at ``path``; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
