"""Who stayed in a game with others to its end."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store

_STAYED = schema.played_on.c


def note(connection: sa.Connection, table_id: int, at: int, stayed: Mapping[int, bool]) -> None:
    """Note of each person whether they stayed, in the transaction that ends it for them."""
    for person, to_the_end in stayed.items():
        schema.upsert(
            connection,
            schema.played_on,
            table_id=table_id,
            person=person,
            to_the_end=int(to_the_end),
            at=at,
        )


async def latest(store: Store, person: int, most: int) -> tuple[int, int]:
    """Of the latest ``most`` games of ``person``: to how many they stayed, and how many there are."""
    query = sa.select(_STAYED.to_the_end).where(_STAYED.person == person)
    found = await store.column(query.order_by(_STAYED.at.desc()).limit(most))
    return sum(found), len(found)
