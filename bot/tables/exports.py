"""What is stored about somebody, as it is written in their export."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from data.store.queries import people
from data.store.store import Store

from .days import moment
from .service import Export

TIMES: Final = frozenset({"at", "opened", "solved", "until"})
"""The columns that are times, in milliseconds since 1970; 0 for none."""


def exported(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """What an export says of ``row``: these of its columns, ``table=table_id`` under another name."""
    columns = {label or column: column for label, _, column in (name.rpartition("=") for name in names)}
    return {
        label: (moment(row[column]) if row[column] else None) if column in TIMES else row[column]
        for label, column in columns.items()
    }


def exporting(**tables: tuple[str, ...]) -> Export:
    """An export of the rows about somebody in tables of the database.

    By name in the export: the table, then the names that :func:`exported` takes.
    """

    async def export(store: Store, person: int) -> dict[str, Any]:
        return {
            name: [exported(row, *columns) for row in await people.rows_about(store, table, person)]
            for name, (table, *columns) in tables.items()
        }

    return export
