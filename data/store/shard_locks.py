"""Advisory locks that record which process serves which shards; each lasts as long as its connection."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from data.store import engines, schema
from data.store.connection_errors import opening
from data.store.database import Database
from data.store.records import StoreError

from .postgres.kept_connection import KeptConnection
from .postgres.shard_holders import NAME, lock_number, shard_holders
from .postgres.shards import ShardRange
from .schema_upgrade import head

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

CLAIM_LOCK: Final = 0x436C6169
"""The advisory lock held while a process looks for others and takes its own lock."""
ACQUIRE_TIMEOUT_S: Final = 3.0
"""Seconds to wait for the locks of a process that was just killed."""
POLL_S: Final = 0.2
IDENTIFY_EVERY_MS: Final = 5_500
"""Milliseconds between two identifies in a bucket: Discord's 5 seconds, plus latency."""
MAX_WAIT_MS: Final = 600_000
"""A longer wait can only come from a changed system clock, and is ignored."""


class ShardsTaken(StoreError):
    """Another process serves some of the same shards."""

    def __init__(self, part: ShardRange, other: ShardRange) -> None:
        super().__init__(
            f"Another process using this database serves {other.phrase}, but this one is set to serve "
            f"{part.phrase}. Give each shard to exactly one process, all with the same number after the "
            "slash (CAPTAINS_TABLE_SHARDS). If the other machine has just crashed, try again in a minute."
        )


class ShardLocks:
    """The lock on the shards ``part``, held by one process at a time.

    ``lost`` is called with the reason when another process took the shards while the connection was down.
    """

    def __init__(self, url: sa.URL, part: ShardRange, lost: Callable[[ShardsTaken], None]) -> None:
        self._url = url
        self._part = part
        self._lost = lost
        self._connection = KeptConnection(url, "the lock on shards", self._begin)
        self._held = False

    async def acquire(self) -> None:
        """Take the lock and keep it until :meth:`release`.

        :raises ShardsTaken: when another process serves some of the same shards.
        :raises DatabaseUnusable: when the server can't be reached.
        """
        end = time.monotonic() + ACQUIRE_TIMEOUT_S
        while not self._held:
            try:
                with opening(self._url, "used"):
                    await self._connection.open()
            except ShardsTaken:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(POLL_S)
            else:
                self._held = True

    async def release(self) -> None:
        """Release the lock."""
        await self._connection.stop()

    async def _begin(self, connection: AsyncConnection, _driver: Any) -> None:
        await connection.execute(sa.select(sa.func.pg_advisory_lock(CLAIM_LOCK)))
        for other in await connection.run_sync(shard_holders):
            if self._part.overlaps(other):
                taken = ShardsTaken(self._part, other)
                if self._held:
                    self._lost(taken)
                raise taken
        named = sa.func.set_config("application_name", f"{NAME} {head()}", sa.false())
        await connection.execute(sa.select(named))
        await connection.execute(sa.select(sa.func.pg_advisory_lock(lock_number(self._part))))
        await connection.execute(sa.select(sa.func.pg_advisory_unlock(CLAIM_LOCK)))


async def lock_holders(url: sa.URL) -> dict[ShardRange, str]:
    """The shard ranges that processes on a server hold now, with the revision that each is made for.

    :raises DatabaseUnusable: when it can't be reached.
    """
    with opening(url, "used"):
        async with engines.migrating(url).connect() as connection:
            return await connection.run_sync(shard_holders)


async def wait_to_identify(store: Database, bucket: int) -> float:
    """Reserve a shard's turn to identify in ``bucket``. Returns the seconds until then. PostgreSQL only."""
    from sqlalchemy.dialects import postgresql

    elapsed = sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000
    now = sa.cast(elapsed, sa.BigInteger)
    last = sa.cast(schema.kv.c.value, sa.BigInteger)
    following = sa.case(
        (last > now + MAX_WAIT_MS, now), else_=sa.func.greatest(last + IDENTIFY_EVERY_MS, now)
    )
    row = postgresql.insert(schema.kv).values(key=f"identify {bucket}", value=sa.cast(now, sa.Text))
    taken = row.on_conflict_do_update(index_elements=["key"], set_={"value": sa.cast(following, sa.Text)})
    wait = await store.write(lambda connection: connection.execute(taken.returning(last - now)).scalar_one())
    return max(0.0, int(wait) / 1000)
