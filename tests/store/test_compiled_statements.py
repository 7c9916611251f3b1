"""Statements that are compiled once do the same on each kind of database."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from data.store import schema
from data.store.compiled_statements import Compiled
from data.store.store import Store
from tests.databases import on_both

KEYS = schema.kv.c
INSERT = Compiled(sa.insert(schema.kv), ["key", "value"])
CHANGE = Compiled(
    sa.update(schema.kv).where(KEYS.value == sa.bindparam("old")).values(value=sa.bindparam("new"))
)


@on_both
async def test_rows_are_counted_where_they_can_be(store: Store) -> None:
    """With several rows at once a server answered that it had changed -1."""
    rows = [{"key": f"key {number}", "value": str(number)} for number in range(4)]
    await store.write(INSERT.run_all, [])
    await store.write(INSERT.run_all, rows[:1])
    await store.write(INSERT.run_all, rows[1:])
    found = await store.column(sa.select(KEYS.key).where(KEYS.key != "opened").order_by(KEYS.key))
    assert found == [row["key"] for row in rows]
    for old, count in (("3", 1), ("3", 0), ("none", 0)):
        assert await store.write(CHANGE.run, {"old": old, "new": "9"}) == count


@on_both
async def test_no_error_of_the_database_tells_what_was_to_be_stored(store: Store) -> None:
    """Errors are logged, and it may be a secret."""
    taken = {"key": "opened", "value": "mines b2 d3"}
    jobs: list[Callable[[sa.Connection], object]] = [
        lambda connection: INSERT.run(connection, taken),
        lambda connection: INSERT.run_all(connection, [{"key": "free", "value": "mines f6"}, taken]),
        lambda connection: connection.execute(sa.insert(schema.kv), taken),
    ]
    for job in jobs:
        with pytest.raises(sa.exc.IntegrityError) as refused:
            await store.write(job)
        assert "mines" not in str(refused.value)
