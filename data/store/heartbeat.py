"""A check that writes reach the database and that its file is still in place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from . import text
from .records import DatabaseUnusable
from .sqlite.connection import connect
from .store import Store


async def beat(store: Store, now: int) -> None:
    """Write ``now`` (milliseconds since 1970) to the database and check the file at its path.

    If the file is overwritten while it is open, writes succeed but are lost.

    :raises DatabaseUnusable: when the file is damaged.
    :raises sqlalchemy.exc.DBAPIError: when the write fails.
    """
    await store.set_value(f"heartbeat {store.part}", str(now))
    path = store.path
    if path is not None:
        # Between writes, because a checkpoint during the check would change the file.
        await store.between_writes(lambda: _require_readable(path))


def _require_readable(path: Path) -> None:
    """:raises DatabaseUnusable: when the file at ``path`` is damaged."""
    # "immutable" skips the write-ahead log, so this reads the file itself. SQLite has to open it: if this
    # process opened and closed the file directly, it would lose SQLite's locks on it.
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(connect(uri, uri=True)) as connection:
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(text.damaged_file(error)) from error
