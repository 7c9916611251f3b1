"""Runs jobs on a PostgreSQL server: each in one go, on a connection of a pool."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.store import engines
from data.store.connection_errors import sqlstate

P = ParamSpec("P")
T = TypeVar("T")

TOO_MANY: Final = "53300"
"""PostgreSQL's code for a connection too many."""
CLASHES: Final = ("40001", "40P01")
"""PostgreSQL's codes for a transaction that it rolled back because of another one: it may be tried again."""
RETRY_S: Final = 0.05
"""Seconds until the server is asked for a connection again; a transaction is tried again within this time."""
ATTEMPTS: Final = 6
"""How often a transaction is tried."""


class PostgresExecutor:
    """Runs jobs at the server of ``url``."""

    def __init__(self, url: sa.URL) -> None:
        self.writer = engines.serving(url)
        self.reader = engines.reading(self.writer)

    async def read(
        self, job: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What ``job`` finds; its statements are not in one transaction."""
        async with _connected(self.reader) as connection:
            return await connection.run_sync(job, *args, **kwargs)

    async def write(
        self, job: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Commit what ``job`` does, or nothing if it raises.

        It is done again when the server rolled it back because of another transaction.
        """
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with _connected(self.writer) as connection, connection.begin():
                    return await connection.run_sync(job, *args, **kwargs)
            except sa.exc.DBAPIError as error:
                if attempt == ATTEMPTS or sqlstate(error) not in CLASHES:
                    raise
            # The two must not meet again at once.
            await asyncio.sleep(random.uniform(0, RETRY_S) * attempt)
        raise AssertionError("the last attempt returns or raises")

    async def between_writes(self, work: Callable[[], T]) -> T:
        """Do ``work`` in a thread."""
        return await asyncio.to_thread(work)

    async def close(self) -> None:
        """Close the connections."""
        await self.writer.dispose()


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection of ``engine``; where the server lets in no more of them now, it is waited for."""
    end = time.monotonic() + engines.QUEUE_TIMEOUT_S
    async with AsyncExitStack() as stack:
        while True:
            try:
                connection = await stack.enter_async_context(engine.connect())
                break
            except Exception as error:
                if sqlstate(error) != TOO_MANY or time.monotonic() > end:
                    raise
            # By then one of our own may be free, too.
            await asyncio.sleep(RETRY_S)
        yield connection
