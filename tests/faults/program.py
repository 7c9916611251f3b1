"""The real bot as a program of its own, at a local Discord in this process.

A process that has loaded everything waits to be forked: Python and the bot's modules would take a second of
each start. ``python -m bot`` itself is run by ``tests/local/test_restart``.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.local import LocalDiscord
from data.store.schema_upgrade import MIGRATIONS
from tests.patience import PATIENCE

from . import cold

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([cold.__name__])
LOOK_S: Final = 0.01
"""Seconds between two looks whether a program has ended."""


class NotThere(AssertionError):
    """The bot has not come, or has gone by itself."""


class Program:
    """The program on one database, started and ended again and again; ``settings`` are its own.

    Where nobody looks at pictures it need not paint: its painter's start takes longer than many tests.
    """

    def __init__(self, local: LocalDiscord, database: Path, *, paints: bool = True, **settings: str) -> None:
        self._paints = paints
        self.local = local
        self.database = database
        self._settings = settings
        self.log = database.with_suffix(".log")
        self.migrations = MIGRATIONS
        """Those of its release."""
        self.process: ForkServerProcess | None = None

    @property
    def pid(self) -> int:
        """The running program's number."""
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid

    async def start(self) -> None:
        """Start it."""
        settings = {
            "DISCORD_TOKEN": self.local.token,
            "DISCORD_API_URL": self.local.api_url,
            "CAPTAINS_TABLE_DB": str(self.database),
            "CAPTAINS_TABLE_LOG_FORMAT": "text",
            "PYTHONIOENCODING": "utf-8",
        }
        environment = os.environ | settings | self._settings
        self.process = FORKS.Process(
            target=cold.run, args=(self.log, environment, self._paints, self.migrations)
        )
        await asyncio.to_thread(self.process.start)

    async def _ended(self) -> int:
        """Wait for its end; its exit status."""
        process = self.process
        assert process is not None
        while process.exitcode is None:  # noqa: ASYNC110 (another program)
            await asyncio.sleep(LOOK_S)
        return process.exitcode

    def online(self) -> bool:
        """Whether it hears what happens."""
        return self.local.gateway.online

    async def seated(self) -> None:
        """Wait until it hears what happens."""
        there = asyncio.create_task(self.local.world.until(self.online))
        gone = asyncio.create_task(self._ended())
        done, _ = await asyncio.wait({there, gone}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in (there, gone):
            task.cancel()
        if there not in done:
            raise NotThere(f"the bot did not come: {self.tail()}")

    async def ended(self, patience: float = 60.0) -> int:
        """Wait until it has ended by itself; its exit status."""
        async with asyncio.timeout(patience):
            status = await self._ended()
        self.process = None
        return status

    async def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it; its exit status. The local Discord notices before this returns."""
        if self.process is None:
            return 0
        if self.process.exitcode is None:
            # It may go by itself just now.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, how)
        status = await self._ended()
        self.process = None
        await self.local.world.until(lambda: not self.online())
        return status

    def tail(self, count: int = 30) -> str:
        """The last lines of its log."""
        return (
            "\n".join(self.log.read_text(errors="replace").splitlines()[-count:]) if self.log.exists() else ""
        )
