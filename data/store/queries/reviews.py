"""Reviews of finished tables: what was judged, kept so that it is made once."""

from __future__ import annotations

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store


async def load(store: Store, table_id: int) -> str | None:
    """The review of a table, as JSON; None if there is none."""
    query = sa.select(schema.review.c.data).where(schema.review.c.table_id == table_id)
    return await store.first(query)


async def of_games_in(store: Store, guild: int, since: int, most: int) -> list[int]:
    """The tables of a server that ended since then and have a review, the latest first."""
    table = schema.game_table.c
    ended = sa.select(table.id).where(table.guild == guild, table.status == "over", table.touched >= since)
    reviewed = ended.join(schema.review, schema.review.c.table_id == table.id).where(sa.text(schema.ENDED))
    return await store.column(reviewed.order_by(table.touched.desc()).limit(most))


async def keep(store: Store, table_id: int, player: int, data: str, at: int) -> None:
    """Store the review of a table, unless it was removed; one that another process has stored stays."""
    row = {"table_id": table_id, "player": player, "data": data, "at": at}
    there = sa.select(schema.game_table.c.id).filter_by(id=table_id)

    def write(connection: sa.Connection) -> None:
        # On PostgreSQL, the lock keeps it until the commit.
        if connection.scalar(there.with_for_update(read=True, key_share=True)) is not None:
            schema.insert_missing(connection, schema.review, [row])

    await store.write(write)
