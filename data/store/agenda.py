"""The agenda: which sessions something is to be done to, and when, though nobody does anything."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store

_TABLE: Final = schema.session.c
_OPEN: Final = _TABLE.status.in_(("lobby", "playing"))
BEAT: Final = "last up"
"""The fact that says when the program was up last."""


async def due(store: Store, now: int, limit: int = 100) -> list[int]:
    """At most ``limit`` sessions whose deadline has come, the earliest first."""
    query = sa.select(_TABLE.id).where(_TABLE.deadline <= now, _OPEN)
    return await store.ids(query.order_by(_TABLE.deadline, _TABLE.id).limit(limit))


async def earliest(store: Store) -> int | None:
    """The earliest deadline of all."""
    return await store.first(sa.select(sa.func.min(_TABLE.deadline)).where(_OPEN))


async def set_deadline(store: Store, session: int, version: int, deadline: int | None) -> None:
    """Note when to look at a session again, if nothing has happened to it since ``version``."""
    where = (_TABLE.id == session, _TABLE.version == version)
    async with store.writing() as connection:
        await connection.execute(sa.update(schema.session).where(*where).values(deadline=deadline))


async def running(store: Store, *, paced: bool) -> list[int]:
    """The sessions that wait for somebody; ``paced``: only those that are played under a clock."""
    query = sa.select(_TABLE.id).where(sa.text(schema.LIVE)).order_by(_TABLE.id)
    return await store.ids(query.where(_TABLE.pace != "none") if paced else query)


async def last_beat(store: Store) -> int | None:
    """When the program was up last."""
    noted = await store.fact(BEAT)
    return int(noted) if noted is not None else None


async def beat(store: Store, now: int) -> None:
    """Note that the program is up."""
    await store.set_fact(BEAT, str(now))
