"""Claims: which process serves which shards. PostgreSQL holds them for as long as a process lives.

A claim is a lock of the table_id that took it: whatever ends the process, or its connection, gives it back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store import engines
from data.store.connection_errors import opening
from data.store.records import StoreError

from .kept_connection import KeptConnection
from .shards import ShardRange

TURN: Final = 0x436C6169
"""The number of the lock that whoever looks and claims holds meanwhile."""
MARK: Final = 0x437
"""What tells a claim from other locks; a part follows behind it, each of its numbers in ``WIDTH`` bits."""
WIDTH: Final = 17
ACQUIRE_TIMEOUT_S: Final = 3.0
"""Seconds that a process which was killed may take to be gone."""
POLL_S: Final = 0.2


class ShardsTaken(StoreError):
    """Another process serves some of the same servers."""

    def __init__(self, part: ShardRange, other: ShardRange) -> None:
        super().__init__(
            f"Another process at this database serves {other.phrase}, and this one was to serve "
            f"{part.phrase}. "
            f"Give each shard to exactly one process, all with the same number behind the stroke "
            f"(CAPTAINS_TABLE_SHARDS). If the other one has just been lost with its machine, try again in a "
            f"minute."
        )


class ShardLocks:
    """That this process alone serves ``part``.

    ``lost`` is called with the reason when the connection was lost and another process has come in between.
    """

    def __init__(self, url: sa.URL, part: ShardRange, lost: Callable[[ShardsTaken], None]) -> None:
        self._url = url
        self._part = part
        self._lost = lost
        self._connection = KeptConnection(url, "the claim of shards", self._begin)
        self._held = False

    async def take(self) -> None:
        """Take it, and keep it until :meth:`give_up`.

        :raises Taken: when another process serves some of the same servers.
        :raises DatabaseUnusable: when the server can't be asked.
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

    async def give_up(self) -> None:
        """Leave the part to others."""
        await self._connection.stop()

    async def _begin(self, connection: AsyncConnection, _driver: Any) -> None:
        await connection.execute(sa.select(sa.func.pg_advisory_lock(TURN)))
        for other in await _parts(connection):
            if self._part.overlaps(other):
                taken = ShardsTaken(self._part, other)
                if self._held:
                    self._lost(taken)
                raise taken
        await connection.execute(sa.select(sa.func.pg_advisory_lock(_number(self._part))))
        await connection.execute(sa.select(sa.func.pg_advisory_unlock(TURN)))


async def lock_holders(url: sa.URL) -> list[ShardRange]:
    """The parts that processes at a server serve now.

    :raises DatabaseUnusable: when it can't be asked.
    """
    with opening(url, "used"):
        async with engines.migrating(url).connect() as connection:
            return await _parts(connection)


async def _parts(connection: AsyncConnection) -> list[ShardRange]:
    lock = sa.table("pg_locks", *map(sa.column, ("locktype", "database", "classid", "objid", "objsubid")))
    database = sa.table("pg_database", sa.column("oid", sa.BigInteger), sa.column("datname"))
    here = sa.select(database.c.oid).where(database.c.datname == sa.func.current_database())
    query = sa.select(lock.c.classid, lock.c.objid).where(
        lock.c.locktype == "advisory", lock.c.objsubid == 1, lock.c.database == here.scalar_subquery()
    )
    found = [_read(high << 32 | low) for high, low in (await connection.execute(query)).all()]
    return sorted((part for part in found if part is not None), key=lambda part: (part.count, part.first))


def _number(part: ShardRange) -> int:
    """The lock that stands for ``part``: below zero, where no person's and no server's number is."""
    return -((((MARK << WIDTH | part.first) << WIDTH | part.last) << WIDTH) | part.count)


def _read(lock: int) -> ShardRange | None:
    """The part that a lock stands for; ``lock`` is as the server lists it, without a sign."""
    number, ones = 2**64 - lock, 2**WIDTH - 1
    if number >> 3 * WIDTH != MARK:
        return None
    return ShardRange(number >> 2 * WIDTH & ones, number >> WIDTH & ones, number & ones)
