"""Notifications between processes about changed tables, with PostgreSQL's NOTIFY."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from data.store import schema

from .kept_connection import KeptConnection
from .shards import ShardRange

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL: Final = "captains_table"
REWRITTEN: Final = "rewritten"
FORGOTTEN: Final = "forgotten"


def notify_change(table_id: int, part: ShardRange | None) -> sa.Select[Any]:
    """Notify all processes of ``table_id`` on commit, unless ``part`` serves the table itself."""
    table = schema.game_table.c
    notification = sa.func.pg_notify(CHANNEL, sa.cast(table.id, sa.String))
    elsewhere = sa.true() if part is None else sa.not_(part.holding(table.guild))
    return sa.select(notification).where(table.id == table_id, elsewhere)


def notify_rewritten(table_ids: Collection[int]) -> sa.Select[Any]:
    """Notify all processes on commit that the logs of ``table_ids`` were rewritten."""
    table = schema.game_table.c
    notification = sa.func.pg_notify(CHANNEL, sa.literal(f"{REWRITTEN} ") + sa.cast(table.id, sa.String))
    return sa.select(notification).where(table.id.in_(table_ids))


def notify_forgotten(person: int) -> sa.Select[Any]:
    """Notify all processes on commit that ``person`` was erased."""
    return sa.select(sa.func.pg_notify(CHANNEL, f"{FORGOTTEN} {person}"))


class ChangeListener:
    """Listens for changes that other processes make; reconnects when the connection is lost.

    ``heard`` is called with the id of each table that another process wrote, ``rewritten`` with that of each
    table that somebody was erased from, ``forgotten`` with the id of that person, and ``missed`` after each
    connect, since earlier notifications are lost.
    """

    def __init__(
        self,
        url: sa.URL,
        heard: Callable[[int], None],
        missed: Callable[[], None],
        rewritten: Callable[[int], None],
        forgotten: Callable[[int], None],
    ) -> None:
        self._connection = KeptConnection(url, "changes", self._begin)
        self._missed = missed
        self._about = {"": heard, REWRITTEN: rewritten, FORGOTTEN: forgotten}

    def start(self) -> None:
        """Start listening; a second call does nothing."""
        self._connection.start()

    async def stop(self) -> None:
        """Stop listening."""
        await self._connection.stop()

    async def _begin(self, _connection: AsyncConnection, driver: Any) -> None:
        await driver.add_listener(CHANNEL, self._hear)
        self._missed()

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        # Any program that can connect to the database can send anything here.
        if not isinstance(payload, str) or not payload.isascii():
            return
        about, _, number = payload.rpartition(" ")
        if about in self._about and number.isdecimal() and len(number) < 20 and int(number) < 1 << 63:
            self._about[about](int(number))
