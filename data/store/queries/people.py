"""A person's data: settings, what tables hold about them, export and erasure."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from data.store import event_log, schema
from data.store.database import dicts
from data.store.records import Header, StoreError, settings_in
from data.store.store import Store

from . import erasures

_TABLE: Final = schema.game_table.c
_EVENT: Final = schema.event.c
SOMEBODY: Final = "somebody"
"""The name given to an erased person."""
PROSE: Final = ("open", "close")
"""Verbs whose text may contain a name; the text of all others is notation."""

BATCH: Final = 50
"""Tables whose data is read in one job."""


Forget = Callable[[sa.Connection, int, Mapping[int, int]], None]
"""Takes somebody out of what is stored, given who they are from now on at which table."""


class StillPlaying(StoreError):
    """A person can't be erased while they are in a game or lobby."""

    def __init__(self, table_ids: Collection[int]) -> None:
        super().__init__(f"plays at tables {sorted(table_ids)}")
        self.table_ids = tuple(sorted(table_ids))


@dataclass(frozen=True, slots=True)
class PersonData:
    """What one table holds about one person."""

    table: dict[str, Any]
    """The table's columns."""
    seats: tuple[dict[str, Any], ...]
    """The person's own seats."""
    events: tuple[dict[str, Any], ...]
    """The person's own events, and the one that challenged them."""


async def change_person(
    store: Store,
    person: int,
    changes: Mapping[str, Any] | Edit,
    then: Callable[[sa.Connection], None] | None = None,
) -> None:
    """Change some of a person's settings; the others keep their values, even under concurrent changes.

    ``then`` is what follows from that in other tables, in the same transaction.
    """

    def write(connection: sa.Connection) -> None:
        stored = merge(connection, schema.person, person, changes)
        found = {"forced": int(stored.get("forced") is True), "away": int(bool(stored.get("away")))}
        schema.change(connection, schema.person, {"id": person}, **found)
        if then is not None:
            then(connection)

    # What follows may be written anywhere.
    await store.write_row((schema.person, person) if then is None else None, write)


Edit = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Computes the changes from all stored settings."""


def merge(
    connection: sa.Connection, table: sa.Table, number: int, changes: Mapping[str, Any] | Edit
) -> dict[str, Any]:
    """Change some settings in row ``number`` of ``table``, creating the row if needed; return them all.

    The row is locked while an edit runs. Exceptions of the edit are passed on.
    """
    schema.insert_missing(connection, table, [{"id": number, "settings": "{}"}])
    query = sa.select(table.c.settings).where(table.c.id == number).with_for_update()
    stored = settings_in(connection.scalar(query))
    settings = stored | dict(changes(stored) if callable(changes) else changes)
    schema.change(connection, table, {"id": number}, settings=json.dumps(settings))
    return settings


def _touching(person: int) -> sa.CompoundSelect[tuple[int]]:
    """The ids of the tables that hold any data of ``person``."""
    return sa.union(
        sa.select(_TABLE.id).where(_TABLE.opponent == person),
        schema.seated(person),
        # Includes the host, who caused the first event.
        sa.select(_EVENT.table_id).where(_EVENT.person == person, sa.text(schema.NO_TURN)),
    )


async def table_ids(store: Store, person: int) -> list[int]:
    """The ids of the tables that hold any data of ``person``, ascending."""
    return await store.table_ids(_TABLE.id.in_(_touching(person)))


async def open_tables(store: Store, person: int, statuses: Collection[str]) -> list[int]:
    """The tables with a status in ``statuses`` where ``person`` sits or is invited."""
    invited = sa.and_(_TABLE.opponent == person, _TABLE.status == "lobby")
    theirs = sa.or_(_TABLE.id.in_(schema.seated(person)), invited)
    return await store.table_ids(theirs, _TABLE.status.in_(statuses))


async def tables_before(store: Store, person: int, game: str, table_id: int, limit: int) -> int:
    """At how many tables of ``game`` opened before this one ``person`` sat, ``limit`` for more, too."""
    where = (_TABLE.id.in_(schema.seated(person)), _TABLE.id < table_id, _TABLE.game == game)
    return len(await store.column(sa.select(_TABLE.id).where(*where).limit(limit)))


async def latest_table(store: Store, person: int, games: Collection[str]) -> Header | None:
    """The header of the table of one of ``games`` that ``person`` played at last; None if there is none."""
    played = (_TABLE.status.in_(("playing", "over")), _TABLE.game.in_(games))
    query = sa.select(*event_log.HEADER_COLUMNS).where(_TABLE.id.in_(schema.seated(person)), *played)

    def read(connection: sa.Connection) -> Header | None:
        row = connection.execute(query.order_by(_TABLE.id.desc()).limit(1)).first()
        return event_log.header_of(row) if row is not None else None

    return await store.read(read)


async def asked_at(store: Store, person: int, statuses: Collection[str]) -> list[int]:
    """The tables with a status in ``statuses`` where ``person`` has asked for something."""
    asked = sa.select(_EVENT.table_id).where(
        _EVENT.person == person, sa.text(schema.NO_TURN), _EVENT.verb == "ask"
    )
    return await store.table_ids(_TABLE.id.in_(asked), _TABLE.status.in_(statuses))


async def who_want_forced_moves(store: Store) -> list[int]:
    """The people whose only legal move is played for them."""
    return await store.column(sa.select(schema.person.c.id).where(sa.text(schema.FORCED)))


async def who_have_been_away(store: Store) -> list[int]:
    """The people who are away, or have been within the last year or so."""
    return await store.column(sa.select(schema.person.c.id).where(sa.text(schema.AWAY)))


async def person_data(store: Store, person: int) -> list[PersonData]:
    """Everything that tables hold about ``person``, ordered by table.

    Read in batches, to block neither the event loop nor a connection for long.
    """
    numbers = await table_ids(store, person)
    found: list[PersonData] = []
    for start in range(0, len(numbers), BATCH):
        found += await store.read(_person_data, person, numbers[start : start + BATCH])
    return found


def _person_data(connection: sa.Connection, person: int, numbers: Collection[int]) -> list[PersonData]:
    game_table, seat, event = schema.game_table, schema.seat, schema.event
    own_seats = (seat.c.table_id.in_(numbers), seat.c.person == person)
    challenged = sa.select(game_table.c.id).where(
        game_table.c.id.in_(numbers), game_table.c.opponent == person
    )
    own_events = sa.or_(
        event.c.person == person, sa.and_(event.c.verb == "open", event.c.table_id.in_(challenged))
    )
    tables = dicts(
        connection, sa.select(game_table).where(game_table.c.id.in_(numbers)).order_by(game_table.c.id)
    )
    seats = _by_table(connection, sa.select(seat).where(*own_seats).order_by(seat.c.seat))
    events = _by_table(
        connection,
        sa.select(event).where(event.c.table_id.in_(numbers), own_events).order_by(event.c.seq),
    )
    return [PersonData(row, tuple(seats[row["id"]]), tuple(events[row["id"]])) for row in tables]


def _by_table(connection: sa.Connection, query: sa.Select[Any]) -> defaultdict[int, list[dict[str, Any]]]:
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in dicts(connection, query):
        found[row["table_id"]].append(row)
    return found


async def rows_about(store: Store, table: str, person: int) -> list[dict[str, Any]]:
    """The rows of a table of the database that are about ``person``, or about a table where they sit."""
    found = schema.METADATA.tables[table]
    own = found.c.person == person if "person" in found.c else found.c.table_id.in_(schema.seated(person))
    return await store.dicts(sa.select(found).where(own).order_by(*found.primary_key))


def removing(*tables: str) -> Forget:
    """Takes the rows about somebody out of tables of the database."""

    def remove(connection: sa.Connection, person: int, _numbers: Mapping[int, int]) -> None:
        for table in tables:
            schema.remove(connection, schema.METADATA.tables[table], person=person)

    return remove


async def everybody(store: Store) -> list[int]:
    """The ids of all people with any data in the database."""
    known = (sa.select(column).where(column > 0) for column in schema.people_columns())
    people = sa.union(*known).subquery()
    return await store.column(sa.select(people.c[0]).order_by(people.c[0]))


async def erase(
    store: Store,
    person: int,
    live: Collection[str],
    at: int,
    stuck: Collection[int] = (),
    forget: Iterable[Forget] = (),
) -> list[int]:
    """Erase ``person`` everywhere and return the ids of the tables that were rewritten.

    In each table a negative number that is unused there replaces the person, and ``somebody`` replaces their
    name: the log still folds to the same game. A digest records the erasure at the time ``at``, in
    milliseconds since 1970 (see ``erasures``). The same transaction takes them out of what ``forget`` knows.

    :raises StillPlaying: while they sit in, or are invited to, a table with a status in ``live`` that
        isn't in ``stuck``. Nothing is changed then.
    """

    def write(connection: sa.Connection) -> list[int]:
        # Locked in the order of ids, so that two concurrent erasures can't deadlock.
        found = sa.select(_TABLE.id, _TABLE.status, _TABLE.host, _TABLE.opponent).order_by(_TABLE.id)
        tables = dicts(connection, found.where(_TABLE.id.in_(_touching(person))).with_for_update())
        playing = set(connection.scalars(schema.seated(person)).all())
        going = [
            row["id"]
            for row in tables
            if row["status"] in live
            and row["id"] not in stuck
            and (
                row["id"] in playing
                or (row["status"] == "lobby" and person in (row["host"], row["opponent"]))
            )
        ]
        if going:
            raise StillPlaying(going)
        numbers = _take_out(connection, person, tables) if tables else {}
        schema.remove(connection, schema.person, id=person)
        for known in (schema.practice, schema.practised, schema.followup):
            schema.remove(connection, known, person=person)
        for each in forget:
            each(connection, person, numbers)
        erasures.note(connection, person, at)
        rewritten = [row["id"] for row in tables]
        store.notify_erased(connection, person, rewritten)
        return rewritten

    rewritten = await store.write(write)
    if store.erasures_list is not None:
        await store.read(erasures.keep_listed, store.erasures_list)
    return rewritten


def _take_out(
    connection: sa.Connection, person: int, tables: Collection[Mapping[str, Any]]
) -> dict[int, int]:
    """Rewrite ``tables`` without ``person``, in a fixed number of statements; who they are now at which."""
    # Read everything first: the updates change what these queries select.
    texts = _texts_without(connection, person, {row["id"] for row in tables if row["opponent"] == person})
    numbers = _unused_numbers(connection, person, tables)
    event, seat, game_table = schema.event, schema.seat, schema.game_table
    number = sa.bindparam("number", type_=sa.Integer)
    nobody = sa.bindparam("nobody", type_=sa.BigInteger)
    if texts:
        line = (event.c.table_id == number, event.c.seq == sa.bindparam("line"))
        connection.execute(sa.update(event).where(*line).values(text=sa.bindparam("new")), texts)
    name = sa.case((event.c.name == "", ""), else_=SOMEBODY)
    own_events = sa.update(event).where(event.c.table_id == number, event.c.person == person)
    connection.execute(own_events.values(person=nobody, name=name, key=None), numbers)
    others = [column for column in seat.c if column.name not in ("table_id", "seat", "person")]
    blank = {column.name: None if column.nullable else "" for column in others}
    own_seats = sa.update(seat).where(seat.c.table_id == number, seat.c.person == person)
    connection.execute(own_seats.values(person=nobody, **blank), numbers)
    roles = {
        column.name: sa.case((column == person, nobody), else_=column)
        for column in (game_table.c.host, game_table.c.opponent)
    }
    own = sa.update(game_table).where(game_table.c.id == number)
    connection.execute(own.values(rewritten=game_table.c.rewritten + 1, **roles), numbers)
    return {each["number"]: each["nobody"] for each in numbers}


def _unused_numbers(
    connection: sa.Connection, person: int, tables: Collection[Mapping[str, Any]]
) -> list[dict[str, int]]:
    """For each table, a negative number that no erased person has there."""
    taken = sa.select(_EVENT.table_id, sa.func.min(_EVENT.person)).where(
        _EVENT.person < 0, _EVENT.table_id.in_(_touching(person))
    )
    lowest: dict[int, int] = dict(map(tuple, connection.execute(taken.group_by(_EVENT.table_id))))
    return [
        {
            "number": row["id"],
            "nobody": min(0, lowest.get(row["id"], 0), row["host"], row["opponent"] or 0) - 1,
        }
        for row in tables
    ]


def _texts_without(
    connection: sa.Connection, person: int, challenged: Collection[int]
) -> list[dict[str, Any]]:
    """The new texts of events that name ``person``; in ``challenged``, the opening's text is their name."""
    names: defaultdict[int, set[str]] = defaultdict(set)
    named = sa.select(_EVENT.table_id, _EVENT.name).where(
        _EVENT.person == person, _EVENT.table_id.in_(_touching(person))
    )
    for table_id, name in connection.execute(named.distinct()):
        names[table_id].add(name)
    prose = sa.select(_EVENT.table_id, _EVENT.seq, _EVENT.verb, _EVENT.text).where(
        _EVENT.table_id.in_(_touching(person)), _EVENT.verb.in_(PROSE), _EVENT.text != ""
    )
    lines = connection.execute(prose).all()
    for table_id, _, verb, text in lines:
        if verb == "open" and table_id in challenged:
            names[table_id].add(text)
    return [
        {"number": table_id, "line": seq, "new": changed}
        for table_id, seq, _, text in lines
        if (changed := _without(text, names[table_id])) != text
    ]


def _without(text: str, names: Iterable[str]) -> str:
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"^{re.escape(name)}(?= )", SOMEBODY.capitalize(), text)
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)
    return text
