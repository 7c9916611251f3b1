"""Whoever is forgotten is named nowhere, in every game and at any moment; what is kept is exported."""

from __future__ import annotations

import asyncio
import gc
import hmac
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import Mock

import pytest
import sqlalchemy as sa

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase, forget_again
from bot.games.record import Record, write
from bot.people import settings
from bot.people.preferences import PINGS
from bot.tables.days import moment
from bot.tables.errors import TableBusy, TableError
from bot.tables.events import agreements
from bot.tables.jobs import guild_retention
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import bans, erasures, followups, people
from data.store.records import Event, Stored
from data.store.store import Store, sqlite_url
from tests.databases import careless, content, execute, hear_statements, on_both
from tests.games.registry import GAMES
from tests.thorough import examples

from .harness import HERE, Room, play_on, refused, seated

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
ANN, BOB, CID, DEE, EVE = (Person(7_700_000_000_000_000_000 + n, name) for n, name in enumerate(NAMES))
"""With numbers that nothing else in a database has."""
PEOPLE = (ANN, BOB, CID, DEE)
ZEBEDEE = Person(7_712_345_678_987_654_321, "Zebedee Quill")


@pytest.fixture
async def table(service: TableService) -> Table:
    """Ann and Bob play Snorkels."""
    return await seated(service, "snorkels", ANN, BOB)


@pytest.mark.parametrize(
    ("game", "actions"),
    examples(
        [("snorkels", 0), ("depthcharge", 1), ("crackers", 1), *((game, 9) for game in sorted(GAMES))],
        {("snorkels", 0), ("depthcharge", 1), ("hex", 9)},
    ),
)
async def test_one_after_another_is_forgotten_and_the_log_folds_each_time(
    room: Room, game: str, actions: int
) -> None:
    service, cold = await room.program(seed=actions), await room.program()
    rng = Random(actions)
    people = PEOPLE[: GAMES[game].people[1]]
    table = await seated(service, game, *people)
    for _ in range(actions):
        if table.status == "playing":
            table = await play_on(service, table, rng)
    texts = [turn.narration(None) for turn in table.turns]
    for person in people:
        assert await erase(service, person) == 1
        left = await content(service.store)
        assert str(person.id) not in left
        assert f"'{person.name}'" not in left
        here = await service.get(table.id)
        cold.cache.clear()
        fresh = await cold.get(table.id)
        assert here == fresh
        assert fresh.status in ("playing", "over")
        assert [turn.narration(None) for turn in fresh.turns] == texts or fresh.ending is not None
        if fresh.status == "playing":
            assert all(each.id > 0 for each in fresh.seating.people), "nobody is waited for who can't come"
            await play_on(service, fresh, Random(1))
            texts = [turn.narration(None) for turn in (await service.get(table.id)).turns]
    assert (await service.get(table.id)).status == "over"


async def test_requests_and_offers_of_somebody_forgotten_are_forgotten_too(service: TableService) -> None:
    table = await seated(service, "crackers", ANN, BOB, CID)
    side = next(side for side in table.seating.sides if len(table.seating.side_people(side)) == 2)
    leaver, mate = table.seating.side_people(side)
    await service.change_as(table.id, leaver, agreements.offer_seat)
    await service.resign(table.id, leaver)
    await service.change_as(table.id, DEE, agreements.take_over)
    await erase(service, leaver)
    after = await service.get(table.id)
    assert (after.seating.leaving, after.agreements.resigning, after.agreements.requests) == (
        frozenset(),
        frozenset(),
        (),
    )
    assert after.seating.side_people(side) == (mate,)


async def test_whoever_asked_for_a_seat_is_forgotten_without_harm(
    service: TableService, table: Table
) -> None:
    await service.change_as(table.id, ANN, agreements.offer_seat)
    await service.change_as(table.id, DEE, agreements.take_over)
    await erase(service, DEE)
    after = await service.get(table.id)
    assert str(DEE.id) not in await content(service.store)
    assert after.status == "playing"
    assert after.seating.people == (ANN, BOB)
    assert after.agreements.requests == (), "nobody can seat somebody who isn’t there any more"


async def test_challenges_are_declined_and_lobbies_left(service: TableService) -> None:
    own = await service.open("snorkels", ANN, {}, HERE)
    challenge = await service.open("snorkels", BOB, {}, HERE, opponent=ANN)
    joined = await service.open("crackers", CID, {}, HERE)
    await service.join(joined.id, ANN, None)
    assert await erase(service, ANN) == 3
    states = [(await service.get(table.id)).status for table in (own, challenge, joined)]
    assert states == ["closed", "closed", "lobby"]
    assert (await service.get(joined.id)).seating.people == (CID,)


@pytest.mark.parametrize(("first", "last"), [("a", "a"), ("Ann", "Ann Lee")])
async def test_neither_a_part_of_a_word_nor_of_a_name_is_taken_for_a_name(
    service: TableService, first: str, last: str
) -> None:
    table = await service.open("snorkels", Person(300, first), {}, HERE)
    await service.close(table.id, Person(300, last))
    await erase(service, Person(300, last))
    assert (await service.get(table.id)).word == "Somebody cancelled the table."


@on_both
async def test_while_somebody_is_forgotten_others_lose_nothing(room: Room, service: TableService) -> None:
    tables = [await seated(service, "snorkels", ANN, BOB) for _ in range(3)]
    tables += [await seated(service, "checkers", BOB, CID)]
    before = await export(service, CID.id)
    done = await asyncio.gather(
        erase(service, ANN),
        *(service.resign(table.id, BOB) for table in tables),
        *(service.get(table.id) for table in tables),
        return_exceptions=True,
    )
    assert done[0] == 3
    assert all(not isinstance(each, BaseException) or isinstance(each, TableError) for each in done)
    for table in tables:
        here = await service.get(table.id)
        assert here == await (await room.program()).get(table.id)
        assert here.status == "over"
        assert ANN not in here.seating.people
    assert str(ANN.id) not in await content(service.store)
    assert (await export(service, CID.id))["tables"][0]["events"] == before["tables"][0]["events"]


@on_both
async def test_another_program_shows_and_plays_no_more_of_whoever_was_forgotten(
    room: Room, service: TableService, other: TableService, table: Table
) -> None:
    await other.play(table.id, ANN, "d4")
    await other.resign(table.id, BOB)
    kept = await other.get(table.id)
    earlier = await other.at(kept, kept.version - 1)
    assert earlier is not None
    assert ANN in kept.seating.people
    assert ANN in earlier.seating.people
    await erase(service, ANN)
    now = await other.get(table.id)
    assert (now.version, now.header.rewritten) == (kept.version, kept.header.rewritten + 1)
    fresh = await room.program()
    assert now == await fresh.get(table.id)
    earlier = await other.at(now, now.version - 1)
    assert earlier == await fresh.at(now, now.version - 1)
    for each in (now, earlier):
        assert each is not None
        assert [person.name for person in each.seating.people] == ["somebody", "Bob"]


async def test_an_earlier_version_in_memory_names_nobody_who_was_forgotten_though_the_newest_is_gone(
    service: TableService, other: TableService, table: Table
) -> None:
    version = (await other.play(table.id, ANN, "d4")).version - 1
    other.cache.kept.clear()
    gc.collect(1)
    await erase(service, ANN)
    assert not service.cache.past, "nor is one kept that nobody may look at again"
    earlier = await other.at(await other.get(table.id), version)
    assert earlier is not None
    assert ANN not in earlier.seating.people


@on_both
async def test_what_another_program_has_just_read_brings_nobody_back(
    service: TableService, other: TableService, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    await service.resign(table.id, BOB)
    await other.rematch(table.id, ANN)
    append = other.store.append

    async def forgotten_before(*given: Any, **named: Any) -> int | None:
        """Write what was decided, a moment after she was forgotten elsewhere."""
        monkeypatch.setattr(other.store, "append", append)
        await erase(service, ANN)
        return await append(*given, **named)

    monkeypatch.setattr(other.store, "append", forgotten_before)
    await refused(other.rematch(table.id, BOB), "no longer around for a rematch")
    left = await content(service.store)
    assert str(ANN.id) not in left
    assert "'Ann'" not in left


@on_both
@pytest.mark.parametrize(("elsewhere", "torn"), [(True, True), (False, False)])
async def test_a_log_that_is_written_anew_while_it_is_read_is_not_frozen_and_brings_no_name_back(
    room: Room,
    service: TableService,
    other: TableService,
    monkeypatch: pytest.MonkeyPatch,
    elsewhere: bool,
    torn: bool,
) -> None:
    reading = other if elsewhere else service
    table = await seated(service, "snorkels", ANN, BOB)
    await other.get(table.id)
    await service.resign(table.id, ANN)
    service.cache.clear()
    load = reading.store.load

    async def overtaken(table_id: int, after: int = 0) -> Stored | None:
        """The table as it was before she was forgotten; if it is torn, with events that do not follow."""
        monkeypatch.setattr(reading.store, "load", load)
        before = await load(table_id, after)
        await erase(service, ANN)
        assert before is not None
        return before._replace(events=(*before.events[:-1], Event("pause"))) if torn else before

    monkeypatch.setattr(reading.store, "load", overtaken)
    seen = await reading.get(table.id)
    assert seen.status == "over"
    assert seen == reading.cache.peek(table.id) == await (await room.program()).get(table.id)
    assert [person.name for person in seen.seating.people] == ["somebody", "Bob"]


async def test_somebody_who_sits_down_again_and_again_is_told_to_wait(service: TableService) -> None:
    change = service.change

    async def and_again(*given: object) -> object:
        await service.open("snorkels", ANN, {}, HERE)
        return await change(*given)  # type: ignore[arg-type]

    service.change = and_again  # type: ignore[method-assign, assignment]
    await service.open("snorkels", ANN, {}, HERE)
    await refused(erase(service, ANN), error=TableBusy)


async def test_whatever_is_written_at_a_table_ends_before_somebody_is_erased_there(
    service: TableService, table: Table
) -> None:
    await service.resign(table.id, ANN)
    async with service.locks.lock(table.id):
        erasing = asyncio.create_task(erase(service, ANN))
        for _ in range(30):
            await service.store.value("another answer of this store")
        assert str(ANN.id) in await content(service.store)
    assert await erasing == 1


async def test_settings_go_and_of_a_stranger_nothing_goes(service: TableService) -> None:
    await settings.change(service.store, ANN.id, {PINGS: "none"})
    await settings.change(service.store, BOB.id, {PINGS: "both"})
    assert await erase(service, ANN) == 0
    assert await erase(service, EVE) == 0
    assert (await settings.load(service.store, ANN.id))[PINGS] == "table"
    assert (await settings.load(service.store, BOB.id))[PINGS] == "both"


def readable(path: Path, person: Person) -> list[str]:
    """The files of a database in whose bytes the name or the number of ``person`` can be found."""
    wanted = (person.name.encode(), person.id.to_bytes(8, "big"), str(person.id).encode())
    files = sorted(path.parent.glob(f"{path.name}*"))
    return [file.name for file in files if any(text in file.read_bytes() for text in wanted)]


async def noticed(path: Path) -> Room:
    """Six tables of a person with a name that nothing else has; the first goes on."""
    room = Room(sqlite_url(path))
    service = await room.program()
    for number in range(6):
        table = await seated(service, "snorkels", ZEBEDEE, BOB)
        await service.play(table.id, ZEBEDEE, "d4")
        if number:
            await service.resign(table.id, BOB)
    await settings.change(service.store, ZEBEDEE.id, {PINGS: "none"})
    return room


async def test_neither_the_file_nor_its_log_holds_the_bytes_of_whoever_was_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless(monkeypatch)
    path = tmp_path / "tables"
    room = await noticed(path)
    assert readable(path, ZEBEDEE)
    assert await erase(await room.program(), ZEBEDEE) == 6
    assert readable(path, ZEBEDEE) == []
    await room.close()
    assert readable(path, ZEBEDEE) == []


async def test_a_log_that_was_in_use_when_somebody_was_forgotten_is_emptied_by_the_sweep(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables"
    room = await noticed(path)
    service = await room.program()
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        await erase(service, ZEBEDEE)
        assert readable(path, ZEBEDEE), "the copy that is being made may still read it"
    await guild_retention.sweep(service)
    assert readable(path, ZEBEDEE) == []
    await room.close()


async def test_who_sits_at_a_table_that_nobody_can_play_on_is_forgotten_all_the_same(
    room: Room, service: TableService
) -> None:
    table = await seated(service, "tug", ANN, BOB)
    without = await room.program(games={key: game for key, game in GAMES.items() if key != "tug"})
    assert await erase(without, ANN) == 1
    assert str(ANN.id) not in await content(service.store)
    after = await service.get(table.id)
    assert (after.status, after.seating.people[1]) == ("playing", BOB)


async def test_the_name_of_who_was_challenged_goes_though_they_never_answered(service: TableService) -> None:
    renamed = Person(BOB.id, "Bobby Quill")
    table = await service.open("snorkels", ANN, {}, HERE, opponent=renamed)
    await service.close(table.id, ANN)
    assert "Bobby Quill" in await content(service.store)
    await erase(service, BOB)
    assert "Quill" not in await content(service.store)


async def test_all_who_are_forgotten_are_known_by_digests_with_one_secret_key(service: TableService) -> None:
    people = (ANN, BOB, CID)
    await seated(service, "crackers", *people)
    for person in people:
        await erase(service, person)
    own = await service.store.read(erasures.erasures)
    (key,) = {value.partition(" ")[2] for _, value in own.rows()}
    assert len(bytes.fromhex(key)) == 32
    assert None not in [own.last(person.id) for person in people]


@on_both
async def test_who_was_forgotten_in_a_later_copy_is_forgotten_again_and_the_later_time_counts(
    room: Room,
) -> None:
    service, key = await room.program(), "ab" * 32
    table = await seated(service, "snorkels", ANN, BOB)
    await seated(service, "snorkels", BOB, CID)
    await erase(service, CID)
    own = await service.store.read(erasures.erasures)
    at = own.last(CID.id)
    assert at is not None
    assert own
    assert own.last(ANN.id) is None
    name = next(name for name, _ in own.rows())
    digest = hmac.digest(bytes.fromhex(key), str(ANN.id).encode(), "sha256").hex()
    other = name[: -len(digest)] + digest
    known = erasures.Erasures([(other, f"{at + 5} {key}"), *((each, f"1 {key}") for each, _ in own.rows())])
    assert (known.last(ANN.id), known.last(BOB.id)) == (at + 5, None)
    assert await forget_again(service, known) == 1
    assert ANN not in (await service.get(table.id)).seating.people
    after = await service.store.read(erasures.erasures)
    assert after.last(CID.id) == at, "what was known later stays"
    assert (after.last(ANN.id) or 0) >= at + 5
    assert await forget_again(service, known) == 0, "once"
    rows = ((each, value.partition(" ")[2]) for each, value in own.rows())
    later = erasures.Erasures((each, f"{at + 9} {secret}") for each, secret in rows)
    assert await forget_again(service, later) == 0, "there is nobody any more"
    assert (await service.store.read(erasures.erasures)).last(CID.id) == at + 9, "nor at any later start"


NO_PEOPLE: Final = {
    *("guild", "home", "lobby", "channel", "card", "call", "chart_channel", "chart", "message"),
    *("opened", "touched", "deadline", "at", "left", "solved", "round_ms", "ends", "due", "tried", "every"),
    *("event", "number", "role", "until"),
}
"""Columns whose numbers are as large as people's: places, events and interactions of Discord, and times."""
OF_ALL: Final = {"crowd", "poll"}
"""How all who watch a table vote, and the counts, which name nobody."""
OF_PEOPLE: Final = sorted(
    {column.table.name for column in schema.people_columns()}
    | {table.name for table in schema.METADATA.tables.values() if "table_id" in table.c} - OF_ALL
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


def value(column: sa.Column[Any]) -> Any:
    if isinstance(column.type, schema.PersonId):
        return ZEBEDEE.id
    if (column.table.name, column.name) in VALUES:
        return VALUES[column.table.name, column.name]
    if column.name == "name":
        return ZEBEDEE.name
    return "x" if isinstance(column.type, sa.String) else 1


async def fill(service: TableService) -> None:
    """Something about Zebedee in each column."""

    def insert(connection: sa.Connection) -> None:
        for table in schema.METADATA.sorted_tables:
            connection.execute(sa.delete(table))
            connection.execute(sa.insert(table), {column.name: value(column) for column in table.c})

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
    assert large <= named | others, "a new column: if it holds people’s numbers, its type is PersonId"
    assert not named & others


@on_both
async def test_whoever_is_forgotten_is_named_in_no_table(service: TableService) -> None:
    await fill(service)
    names = {column.table.name for column in schema.people_columns()}
    assert set(await naming(service)) == names
    assert await people.everybody(service.store) == [ZEBEDEE.id]
    await erase(service, ZEBEDEE)
    assert await naming(service) == ["banned_person"], "else whoever is banned could lift that themselves"
    await bans.unban(service.store, "person", ZEBEDEE.id)
    assert await naming(service) == []
    assert await people.everybody(service.store) == []


async def test_what_a_table_has_about_somebody_is_in_their_export(service: TableService) -> None:
    for name in OF_PEOPLE:
        await fill(service)
        before = await exported(service)
        await execute(service.store, sa.delete(schema.METADATA.tables[name]))
        assert await exported(service) != before, name


EVENTS = 20
"""In each log, half of them Ann's."""


async def fill_tables(store: Store, tables: int) -> None:
    """So many more finished tables of Ann and Bob."""

    def insert(connection: sa.Connection) -> None:
        first = (connection.scalar(sa.select(sa.func.max(schema.game_table.c.id))) or 0) + 1
        numbers = range(first, first + tables)
        common = {"game": "snorkels", "rules": 1, "options": "", "status": "over", "version": EVENTS}
        headers = [
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
        for table, rows in ((schema.game_table, headers), (schema.seat, seats), (schema.event, events)):
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
        hear = Mock()
        await hear_statements(service.store, hear)
        await asked(service, ANN if asked is erase else ANN.id)
        counts.append(hear.call_count)
        await execute(service.store, sa.delete(schema.game_table))
    assert 0 < counts[0] == counts[1] < 50


def test_a_time_is_written_to_the_millisecond() -> None:
    assert moment(1_700_000_000_120) == "2023-11-14T22:13:20.120+00:00"


async def test_what_somebody_did_is_exported_as_it_was_written(service: TableService, table: Table) -> None:
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
    await followups.add(service.store, 7, [Followup("letter", 9, each.id) for each in (ANN, BOB)])
    await followups.add(service.store, 8, [Followup("card", 3, ANN.id, 55, 66)])
    assert (await export(service, ANN.id))["messages"] == [
        {"what": "to be sent", "table": 7, "number": 9, "channel": None, "message": None},
        {"what": "has buttons", "table": 8, "number": 3, "channel": 55, "message": 66},
    ]
