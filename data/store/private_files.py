"""Files and folders that only their owner may read: a database holds the secrets of games."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700


def create_private_file(path: Path) -> None:
    """Create an empty file that only its owner may read and write.

    SQLite gives the files beside a database (``-wal``, ``-shm``, ``-journal``) the mode of the database.

    :raises FileExistsError: when there is a file of this name.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))


def create_private_folder(path: Path) -> None:
    """Create a folder, and every missing one above it, that only its owner may enter."""
    # pathlib's own mkdir(parents=True) applies the mode to the last folder alone.
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            folder.mkdir(FOLDER_MODE, exist_ok=True)


def is_private(path: Path) -> bool:
    """Whether nobody but the owner may read or write the file at ``path``; always so on Windows."""
    return os.name == "nt" or not stat.S_IMODE(path.stat().st_mode) & 0o077


def identity(path: Path) -> tuple[int, int] | None:
    """What tells the file at ``path`` from every other on this machine; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
