"""Deadlines of the tables on a store's shards, and when the program was last up."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from data.store import schema
from data.store.postgres.shards import ShardRange
from data.store.store import Store

_TABLE: Final = schema.game_table.c
_OPEN: Final = _TABLE.status.in_(("lobby", "playing"))
NEVER: Final = 2**62
"""Later than any deadline."""
BEAT: Final = "last up"
"""The key for when the program was last up; a process that serves some shards adds their range."""


def served(
    part: ShardRange, guild: sa.ColumnElement[int] | sa.ColumnElement[int | None]
) -> sa.ColumnElement[bool]:
    """The SQL condition that a server is on the shards of ``part``, and that the bot hasn't left it."""
    server = schema.server.c
    left = sa.select(server.id).where(server.id == guild, server.left.is_not(None))
    return sa.and_(part.holding(guild), sa.not_(left.exists()))


@cache
def _until(part: ShardRange, moment: sa.Column[int | None], *where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Selects at most ``most`` rows whose ``moment`` is up to ``until``, earliest first, with their ids.

    It's asked in each tick, and made once.
    """
    table = moment.table.c
    passed = moment <= sa.bindparam("until", type_=sa.BigInteger)
    query = sa.select(table.id, moment).where(passed, *where, served(part, table.guild))
    return query.order_by(moment, table.id).limit(sa.bindparam("most", type_=sa.Integer))


async def passed(
    store: Store,
    moment: sa.Column[int | None],
    *where: sa.ColumnElement[bool],
    until: int = NEVER,
    most: int,
    without: Collection[int] = (),
) -> list[tuple[int, int]]:
    """At most ``most`` rows of this part with a ``moment`` up to ``until``, earliest first: id and moment."""
    given = {"until": until, "most": most + len(without)}
    found = await store.rows(_until(store.part, moment, *where), given)
    return [(number, at) for number, at in found if number not in without][:most]


async def due(store: Store, now: int, limit: int = 100, *, without: Collection[int] = ()) -> list[int]:
    """At most ``limit`` tables whose deadline has passed, earliest first, except those in ``without``."""
    found = await passed(store, _TABLE.deadline, _OPEN, until=now, most=limit, without=without)
    return [table_id for table_id, _deadline in found]


async def earliest(store: Store, *, without: Collection[int] = ()) -> int | None:
    """The earliest deadline of all tables except those in ``without``."""
    found = await passed(store, _TABLE.deadline, _OPEN, most=1, without=without)
    return found[0][1] if found else None


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

    With ``paced``, only those with a time limit; with ``due``, only those with a deadline up to this time.
    """
    own = served(store.part, _TABLE.guild) if server is None else _TABLE.guild == server
    until = [_TABLE.deadline <= due] if due is not None else []
    limited = [_TABLE.pace != "none"] if paced else []
    return await store.table_ids(sa.text(schema.LIVE), own, *until, *limited)


async def last_beat(store: Store) -> int | None:
    """When a process that served any of the same servers was last up, even with other shard ranges."""
    beats = [
        int(value)
        for key, value in (await store.values(BEAT)).items()
        if store.part.whole or key == BEAT or store.part.overlaps(ShardRange.read(key.removeprefix(BEAT)))
    ]
    return max(beats, default=None)


async def beat(store: Store, now: int) -> None:
    """Record that this process is up."""
    await store.set_value(BEAT if store.part.whole else f"{BEAT} {store.part}", str(now))


async def last_moment(store: Store) -> int:
    """The latest time in the database: that of the last event of any table, or the last beat."""
    touched = await store.first(sa.select(sa.func.coalesce(sa.func.max(_TABLE.touched), 0)))
    return max(touched or 0, await last_beat(store) or 0)
