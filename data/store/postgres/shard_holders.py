"""Which processes serve which shards of a database: each holds an advisory lock that names them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from .shards import ShardRange

LOCK_PREFIX: Final = 0x437
"""Marks this program's locks; first, last and count of the range follow it, ``WIDTH`` bits each."""
WIDTH: Final = 17
NAME: Final = "captains-table"
"""How the holders' connections begin their names; the revision that they are made for follows."""


def shard_holders(connection: sa.Connection) -> dict[ShardRange, str]:
    """The shard ranges that processes hold now, with the revision that each process is made for."""
    columns = ("locktype", "database", "classid", "objid", "objsubid", "pid")
    lock = sa.table("pg_locks", *map(sa.column, columns))
    database = sa.table("pg_database", sa.column("oid", sa.BigInteger), sa.column("datname"))
    session = sa.table("pg_stat_activity", sa.column("pid"), sa.column("application_name", sa.Text))
    here = sa.select(database.c.oid).where(database.c.datname == sa.func.current_database())
    query = (
        sa.select(lock.c.classid, lock.c.objid, session.c.application_name)
        .outerjoin_from(lock, session, lock.c.pid == session.c.pid)
        .where(lock.c.locktype == "advisory", lock.c.objsubid == 1, lock.c.database == here.scalar_subquery())
    )
    found = [
        (_read(high << 32 | low), (name or "").removeprefix(NAME).strip())
        for high, low, name in connection.execute(query)
    ]
    parts = [(part, revision) for part, revision in found if part is not None]
    return dict(sorted(parts, key=lambda held: (held[0].count, held[0].first)))


def lock_number(part: ShardRange) -> int:
    """The lock's key: negative, so that it never equals the id of a person or server."""
    return -((((LOCK_PREFIX << WIDTH | part.first) << WIDTH | part.last) << WIDTH) | part.count)


def _read(lock: int) -> ShardRange | None:
    """The range of a lock's key, given as an unsigned integer as in ``pg_locks``; None for other locks."""
    number, ones = 2**64 - lock, 2**WIDTH - 1
    if number >> 3 * WIDTH != LOCK_PREFIX:
        return None
    return ShardRange(number >> 2 * WIDTH & ones, number >> WIDTH & ones, number & ones)
