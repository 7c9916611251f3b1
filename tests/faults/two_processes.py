"""Two processes of the bot at one database server, and what must hold there.

The server of the local Discord is on shard 1: the table's cards are served by the second process, all that
comes by direct message by the first.
"""

from __future__ import annotations

import asyncio
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from bot.config import HERE
from bot.games import GAMES
from bot.hosting.health_client import ask
from bot.local import LocalDiscord
from bot.local.world.world import World
from bot.tables.service import TableService
from data.store import engines
from data.store.store import Store

from .invariants import Invariants
from .players import History
from .program import Program

SHARDS: Final = 2


def world_on_shard(shard: int) -> World:
    """A world whose server is told of on that shard."""
    while True:
        world = World()
        if (world.guild_id >> 22) % SHARDS == shard:
            return world
        time.sleep(0.001)  # the number is the time in milliseconds


def free_port() -> int:
    """A port of this machine that nobody uses so far."""
    with socket.create_server((HERE, 0)) as server:
        return int(server.getsockname()[1])


class ShardProcess(Program):
    """One process, with one shard."""

    def __init__(self, local: LocalDiscord, url: sa.URL, shard: int, folder: Path) -> None:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        super().__init__(
            local,
            folder / f"shard{shard}",
            paints=False,
            CAPTAINS_TABLE_DB=address,
            CAPTAINS_TABLE_BACKUPS_KEPT="0",
            CAPTAINS_TABLE_METRICS_PORT=str(port := free_port()),
            CAPTAINS_TABLE_SHARDS=f"{shard}/{SHARDS}",
        )
        self._shard = shard
        self._port = port

    async def health(self) -> tuple[bool, str]:
        """What its ``/health`` says, and whether that is well."""
        return await asyncio.to_thread(ask, HERE, self._port)

    def online(self) -> bool:
        table_ids = self.local.gateway.sessions.values()
        return any(each.outbox is not None and each.shard == (self._shard, SHARDS) for each in table_ids)


class ServerInvariants(Invariants):
    """The same questions to a database server."""

    def __init__(self, url: sa.URL, history: History) -> None:
        self._url = url
        self.history = history
        self.store = Store(url)
        self.service = TableService(self.store, GAMES, rng=Random(0), now=lambda: 0)

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        async def fetched() -> list[tuple[Any, ...]]:
            engine = engines.migrating(self._url)
            async with engine.connect() as connection:
                return [tuple(row) for row in await connection.exec_driver_sql(query)]

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(fetched())).result()
