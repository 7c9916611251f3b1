"""Whatever names people is exported and forgotten, by a feature or with the tables, however much it is."""

from __future__ import annotations

from typing import Any, Final

import pytest
import sqlalchemy as sa

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.games.record import Record, write
from bot.tables.days import moment
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import followups, people
from data.store.store import Store
from tests.databases import execute, hear_statements, on_both

from .harness import ANN, BOB, Room, seated

ZEBEDEE: Final = Person(7_712_345_678_987_654_321, "Zebedee Quill")
NO_PEOPLE: Final = {
    *("guild", "home", "lobby", "channel", "card", "call", "chart_channel", "chart", "message"),
    *("opened", "touched", "deadline", "at", "left", "solved", "round_ms", "ends", "due"),
}
"""Columns whose numbers are as large as people's: places on Discord, and times."""
OF_PEOPLE: Final = sorted(
    {column.table.name for column in schema.people_columns()}
    | {table.name for table in schema.METADATA.tables.values() if "table_id" in table.c}
)
"""Tables with people's numbers, and those that tell of a game at which people sit."""
VALUES: Final = {
    ("person", "settings"): '{"pings": "both"}',
    ("server", "settings"): "{}",
    ("game_table", "game"): "snorkels",
    ("game_table", "status"): "over",
    ("practice", "record"): write(Record("snorkels", 1)),
}
"""What is read back in a form of its own."""


def row(table: sa.Table) -> dict[str, Any]:
    """Something about Zebedee in each column."""
    return {column.name: value(column) for column in table.c}


def value(column: sa.Column[Any]) -> Any:
    if column.info == schema.PERSON_ID:
        return ZEBEDEE.id
    if (column.table.name, column.name) in VALUES:
        return VALUES[column.table.name, column.name]
    if column.name == "name":
        return ZEBEDEE.name
    return "x" if isinstance(column.type, sa.String) else 1


async def fill(service: TableService) -> None:
    def insert(connection: sa.Connection) -> None:
        for table in schema.METADATA.sorted_tables:
            connection.execute(sa.delete(table))
            connection.execute(sa.insert(table), [row(table)])

    await service.store.write(insert)


async def naming(service: TableService) -> list[str]:
    """The tables in which Zebedee is named."""

    def read(connection: sa.Connection) -> list[str]:
        texts = {table.name: str(connection.execute(sa.select(table)).all()) for table in tables}
        return [name for name, text in texts.items() if str(ZEBEDEE.id) in text or ZEBEDEE.name in text]

    tables = schema.METADATA.sorted_tables
    return await service.store.read(read)


async def exported(service: TableService) -> dict[str, Any]:
    return await export(service, ZEBEDEE.id) | {"exported": ""}


def test_each_column_for_large_numbers_is_known_to_hold_people_or_not() -> None:
    columns = [column for table in schema.METADATA.tables.values() for column in table.c]
    large = {str(each) for each in columns if isinstance(each.type, sa.BigInteger)}
    named = {str(column) for column in schema.people_columns()}
    others = {str(each) for each in columns if each.name in NO_PEOPLE or str(each) == "server.id"}
    assert large <= named | others, "a new column: if it holds people's numbers, note PERSON_ID at it"
    assert not named & others


@on_both
async def test_whoever_is_forgotten_is_named_in_no_table(service: TableService) -> None:
    await fill(service)
    names = {column.table.name for column in schema.people_columns()}
    assert set(await naming(service)) == names
    assert await people.everybody(service.store) == [ZEBEDEE.id]
    await erase(service, ZEBEDEE)
    assert await naming(service) == []
    assert await people.everybody(service.store) == []


@pytest.mark.parametrize("name", OF_PEOPLE)
async def test_what_a_table_has_about_somebody_is_in_their_export(service: TableService, name: str) -> None:
    await fill(service)
    before = await exported(service)
    await service.store.write(
        lambda connection: connection.execute(sa.delete(schema.METADATA.tables[name])).close()
    )
    assert await exported(service) != before


EVENTS = 20
"""In each log, half of them Ann's."""


async def fill_tables(store: Store, tables: int) -> None:
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
    await fill_tables(service.store, tables)
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
        await fill_tables(service.store, tables)
        statements: list[str] = []

        def hear(_connection: Any, _cursor: Any, statement: str, *_rest: Any, to: Any = statements) -> None:
            to.append(statement)

        await hear_statements(service.store, hear)
        await asked(service, ANN if asked is erase else ANN.id)
        counts.append(len(statements))
        await execute(service.store, sa.delete(schema.game_table))
    assert counts[0] == counts[1] < 40


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (1_700_000_000_000, "2023-11-14T22:13:20.000+00:00"),
        (1_700_000_000_120, "2023-11-14T22:13:20.120+00:00"),
    ],
)
def test_a_time_is_written_to_the_millisecond(at: int, text: str) -> None:
    assert moment(at) == text


@on_both
async def test_what_somebody_did_is_exported_as_it_was_written(service: TableService) -> None:
    table = await seated(service, "snorkels", ANN, BOB)
    await service.play(table.id, ANN, "d4", key="77")
    (exported,) = (await export(service, ANN.id))["tables"]
    assert exported["events"][-1] | {"at": "", "number": 0} == {
        "number": 0,
        "what": "play",
        "seat": "host",
        "name": "Ann",
        "text": "d4",
        "at": "",
        "interaction": "77",
    }
    assert (exported["host"], exported["challenged"]) == (True, False)
    assert [seat["seat"] for seat in exported["seats"]] == ["host"]


@on_both
async def test_what_somebody_is_still_to_be_told_is_exported(service: TableService) -> None:
    await followups.add(service.store, 7, [("letter", 9, ANN.id, 0, 0), ("letter", 9, BOB.id, 0, 0)])
    await followups.add(service.store, 8, [("card", 3, ANN.id, 55, 66)])
    assert (await export(service, ANN.id))["messages"] == [
        {"what": "to be sent", "table": 7, "number": 9, "channel": None, "message": None},
        {"what": "has buttons", "table": 8, "number": 3, "channel": 55, "message": 66},
    ]
