"""Statements that each turn runs, compiled once for each kind of database.

They run without SQLAlchemy's own work around a statement, which takes longer than SQLite's, and as long as
asyncpg's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from .postgres import executor as postgres
from .sqlite.executor import as_sqlalchemy

_SQLITE: Final = sqlite.dialect()


class _Text(NamedTuple):
    """A statement as one kind of database takes it."""

    sql: str
    names: tuple[str, ...]
    """Its parameters in order."""
    constants: Mapping[str, Any]
    """Those that the statement gives itself."""

    def given(self, parameters: Mapping[str, Any]) -> list[Any]:
        """The values of its parameters in order."""
        given = {**self.constants, **parameters} if self.constants else parameters
        return [given[name] for name in self.names]


class Compiled:
    """A statement with parameters; ``columns`` are those that an INSERT fills."""

    def __init__(self, statement: sa.ClauseElement, columns: Collection[str] = ()) -> None:
        self._statement = statement
        self._columns = list(columns) or None
        self._sqlite = self._compile(_SQLITE)
        self._others: dict[str, _Text] = {}

    @property
    def sql(self) -> str:
        """The statement as SQLite takes it."""
        return self._sqlite.sql

    def _compile(self, dialect: sa.Dialect) -> _Text:
        compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        binds = compiled.binds
        constants = {name: value for name, value in compiled.params.items() if not binds[name].required}
        return _Text(str(compiled), tuple(compiled.positiontup or ()), constants)

    def _text(self, dialect: sa.Dialect) -> _Text:
        found = self._others.get(dialect.name)
        if found is None:
            found = self._others[dialect.name] = self._compile(dialect)
        return found

    def rows(self, connection: sa.Connection, parameters: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """The rows that a query finds."""
        if (raw := _sqlite_connection(connection)) is not None:
            return self.on_sqlite(raw, parameters).fetchall()
        text = self._text(connection.dialect)
        with postgres.as_sqlalchemy(connection, text.sql) as driver, closing(driver.cursor()) as cursor:
            cursor.execute(text.sql, text.given(parameters))
            return cursor.fetchall()

    def run(self, connection: sa.Connection, parameters: Mapping[str, Any]) -> int:
        """Write. Returns how many rows were changed."""
        if (raw := _sqlite_connection(connection)) is not None:
            return self.on_sqlite(raw, parameters).rowcount
        text = self._text(connection.dialect)
        with postgres.as_sqlalchemy(connection, text.sql) as driver, closing(driver.cursor()) as cursor:
            cursor.execute(text.sql, text.given(parameters))
            return cursor.rowcount

    def run_all(self, connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write each of ``rows``; a server takes them together, and doesn't say how many it changed."""
        if (raw := _sqlite_connection(connection)) is not None:
            for each in rows:
                self.on_sqlite(raw, each)
        elif len(rows) == 1:
            self.run(connection, rows[0])
        elif rows:
            text = self._text(connection.dialect)
            with postgres.as_sqlalchemy(connection, text.sql) as driver, closing(driver.cursor()) as cursor:
                cursor.executemany(text.sql, [text.given(each) for each in rows])

    def on_sqlite(self, raw: sqlite3.Connection, parameters: Mapping[str, Any]) -> sqlite3.Cursor:
        """Execute it on a SQLite file; errors are SQLAlchemy's all the same."""
        text = self._sqlite
        try:
            return raw.execute(text.sql, text.given(parameters))
        except sqlite3.Error as error:
            raise as_sqlalchemy(error, text.sql) from error


def _sqlite_connection(connection: sa.Connection) -> sqlite3.Connection | None:
    if connection.dialect.name != _SQLITE.name:
        return None
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw
