"""Connections to SQLite files that tell any damage as an error of SQLite's."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa


class _Cursor(sqlite3.Cursor):
    def execute(self, *args: Any) -> _Cursor:
        try:
            super().execute(*args)
        except UnicodeDecodeError as error:
            # SQLite quotes the damaged text in its message, and Python fails to decode that.
            told = sqlite3.DatabaseError(error.object.decode(errors="backslashreplace"))
            told.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise told from None
        return self


class _Connection(sqlite3.Connection):
    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, *args: Any) -> sqlite3.Cursor:
        # sqlite3's own doesn't call the cursor's method.
        return _Cursor(self).execute(*args)


def connect(path: Path | str, *, timeout: float = 5.0, uri: bool = False) -> sqlite3.Connection:
    """A connection to the file at ``path``, in autocommit mode; ``timeout`` in seconds."""
    return sqlite3.connect(path, timeout=timeout, isolation_level=None, uri=uri, factory=_Connection)


def as_sqlalchemy(error: sqlite3.Error, statement: str) -> Exception:
    """``error`` as SQLAlchemy raises it: without the statement's parameters, since errors are logged."""
    return sa.exc.DBAPIError.instance(statement, None, error, sqlite3.Error, hide_parameters=True)
