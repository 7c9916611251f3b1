"""Plans: the if–then lines or the standing order that are stored with a seat."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.records import SeatRow
from data.store.store import Store

_SEAT: Final = schema.seat.c


async def save(store: Store, row: SeatRow, plan: str) -> bool:
    """Store the plan of the person in a seat, if nobody has changed it since ``row`` was read.

    Whether it was stored. The process that serves the table is told.
    """
    key = (schema.game_table, row.table_id)
    return await store.write_row(key, lambda connection: saved(connection, store, row, plan))


def saved(connection: sa.Connection, store: Store, row: SeatRow, plan: str) -> bool:
    """Store a plan like :func:`save`, in a transaction that is under way."""
    own = {"table_id": row.table_id, "seat": row.seat, "person": row.person, "plan": row.plan}
    if done := schema.change(connection, schema.seat, own, plan=plan):
        store.notify(connection, row.table_id)
    return done


async def clear(store: Store, table_id: int, person: int, slot: str | None = None) -> None:
    """Remove what ``person`` has planned at a table, whatever it is; with ``slot``, only for that seat."""
    own = {"table_id": table_id, "person": person, **({"seat": slot} if slot is not None else {})}
    key = (schema.game_table, table_id)
    await store.write_row(key, lambda connection: schema.change(connection, schema.seat, own, plan=""))


async def table_ids(store: Store) -> list[int]:
    """The tables with plans, ascending."""
    query = sa.select(_SEAT.table_id).where(sa.text(schema.PLANNED)).distinct().order_by(_SEAT.table_id)
    return await store.column(query)
