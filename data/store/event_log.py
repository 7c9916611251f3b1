"""What is done to tables and their logs inside one transaction.

Plain functions of a connection, for a job: see ``database``.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from . import schema, statements
from .records import Conflict, Event, Opening, Stored


def read(connection: sa.Connection, table_id: int, after: int) -> Stored | None:
    """A table with its events of seq > ``after``."""
    rows = connection.execute(statements.HEADER_AND_SEATS, {"number": table_id}).all()
    if not rows:
        return None
    header = statements.header(rows[0])
    events: tuple[Event, ...] = ()
    if header.version > after:
        # The log only grows, so it holds whatever the header counts; what came later is left out.
        bounds = {"number": table_id, "after": after, "last": header.version}
        events = tuple([Event(*line) for line in connection.execute(statements.EVENTS, bounds).all()])
    found = [seat for row in rows if (seat := statements.seat(row)) is not None]
    # Each database has its own idea of the order of letters.
    seats = tuple(sorted(found, key=lambda each: each.seat))
    return Stored(header, events, seats)


def append(
    connection: sa.Connection,
    table_id: int,
    version: int,
    events: Sequence[Event],
    status: str | None,
    deadline: int | None,
    rewritten: int,
) -> None:
    """Append ``events`` behind ``version``.

    :raises Conflict: when the log does not end at ``version``, was written anew, or its table is void.
    :raises IntegrityError: when an event's key is taken.
    """
    values = {
        "number": table_id,
        "found": version,
        "reached": version + len(events),
        "at": events[-1].at,
        "due": deadline,
        "read": rewritten,
    }
    if status is None:
        moved = connection.execute(statements.ADVANCE, values)
    else:
        moved = connection.execute(statements.ADVANCE_STATUS, values | {"becomes": status})
    if moved.rowcount != 1:
        raise Conflict(f"table {table_id} is not at version {version}")
    connection.execute(statements.INSERT_EVENT, statements.event_values(table_id, version, events))
    _write_seats(connection, table_id, events)


def insert(connection: sa.Connection, opening: Opening) -> int:
    """Insert a new table; gives its id.

    :raises IntegrityError: when a key, a rematch's parent or a challenge is taken.
    """
    values = statements.table_values(opening.header) | {"version": len(opening.events)}
    done = connection.execute(sa.insert(schema.game_table).values(values))
    assert done.inserted_primary_key is not None
    number = int(done.inserted_primary_key[0])
    connection.execute(statements.INSERT_EVENT, statements.event_values(number, 0, opening.events))
    _write_seats(connection, number, opening.events)
    return number


def _write_seats(connection: sa.Connection, table_id: int, events: Sequence[Event]) -> None:
    """Keep the seat table in step with the log."""
    if not (seating := statements.seating(events)):
        return
    gone = [{"number": table_id, "chair": seat} for seat in seating]
    connection.execute(statements.DELETE_SEAT, gone)
    taken = [
        {"table_id": table_id, "seat": seat, "person": person}
        for seat, person in seating.items()
        if person is not None
    ]
    if taken:
        connection.execute(statements.INSERT_SEAT, taken)
