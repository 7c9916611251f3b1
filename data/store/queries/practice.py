"""Practice boards, one a person, and what people have tried and finished on theirs."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """One person's practice board."""

    person: int
    kind: str
    """Who judges it, such as ``lesson``."""
    subject: str
    """Which one of its kind, such as ``snorkels/last-tube``."""
    record: str
    """All actions so far as a record, those of the start included."""
    begun: int
    """How many of them are the start's."""
    seats: str
    """The seats that the person plays, blank-separated."""
    tries: int
    """How many of the person's moves were wrong."""
    hints: int
    """How many hints the person has asked for."""
    hinted: int = 0
    """How many of them at this position."""
    ended: str = ""
    """``done``, ``failed``, or empty while the person is to move."""
    version: int = 0
    """Raised by every change, and by a new subject: a button of an earlier version is stale."""
    at: int = 0
    """When it last changed, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class PractisedRow:
    """Something that a person has tried on their practice board."""

    person: int
    kind: str
    subject: str
    tries: int
    """Wrong moves, until it was first finished."""
    hints: int
    """Hints, until then."""
    at: int
    """When it was first finished, in milliseconds since 1970; 0: not yet."""
    guild: int | None = None
    """Where that was, if that server counts it."""


async def load(store: Store, person: int) -> PracticeRow | None:
    """The practice board of ``person``."""
    return await store.record(PracticeRow, sa.select(schema.practice).filter_by(person=person))


async def save(
    store: Store, row: PracticeRow, after: int | None = None, tried: PractisedRow | None = None
) -> bool:
    """Store a practice board; with ``after``, only if the stored one still has that version.

    With it, note what the person has ``tried``; once that is finished, it doesn't change any more.
    Whether it was stored.
    """
    key = (schema.practice, row.person)
    return await store.write_row(key, lambda connection: _save(connection, row, after, tried))


def _save(connection: sa.Connection, row: PracticeRow, after: int | None, tried: PractisedRow | None) -> bool:
    values, as_read = asdict(row), {"person": row.person, "version": after}
    if after is None:
        schema.upsert(connection, schema.practice, **values)
    elif not schema.change(connection, schema.practice, as_read, **values):
        return False
    if tried is not None:
        schema.insert_missing(connection, schema.practised, [asdict(tried)])
        unfinished = {"person": row.person, "kind": tried.kind, "subject": tried.subject, "at": 0}
        new = {"tries": tried.tries, "hints": tried.hints, "at": tried.at, "guild": tried.guild}
        schema.change(connection, schema.practised, unfinished, **new)
    return True


async def tried(store: Store, person: int, kind: str, subject: str) -> PractisedRow | None:
    """What ``person`` has made of a subject so far; None if they did nothing wrong and haven't finished."""
    query = sa.select(schema.practised).filter_by(person=person, kind=kind, subject=subject)
    return await store.record(PractisedRow, query)


async def all_tried(
    store: Store, person: int, kind: str | None = None, beginning: str = ""
) -> list[PractisedRow]:
    """What ``person`` has tried, optionally of one ``kind`` and with subjects of this ``beginning``."""
    query = sa.select(schema.practised).filter_by(person=person)
    if kind is not None:
        query = query.filter_by(kind=kind)
    if beginning:
        query = query.where(schema.practised.c.subject.startswith(beginning, autoescape=True))
    found = await store.records(PractisedRow, query)
    # Sorted here because collations differ between databases.
    return sorted(found, key=lambda each: (each.kind, each.at, each.subject))


async def finished(
    store: Store, person: int, kind: str | None = None, beginning: str = ""
) -> list[PractisedRow]:
    """The same of what ``person`` has finished."""
    return [row for row in await all_tried(store, person, kind, beginning) if row.at]


async def finished_in(store: Store, guild: int, subject: str, since: int, until: int) -> list[PractisedRow]:
    """Who has finished a subject in a server that counts it, from one time up to another."""
    own = schema.practised.c
    counted = sa.select(schema.practised).where(own.guild == guild, own.subject == subject)
    return await store.records(PractisedRow, counted.where(own.at >= since, own.at < until))
