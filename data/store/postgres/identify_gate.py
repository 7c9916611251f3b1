"""Identifying: Discord lets in one shard of a bucket every few seconds, whichever process it belongs to.

Who comes next is a moment in the database, so that processes on several machines wait for one another; the
server's clock counts for all.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from data.store import schema
from data.store.store import Store

IDENTIFY_EVERY_MS: Final = 5_500
"""Milliseconds between two of a bucket: Discord's five seconds, and what a message may take on its way."""
FAR: Final = 600_000
"""A moment further off than this is none that anybody waits for: the server's clock was set."""


async def wait_to_identify(store: Store, bucket: int) -> float:
    """The seconds until a shard of ``bucket`` may identify; nobody else gets that moment. PostgreSQL only."""
    elapsed = sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000
    now = sa.cast(elapsed, sa.BigInteger)
    last = sa.cast(schema.kv.c.value, sa.BigInteger)
    following = sa.case((last > now + FAR, now), else_=sa.func.greatest(last + IDENTIFY_EVERY_MS, now))
    row = postgresql.insert(schema.kv).values(key=f"identify {bucket}", value=sa.cast(now, sa.Text))
    taken = row.on_conflict_do_update(index_elements=["key"], set_={"value": sa.cast(following, sa.Text)})
    wait = await store.write(lambda connection: connection.execute(taken.returning(last - now)).scalar_one())
    return max(0.0, int(wait) / 1000)
