"""Statements that each turn runs, compiled once.

A SQLite file gets them without SQLAlchemy, whose work around a statement takes longer than SQLite's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from .sqlite.executor import as_sqlalchemy

_SQLITE: Final = sqlite.dialect()


class Compiled:
    """A statement with parameters; ``columns`` are those that an INSERT fills."""

    def __init__(self, statement: sa.ClauseElement, columns: Collection[str] = ()) -> None:
        self.statement: Any = statement
        compiled = statement.compile(dialect=_SQLITE, column_keys=list(columns) or None)
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        self.sql = str(compiled)
        self._names: tuple[str, ...] = tuple(compiled.positiontup or ())
        self._constants = {
            name: value for name, value in compiled.params.items() if not compiled.binds[name].required
        }

    def rows(self, connection: sa.Connection, parameters: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """The rows that a query finds."""
        if (raw := _sqlite_connection(connection)) is None:
            return connection.execute(self.statement, parameters).all()
        return self.on_sqlite(raw, parameters).fetchall()

    def run(self, connection: sa.Connection, parameters: Mapping[str, Any]) -> int:
        """Write. Returns how many rows were changed."""
        if (raw := _sqlite_connection(connection)) is None:
            return connection.execute(self.statement, parameters).rowcount
        return self.on_sqlite(raw, parameters).rowcount

    def run_all(self, connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write each of ``rows``; a server takes them together, and doesn't say how many it changed."""
        if (raw := _sqlite_connection(connection)) is not None:
            for each in rows:
                self.on_sqlite(raw, each)
        elif rows:
            # Given one row as a list, SQLAlchemy would take longer.
            given: Any = list(rows) if len(rows) > 1 else rows[0]
            connection.execute(self.statement, given)

    def on_sqlite(self, raw: sqlite3.Connection, parameters: Mapping[str, Any]) -> sqlite3.Cursor:
        """Execute it without SQLAlchemy; errors are SQLAlchemy's all the same."""
        given = {**self._constants, **parameters} if self._constants else parameters
        try:
            return raw.execute(self.sql, [given[name] for name in self._names])
        except sqlite3.Error as error:
            raise as_sqlalchemy(error, self.sql) from error


def _sqlite_connection(connection: sa.Connection) -> sqlite3.Connection | None:
    if connection.dialect.name != _SQLITE.name:
        return None
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw
