"""Limits on how many tables there may be, held in the transaction that opens or joins one more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.database import Database
from data.store.records import Header, StoreError

WAITING: Final = ("lobby",)
LIVE: Final = ("lobby", "playing")


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tables there may be at once, the new one included; 0 for any number."""

    waiting: int = 0
    """Opened by its host and not begun."""
    seats: int = 0
    """Not over, with its host at them."""
    server: int = 0
    """Not over, in its server."""
    each: int = 0
    """Not over, in its server, opened by its host."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Somebody who sits down at a table that is there, or asks to."""

    person: int
    most: int
    """At how many that are not over they may sit, this one included."""
    coming: int = 0
    """1 for somebody who only asks for a seat, and is not counted at it yet."""


class LimitExceeded(StoreError):
    """One table more than a limit allows."""

    def __init__(self, which: str, most: int, person: int) -> None:
        super().__init__(f"more than {most} by the limit {which}")
        self.which = which
        self.most = most
        self.person = person
        """Who opens one more, or sits down at it."""


def require_within(connection: sa.Connection, header: Header, limits: Limits) -> None:
    """Called in the transaction that has inserted the table of ``header``, which is undone then.

    :raises LimitExceeded: when there are more than ``limits`` allow.
    """
    _count_alone(connection, header.host, header.address.guild or 0)
    _require(connection, header.host, header.address.guild, limits, 0)


def require_seat_within(connection: sa.Connection, seating: Seating) -> None:
    """Called in the transaction that has written who sits down, or asks to, which is undone then.

    :raises LimitExceeded: when they sit at more tables than they may.
    """
    _count_alone(connection, seating.person)
    _require(connection, seating.person, None, Limits(seats=seating.most), seating.coming)


def _count_alone(connection: sa.Connection, *numbers: int) -> None:
    """Until the transaction's end no other program counts what belongs to these people or servers."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        for number in numbers:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))


async def require_room(store: Database, host: int, guild: int | None, limits: Limits) -> None:
    """Look whether ``host`` may open one more, before anything is answered; opening looks again.

    :raises LimitExceeded: when there are as many as ``limits`` allow.
    """
    await store.read(_require, host, guild, limits, 1)


def _require(connection: sa.Connection, host: int, guild: int | None, limits: Limits, coming: int) -> None:
    game_table, seat = schema.game_table.c, schema.seat.c
    hosted, here = game_table.host == host, game_table.guild == guild
    # The host of a table sits at it until it begins: found by the index on people.
    seated = game_table.id.in_(sa.select(seat.table_id).where(seat.person == host))
    counted = {
        "waiting": (seated, game_table.status.in_(WAITING), hosted),
        "seats": (seated, game_table.status.in_(LIVE)),
        "server": (here, game_table.status.in_(LIVE)),
        "each": (here, game_table.status.in_(LIVE), hosted),
    }
    for which, rows in counted.items():
        most = getattr(limits, which)
        if not most:
            continue
        found = connection.scalar(sa.select(sa.func.count()).where(*rows)) or 0
        if found + coming > most:
            raise LimitExceeded(which, most, host)
