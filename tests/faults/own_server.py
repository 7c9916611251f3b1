"""A PostgreSQL server of a test's own, which may crash and come again."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import sqlalchemy as sa

from tests import postgres
from tests.patience import PATIENCE


class OwnServer:
    """A server in ``folder``, which has a cluster."""

    def __init__(self, folder: Path, cluster: postgres.Cluster, *, durable: bool = False) -> None:
        self._durable = durable
        self._folder = folder
        self._cluster = cluster
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> sa.URL:
        """Its first database, which is empty."""
        return postgres.address(self._folder, "postgres")

    async def start(self) -> None:
        """Start it, and wait until it lets people in."""
        self._server = postgres.launched(self._folder, self._cluster, durable=self._durable)
        async with asyncio.timeout(PATIENCE):
            while not postgres.answers(self._folder):  # noqa: ASYNC110 (another program)
                await asyncio.sleep(0.02)

    async def crash(self) -> None:
        """End it as a crash would: nobody is told, nothing is tidied up."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            await asyncio.to_thread(self._server.wait)
            self._server = None
            # What stands there still says that it answers.
            with contextlib.suppress(FileNotFoundError):
                (self._folder / "data" / "postmaster.pid").unlink()

    async def restart(self) -> None:
        """A crash, and the next start."""
        await self.crash()
        await self.start()


@asynccontextmanager
async def own_server(*, durable: bool = False) -> AsyncIterator[OwnServer]:
    """A server that runs, gone afterwards; ``durable``: each commit waits for the disk.

    :raises NoServer: when there is no PostgreSQL.
    """
    folder = Path(tempfile.mkdtemp(prefix="ct-own-", dir=None if durable else postgres.in_memory()))
    server = None
    try:
        server = OwnServer(folder, await asyncio.to_thread(postgres.made, folder), durable=durable)
        await server.start()
        yield server
    finally:
        if server is not None:
            await server.crash()
        shutil.rmtree(folder, ignore_errors=True)
