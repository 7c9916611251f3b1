"""Changes that other processes made to tables that this one serves, by PostgreSQL's NOTIFY."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store import schema

from .kept_connection import KeptConnection
from .shards import ShardRange

CHANNEL: Final = "captains_table"
REWRITTEN: Final = "rewritten"


def notify_change(table_id: int, part: ShardRange) -> sa.Select[Any]:
    """Tell the others of ``table_id``, with the transaction's end, if ``part`` does not serve it."""
    table = schema.game_table.c
    told = sa.func.pg_notify(CHANNEL, sa.cast(table.id, sa.String))
    return sa.select(told).where(table.id == table_id, sa.not_(part.holding(table.guild)))


def notify_rewritten(table_ids: Collection[int]) -> sa.Select[Any]:
    """Tell all that the logs of ``table_ids`` were written anew, with the transaction's end."""
    table = schema.game_table.c
    told = sa.func.pg_notify(CHANNEL, sa.literal(f"{REWRITTEN} ") + sa.cast(table.id, sa.String))
    return sa.select(told).where(table.id.in_(table_ids))


class ChangeListener:
    """A connection that listens, made anew when it is lost.

    ``heard`` is called with the number of each table that another process has written, ``rewritten`` with
    that of each one out of whose log somebody was taken; ``missed`` after each beginning, since what was told
    before was not heard.
    """

    def __init__(
        self,
        url: sa.URL,
        heard: Callable[[int], None],
        missed: Callable[[], None],
        rewritten: Callable[[int], None],
    ) -> None:
        self._connection = KeptConnection(url, "changes", self._begin)
        self._missed = missed
        self._about = {"": heard, REWRITTEN: rewritten}

    def start(self) -> None:
        """Begin; a second call does nothing."""
        self._connection.start()

    async def stop(self) -> None:
        """End."""
        await self._connection.stop()

    async def _begin(self, _connection: AsyncConnection, driver: Any) -> None:
        await driver.add_listener(CHANNEL, self._hear)
        self._missed()

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        # Any program that may connect to the database may send anything here.
        if not isinstance(payload, str) or not payload.isascii():
            return
        about, _, number = payload.rpartition(" ")
        if about in self._about and number.isdecimal():
            self._about[about](int(number))
