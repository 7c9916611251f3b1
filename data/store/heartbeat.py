"""Proof that a write reaches the database, and for a file, that it is still the one at its path."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from . import text
from .private_files import identity
from .records import DatabaseUnusable
from .store import Store


async def beat(store: Store, now: int) -> None:
    """Commit a row that says ``now`` (milliseconds since 1970), and check the file at the path.

    A file that was deleted, moved, replaced or overwritten while it is open takes writes and loses them.

    :raises DatabaseUnusable: when the file is not the one that this program has open, or is damaged.
    :raises sqlalchemy.exc.DBAPIError: when nothing can be written.
    """
    await store.set_value(f"heartbeat {store.part}", str(now))
    path = store.path
    if path is not None:
        # A write may copy pages from the log into the file: not while it is read.
        await store.between_writes(lambda: _require_in_place(path, store.opened_file))


def _require_in_place(path: Path, opened: tuple[int, int] | None) -> None:
    """:raises DatabaseUnusable: when ``path`` is not the file ``opened``, or is damaged."""
    found = identity(path)
    if found is None:
        raise DatabaseUnusable(text.FILE_GONE)
    if found != opened:
        raise DatabaseUnusable(text.FILE_REPLACED)
    # "immutable" reads the file alone, past its log. It is SQLite that must open it: a program that opens
    # and closes the file by itself loses SQLite's locks on it.
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(text.damaged_file(error)) from error
