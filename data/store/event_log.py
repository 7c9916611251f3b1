"""Reading and appending tables' logs: the most frequent statements, and the jobs that use them.

A job is a function of a connection: see ``database``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from . import schema
from .compiled_statements import Compiled
from .records import Address, Conflict, Event, Header, Opening, SeatRow, Stored

_TABLE: Final = schema.game_table.c
_SEAT: Final = schema.seat.c
_EVENT: Final = schema.event.c
ADDRESS_COLUMNS: Final = Address._fields
_TABLE_COLUMNS: Final = tuple(name for name in Header._fields if name != "address")
_EVENT_COLUMNS: Final = Event._fields
_SEAT_COLUMNS: Final = SeatRow._fields
_SEATS_FROM: Final = len(_TABLE_COLUMNS) + len(ADDRESS_COLUMNS)

HEADER_COLUMNS: Final = tuple(_TABLE[name] for name in (*_TABLE_COLUMNS, *ADDRESS_COLUMNS))
"""The columns that :func:`header_of` reads."""

HEADER_AND_SEATS: Final = Compiled(
    sa.select(
        *HEADER_COLUMNS,
        *(_SEAT[name].label(f"seat_{name}") for name in _SEAT_COLUMNS),
    )
    .outerjoin(schema.seat, _SEAT.table_id == _TABLE.id)
    .where(_TABLE.id == sa.bindparam("number"))
)
"""Table ``number`` with its seats: one row per seat, or a single row if nobody is seated."""

EVENTS: Final = Compiled(
    sa.select(*(_EVENT[name] for name in _EVENT_COLUMNS))
    .where(
        _EVENT.table_id == sa.bindparam("number"),
        _EVENT.seq > sa.bindparam("after"),
        _EVENT.seq <= sa.bindparam("last"),
    )
    .order_by(_EVENT.seq)
)

_ADVANCED: Final = ("status", "deadline")
"""The columns that most events leave as they are."""

TEXTS: Final = {
    table: Compiled(sa.select(table.c[column]).where(table.c[key] == sa.bindparam("wanted")))
    for table, key, column in (
        (schema.person, "id", "settings"),
        (schema.server, "id", "settings"),
        (schema.kv, "key", "value"),
    )
}
"""For each of these tables, the query for the text stored under the key ``wanted``."""

SETTINGS: Final = Compiled(
    sa.select(_SEAT.person, schema.person.c.settings)
    .outerjoin(schema.person, schema.person.c.id == _SEAT.person)
    .where(_SEAT.table_id == sa.bindparam("number"))
)
"""The settings of those who sit at table ``number``, or None: most turns ask for them."""

PLAYED_ELSEWHERE: Final = Compiled(
    sa.select(_TABLE.id)
    .join(schema.seat, _SEAT.table_id == _TABLE.id)
    .where(
        _SEAT.person == sa.bindparam("person"),
        _TABLE.status == "playing",
        _TABLE.id != sa.bindparam("here"),
    )
    .limit(1)
)
"""A table in play at which ``person`` sits, other than ``here``: asked after most turns."""

INSERT_EVENT: Final = Compiled(sa.insert(schema.event), _EVENT.keys())
INSERT_SEAT: Final = sa.insert(schema.seat)
DELETE_SEAT: Final = sa.delete(schema.seat).where(
    _SEAT.table_id == sa.bindparam("number"), _SEAT.seat == sa.bindparam("chair")
)
OLD_CHARTS: Final = sa.insert(schema.followup).from_select(
    list(schema.followup.c),
    sa.select(
        _SEAT.table_id,
        sa.literal("card"),
        sa.bindparam("found", type_=sa.Integer),
        _SEAT.person,
        _SEAT.chart_channel,
        _SEAT.chart,
    ).where(
        _SEAT.table_id == sa.bindparam("number"),
        _SEAT.seat == sa.bindparam("chair"),
        _SEAT.chart.is_not(None),
    ),
)
"""Notes that the chart of whoever is replaced is an older card now."""


def header_of(row: Sequence[Any]) -> Header:
    """A table's header from a row of ``HEADER_COLUMNS`` or ``HEADER_AND_SEATS``."""
    address = Address(*row[len(_TABLE_COLUMNS) : _SEATS_FROM])
    values = dict(zip(_TABLE_COLUMNS, row, strict=False))
    return Header(**values, address=address)


def table_values(header: Header) -> dict[str, Any]:
    """The columns of a new table, except its id."""
    values = {name: getattr(header, name) for name in _TABLE_COLUMNS if name != "id"}
    return values | {name: getattr(header.address, name) for name in ADDRESS_COLUMNS}


def in_channel(statuses: Iterable[str]) -> sa.ColumnElement[bool]:
    """The condition that a table's card or lobby is in ``channel``, and its status one of ``statuses``."""
    here = sa.or_(_TABLE.channel == sa.bindparam("channel"), _TABLE.home == sa.bindparam("channel"))
    # Not IN: SQLAlchemy would render a new statement for each number of values.
    return sa.and_(here, sa.or_(*(_TABLE.status == status for status in statuses)))


@cache
def listed_in(statuses: tuple[str, ...]) -> sa.Select[int]:
    """Selects up to ``most`` tables whose card or lobby is in ``channel``, games in progress first."""
    query = sa.select(_TABLE.id).where(in_channel(statuses))
    return query.order_by(*played_first()).limit(sa.bindparam("most", type_=sa.Integer))


def played_first() -> tuple[sa.ColumnElement[Any], ...]:
    """The sort order of lists: opening hundreds of lobbies must not push games off them."""
    return (sa.case((_TABLE.status == "playing", 0), else_=1), _TABLE.touched.desc(), _TABLE.id.desc())


@cache
def advancing(names: frozenset[str]) -> Compiled:
    """Advances a table from one version to a later one and sets those of ``_ADVANCED`` in ``names``, if the
    others are as given. Locks the row, so that writers of one table queue here.

    SQLite writes each index of a column that is set, whatever its value was.
    """
    given = {name: sa.bindparam(f"new_{name}", type_=_TABLE[name].type) for name in _ADVANCED}
    statement = sa.update(schema.game_table).where(
        _TABLE.id == sa.bindparam("number"),
        _TABLE.version == sa.bindparam("found"),
        _TABLE.rewritten == sa.bindparam("read"),
        _TABLE.status != "frozen",
        *(_TABLE[name].is_not_distinct_from(given[name]) for name in _ADVANCED if name not in names),
    )
    values = {name: given[name] for name in _ADVANCED if name in names}
    return Compiled(statement.values(version=sa.bindparam("reached"), touched=sa.bindparam("at"), **values))


@cache
def changing(table: sa.Table, names: frozenset[str]) -> Compiled:
    """An update of the columns ``names`` of one row: its key is ``old_…``, the values are ``new_…``."""
    values: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in sorted(names)}
    key = (column == sa.bindparam(f"old_{column.name}") for column in table.primary_key)
    return Compiled(sa.update(table).where(*key).values(values))


def event_values(table_id: int, version: int, events: Iterable[Event]) -> list[dict[str, Any]]:
    """The rows for ``events``, numbered from ``version + 1``."""
    return [
        {"table_id": table_id, "seq": seq, **{name: getattr(event, name) for name in _EVENT_COLUMNS}}
        for seq, event in enumerate(events, version + 1)
    ]


def seated_by(events: Iterable[Event]) -> dict[str, int | None]:
    """The new occupant of each seat that ``events`` fill (``sit``) or empty (``leave``)."""
    return {
        event.seat: event.person if event.verb == "sit" else None
        for event in events
        if event.verb in ("sit", "leave")
    }


def read(connection: sa.Connection, table_id: int, after: int) -> Stored | None:
    """A table with its events of seq > ``after``; None if there is no such table."""
    rows = HEADER_AND_SEATS.rows(connection, {"number": table_id})
    if not rows:
        return None
    header = header_of(rows[0])
    events: tuple[Event, ...] = ()
    if header.version > after:
        # Events appended since the header was read are left out.
        bounds = {"number": table_id, "after": after, "last": header.version}
        events = tuple([Event(*line) for line in EVENTS.rows(connection, bounds)])
    found = [SeatRow(*row[_SEATS_FROM:]) for row in rows if row[_SEATS_FROM] is not None]
    # Sorted here because collations differ between databases.
    seats = tuple(sorted(found, key=lambda each: each.seat))
    return Stored(header, events, seats)


def settings_at(connection: sa.Connection, header: Header) -> dict[tuple[sa.Table, int | str], Any]:
    """What ``TEXTS`` finds for each person who sits at a table, and for its server."""
    found, server = SETTINGS.rows(connection, {"number": header.id}), header.address.guild
    settings: dict[tuple[sa.Table, int | str], Any] = {
        (schema.person, person): ((text,),) if text is not None else () for person, text in found
    }
    if server is not None:
        settings[schema.server, server] = TEXTS[schema.server].rows(connection, {"wanted": server})
    return settings


def append(
    connection: sa.Connection,
    table_id: int,
    version: int,
    events: Sequence[Event],
    status: str,
    deadline: int | None,
    read: Header | None,
) -> None:
    """Append ``events`` after ``version``. ``read`` is the header as read, None for one never rewritten.

    :raises Conflict: when the log doesn't end at ``version``, was rewritten, or its table is frozen.
    :raises IntegrityError: when an event's key is taken.
    """
    values = {
        "number": table_id,
        "found": version,
        "reached": version + len(events),
        "at": events[-1].at,
        "read": read.rewritten if read is not None else 0,
        "new_status": status,
        "new_deadline": deadline,
    }
    changed = frozenset(
        name for name in _ADVANCED if read is None or getattr(read, name) != values[f"new_{name}"]
    )
    moved = advancing(changed).run(connection, values)
    if not moved and len(changed) < len(_ADVANCED):
        # They may have changed since they were read.
        moved = advancing(frozenset(_ADVANCED)).run(connection, values)
    if not moved:
        raise Conflict(f"table {table_id} is not at version {version}")
    INSERT_EVENT.run_all(connection, event_values(table_id, version, events))
    _write_seats(connection, table_id, version, events)


def insert(connection: sa.Connection, opening: Opening) -> int:
    """Insert a new table and return its id.

    :raises IntegrityError: when a key, a rematch's parent or a challenge is taken.
    """
    values = table_values(opening.header) | {"version": len(opening.events)}
    number = schema.insert(connection, schema.game_table, values)
    INSERT_EVENT.run_all(connection, event_values(number, 0, opening.events))
    _write_seats(connection, number, 0, opening.events)
    return number


def _write_seats(connection: sa.Connection, table_id: int, version: int, events: Sequence[Event]) -> None:
    """Update the seat table to match ``events``, which follow ``version``."""
    if not (seats := seated_by(events)):
        return
    touched = [{"number": table_id, "chair": seat} for seat in seats]
    if any(event.verb == "substitute" for event in events):
        connection.execute(OLD_CHARTS, [{**each, "found": version} for each in touched])
    connection.execute(DELETE_SEAT, touched)
    taken = [
        {"table_id": table_id, "seat": seat, "person": person}
        for seat, person in seats.items()
        if person is not None
    ]
    if taken:
        connection.execute(INSERT_SEAT, taken)
