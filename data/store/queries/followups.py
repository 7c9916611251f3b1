"""What is still to be done on Discord for each table, after its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa

from data.store import schema
from data.store.compiled_statements import Compiled
from data.store.database import Database
from data.store.row_cache import Key


class Followup(NamedTuple):
    """One thing to do for a table, as in the table ``followup``."""

    kind: Literal["charts", "letter", "card", "lobby"]
    """Deliver the private charts, or that of ``person``; send ``person`` a direct message; remove the buttons
    of ``message``, an older card or one in a direct message; bring the lobby's card up to date, and the name
    of the thread ``channel``."""
    version: int = 0
    """The table's version that it comes from."""
    person: int = 0
    channel: int = 0
    message: int = 0


_INSERT: Final = Compiled(
    sa.text(
        "INSERT INTO followup (table_id, kind, version, person, channel, message)"
        " VALUES (:table_id, :kind, :version, :person, :channel, :message) ON CONFLICT DO NOTHING"
    )
)
_DELETE: Final = Compiled(
    sa.delete(schema.followup).where(
        *(column == sa.bindparam(f"old_{name}") for name, column in schema.followup.c.items())
    )
)


def adding(table_id: int, entries: Iterable[Followup]) -> Callable[[sa.Connection], None]:
    """Notes in a transaction what is to be done for a table."""
    rows = [_row(table_id, entry) for entry in entries]

    def add(connection: sa.Connection) -> None:
        _INSERT.run_all(connection, rows)

    return add


async def add(store: Database, table_id: int, entries: Iterable[Followup]) -> None:
    """Note what is to be done for a table."""
    await store.write_row(_key(table_id), adding(table_id, entries))


async def remove(store: Database, table_id: int, done: Iterable[Followup]) -> None:
    """Note what is done."""
    old = [{f"old_{name}": value for name, value in _row(table_id, each).items()} for each in done]
    await store.write_row(_key(table_id), lambda connection: _DELETE.run_all(connection, old), patient=True)


async def forget(store: Database, person: int) -> None:
    """Remove all that is to be done for somebody."""
    await store.write(lambda connection: schema.remove(connection, schema.followup, person=person))


async def load(store: Database) -> list[tuple[int, Followup]]:
    """Everything that is to be done, each with its table."""
    query = sa.select(schema.followup).order_by(*schema.followup.primary_key)
    return [(row[0], Followup(*row[1:])) for row in await store.rows(query)]


def _row(table_id: int, entry: Followup) -> dict[str, Any]:
    return {"table_id": table_id, **entry._asdict()}


def _key(table_id: int) -> Key:
    return schema.followup, table_id
