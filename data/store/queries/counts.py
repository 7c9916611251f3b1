"""The census: which tables a database holds, and how many of each sort."""

from __future__ import annotations

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store


async def table_ids(store: Store) -> list[int]:
    """The numbers of all tables, ascending."""
    return await store.ids(sa.select(schema.game_table.c.id).order_by(schema.game_table.c.id))


async def tables(store: Store) -> dict[tuple[str, str], int]:
    """How many tables there are of each status and game."""
    table = schema.game_table.c
    query = sa.select(table.status, table.game, sa.func.count()).group_by(table.status, table.game)
    rows = await store.read(lambda connection: connection.execute(query).all())
    return {(status, game): count for status, game, count in rows}
