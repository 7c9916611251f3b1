"""Follow-ups still due on Discord for each table, stored as lists in the table ``kv``.

A row's key is ``pending`` and the table's number. Its value is a JSON list of entries, each a list whose
third item is the person concerned, or 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

import sqlalchemy as sa

from data.store import schema
from data.store.database import Database

PREFIX: Final = "pending "
PERSON: Final = 2
"""The index of the person in an entry."""


def load(connection: sa.Connection, table_id: int, *, lock: bool = False) -> list[list[Any]]:
    """A table's follow-ups; with ``lock``, the row is locked until the transaction ends."""
    kv = schema.kv.c
    query = sa.select(kv.value).where(kv.key == f"{PREFIX}{table_id}")
    row = connection.execute(query.with_for_update() if lock else query).scalar_one_or_none()
    found: list[list[Any]] = json.loads(row or "[]")
    return found


async def change(
    store: Database,
    table_id: int,
    add: Iterable[tuple[Any, ...]] = (),
    remove: Iterable[tuple[Any, ...]] = (),
) -> bool:
    """Add and remove follow-ups of a table; returns whether any are left."""
    key = (schema.kv.name, f"{PREFIX}{table_id}")
    return await store.write_row(key, lambda connection: _change(connection, table_id, add, remove))


def _change(
    connection: sa.Connection,
    table_id: int,
    add: Iterable[tuple[Any, ...]],
    remove: Iterable[tuple[Any, ...]],
) -> bool:
    left = sorted({*map(tuple, load(connection, table_id, lock=True)), *add}.difference(remove))
    _save(connection, f"{PREFIX}{table_id}", left)
    return bool(left)


def forget(connection: sa.Connection, person: int) -> None:
    """Remove everything that concerns ``person`` from all tables."""
    kv = schema.kv.c
    # A range of keys can use the index; "!" follows the prefix's space in every collation.
    ours = sa.select(kv.key, kv.value).where(kv.key >= PREFIX, kv.key < f"{PREFIX[:-1]}!")
    rows = connection.execute(ours.with_for_update()).all()
    for key, text in rows:
        entries = json.loads(text)
        left = [each for each in entries if each[PERSON] != person]
        if len(left) < len(entries):
            _save(connection, key, left)


def _save(connection: sa.Connection, key: str, entries: list[Any]) -> None:
    if entries:
        schema.upsert(connection, schema.kv, {"key": key}, {"value": json.dumps(entries)})
    else:
        connection.execute(sa.delete(schema.kv).where(schema.kv.c.key == key))
