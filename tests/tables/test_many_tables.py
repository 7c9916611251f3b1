"""One person with very many tables: exporting and forgetting them is counted, never timed."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import people
from data.store.store import Store
from tests.databases import execute, hear_statements, on_both

from .harness import ANN, BOB, Room

EVENTS = 20
"""In each log, half of them Ann's."""


async def fill(store: Store, tables: int) -> None:
    """So many more finished tables of Ann and Bob."""

    def insert(connection: sa.Connection) -> None:
        first = (connection.scalar(sa.select(sa.func.max(schema.game_table.c.id))) or 0) + 1
        numbers = range(first, first + tables)
        common = {"game": "snorkels", "rules": 1, "options": "", "status": "over", "version": EVENTS}
        table_ids = [
            {"id": number, "host": ANN.id, "opponent": BOB.id, "opened": 1, "touched": 1, "home": 10} | common
            for number in numbers
        ]
        seats = [
            {"table_id": number, "seat": seat, "person": person.id}
            for number in numbers
            for seat, person in (("purple", ANN), ("green", BOB))
        ]
        events = [
            {
                "table_id": number,
                "seq": seq,
                "verb": "play",
                "at": seq,
                "person": person.id,
                "name": person.name,
            }
            for number in numbers
            for seq in range(1, EVENTS + 1)
            for person in ((ANN, BOB)[seq % 2],)
        ]
        for table, rows in ((schema.game_table, table_ids), (schema.seat, seats), (schema.event, events)):
            connection.execute(sa.insert(table), rows)

    await store.write(insert)


async def test_an_export_in_batches_holds_everything(service: TableService) -> None:
    tables = 2 * people.BATCH + 1
    await fill(service.store, tables)
    found = (await export(service, ANN.id))["tables"]
    assert [table["table"] for table in found] == list(range(1, tables + 1))
    own = [seq for seq in range(1, EVENTS + 1) if seq % 2 == 0]
    for table in found:
        assert [event["number"] for event in table["events"]] == own
        assert [seat["seat"] for seat in table["seats"]] == ["purple"]


@pytest.mark.parametrize("asked", [erase, export])
@on_both
async def test_thirty_tables_take_as_many_statements_as_three(room: Room, asked: Any) -> None:
    counts = []
    for tables in (3, 30):
        service = await room.program()
        await fill(service.store, tables)
        statements: list[str] = []

        def hear(_connection: Any, _cursor: Any, statement: str, *_rest: Any, to: Any = statements) -> None:
            to.append(statement)

        await hear_statements(service.store, hear)
        await asked(service, ANN if asked is erase else ANN.id)
        counts.append(len(statements))
        await execute(service.store, sa.delete(schema.game_table))
    assert counts[0] == counts[1] < 40
