"""Access to a database: each read and each write is a job, a function of a connection."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa
from cachetools import LRUCache

from data.store.postgres.executor import PostgresExecutor
from data.store.postgres.notify import notify_change, notify_forgotten, notify_rewritten
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.sqlite.backup import truncate_wal
from data.store.sqlite.executor import SqliteExecutor
from data.store.sqlite.file_lock import note
from data.store.sqlite.files import OpenFiles

from .compiled_statements import Compiled
from .connection_errors import outage
from .engines import sqlite_path
from .row_cache import Change, Key, RowCache

P = ParamSpec("P")
T = TypeVar("T")
Row = sa.Row[*tuple[Any, ...]]
LOG: Final = logging.getLogger(__name__)
TROUBLE_OVER: Final = {"trouble_over": True}
"""Marks the log record that an outage is over."""
SHARED: Final = 1024
"""Tables of which it is known that another process changes them, too."""


class Database:
    """Runs jobs on the database at ``url``; holds ``lock``, an open file, until closed.

    ``alone``: no other process serves the same shards of a server.
    """

    def __init__(
        self, url: sa.URL, part: ShardRange = ALL_SHARDS, *, alone: bool = False, lock: int | None = None
    ) -> None:
        self.url = url
        self.part = part
        """The shards that this process serves."""
        self.path = sqlite_path(url)
        """The SQLite file; None for a server."""
        self.shared: LRUCache[int, bool] = LRUCache(SHARED)
        """Tables that another process has changed lately: it hears of changes here, too.

        In a server that the bot isn't in, that process can answer the people there, and this one can't.
        """
        self.on_fault: Callable[[], None] = lambda: None
        """Called after an error of the database: something may be stored that nobody was told of."""
        self.erasures_list: Path | None = None
        """Where erasures are listed outside the database, too."""
        self._failing: dict[bool, float] = {}
        """Since when reads (False) and writes (True) have found no database that can be used."""
        self._lock = lock
        self.executor = SqliteExecutor(self.path) if self.path is not None else PostgresExecutor(url)
        by_itself = lock is not None if self.path is not None else alone and part.whole
        self._rows = RowCache() if by_itself else None
        """Only where no other process writes what it keeps."""

    def _opened(self) -> None:
        """From now on, nothing is written to a SQLite file unless it and those beside it stay in place."""
        if isinstance(self.executor, SqliteExecutor) and self.path is not None:
            self.executor.files = OpenFiles.of(self.path)
            if self._lock is not None:
                note(self._lock, self.executor.files)

    async def close(self) -> None:
        """Close all connections and release the lock."""
        await self.executor.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def read(
        self, job: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``job`` and return its result; each of its statements is a separate transaction."""
        with self._watched(writes=False):
            return await self.executor.read(lambda connection: job(connection, *args, **kwargs))

    async def write(
        self, job: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``job`` in one transaction and return its result; if it raises, nothing is written.

        A job may run more than once, and only the last run counts: it must change nothing but the database.
        """
        return await self.write_row(None, lambda connection: job(connection, *args, **kwargs))

    @property
    def connections(self) -> tuple[int, int]:
        """How many connections to the server are in use, and how many there may be; none for a file."""
        return self.executor.connections if isinstance(self.executor, PostgresExecutor) else (0, 0)

    @property
    def remembers(self) -> bool:
        """Whether rows that were read are remembered."""
        return self._rows is not None

    def known(self, key: Key) -> Any:
        """What is known to be under ``key``; None when that has to be read."""
        return self._rows.get(key) if self._rows is not None else None

    async def read_row(
        self,
        key: Key,
        job: Callable[[sa.Connection], T],
        kept: Callable[[T], Mapping[Key, Any]] | None = None,
    ) -> T:
        """The result of ``job``, which is remembered under ``key`` until that is written.

        With ``kept`` other rows of it, by their keys.
        """
        query = self.read(job)
        if self._rows is None:
            return await query
        return await self._rows.read(query, kept or (lambda found: {key: found}))

    async def write_row(
        self,
        key: Key | None,
        job: Callable[[sa.Connection], T],
        change: Change | None = None,
        *,
        patient: bool = False,
    ) -> T:
        """Run ``job`` in one transaction, as :meth:`write` does, where it writes only what is under ``key``
        (None: it may write anything).

        ``change`` is what the job makes of that; without it, it is read again. A ``patient`` job waits a
        moment for others, where that makes them cheaper.
        """
        rows = self._rows
        with self._watched(writes=True):
            end = rows.begin(key) if rows is not None else lambda _change: None
            if not isinstance(self.executor, SqliteExecutor):
                try:
                    result = await self.executor.write(job)
                except BaseException:
                    end(None)
                    raise
                end(change)
                return result
            return await self.executor.write_then(
                lambda error: end(change if error is None else None), job, patient=patient
            )

    @contextmanager
    def _watched(self, *, writes: bool) -> Iterator[None]:
        """Tell of errors of the database inside, and that it can be used again."""
        try:
            yield
        except sa.exc.DBAPIError as error:
            if outage(error) is not None:
                self._failing.setdefault(writes, time.monotonic())
            if not isinstance(error, sa.exc.IntegrityError):
                self.on_fault()
            raise
        if self._failing and (writes or True not in self._failing):
            seconds = time.monotonic() - min(self._failing.values())
            self._failing.clear()
            LOG.warning("the database can be used again, after %.0f s", seconds, extra=TROUBLE_OVER)

    async def between_writes(self, work: Callable[[], T]) -> T:
        """Run ``work`` in the thread that writes to a SQLite file, which writes nothing until it returns."""
        assert isinstance(self.executor, SqliteExecutor)
        return await self.executor.writer.call(work)

    async def truncate_wal(self) -> bool:
        """Empty a SQLite file's write-ahead log, which holds old page contents.

        Returns False when it is in use.
        """
        path = self.path
        return path is None or await self.between_writes(lambda: truncate_wal(path))

    def notify(self, connection: sa.Connection, table_id: int) -> None:
        """Notify the process that serves a table of a change, when the transaction commits.

        If another process has changed it lately, all are notified.
        """
        if not self.part.whole and self.path is None:
            connection.execute(notify_change(table_id, None if table_id in self.shared else self.part))

    def notify_erased(self, connection: sa.Connection, person: int, table_ids: Sequence[int]) -> None:
        """Tell the other processes to forget somebody, and tables in their caches, on commit."""
        if not self.part.whole and self.path is None:
            connection.execute(notify_rewritten(table_ids))
            connection.execute(notify_forgotten(person))

    async def rows(self, query: sa.Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Row]:
        """The rows that ``query`` selects."""
        return await self.read(lambda connection: connection.execute(query, parameters).all())

    async def found(self, query: Compiled, **parameters: Any) -> Sequence[Sequence[Any]]:
        """The rows that ``query`` finds, which is asked often."""
        return await self.read(query.rows, parameters)

    async def dicts(self, query: sa.Executable) -> list[dict[str, Any]]:
        """The rows that ``query`` selects, by their columns."""
        return await self.read(dicts, query)

    async def records(self, kind: Callable[..., T], query: sa.Executable) -> list[T]:
        """The rows that ``query`` selects, each as a ``kind`` with fields of their columns' names."""
        return [kind(**row) for row in await self.dicts(query)]

    async def record(self, kind: Callable[..., T], query: sa.Executable) -> T | None:
        """The only row that ``query`` selects as a ``kind``, if there is one."""
        return next(iter(await self.records(kind, query)), None)

    async def pairs(self, query: sa.Executable) -> dict[Any, Any]:
        """The second column of what ``query`` selects, by the first."""
        return {row[0]: row[1] for row in await self.rows(query)}

    async def column(self, query: sa.Executable, parameters: Mapping[str, Any] | None = None) -> list[Any]:
        """The first column of what ``query`` selects, such as ids."""
        return await self.read(lambda connection: list(connection.scalars(query, parameters).all()))

    async def first(self, query: sa.Select[T]) -> T | None:
        """The first value that ``query`` selects."""
        return await self.read(lambda connection: connection.scalar(query.limit(1)))

    async def execute(self, change: sa.Executable) -> None:
        """Make a change that is a single statement."""
        await self.write(lambda connection: connection.execute(change).close())


def dicts(connection: sa.Connection, query: sa.Executable) -> list[dict[str, Any]]:
    """The rows that ``query`` selects, by their columns."""
    return [dict(row) for row in connection.execute(query).mappings()]
