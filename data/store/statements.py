"""The statements that the store runs most, built once, and their rows made into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .records import Address, Event, Header, SeatRow

ADDRESS_COLUMNS: Final = tuple(field.name for field in fields(Address))
_TABLE_COLUMNS: Final = tuple(field.name for field in fields(Header) if field.name != "address")
_EVENT_COLUMNS: Final = tuple(field.name for field in fields(Event))
_SEAT_COLUMNS: Final = tuple(field.name for field in fields(SeatRow))
_SEATS_FROM: Final = len(_TABLE_COLUMNS) + len(ADDRESS_COLUMNS)

HEADER_COLUMNS: Final = tuple(schema.game_table.c[name] for name in (*_TABLE_COLUMNS, *ADDRESS_COLUMNS))
"""What :func:`header` is made of."""

HEADER_AND_SEATS: Final = (
    sa.select(
        *HEADER_COLUMNS,
        *(schema.seat.c[name].label(f"seat_{name}") for name in _SEAT_COLUMNS),
    )
    .outerjoin(schema.seat, schema.seat.c.table_id == schema.game_table.c.id)
    .where(schema.game_table.c.id == sa.bindparam("number"))
)
"""The rows of table ``number``, one a seat, or one without a seat."""

EVENTS: Final = (
    sa.select(*(schema.event.c[name] for name in _EVENT_COLUMNS))
    .where(
        schema.event.c.table_id == sa.bindparam("number"),
        schema.event.c.seq > sa.bindparam("after"),
        schema.event.c.seq <= sa.bindparam("last"),
    )
    .order_by(schema.event.c.seq)
)

ADVANCE: Final = (
    sa.update(schema.game_table)
    .where(
        schema.game_table.c.id == sa.bindparam("number"),
        schema.game_table.c.version == sa.bindparam("found"),
        schema.game_table.c.rewritten == sa.bindparam("read"),
        schema.game_table.c.status != "void",
    )
    .values(version=sa.bindparam("reached"), touched=sa.bindparam("at"), deadline=sa.bindparam("due"))
)
"""Moves a table from one version to a later one. It locks the row, so writers of one table queue here."""
ADVANCE_STATUS: Final = ADVANCE.values(status=sa.bindparam("becomes"))

TEXTS: Final = {
    table: sa.select(table.c[column]).where(table.c[key] == sa.bindparam("wanted"))
    for table, key, column in (
        (schema.person, "id", "settings"),
        (schema.server, "id", "settings"),
        (schema.kv, "key", "value"),
    )
}
"""The text that each of these tables keeps under the key ``wanted``."""

INSERT_EVENT: Final = sa.insert(schema.event)
INSERT_SEAT: Final = sa.insert(schema.seat)
DELETE_SEAT: Final = sa.delete(schema.seat).where(
    schema.seat.c.table_id == sa.bindparam("number"), schema.seat.c.seat == sa.bindparam("chair")
)


def header(row: Sequence[Any]) -> Header:
    """A table's header from a row of ``HEADER_COLUMNS``, or of ``HEADER_AND_SEATS``."""
    address = Address(*row[len(_TABLE_COLUMNS) : _SEATS_FROM])
    values = dict(zip(_TABLE_COLUMNS, row, strict=False))
    return Header(**values, address=address)


def seat(row: Sequence[Any]) -> SeatRow | None:
    """The seat in a row of ``HEADER_AND_SEATS``."""
    return SeatRow(*row[_SEATS_FROM:]) if row[_SEATS_FROM] is not None else None


def table_values(header: Header) -> dict[str, Any]:
    """A new table's columns, all but its id."""
    values = {name: getattr(header, name) for name in _TABLE_COLUMNS if name != "id"}
    return values | {name: getattr(header.address, name) for name in ADDRESS_COLUMNS}


@cache
def listed_in(statuses: tuple[str, ...]) -> sa.Select[int]:
    """At most ``most`` tables shown, or with their lobby, in ``channel``: those that are played first."""
    table = schema.game_table.c
    here = sa.or_(table.channel == sa.bindparam("channel"), table.home == sa.bindparam("channel"))
    # One place for each: a statement with an “in” is another one for each number of them.
    query = sa.select(table.id).where(here, sa.or_(*(table.status == status for status in statuses)))
    return query.order_by(*played_first()).limit(sa.bindparam("most", type_=sa.Integer))


def played_first() -> tuple[sa.ColumnElement[Any], ...]:
    """The order of lists: whoever opens lobbies by the hundred must not push games out of them."""
    table = schema.game_table.c
    return (sa.case((table.status == "playing", 0), else_=1), table.touched.desc(), table.id.desc())


@cache
def changing(names: frozenset[str]) -> sa.Update:
    """Changes the columns ``names`` of table ``number`` to ``new_…``."""
    values: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in sorted(names)}
    return sa.update(schema.game_table).where(schema.game_table.c.id == sa.bindparam("number")).values(values)


@cache
def changing_seat(names: frozenset[str]) -> sa.Update:
    """Changes the columns ``names`` of seat ``slot`` of table ``number`` to ``new_…``."""
    values: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in sorted(names)}
    where = (schema.seat.c.table_id == sa.bindparam("number"), schema.seat.c.seat == sa.bindparam("chair"))
    return sa.update(schema.seat).where(*where).values(values)


def event_values(table_id: int, version: int, events: Iterable[Event]) -> list[dict[str, Any]]:
    """The rows of ``events``, which follow ``version``."""
    return [
        {"table_id": table_id, "seq": seq, **{name: getattr(event, name) for name in _EVENT_COLUMNS}}
        for seq, event in enumerate(events, version + 1)
    ]


def seating(events: Iterable[Event]) -> dict[str, int | None]:
    """Who sits on each seat that ``events`` touch: ``sit`` fills one, ``leave`` empties it."""
    return {
        event.seat: event.person if event.verb == "sit" else None
        for event in events
        if event.verb in ("sit", "leave")
    }


def put(
    dialect: sa.Dialect, table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> sa.Executable:
    """The row of ``table`` with this ``key``, made or changed in one step, whoever else does so now."""
    insert = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    row = insert(table).values({**key, **values})
    return row.on_conflict_do_update(index_elements=list(key), set_=dict(values))


def ensure(dialect: sa.Dialect, table: sa.Table, row: Mapping[str, Any]) -> sa.Executable:
    """The row of ``table``, made unless there is one with its key."""
    return adding(dialect, table).values(dict(row))


def adding(dialect: sa.Dialect, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """Rows of ``table``, each made unless there is one with its key."""
    insert = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()
