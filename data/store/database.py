"""Access: the connections of a database, and how something is done by one of them in one go."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.store.postgres.notify import notify_change, notify_rewritten
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.sqlite.backup import truncate_wal
from data.store.sqlite.executor import Executing, Reading, Writing
from data.store.sqlite.file_lock import Alone

from . import engines
from .connection_errors import sqlstate
from .recent import Recent

P = ParamSpec("P")
T = TypeVar("T")
Job = Callable[Concatenate[Executing, P], T]
"""What is done in one go, by a connection."""

TOO_MANY: Final = "53300"
"""PostgreSQL's code for a connection too many."""
BREATH: Final = 0.05
"""Seconds until the server is asked for a connection again."""
CLASHES: Final = ("40001", "40P01")
"""PostgreSQL's codes for a transaction that it rolled back because of another one: it may be tried again."""
ATTEMPTS: Final = 6
"""How often a transaction is tried."""


def retried(change: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Do ``change``, which is one transaction, again when the server rolled it back because of another."""

    @wraps(change)
    async def attempt(*args: P.args, **kwargs: P.kwargs) -> T:
        for number in range(1, ATTEMPTS):
            try:
                return await change(*args, **kwargs)
            except sa.exc.DBAPIError as error:
                if sqlstate(error) not in CLASHES:
                    raise
            # The two must not meet again at once.
            await asyncio.sleep(random.uniform(0, BREATH) * number)
        return await change(*args, **kwargs)

    return attempt


class Database:
    """The ways to a database: for transactions and seldom questions, and for what each turn asks.

    ``alone``: no other program writes to the file until this one is closed, so what was read last need not
    be read again.
    """

    def __init__(self, url: sa.URL, part: ShardRange = ALL_SHARDS, *, alone: Alone | None = None) -> None:
        self.url = url
        self.part = part
        """What this process looks after: others at the same database do the rest."""
        self._writer = engines.writing(url)
        self._reader = engines.reading(url, self._writer)
        self._gate = asyncio.Lock()
        """Held by whoever writes to a file: a burst waits here, in turn."""
        path = engines.sqlite_path(url)
        self.opened_file: tuple[int, int] | None = None
        """The identity of the file that is open, once it is."""
        self._alone = alone
        self._recent = Recent() if alone is not None else None
        self._direct = (
            (Reading(path, engines.DURABLE), Writing(path, engines.DURABLE, self._gate)) if path else None
        )

    async def close(self) -> None:
        """Give all connections back; the store is of no use afterwards."""
        for each in self._direct or ():
            await each.close()
        await self._writer.dispose()
        await self._reader.dispose()
        if self._alone is not None:
            self._alone.give_up()
            self._alone = None

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: committed at its end, rolled back where it is left by an error."""
        if self._direct is None:
            async with self._connected(self._writer) as connection, connection.begin():
                yield connection
            return
        async with self._gate:
            with nullcontext() if self._recent is None else self._recent.transaction():
                async with self._writer.begin() as connection:
                    yield connection

    async def truncate_wal(self) -> bool:
        """Empty a file's write-ahead log, which holds older contents of pages; False when it is in use."""
        path = engines.sqlite_path(self.url)
        if path is None:
            return True
        async with self._gate:
            return await asyncio.to_thread(truncate_wal, path)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that reads, each statement by itself."""
        return self._connected(self._reader)

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """A connection of ``engine``; where the server lets in no more of them now, it is waited for."""
        end = time.monotonic() + engines.QUEUE
        async with AsyncExitStack() as stack:
            while True:
                try:
                    connection = await stack.enter_async_context(engine.connect())
                    break
                except Exception as error:
                    if sqlstate(error) != TOO_MANY or time.monotonic() > end:
                        raise
                # By then one of our own may be free, too.
                await asyncio.sleep(BREATH)
            yield connection

    async def _read(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``job`` finds, in one go."""
        if self._direct is not None:
            return await self._direct[0].run(job, *args, **kwargs)
        async with self.reading() as connection:
            return await connection.run_sync(job, *args, **kwargs)

    @retried
    async def _write(self, table_id: int | None, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Commit what ``job`` does, in one go; tell of it where it is news of ``table``."""
        if self._direct is not None:
            return await self._direct[1].run(job, *args, **kwargs)
        async with self.writing() as connection:
            found = await connection.run_sync(job, *args, **kwargs)
            if table_id is not None:
                await self.tell(connection, table_id)
            return found

    async def tell(self, connection: AsyncConnection, table_id: int) -> None:
        """Tell the process that looks after a table that there is something new."""
        if not self.part.whole and connection.dialect.name == "postgresql":
            await connection.execute(notify_change(table_id, self.part))

    async def tell_rewritten(self, connection: AsyncConnection, table_ids: Sequence[int]) -> None:
        """Tell the others what they are to keep no longer, with the transaction's end."""
        if table_ids and not self.part.whole and connection.dialect.name == "postgresql":
            await connection.execute(notify_rewritten(table_ids))

    async def ids(self, query: sa.Select[int]) -> list[int]:
        """The numbers that ``query`` finds, in its order."""
        async with self.reading() as connection:
            return list((await connection.scalars(query)).all())

    async def first(self, query: sa.Select[int]) -> int | None:
        """The first number that ``query`` finds."""
        found = await self.ids(query.limit(1))
        return found[0] if found else None
