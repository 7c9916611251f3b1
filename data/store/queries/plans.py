"""Plans: the if–then lines or the standing order that are stored with a seat."""

from __future__ import annotations

import sqlalchemy as sa

from data.store import schema
from data.store.records import SeatRow
from data.store.store import Store


async def save(store: Store, row: SeatRow, plan: str) -> bool:
    """Store the plan of the person in a seat, if nobody has changed it since ``row`` was read.

    Whether it was stored. The process that serves the table is told.
    """
    key = (schema.game_table.name, row.table_id)
    return await store.write_row(key, lambda connection: saved(connection, store, row, plan))


def saved(connection: sa.Connection, store: Store, row: SeatRow, plan: str) -> bool:
    """Store a plan like :func:`save`, in a transaction that is under way."""
    seat = schema.seat.c
    where = (seat.table_id == row.table_id, seat.seat == row.seat, seat.person == row.person)
    change = sa.update(schema.seat).where(*where, seat.plan == row.plan).values(plan=plan)
    done = connection.execute(change).rowcount == 1
    if done:
        store.notify(connection, row.table_id)
    return done


async def clear(store: Store, table_id: int, person: int, slot: str | None = None) -> None:
    """Remove what ``person`` has planned at a table, whatever it is; with ``slot``, only for that seat."""
    seat = schema.seat.c
    change = sa.update(schema.seat).where(seat.table_id == table_id, seat.person == person).values(plan="")
    if slot is not None:
        change = change.where(seat.seat == slot)
    key = (schema.game_table.name, table_id)
    await store.write_row(key, lambda connection: connection.execute(change).close())


async def table_ids(store: Store) -> list[int]:
    """The tables with plans, ascending."""
    seat = schema.seat.c
    query = sa.select(seat.table_id).where(sa.text(schema.PLANNED)).distinct().order_by(seat.table_id)
    return await store.column(query)
