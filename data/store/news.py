"""News: of which sessions other processes have written that this one looks after. PostgreSQL carries it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from typing import Any, Final

import sqlalchemy as sa

from data.store import engines, schema
from data.store.parts import Part

LOG: Final = logging.getLogger(__name__)
CHANNEL: Final = "captains_table"
REWRITTEN: Final = "rewritten"
PAUSE: Final = 5.0
"""Seconds until the server is tried again."""
PROBE: Final = 30.0
"""Seconds between two looks whether the connection still stands."""


def telling(session: int, part: Part) -> sa.Select[Any]:
    """Tell the others of ``session``, with the transaction's end, if ``part`` does not look after it."""
    table = schema.session.c
    told = sa.func.pg_notify(CHANNEL, sa.cast(table.id, sa.String))
    return sa.select(told).where(table.id == session, sa.not_(part.holding(table.guild)))


def telling_rewritten(sessions: Collection[int]) -> sa.Select[Any]:
    """Tell all that the logs of ``sessions`` were written anew, with the transaction's end."""
    table = schema.session.c
    told = sa.func.pg_notify(CHANNEL, sa.literal(f"{REWRITTEN} ") + sa.cast(table.id, sa.String))
    return sa.select(told).where(table.id.in_(sessions))


class News:
    """A connection that listens, made anew when it is lost.

    ``heard`` is called with the number of each session that another process has written, ``rewritten`` with
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
        self._url = url
        self._missed = missed
        self._about = {"": heard, REWRITTEN: rewritten}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; a second call does nothing."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run(), name="news")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # noqa: BLE001 (whatever is the matter with the server, it is asked again)
                LOG.warning("no news of other processes: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        engine = engines.listening(self._url)
        lost = asyncio.Event()
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(lambda *_about: lost.set())
            await driver.add_listener(CHANNEL, self._hear)
            self._missed()
            while not lost.is_set():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PROBE):
                        await lost.wait()
                        return
                await connection.execute(sa.select(1))

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        # Whoever may connect to the database may say anything here.
        if not isinstance(payload, str) or not payload.isascii():
            return
        about, _, number = payload.rpartition(" ")
        if about in self._about and number.isdecimal():
            self._about[about](int(number))
