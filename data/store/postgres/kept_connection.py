"""A long-lived connection to a database server that reconnects when it is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import sqlalchemy as sa

from data.store import engines

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

LOG: Final = logging.getLogger(__name__)
RECONNECT_S: Final = 5.0
"""Seconds between attempts to reconnect."""
PROBE_EVERY_S: Final = 30.0
"""Seconds between checks that the connection is alive."""

Begin: TypeAlias = "Callable[[AsyncConnection, Any], Awaitable[None]]"
"""Sets up each new connection; also gets the driver's own connection."""


@dataclass(eq=False, repr=False)
class KeptConnection:
    """A connection, open from :meth:`start` or :meth:`open` to :meth:`stop`; the log calls it ``_what``."""

    _url: sa.URL
    _what: str
    _begin: Begin
    _task: asyncio.Task[None] | None = None
    _connection: AsyncConnection | None = None
    _lost: asyncio.Event = field(default_factory=asyncio.Event)

    def start(self) -> None:
        """Connect in the background, as soon as the server is reachable; a second call does nothing."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._keep(), name=self._what)

    async def open(self) -> None:
        """Connect now; if that fails, raise the error and don't keep trying."""
        await self._connect()
        self.start()

    async def stop(self) -> None:
        """Close the connection and stop reconnecting."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._drop()

    async def _keep(self) -> None:
        told = False
        while True:
            try:
                if self._connection is None:
                    await self._connect()
                if told:
                    LOG.warning("connected for %s again", self._what)
                told = False
                await self._watch()
            except Exception as error:  # noqa: BLE001 (any error at all means reconnecting)
                reason = str(error) or type(error).__name__
            else:
                reason = "the server closed it"
            if not told:
                LOG.warning(
                    "lost the connection for %s: %s; trying again until it's back", self._what, reason
                )
            told = True
            await self._drop()
            await asyncio.sleep(RECONNECT_S)

    async def _connect(self) -> None:
        lost = self._lost = asyncio.Event()
        self._connection = await engines.listening(self._url).connect()
        try:
            driver: Any = (await self._connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(lambda *_about: lost.set())
            await self._begin(self._connection, driver)
        except BaseException:
            await self._drop()
            raise

    async def _watch(self) -> None:
        """Wait until the connection is lost; raises if a check of it fails."""
        while self._connection is not None and not self._lost.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PROBE_EVERY_S):
                    await self._lost.wait()
                    return
            await self._connection.execute(sa.select(1))

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be closed already
                await connection.close()
