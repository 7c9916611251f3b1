"""A check that writes reach the database and that its file is still in place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from . import text
from .private_files import identity
from .records import DatabaseUnusable
from .store import Store


async def beat(store: Store, now: int) -> None:
    """Write ``now`` (milliseconds since 1970) to the database and check the file at its path.

    If the file is deleted, moved, replaced or overwritten while it is open, writes succeed but are lost.

    :raises DatabaseUnusable: when the file at the path isn't the one that is open, or is damaged.
    :raises sqlalchemy.exc.DBAPIError: when the write fails.
    """
    await store.set_value(f"heartbeat {store.part}", str(now))
    path = store.path
    if path is not None:
        # Between writes, because a checkpoint during the check would change the file.
        await store.between_writes(lambda: _require_in_place(path, store.opened_file))


def _require_in_place(path: Path, opened: tuple[int, int] | None) -> None:
    """:raises DatabaseUnusable: when ``path`` is not the file ``opened``, or is damaged."""
    found = identity(path)
    if found is None:
        raise DatabaseUnusable(text.FILE_GONE)
    if found != opened:
        raise DatabaseUnusable(text.FILE_REPLACED)
    # "immutable" skips the write-ahead log, so this reads the file itself. SQLite has to open it: if this
    # process opened and closed the file directly, it would lose SQLite's locks on it.
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(text.damaged_file(error)) from error
