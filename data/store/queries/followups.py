"""What is still to be done on Discord for each table, after its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import sqlalchemy as sa

from data.store import schema
from data.store.database import Database
from data.store.prepared import Prepared

Entry = tuple[Any, ...]
"""One thing to do: kind, version, person, channel and message, as in the table ``followup``."""

_NAMES: Final = tuple(schema.followup.c.keys())
_INSERT: Final = Prepared(
    sa.text(
        "INSERT INTO followup (table_id, kind, version, person, channel, message)"
        " VALUES (:table_id, :kind, :version, :person, :channel, :message) ON CONFLICT DO NOTHING"
    )
)
_DELETE: Final = Prepared(
    sa.delete(schema.followup).where(
        *(column == sa.bindparam(f"old_{name}") for name, column in schema.followup.c.items())
    )
)


def adding(table_id: int, entries: Iterable[Entry]) -> Callable[[sa.Connection], None]:
    """Notes in a transaction what is to be done for a table."""
    rows = [_row(table_id, entry) for entry in entries]

    def add(connection: sa.Connection) -> None:
        _INSERT.run(connection, *rows)

    return add


async def add(store: Database, table_id: int, entries: Iterable[Entry]) -> None:
    """Note what is to be done for a table."""
    await store.write_row(_key(table_id), adding(table_id, entries))


async def remove(store: Database, table_id: int, entry: Entry) -> None:
    """Note that something is done."""
    old = {f"old_{name}": value for name, value in _row(table_id, entry).items()}
    await store.write_row(_key(table_id), lambda connection: _DELETE.run(connection, old), patient=True)


async def load(store: Database) -> list[tuple[int, Entry]]:
    """Everything that is to be done, each with its table."""
    query = sa.select(schema.followup).order_by(*schema.followup.primary_key)
    rows = await store.rows(query)
    return [(row[0], tuple(row[1:])) for row in rows]


async def of_person(store: Database, person: int) -> list[dict[str, Any]]:
    """What concerns ``person`` among what is to be done, as rows."""
    followup = schema.followup
    query = sa.select(followup).where(followup.c.person == person).order_by(*followup.primary_key)
    return await store.dicts(query)


def forget(connection: sa.Connection, person: int) -> None:
    """Remove everything that concerns ``person``."""
    connection.execute(sa.delete(schema.followup).where(schema.followup.c.person == person))


def _row(table_id: int, entry: Entry) -> dict[str, Any]:
    return dict(zip(_NAMES, (table_id, *entry), strict=True))


def _key(table_id: int) -> tuple[str, int]:
    return schema.followup.name, table_id
