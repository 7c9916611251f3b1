"""A server's data: its settings, its tables, and their removal after the bot has left."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, compress
from typing import Any, Final

import sqlalchemy as sa

from data.store import event_log, schema
from data.store.records import Header
from data.store.store import Store

from . import ratings
from .people import Edit, merge

_TABLE: Final = schema.game_table.c
_SERVER: Final = schema.server.c
LIVE: Final = ("lobby", "playing")
NONE: Final = "{}"
"""The settings of a server that never changed any."""
BATCH: Final = 100
"""Tables removed in one transaction."""


async def change_server(store: Store, server: int, changes: Mapping[str, Any] | Edit) -> None:
    """Change some of a server's settings; the others keep their values, even under concurrent changes.

    If an edit raises, its exception is passed on and nothing is changed.
    """
    key = (schema.server, server)
    await store.write_row(key, lambda connection: merge(connection, schema.server, server, changes))


async def servers_with_settings(store: Store) -> dict[int, str]:
    """The settings of each server of this part that has any, as JSON text."""
    own = sa.select(_SERVER.id, _SERVER.settings).where(store.part.holding(_SERVER.id))
    return await store.pairs(own.where(_SERVER.settings != NONE))


async def note_servers(store: Store, present: Collection[int], at: int) -> None:
    """Record which servers the bot is in, and that it left all others it was in at ``at``.

    Servers that the bot was never in are skipped: there, people only play through interactions. So are
    servers that other processes serve, whose guild events this one doesn't get.
    """
    part = store.part

    def write(connection: sa.Connection) -> None:
        stored = connection.execute(sa.select(_SERVER.id, _SERVER.left).where(part.holding(_SERVER.id)))
        known = dict(map(tuple, stored))
        for number in present:
            if number not in known or known[number] is not None:
                _set_left(connection, number, None)
        for number in known.keys() - set(present):
            if known[number] is None:
                _set_left(connection, number, at)

    await store.write(write)


async def left_among(store: Store, servers: Collection[int]) -> dict[int, int]:
    """Those of ``servers`` that the bot has left, and when."""
    left = await store.pairs(sa.select(_SERVER.id, _SERVER.left).where(_SERVER.left.is_not(None)))
    return {server: left[server] for server in left if server in servers}


async def note_server(store: Store, server: int, left: int | None) -> None:
    """Record that the bot left ``server`` at ``left``, or with None that it is in the server."""
    await store.write(_set_left, server, left)


def _set_left(connection: sa.Connection, server: int, left: int | None) -> None:
    schema.insert_missing(connection, schema.server, [{"id": server, "settings": NONE}])
    schema.change(connection, schema.server, {"id": server}, left=left)


async def remove_servers(store: Store, left_before: int) -> tuple[list[int], list[int]]:
    """Remove settings and tables of servers left before that time. Returns the servers and tables removed."""
    gone = sa.select(_SERVER.id).where(_SERVER.left < left_before)
    removed = await _remove(store, _TABLE.guild.in_(gone))

    def write(connection: sa.Connection) -> tuple[list[int], list[int]]:
        servers = list(connection.scalars(gone).all())
        if not servers:
            return [], []
        # Tables opened since the first pass, through interactions; events and seats are deleted by cascade.
        late = sa.delete(schema.game_table).where(_TABLE.guild.in_(servers)).returning(_TABLE.id)
        last = _deleted(connection, late)
        ratings.leave_servers(connection, servers)
        for table, column in ((schema.league, "guild"), (schema.bulletin, "guild"), (schema.server, "id")):
            connection.execute(sa.delete(table).where(table.c[column].in_(servers)))
        return servers, last

    servers, last = await store.write(write)
    return servers, removed + last


async def remove_closed(store: Store, touched_before: int) -> list[int]:
    """Remove this part's tables that were closed without a result before that time. Returns their ids."""
    old = sa.and_(sa.text(schema.CLOSED), _TABLE.touched < touched_before)
    return await _remove(store, sa.and_(old, store.part.holding(_TABLE.guild)))


async def _remove(store: Store, which: sa.ColumnElement[bool]) -> list[int]:
    """Remove the tables ``which`` with their events and seats. Returns their ids.

    Works in batches, so that other writers aren't blocked for long.
    """
    number, removed = _TABLE.id, list[int]()
    while batch := await store.column(sa.select(number).where(which).limit(BATCH)):
        # Check the condition again: the bot may have rejoined a server.
        chosen = sa.delete(schema.game_table).where(number.in_(batch), which).returning(number)
        removed += await store.write(_deleted, chosen)
    return removed


def _deleted(connection: sa.Connection, chosen: sa.Executable) -> list[int]:
    return list(connection.execute(chosen).scalars().all())


async def headers_in(
    store: Store, server: int, statuses: Collection[str], limit: int, game: str | None = None
) -> list[Header]:
    """The headers of at most ``limit`` tables of ``server`` (of one game), most recently active first."""
    query = sa.select(*event_log.HEADER_COLUMNS).where(_TABLE.guild == server, _TABLE.status.in_(statuses))
    if game is not None:
        query = query.where(_TABLE.game == game)
    query = query.order_by(_TABLE.touched.desc(), _TABLE.id.desc()).limit(limit)
    # Each has an index.
    parts = [query.where(sa.text(part)) for part in (schema.LIVE, schema.ENDED)]
    wanted = [any(each in LIVE for each in statuses), any(each not in LIVE for each in statuses)]

    def read(connection: sa.Connection) -> list[Header]:
        rows = chain(*(connection.execute(part).all() for part in compress(parts, wanted)))
        return sorted(map(event_log.header_of, rows), key=lambda each: (-each.touched, -each.id))[:limit]

    return await store.read(read)
