"""The one way to a database: every question and every change is a job over a connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from data.store.postgres.executor import PostgresExecutor
from data.store.postgres.notify import notify_change, notify_rewritten
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.sqlite.backup import truncate_wal
from data.store.sqlite.executor import SqliteExecutor
from data.store.sqlite.file_lock import FileLock

from .engines import sqlite_path

P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """Runs jobs at ``url``; ``lock`` is held until it is closed."""

    def __init__(self, url: sa.URL, part: ShardRange = ALL_SHARDS, *, lock: FileLock | None = None) -> None:
        self.url = url
        self.part = part
        """What this process looks after: others at the same database do the rest."""
        self.path = sqlite_path(url)
        """The file; None for a server."""
        self.opened_file: tuple[int, int] | None = None
        """The identity of the file that is open, once it is."""
        self._lock = lock
        self._executor = SqliteExecutor(self.path) if self.path is not None else PostgresExecutor(url)

    async def close(self) -> None:
        """Give all connections back; the store is of no use afterwards."""
        await self._executor.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def read(
        self, job: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What ``job`` finds; each of its statements is a transaction of its own."""
        return await self._executor.read(job, *args, **kwargs)

    async def write(
        self, job: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Commit what ``job`` does, in one transaction; nothing if it raises.

        A job may be done more than once, and only the last time counts: it changes nothing but the database.
        """
        return await self._executor.write(job, *args, **kwargs)

    async def between_writes(self, work: Callable[[], T]) -> T:
        """Do ``work``, which is about a file, in a thread while nothing is written to the file."""
        return await self._executor.between_writes(work)

    async def truncate_wal(self) -> bool:
        """Empty a file's write-ahead log, which holds older contents of pages; False when it is in use."""
        path = self.path
        return path is None or await self.between_writes(lambda: truncate_wal(path))

    def notify(self, connection: sa.Connection, table_id: int) -> None:
        """Tell the process that serves a table that there is something new, with the transaction's end."""
        if not self.part.whole and self.path is None:
            connection.execute(notify_change(table_id, self.part))

    def notify_rewritten(self, connection: sa.Connection, table_ids: Sequence[int]) -> None:
        """Tell the others of which tables they are to keep nothing any longer, with the transaction's end."""
        if table_ids and not self.part.whole and self.path is None:
            connection.execute(notify_rewritten(table_ids))

    async def ids(self, query: sa.Select[int], parameters: Mapping[str, Any] | None = None) -> list[int]:
        """The numbers that ``query`` finds, in its order."""
        return await self.read(lambda connection: list(connection.scalars(query, parameters).all()))

    async def first(self, query: sa.Select[int]) -> int | None:
        """The first number that ``query`` finds."""
        found = await self.ids(query.limit(1))
        return found[0] if found else None
