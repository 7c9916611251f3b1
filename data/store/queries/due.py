"""Deadlines of the tables on a store's shards, and when the program was last up."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.compiled_statements import Compiled
from data.store.postgres.shards import ShardRange
from data.store.store import Store

_TABLE: Final = schema.game_table.c
MOST: Final = 100
"""Rows that are looked at in one tick; the next one follows at once."""
NEVER: Final = 2**62
"""Later than any deadline."""
HEARTBEAT: Final = "last up"
"""The key for when the program was last up; a process that serves some shards adds their range."""


def served(
    part: ShardRange, guild: sa.ColumnElement[int] | sa.ColumnElement[int | None]
) -> sa.ColumnElement[bool]:
    """The SQL condition that a server is on the shards of ``part``, and that the bot hasn't left it."""
    server = schema.server.c
    left = sa.select(server.id).where(server.id == guild, server.left.is_not(None))
    return sa.and_(part.holding(guild), sa.not_(left.exists()))


@cache
def _until(
    part: ShardRange, moment: sa.Column[int | None], *where: sa.ColumnElement[bool] | sa.TextClause
) -> Compiled:
    """Selects at most ``most`` rows whose ``moment`` is up to ``until``, earliest first, with their ids.

    It's asked in each tick, and made once.
    """
    table = moment.table.c
    passed = moment <= sa.bindparam("until", type_=sa.BigInteger)
    query = sa.select(table.id, moment).where(passed, *where, served(part, table.guild))
    return Compiled(query.order_by(moment, table.id).limit(sa.bindparam("most", type_=sa.Integer)))


class Moments:
    """The rows of a part that have a ``moment``, and meet the conditions ``where``."""

    def __init__(self, moment: sa.Column[int | None], *where: sa.ColumnElement[bool] | sa.TextClause) -> None:
        self._asked = moment, *where

    async def due(self, store: Store, now: int, *, without: Collection[int] = ()) -> list[int]:
        """At most ``MOST`` rows whose moment has passed, earliest first, except those in ``without``."""
        return [number for number, _ in await self._passed(store, now, MOST, without)]

    async def earliest(self, store: Store, *, without: Collection[int] = ()) -> int | None:
        """The earliest moment of all rows except those in ``without``."""
        found = await self._passed(store, NEVER, 1, without)
        return found[0][1] if found else None

    async def _passed(
        self, store: Store, until: int, most: int, without: Collection[int]
    ) -> list[tuple[int, int]]:
        asked = _until(store.part, *self._asked)
        found = await store.found(asked, until=until, most=most + len(without))
        return [(number, at) for number, at in found if number not in without][:most]


_DEADLINES: Final = Moments(_TABLE.deadline, sa.text(schema.LIVE))
due: Final = _DEADLINES.due
"""The tables whose deadline has passed."""
earliest: Final = _DEADLINES.earliest
"""The earliest deadline of a table."""


async def set_deadline(store: Store, table_id: int, version: int, deadline: int | None) -> None:
    """Set a table's deadline, if it is still at ``version``."""
    table, as_read = schema.game_table, {"id": table_id, "version": version}
    key = (table, table_id)
    await store.write_row(
        key, lambda connection: schema.change(connection, table, as_read, deadline=deadline)
    )


async def running(
    store: Store, *, paced: bool, due: int | None = None, server: int | None = None
) -> list[int]:
    """All open tables where the bot is, or those of one ``server``.

    With ``paced``, only those with a time limit or a crowd; with ``due``, only those with a deadline up to
    this time.
    """
    own = served(store.part, _TABLE.guild) if server is None else _TABLE.guild == server
    until = [_TABLE.deadline <= due] if due is not None else []
    crowded = _TABLE.id.in_(sa.select(schema.crowd.c.table_id))
    limited = [(_TABLE.pace != "none") | crowded] if paced else []
    return await store.table_ids(sa.text(schema.LIVE), own, *until, *limited)


async def last_heartbeat(store: Store) -> int | None:
    """When a process that served any of the same servers was last up, even with other shard ranges."""
    beats = [
        int(value)
        for key, value in (await store.values(HEARTBEAT)).items()
        if store.part.whole
        or key == HEARTBEAT
        or store.part.overlaps(ShardRange.read(key.removeprefix(HEARTBEAT)))
    ]
    return max(beats, default=None)


async def heartbeat(store: Store, now: int) -> None:
    """Record that this process is up."""
    await store.set_value(HEARTBEAT if store.part.whole else f"{HEARTBEAT} {store.part}", str(now))


async def last_moment(store: Store) -> int:
    """The latest time in the database: that of the last event of any table, or the last heartbeat."""
    touched = await store.first(sa.select(sa.func.coalesce(sa.func.max(_TABLE.touched), 0)))
    return max(touched or 0, await last_heartbeat(store) or 0)
