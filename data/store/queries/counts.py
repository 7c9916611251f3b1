"""The census: which tables a database holds, and how many of each sort."""

from __future__ import annotations

import sqlalchemy as sa

from data.store import engines, schema
from data.store.store import Store


async def table_ids(url: sa.URL) -> list[int]:
    """The numbers of all tables at ``url``, ascending. Its schema must be of this release."""
    engine = engines.reading(url)
    try:
        async with engine.connect() as connection:
            found = await connection.execute(
                sa.select(schema.game_table.c.id).order_by(schema.game_table.c.id)
            )
            return [int(number) for (number,) in found.all()]
    finally:
        await engine.dispose()


async def tables(store: Store) -> dict[tuple[str, str], int]:
    """How many tables there are of each status and game."""
    table = schema.game_table.c
    query = sa.select(table.status, table.game, sa.func.count()).group_by(table.status, table.game)
    async with store.reading() as connection:
        return {(status, game): count for status, game, count in (await connection.execute(query)).all()}
