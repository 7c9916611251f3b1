"""Limits on the number of tables, checked in the transaction that opens or joins one."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.database import Database
from data.store.records import Header, Limits, Seating, StoreError

WAITING: Final = ("lobby",)


class LimitExceeded(StoreError):
    """One table more than a limit allows."""

    def __init__(self, which: str, most: int, person: int) -> None:
        super().__init__(f"more than {most} by the limit {which}")
        self.which = which
        self.most = most
        self.person = person
        """The person who opens or joins the table."""


def require_within(connection: sa.Connection, header: Header, limits: Limits) -> None:
    """Check the limits in the transaction that has inserted the table, which an error rolls back.

    :raises LimitExceeded: when there are more tables than ``limits`` allow.
    """
    schema.lock(connection, header.host, header.address.guild or 0)
    _require(connection, header.host, header.address.guild, limits, 0)


def require_seat_within(connection: sa.Connection, seating: Seating) -> None:
    """Check a person's limit in the transaction that has written their seat, which an error rolls back.

    :raises LimitExceeded: when they sit at more tables than they may.
    """
    schema.lock(connection, seating.person)
    _require(connection, seating.person, None, Limits(seats=seating.most), seating.coming)


async def require_room(store: Database, host: int, guild: int | None, limits: Limits) -> None:
    """Check early whether ``host`` may open another table; opening it checks again.

    :raises LimitExceeded: when there are as many as ``limits`` allow.
    """
    await store.read(_require, host, guild, limits, 1)


def _require(connection: sa.Connection, host: int, guild: int | None, limits: Limits, coming: int) -> None:
    game_table = schema.game_table.c
    hosted, here, live = game_table.host == host, game_table.guild == guild, sa.text(schema.LIVE)
    # A host sits at the table until it starts, so the index on people finds these.
    seated = game_table.id.in_(schema.seated(host))
    counted = {
        "waiting": (seated, game_table.status.in_(WAITING), hosted),
        "seats": (seated, live),
        "server": (here, live),
        "each": (here, live, hosted),
    }
    for which, rows in counted.items():
        most = getattr(limits, which)
        if not most:
            continue
        found = connection.scalar(sa.select(sa.func.count()).where(*rows)) or 0
        if found + coming > most:
            raise LimitExceeded(which, most, host)
