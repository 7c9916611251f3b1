"""The census: which sessions a database holds."""

from __future__ import annotations

import sqlalchemy as sa

from data.store import engines, schema


async def sessions(url: sa.URL) -> list[int]:
    """The numbers of all sessions at ``url``, ascending. Its schema must be of this release."""
    engine = engines.reading(url)
    try:
        async with engine.connect() as connection:
            found = await connection.execute(sa.select(schema.session.c.id).order_by(schema.session.c.id))
            return [int(number) for (number,) in found.all()]
    finally:
        await engine.dispose()
