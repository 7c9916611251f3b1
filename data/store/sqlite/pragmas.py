"""SQLite's pragmas: how the bot's files are opened."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

BUSY_TIMEOUT_S: Final = 10.0
"""Seconds to wait for another program that is writing to the file."""
BUSY_POLL_S: Final = 0.01
DURABLE: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
    "temp_store=MEMORY",
    "wal_autocheckpoint=4000",
)
"""``secure_delete``: deleted or overwritten data can't be recovered from the file. ``temp_store``: nor is any
written to a temporary one. ``wal_autocheckpoint``: pages until the log is copied to the file. A turn writes a
fifth less than with SQLite's own 1,000; the log takes 16 MB."""
READ_ONLY: Final = "query_only=ON"


def set_pragma(connection: sqlite3.Connection, pragma: str) -> None:
    """Set a pragma, such as ``query_only=ON``; waits while another program writes to the file."""
    # SQLite's own timeout doesn't apply to switching to a write-ahead log, where programs that start at the
    # same time collide.
    end = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(BUSY_POLL_S)
        else:
            return
