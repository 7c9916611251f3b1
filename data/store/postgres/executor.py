"""Runs jobs on a PostgreSQL server, each on a pooled connection."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeVar

import sqlalchemy as sa

from data.store import engines
from data.store.connection_errors import sqlstate

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")

TOO_MANY: Final = "53300"
"""PostgreSQL's error code for too many connections."""
CLASHES: Final = ("40001", "40P01")
"""PostgreSQL's error codes for a serialization failure and a deadlock: the transaction may be retried."""
RETRY_S: Final = 0.05
"""Seconds between attempts to connect, and the base of the random delay between retries."""
ATTEMPTS: Final = 6
"""The maximum number of attempts at a transaction."""


class PostgresExecutor:
    """Runs jobs on the server at ``url``."""

    def __init__(self, url: sa.URL) -> None:
        self.writer = engines.serving(url)
        # It shares the connections, and saves a BEGIN and a ROLLBACK.
        self.reader = self.writer.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        """Run ``job`` and return its result; its statements are not in one transaction."""
        async with _connected(self.reader) as connection:
            return await connection.run_sync(job)

    async def write(self, job: Callable[[sa.Connection], T]) -> T:
        """Run ``job`` in one transaction and return its result; if it raises, nothing is written.

        The job is run again when the transaction conflicts with another one.
        """
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with _connected(self.writer) as connection, connection.begin():
                    return await connection.run_sync(job)
            except sa.exc.DBAPIError as error:
                if attempt == ATTEMPTS or sqlstate(error) not in CLASHES:
                    raise
            # A random delay keeps two transactions from colliding again.
            await asyncio.sleep(random.uniform(0, RETRY_S) * attempt)
        raise AssertionError("the last attempt returns or raises")

    async def close(self) -> None:
        """Close the connections."""
        await self.writer.dispose()


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection of ``engine``; waits while the server has too many connections."""
    end = time.monotonic() + engines.QUEUE_TIMEOUT_S
    async with AsyncExitStack() as stack:
        while True:
            try:
                connection = await stack.enter_async_context(engine.connect())
                break
            except Exception as error:
                if sqlstate(error) == TOO_MANY and time.monotonic() <= end:
                    pass
                elif isinstance(error, OSError) or hasattr(error, "sqlstate"):
                    # SQLAlchemy doesn't wrap asyncpg's errors until there is a connection.
                    raise sa.exc.OperationalError(
                        None, None, error, hide_parameters=True, connection_invalidated=True
                    ) from error
                else:
                    raise
            # One of this pool's own connections may become free, too.
            await asyncio.sleep(RETRY_S)
        yield connection
