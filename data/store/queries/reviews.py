"""Reviews of finished tables: what was judged, kept so that it is made once."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store


async def load(store: Store, table_id: int) -> str | None:
    """The review of a table, as JSON; None if there is none."""
    query = sa.select(schema.review.c.data).where(schema.review.c.table_id == table_id)
    return await store.first(query)


async def keep(store: Store, table_id: int, player: int, data: str, at: int) -> None:
    """Store the review of a table; one that another process has stored stays."""
    number = schema.game_table.c.id
    row = {"table_id": table_id, "player": player, "data": data, "at": at}

    def write(connection: sa.Connection) -> None:
        # The table may have been removed. On PostgreSQL, the lock keeps it until the commit.
        there = sa.select(number).where(number == table_id).with_for_update(read=True, key_share=True)
        if connection.scalars(there).first() is not None:
            schema.insert_missing(connection, schema.review, [row])

    await store.write(write)


async def reviews_of(store: Store, person: int) -> list[dict[str, Any]]:
    """The reviews of the tables where ``person`` sits, as rows."""
    review, seat = schema.review, schema.seat.c
    own = sa.select(seat.table_id).where(seat.person == person)
    query = sa.select(review).where(review.c.table_id.in_(own)).order_by(review.c.table_id)
    return await store.dicts(query)
