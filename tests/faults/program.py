"""The real bot as a program of its own, at a local Discord in this process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from bot.local import LocalDiscord
from tests.patience import PATIENCE


class NotThere(AssertionError):
    """The bot has not come, or has gone by itself."""


class Program:
    """The program on one database, started and ended again and again; ``settings`` are its own."""

    def __init__(self, local: LocalDiscord, database: Path, **settings: str) -> None:
        self.local = local
        self.database = database
        self._settings = settings
        self.log = database.with_suffix(".log")
        self._settings = settings
        self.process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The running program's number."""
        assert self.process is not None
        return self.process.pid

    async def start(self, before: Callable[[], None] | None = None) -> None:
        """Start it; *before* is called in the new process first."""
        settings = {
            "DISCORD_TOKEN": self.local.token,
            "DISCORD_API_URL": self.local.api_url,
            "CAPTAINS_TABLE_DB": str(self.database),
            "CAPTAINS_TABLE_LOG_FORMAT": "text",
            "PYTHONIOENCODING": "utf-8",
        }
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.faults.cold",
                env=os.environ | settings | self._settings,
                stdout=log,
                stderr=log,
                preexec_fn=before,
            )

    def online(self) -> bool:
        """Whether it hears what happens."""
        return self.local.gateway.online

    async def seated(self) -> None:
        """Wait until it hears what happens."""
        assert self.process is not None
        there = asyncio.create_task(self.local.world.until(self.online))
        gone = asyncio.create_task(self.process.wait())
        done, _ = await asyncio.wait({there, gone}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in (there, gone):
            task.cancel()
        if there not in done:
            raise NotThere(f"the bot did not come: {self.tail()}")

    async def ended(self, patience: float = 60.0) -> int:
        """Wait until it has ended by itself; its exit status."""
        assert self.process is not None
        async with asyncio.timeout(patience):
            status = await self.process.wait()
        self.process = None
        return status

    async def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it; its exit status. The local Discord notices before this returns."""
        process = self.process
        if process is None:
            return 0
        if process.returncode is None:
            process.send_signal(how)
        status = await process.wait()
        self.process = None
        await self.local.world.until(lambda: not self.online())
        return status

    def tail(self, count: int = 30) -> str:
        """The last lines of its log."""
        return (
            "\n".join(self.log.read_text(errors="replace").splitlines()[-count:]) if self.log.exists() else ""
        )
