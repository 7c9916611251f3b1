"""Each table of the database that names people is exported and forgotten, by a feature or with the tables."""

from __future__ import annotations

from typing import Any, Final

import pytest
import sqlalchemy as sa

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.games.record import Record, write
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import people
from tests.databases import on_both

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
