"""Wishes: what somebody must still want when something is done for them.

Each is checked in the transaction that fulfils it; until its end nobody can withdraw it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import sqlalchemy as sa

from data.store import schema
from data.store.records import StoreError, settings_in

Wish: TypeAlias = Callable[[sa.Connection], None]
"""Raises :class:`Withdrawn` when the wish doesn't stand any more."""


class Withdrawn(StoreError):
    """The person doesn't want it any more."""


def setting(person: int, name: str) -> Wish:
    """The wish of somebody who has a setting switched on."""
    query = sa.select(schema.person.c.settings).where(schema.person.c.id == person)

    def require(connection: sa.Connection) -> None:
        stored = connection.execute(query.with_for_update(read=True)).scalar_one_or_none()
        if settings_in(stored).get(name) is not True:
            raise Withdrawn(name)

    return require


def plan(table_id: int, seat: str, person: int, written: str) -> Wish:
    """The wish of somebody whose seat has this plan, as it is stored."""
    column = schema.seat.c
    where = (column.table_id == table_id, column.seat == seat, column.person == person)
    query = sa.select(column.plan).where(*where)

    def require(connection: sa.Connection) -> None:
        if connection.execute(query.with_for_update(read=True)).scalar_one_or_none() != written:
            raise Withdrawn(seat)

    return require
