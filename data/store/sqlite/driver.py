"""The way to a SQLite file from asyncio: aiosqlite, with one hop to its thread for each statement.

SQLAlchemy asks a driver for the cursor, the execution, the rows and the cursor's end one after another, and
aiosqlite carries each of the four to the connection's thread and back. Here the cursor is a value of this
side and the rows come with the execution; and a transaction's BEGIN travels with its first statement.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

T = TypeVar("T")
PATIENCE: Final = 10.0
"""Seconds to wait for another program that writes to the same file."""

Ran = tuple[Any, int, int | None, Sequence[Any]]
"""Description, row count, last row id, and rows of an executed statement."""


class Cursor:
    """What SQLAlchemy's adapter needs of a cursor. It holds nothing of the connection's thread."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ran: Ran = (None, -1, None, ())

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        """One statement, with all its rows."""
        self._ran = await self._connection.run("execute", sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> Cursor:
        """One statement for each row of ``parameters``."""
        self._ran = await self._connection.run("executemany", sql, parameters)
        return self

    async def fetchall(self) -> Sequence[Any]:
        """The rows, which are here already."""
        return self._ran[3]

    async def close(self) -> None:
        """Nothing is open."""

    @property
    def description(self) -> Any:
        """The columns of the rows; None for a statement without rows."""
        return self._ran[0]

    @property
    def rowcount(self) -> int:
        """How many rows were changed; -1 where that means nothing."""
        return self._ran[1]

    @property
    def lastrowid(self) -> int | None:
        """The id of the last row that was inserted."""
        return self._ran[2]


class Connection(aiosqlite.Connection):
    """A connection whose transactions begin with the first statement, as writers or not at all."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], *, writes: bool) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # A program that ends by a fault must not wait for this thread.
        self._thread.daemon = True
        self._writes = writes

    async def _connect(self) -> Connection:
        try:
            await super()._connect()
        except sqlite3.Error:
            # aiosqlite has told its thread to end and does not wait: the loop might be closed before.
            self._thread.join()
            raise
        return self

    # SQLAlchemy asks for no more of a cursor than ``Cursor`` has.
    def cursor(self) -> Cursor:  # type: ignore[override]
        """A cursor, at no cost."""
        return Cursor(self)

    async def run(self, method: str, sql: str, parameters: Sequence[Any]) -> Ran:
        """Execute one statement on the connection's thread."""
        ran: Ran = await self._execute(  # type: ignore[no-untyped-call]
            self._run, method, sql, parameters
        )
        return ran

    async def lend(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do ``job`` on the connection's thread."""
        lent: T = await self._execute(job, self._conn)  # type: ignore[no-untyped-call]
        return lent

    def _run(self, method: str, sql: str, parameters: Sequence[Any]) -> Ran:
        connection = self._conn
        if self._writes and not connection.in_transaction:
            # A transaction that begins as a reader fails at once when another writer is faster.
            connection.execute("BEGIN IMMEDIATE")
        cursor = getattr(connection, method)(sql, parameters)
        rows = cursor.fetchall() if cursor.description else ()
        return cursor.description, cursor.rowcount, cursor.lastrowid, rows


def connector(path: Path, pragmas: Sequence[str], *, writes: bool) -> Callable[[], Connection]:
    """What makes connections to the file at ``path``, for SQLAlchemy's ``async_creator``."""

    def connect() -> sqlite3.Connection:
        # Transactions are begun above: the sqlite3 module must not begin any.
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            for pragma in pragmas:
                _set(connection, pragma)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    return lambda: Connection(connect, writes=writes)


def _set(connection: sqlite3.Connection, pragma: str) -> None:
    # SQLite does not wait for its lock when it goes over to a write-ahead log: programs that start at once
    # meet there. This is the connection's own thread, which may sleep.
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
