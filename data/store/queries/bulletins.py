"""Bulletins: what the bot posts by itself in servers, and how far each is.

Each step changes a bulletin only if it is still as it was read, so that of several processes one takes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from data.store import schema
from data.store.records import NOWHERE
from data.store.store import Store

from .due import Moments

_BULLETIN: Final = schema.bulletin.c
DAY, WEEK = "day", "week"
NOTHING: Final = 0
"""The message of a bulletin that had nothing to say, or may stand where nobody can look."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What the bot posts in a channel by itself. Times are milliseconds since 1970."""

    id: int
    guild: int
    kind: str
    """``DAY`` or ``WEEK``."""
    channel: int
    """``NOWHERE``: it was removed, and is kept for its day, which has had its own."""
    minute: int
    """When it is posted, in minutes after midnight."""
    zone: str
    due: int | None
    """When the next one is posted; None: its channel is gone."""
    day: str
    """The UTC day of the last one, as ISO 8601; empty for none."""
    tried: int
    """When that was first sent without an answer so far; 0: not yet."""
    message: int | None
    """That one; None: it is still to be posted."""
    shown: str
    """Stands for what it says."""
    refused: int
    """1: Discord didn't let the bot post it."""


due: Final = Moments(_BULLETIN.due).due
"""This part's bulletins that have to be posted."""
earliest: Final = Moments(_BULLETIN.due).earliest
"""When the next of this part's bulletins has to be posted."""


async def load(store: Store, number: int) -> Bulletin | None:
    """A bulletin by its number."""
    return await store.record(Bulletin, sa.select(schema.bulletin).filter_by(id=number))


async def in_server(store: Store, guild: int) -> list[Bulletin]:
    """The bulletins of a server."""
    query = sa.select(schema.bulletin).where(_BULLETIN.guild == guild, _BULLETIN.channel != NOWHERE)
    return await store.records(Bulletin, query.order_by(_BULLETIN.kind))


async def since(store: Store, day: str) -> list[int]:
    """This part's bulletins whose last one is of ``day`` or later."""
    last = sa.select(_BULLETIN.id).where(_BULLETIN.day >= day, _BULLETIN.channel != NOWHERE)
    return await store.column(last.where(store.part.holding(_BULLETIN.guild)).order_by(_BULLETIN.id))


async def set_up(store: Store, guild: int, kind: str, **chosen: Any) -> None:
    """Have a bulletin posted from now on, with these of its columns; one of today isn't posted again.

    One of today that Discord refused may still come.
    """

    def write(connection: sa.Connection) -> None:
        key = {"guild": guild, "kind": kind}
        given = {"tried": 0, "message": NOTHING, "shown": "", "refused": 0} | chosen
        schema.insert_missing(connection, schema.bulletin, [key | given | {"day": ""}])
        schema.change(connection, schema.bulletin, key | {"refused": 1, "message": None}, day="")
        schema.change(connection, schema.bulletin, key, **given)

    await store.write(write)


async def remove(store: Store, guild: int, kind: str) -> None:
    """Post a bulletin no more."""
    key = {"guild": guild, "kind": kind}
    await store.write(schema.change, schema.bulletin, key, channel=NOWHERE, due=None)


async def change(store: Store, before: Bulletin, *as_read: str, **values: Any) -> bool:
    """Set ``values`` if the columns ``as_read`` are as they were. Whether they were."""
    key = {name: getattr(before, name) for name in ("id", "day", *as_read)}
    return await store.write(schema.change, schema.bulletin, key, **values)
