"""What is kept of one person: settings, what the sessions hold of them, and the end of both."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store import schema, statements
from data.store.access import retried
from data.store.records import StoreError
from data.store.store import Store

SOMEBODY: Final = "somebody"
"""The name of whoever was forgotten."""
PROSE: Final = ("open", "close")
"""The verbs whose text may hold a name; the others' is notation."""


class StillPlaying(StoreError):
    """A person can't be forgotten while tables at which they sit go on."""

    def __init__(self, sessions: Collection[int]) -> None:
        super().__init__(f"plays at sessions {sorted(sessions)}")
        self.sessions = tuple(sorted(sessions))


@dataclass(frozen=True, slots=True)
class Trace:
    """What one session holds of one person."""

    session: dict[str, Any]
    """The session's columns."""
    seats: tuple[dict[str, Any], ...]
    """The person's own seats."""
    events: tuple[dict[str, Any], ...]
    """The person's own lines of the log, and the one by which they were challenged."""
    daily: str | None
    """The day whose challenge the session is, where the person plays it."""
    score: dict[str, Any] | None
    """What it brought, where the person has played it."""


@retried
async def change_person(store: Store, person: int, changes: Mapping[str, Any]) -> None:
    """Change some of a person's settings; the others stay, whoever changes them at the same time."""
    async with store.writing() as connection:
        await merge(connection, schema.person, person, changes)


def settings_in(text: str | None) -> dict[str, Any]:
    """The settings that ``text`` writes as JSON; none where a broken disk left something else."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


Edit = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""What becomes of some settings, from all that are stored."""


async def merge(
    connection: AsyncConnection, table: sa.Table, number: int, changes: Mapping[str, Any] | Edit
) -> None:
    """Change some settings in row ``number`` of ``table``, which is made where there is none.

    Nobody changes them between what an edit reads and what it writes; what it raises is raised.
    """
    blank = {"id": number, "settings": "{}"}
    await connection.execute(statements.ensure(connection.dialect, table, blank))
    query = sa.select(table.c.settings).where(table.c.id == number).with_for_update()
    text = (await connection.execute(query)).scalar_one()
    stored = settings_in(text)
    settings = json.dumps(stored | dict(changes(stored) if callable(changes) else changes))
    await connection.execute(sa.update(table).where(table.c.id == number).values(settings=settings))


def _touching(person: int) -> sa.ColumnElement[bool]:
    """The sessions that hold anything of ``person``."""
    session, seat, event = schema.session.c, schema.seat.c, schema.event.c
    return sa.or_(
        session.host == person,
        session.opponent == person,
        session.id.in_(sa.select(seat.session).where(seat.person == person)),
        session.id.in_(sa.select(event.session).where(event.person == person)),
    )


async def traces(store: Store, person: int) -> list[Trace]:
    """All that the sessions hold of ``person``, in the order of the sessions."""
    async with store.reading() as connection:
        sessions = await _rows(
            connection, sa.select(schema.session).where(_touching(person)).order_by(schema.session.c.id)
        )
        own_seats = sa.select(schema.seat).where(schema.seat.c.person == person)
        seats = await _rows(connection, own_seats.order_by(schema.seat.c.session))
        challenged = sa.and_(
            schema.event.c.verb == "open",
            schema.event.c.session.in_(
                sa.select(schema.session.c.id).where(schema.session.c.opponent == person)
            ),
        )
        own_events = sa.select(schema.event).where(sa.or_(schema.event.c.person == person, challenged))
        events = await _rows(connection, own_events.order_by(schema.event.c.session, schema.event.c.seq))
        alone = sa.select(schema.seat.c.session).where(schema.seat.c.person == person)
        daily = await _rows(connection, sa.select(schema.daily).where(schema.daily.c.session.in_(alone)))
        scores = await _rows(connection, sa.select(schema.score).where(schema.score.c.session.in_(alone)))
    days = {row["session"]: row["day"] for row in daily}
    brought = {row["session"]: row for row in scores}
    return [
        Trace(
            session,
            tuple(
                sorted((row for row in seats if row["session"] == session["id"]), key=lambda row: row["seat"])
            ),
            tuple(row for row in events if row["session"] == session["id"]),
            days.get(session["id"]),
            brought.get(session["id"]),
        )
        for session in sessions
    ]


async def _rows(connection: AsyncConnection, query: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]


@retried
async def forget(store: Store, person: int, live: Collection[str], stuck: Collection[int] = ()) -> list[int]:
    """Take ``person`` out of everything; gives the sessions that were rewritten.

    At each of them a number below zero, used nowhere else in it, takes their place, and ``somebody`` the
    place of their name: the log folds as before, and says no more of them.

    :raises StillPlaying: while they sit at, or are awaited in, a session of a status in ``live`` that is not
        ``stuck``. Nothing is changed then.
    """
    async with store.writing() as connection:
        # In the order of their numbers: two people who are forgotten at once wait for one another in turn.
        found = sa.select(schema.session).where(_touching(person)).order_by(schema.session.c.id)
        sessions = await _rows(connection, found.with_for_update())
        seated = sa.select(schema.seat.c.session).where(schema.seat.c.person == person)
        playing = set((await connection.scalars(seated)).all())
        going = [
            row["id"]
            for row in sessions
            if row["status"] in live
            and row["id"] not in stuck
            and (
                row["id"] in playing
                or (row["status"] == "lobby" and person in (row["host"], row["opponent"]))
            )
        ]
        if going:
            raise StillPlaying(going)
        for row in sessions:
            await _forget_at(connection, row, person)
        await connection.execute(sa.delete(schema.person).where(schema.person.c.id == person))
        rewritten = [row["id"] for row in sessions]
        await store.tell_rewritten(connection, rewritten)
        return rewritten


async def _forget_at(connection: AsyncConnection, row: dict[str, Any], person: int) -> None:
    number = row["id"]
    in_log, in_seats = schema.event.c.session == number, schema.seat.c.session == number
    events = await _rows(connection, sa.select(schema.event).where(in_log))
    used = {each["person"] or 0 for each in events} | {row["host"], row["opponent"] or 0}
    nobody = min(*used, 0) - 1
    names = {each["name"] for each in events if each["person"] == person}
    if row["opponent"] == person:
        names |= {each["text"] for each in events if each["verb"] == "open"}
    for event in events:
        changes: dict[str, Any] = {}
        if event["person"] == person:
            changes = {"person": nobody, "name": SOMEBODY if event["name"] else "", "key": None}
        if event["verb"] in PROSE:
            changes["text"] = _without(event["text"], names)
        if changes:
            where = (in_log, schema.event.c.seq == event["seq"])
            await connection.execute(sa.update(schema.event).where(*where).values(changes))
    kept = ("session", "seat", "person")
    others = [column for column in schema.seat.c if column.name not in kept]
    blank = {column.name: None if column.nullable else "" for column in others} | {"person": nobody}
    own = schema.seat.c.person == person
    await connection.execute(sa.update(schema.seat).where(in_seats, own).values(blank))
    columns = {name: nobody for name in ("host", "opponent") if row[name] == person}
    columns["rewritten"] = row["rewritten"] + 1
    await connection.execute(sa.update(schema.session).where(schema.session.c.id == number).values(columns))


def _without(text: str, names: Iterable[str]) -> str:
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)
    return text
