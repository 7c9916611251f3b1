"""Runs jobs on a PostgreSQL server, each on a pooled connection."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import sqlalchemy as sa

from data.store import engines
from data.store.connection_errors import sqlstate

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
        self._engine = engines.serving(url)
        self._writer = self._engine.sync_engine
        # It shares the connections, and saves a BEGIN and a ROLLBACK.
        self._reader = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def connections(self) -> tuple[int, int]:
        """How many connections are in use, and how many there may be."""
        pool = self._writer.pool
        assert isinstance(pool, sa.QueuePool)
        return pool.checkedout(), pool.size()

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        """Run ``job`` and return its result; its statements are not in one transaction."""

        def run() -> T:
            with _connected(self._reader) as connection:
                return job(connection)

        return await _run(run)

    async def write(self, job: Callable[[sa.Connection], T]) -> T:
        """Run ``job`` in one transaction and return its result; if it raises, nothing is written.

        The job is run again when the transaction conflicts with another one.
        """

        def run() -> T:
            with _connected(self._writer) as connection:
                result = job(connection)
                _commit(connection)
            return result

        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await _run(run)
            except sa.exc.DBAPIError as error:
                if attempt == ATTEMPTS or sqlstate(error) not in CLASHES:
                    raise
            # A random delay keeps two transactions from colliding again.
            await asyncio.sleep(random.uniform(0, RETRY_S) * attempt)
        raise AssertionError("the last attempt returns or raises")

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()


@contextmanager
def _connected(engine: sa.Engine) -> Iterator[sa.Connection]:
    try:
        connection = engine.connect()
    except Exception as error:
        if not isinstance(error, OSError) and not hasattr(error, "sqlstate"):
            raise
        # SQLAlchemy doesn't wrap asyncpg's errors until there is a connection.
        raise sa.exc.OperationalError(
            None, None, error, hide_parameters=True, connection_invalidated=True
        ) from error
    with connection:
        yield connection


@contextmanager
def as_sqlalchemy(connection: sa.Connection, statement: str) -> Iterator[sa.PoolProxiedConnection]:
    """The driver's own connection, for one ``statement``; its errors are raised as SQLAlchemy raises them.

    A connection that is lost, or left in the middle of the statement, isn't used again.
    """
    driver, dialect = connection.connection, connection.dialect
    errors = dialect.loaded_dbapi.Error
    try:
        yield driver
    except errors as error:
        lost = dialect.is_disconnect(error, driver, None)
        if lost:
            connection.invalidate(error)
        raise sa.exc.DBAPIError.instance(
            statement, None, error, errors, hide_parameters=True, connection_invalidated=lost, dialect=dialect
        ) from error
    except BaseException as error:
        connection.invalidate(error)
        raise


def _commit(connection: sa.Connection) -> None:
    if connection.in_transaction():
        connection.commit()
        return
    # The driver has begun one all the same: SQLAlchemy doesn't know of statements that run without it.
    with as_sqlalchemy(connection, "COMMIT") as driver:
        driver.commit()


async def _run(work: Callable[[], T]) -> T:
    """The result of ``work``, whose waits for the server are awaited.

    It waits, too, while the server has too many connections.
    """
    end = time.monotonic() + engines.QUEUE_TIMEOUT_S
    while True:
        try:
            return await sa.util.greenlet_spawn(work)
        except sa.exc.DBAPIError as error:
            if sqlstate(error) != TOO_MANY or time.monotonic() > end:
                raise
        # One of this pool's own connections may become free, too.
        await asyncio.sleep(RETRY_S)
