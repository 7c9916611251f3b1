"""Who follows which games of others, and the notes that open when a game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store

_FOLLOWER: Final = schema.follower.c
_NOTE: Final = schema.table_note.c


@dataclass(frozen=True, slots=True)
class TableNote:
    """What somebody wrote of a game, to be read when it is over."""

    table_id: int
    person: int
    name: str
    """Theirs, then."""
    text: str
    place: int
    """How many actions were played before it."""
    at: int


async def follow(store: Store, table_id: int, person: int, letter: int, at: int) -> None:
    """``person`` follows a table; ``letter``: 1 for a direct message at its end."""
    row = {"table_id": table_id, "person": person, "letter": letter, "at": at}
    await store.write(lambda connection: schema.upsert(connection, schema.follower, **row))


async def unfollow(store: Store, table_id: int, person: int) -> None:
    """``person`` doesn't follow a table any more."""
    await store.write(schema.remove, schema.follower, table_id=table_id, person=person)


async def follows(store: Store, table_id: int, person: int) -> int | None:
    """Whether ``person`` wants a direct message at the end of a table; None if they don't follow it."""
    key = {"table_id": table_id, "person": person}
    return await store.first(sa.select(_FOLLOWER.letter).filter_by(**key))


async def told_by_letter(store: Store, table_id: int) -> list[int]:
    """The people who want a direct message at the end of a table."""
    wanted = sa.select(_FOLLOWER.person).where(_FOLLOWER.table_id == table_id, _FOLLOWER.letter == 1)
    return await store.column(wanted.order_by(_FOLLOWER.person))


async def followed_by(store: Store, person: int, most: int) -> list[int]:
    """The live tables that ``person`` follows, the latest first."""
    return await store.column(
        sa.select(_FOLLOWER.table_id)
        .join(schema.game_table, schema.game_table.c.id == _FOLLOWER.table_id)
        .where(_FOLLOWER.person == person, sa.text(schema.LIVE))
        .order_by(_FOLLOWER.at.desc(), _FOLLOWER.table_id.desc())
        .limit(most)
    )


async def keep_note(store: Store, note: TableNote) -> None:
    """Store a note in place of the one before; an empty one takes it away."""
    key = {"table_id": note.table_id, "person": note.person}
    rest = {"name": note.name, "text": note.text, "place": note.place, "at": note.at}

    def write(connection: sa.Connection) -> None:
        if note.text:
            schema.upsert(connection, schema.table_note, **key, **rest)
        else:
            schema.remove(connection, schema.table_note, **key)

    await store.write(write)


async def note_of(store: Store, table_id: int, person: int) -> str:
    """What ``person`` has written of a table; empty for nothing."""
    query = sa.select(_NOTE.text).filter_by(table_id=table_id, person=person)
    return await store.first(query) or ""


async def notes_of(store: Store, table_id: int) -> list[TableNote]:
    """The notes of a table, in the order in which they were written."""
    query = sa.select(schema.table_note).where(_NOTE.table_id == table_id)
    return await store.records(TableNote, query.order_by(_NOTE.at, _NOTE.person))
