"""All tables: their ids and counts, and recovery of frozen ones."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final, NamedTuple

import sqlalchemy as sa

from data.store import event_log, schema
from data.store.compiled_statements import Compiled
from data.store.records import Event
from data.store.store import Store

_TABLE: Final = schema.game_table.c


async def ended(store: Store) -> dict[int, str]:
    """The finished tables, with whether they are rated, ascending."""
    query = sa.select(_TABLE.id, _TABLE.rated).where(_TABLE.status == "over")
    return await store.pairs(query.order_by(_TABLE.id))


async def count(store: Store) -> dict[tuple[str, str], int]:
    """The number of tables for each status and game."""
    query = sa.select(_TABLE.status, _TABLE.game, sa.func.count()).group_by(_TABLE.status, _TABLE.game)
    return {(status, game): count for status, game, count in await store.rows(query)}


class Nearby(NamedTuple):
    """A table in a channel, as far as the indexes tell."""

    id: int
    status: str
    own: bool
    """Whether the person who asked sits there."""


async def nearby(
    store: Store, channel: int, person: int, statuses: Collection[str], limit: int
) -> list[Nearby]:
    """At most ``limit`` tables whose card or lobby is in ``channel``, one’s own and those in play first."""
    query, given = _near(tuple(statuses)), {"channel": channel, "person": person, "most": limit}
    rows = await store.read(lambda connection: query.rows(connection, given))
    return [Nearby(number, status, bool(sits)) for number, status, sits in rows]


@cache
def _near(statuses: tuple[str, ...]) -> Compiled:
    seated = schema.seated(sa.bindparam("person"))
    own = sa.case((_TABLE.id.in_(seated), 1), else_=0).label("own")
    query = sa.select(_TABLE.id, _TABLE.status, own).where(event_log.in_channel(statuses))
    most = sa.bindparam("most", type_=sa.Integer)
    return Compiled(query.order_by(sa.desc("own"), *event_log.played_first()).limit(most))


async def frozen(store: Store) -> list[int]:
    """The frozen tables of the store's shards, oldest first."""
    return await store.table_ids(_TABLE.status == "frozen", store.part.holding(_TABLE.guild))


async def recover(
    store: Store, table_id: int, version: int, event: Event, status: str, deadline: int | None
) -> bool:
    """Return a frozen table to ``status`` with ``event`` appended to its log, and mark it as not shown.

    Returns False when it is no longer frozen or not at ``version``.
    """
    as_read = {"id": table_id, "version": version, "status": "frozen"}
    values = {"version": version + 1, "touched": event.at, "deadline": deadline, "status": status, "shown": 0}

    def write(connection: sa.Connection) -> bool:
        if not schema.change(connection, schema.game_table, as_read, **values):
            return False
        rows = event_log.event_values(table_id, version, [event])
        event_log.INSERT_EVENT.run_all(connection, rows)
        store.notify(connection, table_id)
        return True

    return await store.write(write)


async def in_play(store: Store, most: int) -> list[int]:
    """At most ``most`` of this part's tables in play, the latest first."""
    query = sa.select(_TABLE.id).where(_TABLE.status == "playing", store.part.holding(_TABLE.guild))
    return await store.column(query.order_by(_TABLE.touched.desc()).limit(most))
