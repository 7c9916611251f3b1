"""Connections to SQLite files, and jobs on a file, in a thread for reads and a thread for writes.

All statements of a job run in one call to the thread. There is a single writer because SQLite allows only one
at a time.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import aiosqlite
import sqlalchemy as sa

from data.store.records import DatabaseUnusable

from . import pragmas
from .files import OpenFiles

T = TypeVar("T")
MAX_BATCH: Final = 64
"""The most jobs committed together."""
PATIENCE_S: Final = 0.02
"""Seconds that a write for which nobody waits has to be committed together with others."""
OLDEST: Final = (3, 35, 0)
"""The oldest SQLite that knows ``RETURNING``."""


def require_recent() -> None:
    """:raises DatabaseUnusable: when this Python's SQLite is older than :data:`OLDEST`."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise DatabaseUnusable(
            f"The bot needs SQLite {'.'.join(map(str, OLDEST))} or newer, but this Python has "
            f"{sqlite3.sqlite_version}. Use a newer Python, or a newer system."
        )


class _Cursor(sqlite3.Cursor):
    """Tells any damage as an error of SQLite's."""

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


def sqlite_engine(path: Path, chosen: Sequence[str]) -> sa.Engine:
    """An engine for a file, whose connections have these pragmas and start no transactions implicitly.

    Errors don't include a statement's parameters: they are logged, and parameters may hold games' secrets.
    """
    return _engine(path, partial(_connect, path, chosen))


def _engine(path: Path, creator: Callable[[], sqlite3.Connection]) -> sa.Engine:
    return sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        creator=creator,
        poolclass=sa.NullPool,
        hide_parameters=True,
    )


def _connect(path: Path, chosen: Sequence[str]) -> sqlite3.Connection:
    connection = connect(path, timeout=pragmas.BUSY_TIMEOUT_S)
    try:
        for pragma in chosen:
            pragmas.set_pragma(connection, pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class _Worker:
    """An aiosqlite connection, opened on first use, whose thread runs whole jobs."""

    def __init__(self, path: Path, chosen: Sequence[str]) -> None:
        self._connect = partial(_connect, path, chosen)
        self._opening = asyncio.Lock()
        self._link: aiosqlite.Connection | None = None
        self._connection: sa.Connection | None = None
        self._engine = _engine(path, lambda: self._raw)

    async def call(self, work: Callable[[], T]) -> T:
        """Run ``work`` in the thread, after all earlier calls."""
        link = self._link or await self._open()
        # aiosqlite has no public method to run any function in its thread.
        done: T = await link._execute(work)  # type: ignore[no-untyped-call]
        return done

    @property
    def connection(self) -> sa.Connection:
        """SQLAlchemy's connection, for use in the thread only."""
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    @property
    def _raw(self) -> sqlite3.Connection:
        assert self._link is not None
        return self._link._conn

    async def _open(self) -> aiosqlite.Connection:
        async with self._opening:
            if self._link is None:
                self._link = await aiosqlite.Connection(self._connect, iter_chunk_size=64)
            return self._link

    async def close(self) -> None:
        """Finish all earlier calls and end the thread."""
        if self._link is not None:
            await self.call(self._close)
            await self._link.close()
            self._link = None

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Write(NamedTuple):
    """A job that waits for the writer."""

    job: Callable[[sa.Connection], Any]
    answer: asyncio.Future[Any]
    ended: Callable[[BaseException | None], None]


class SqliteExecutor:
    """Runs jobs on the file at ``path``."""

    def __init__(self, path: Path) -> None:
        self._reader = _Worker(path, (*pragmas.DURABLE, pragmas.READ_ONLY))
        self.writer = _Worker(path, pragmas.DURABLE)
        self.files: OpenFiles | None = None
        """The files that have to be in place for a write; None: they aren't open yet."""
        self._waiting: list[_Write] = []
        self._writing: asyncio.Task[None] | None = None
        self._urgent = asyncio.Event()
        """Whether some of what waits isn't patient."""

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        """Run ``job`` and return its result; its statements are not in one transaction."""
        return await self._reader.call(lambda: job(self._reader.connection))

    async def write_then(
        self,
        ended: Callable[[BaseException | None], None],
        job: Callable[[sa.Connection], T],
        *,
        patient: bool = False,
    ) -> T:
        """Run ``job`` and commit it; if it raises, nothing is written. If cancelled, either may happen.

        Then ``ended`` gets its error or None, even if the caller was cancelled. Jobs that arrive during a
        commit are committed together afterwards. A ``patient`` job waits a moment for others, to be committed
        with them, in the order of their calls.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Write(job, answer, ended))
        if not patient:
            self._urgent.set()
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_all(), name="store writer")
        return await answer

    async def close(self) -> None:
        """Finish pending writes and close the connections."""
        while self._writing is not None:
            self._urgent.set()
            await self._writing
        await self._reader.close()
        await self.writer.close()

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                await self._wait_for_others()
                batch = []
                for each in self._waiting[:MAX_BATCH]:
                    if each.answer.cancelled():
                        each.ended(asyncio.CancelledError())
                    else:
                        batch.append(each)
                del self._waiting[:MAX_BATCH]
                if batch:
                    await self._write_batch(batch)
        finally:
            self._writing = None

    async def _wait_for_others(self) -> None:
        """Wait a moment, as long as all that waits is patient."""
        if not self._urgent.is_set():
            over = asyncio.get_running_loop().call_later(PATIENCE_S, self._urgent.set)
            await self._urgent.wait()
            over.cancel()
        if len(self._waiting) <= MAX_BATCH:
            self._urgent.clear()

    async def _write_batch(self, batch: list[_Write]) -> None:
        jobs = [each.job for each in batch]
        try:
            outcomes = await self.writer.call(lambda: self._commit(jobs))
        except Exception as error:  # noqa: BLE001 (passed on to every caller)
            outcomes = [error] * len(batch)
        for each, outcome in zip(batch, outcomes, strict=True):
            each.ended(outcome if isinstance(outcome, Exception) else None)
            if each.answer.done():
                continue
            if isinstance(outcome, Exception):
                each.answer.set_exception(outcome)
            else:
                each.answer.set_result(outcome[0])

    def _commit(self, jobs: list[Callable[[sa.Connection], Any]]) -> list[tuple[Any] | Exception]:
        if self.files is not None:
            try:
                self.files.require_in_place()
            except DatabaseUnusable as error:
                raise sa.exc.OperationalError("BEGIN", None, error) from error
        return _commit(self.writer.connection, jobs)


def _commit(
    connection: sa.Connection, jobs: list[Callable[[sa.Connection], Any]]
) -> list[tuple[Any] | Exception]:
    """Run ``jobs`` in one transaction. Returns the result or exception of each once it is committed."""
    # SQLAlchemy doesn't know of the transaction: its own bookkeeping costs as much as a statement.
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    refused: dict[int, Exception] = {}
    outcomes: list[tuple[Any] | Exception] = []
    while len(outcomes) < len(jobs):
        outcomes.clear()
        # A transaction that starts as a reader fails without waiting if another writer comes first.
        _run(raw, "BEGIN IMMEDIATE")
        try:
            for place, job in enumerate(jobs):
                outcomes.append(refused.get(place) or (job(connection),))
            _run(raw, "COMMIT")
        except Exception as error:
            if len(outcomes) == len(jobs):
                raise
            # Hardly ever: the others are run again without it.
            refused[len(outcomes)] = error
        finally:
            # No effect after a commit.
            raw.rollback()
    return outcomes


def _run(raw: sqlite3.Connection, statement: str) -> None:
    """Run a statement outside SQLAlchemy.

    :raises sqlalchemy.exc.DBAPIError: as SQLAlchemy does.
    """
    try:
        raw.execute(statement)
    except sqlite3.Error as error:
        raise as_sqlalchemy(error, statement) from error
