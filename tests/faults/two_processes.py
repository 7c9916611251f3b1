"""Two processes of the bot at one database server, and players who press at tables and in messages at once.

The server of the local Discord is on shard 1: the table's cards are served by the second process, all that
comes by direct message by the first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from bot.games import GAMES
from bot.local import LocalDiscord
from bot.local.world.model import Message, Person
from bot.local.world.world import World
from bot.tables.service import TableService
from data.store import engines
from data.store.store import Store

from .invariants import Invariants
from .players import History, Players
from .program import Program
from .seen import BEGINS, Button, buttons, find

SHARDS: Final = 2


def world_on_shard(shard: int) -> World:
    """A world whose server is told of on that shard."""
    while True:
        world = World()
        if (world.guild_id >> 22) % SHARDS == shard:
            return world
        time.sleep(0.001)  # the number is the time in milliseconds


class ShardProcess(Program):
    """One process, with one shard."""

    def __init__(self, local: LocalDiscord, url: sa.URL, shard: int, folder: Path) -> None:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        super().__init__(
            local,
            folder / f"shard{shard}",
            paints=False,
            CAPTAINS_TABLE_DB=address,
            CAPTAINS_TABLE_SHARDS=f"{shard}/{SHARDS}",
        )
        self._shard = shard

    def online(self) -> bool:
        table_ids = self.local.gateway.sessions.values()
        return any(each.outbox is not None and each.shard == (self._shard, SHARDS) for each in table_ids)


class PlayersOfTwoProcesses(Players):
    """Players who use their private charts as much as the table's card, and sometimes both at once."""

    options: Mapping[str, dict[str, Any]] = {}  # long games
    unwanted: Sequence[str] = ("Back",)
    """Labels of buttons that they press only where there is no other."""
    waiting_for_chart = 0.0
    """How often they rather wait where the table's card is there and their chart isn't."""

    def __init__(self, local: LocalDiscord, history: History, rng: Random) -> None:
        super().__init__(local, history, rng)
        self._dice = rng
        self._opening = asyncio.Lock()
        self.races = 0
        """Actions that were confirmed at the table and in a message at the same instant."""

    def chart(self, who: Person, table_id: int) -> tuple[Message, Button] | None:
        """The private chart of somebody at a table, and the button that begins an action there."""
        place = self.local.world.dms.get(who.id)
        for post in reversed(place.messages.values()) if place else ():
            button = find(post, *BEGINS, "scatter")
            if post.reader is None and button is not None and button.table_id == table_id:
                return post, button
        return None

    async def keep_playing(self, invariants: Invariants) -> None:
        """Play at a table, and when it is over at another one, until cancelled."""
        while True:
            async with self._opening:
                known = invariants.tables()
                if not await self.open("depthcharge", self.local.world.channel("games")):
                    continue
                opened = [number for number in invariants.tables() if number not in known]
            if not opened:
                continue  # whoever it was has opened too many lately
            (table_id,) = opened
            while table_id in invariants.tables("lobby", "playing"):
                await self.play(table_id)
                await asyncio.sleep(self.pause)

    async def _turn(self, who: Person, board: Message, table_id: int) -> None:
        move, chart = find(board, *BEGINS), self.chart(who, table_id)
        if move is None or chart is None or chart[1].verb not in BEGINS:
            if move is not None and self._dice.random() < self.waiting_for_chart:
                return
            await super()._turn(who, board, table_id)
            return
        starts = [(board, move), chart]
        if self._dice.random() < 0.6:
            starts = [self._dice.choice(starts)]
        ready = [each for each in await asyncio.gather(*(self.walk(who, *start) for start in starts)) if each]
        self.races += len(ready) > 1
        # As many confirmations as there are, at once: one of them counts.
        await asyncio.gather(*(self.press(who, post, button) for post, button in ready))

    async def walk(self, who: Person, post: Message, button: Button) -> tuple[Message, Button] | None:
        """Press and choose until nothing is left but to confirm."""
        private = await self.press(who, post, button)
        for _ in range(30):
            if private is None or private.id not in self.local.world.messages:
                return None
            offered = [one for one in buttons(private) if one.verb in ("pick", "play")]
            if not offered:
                return None
            sure = next((one for one in offered if one.verb == "play"), None)
            if sure is not None:
                return private, sure
            onward = [one for one in offered if one.label not in self.unwanted]
            private = await self.press(who, private, self._dice.choice(onward or offered))
        return None

    def served(self) -> tuple[int, int]:
        """How many actions were acknowledged in messages, and how many at tables."""
        desk, told = self.local.broker, [act for act in self.history.acts if act.acknowledged]
        direct = sum(desk.by_id[act.interaction].place.is_dm for act in told)
        return direct, len(told) - direct


class ServerInvariants(Invariants):
    """The same questions to a database server."""

    def __init__(self, url: sa.URL, history: History) -> None:
        self._url = url
        self._diary = history
        self.store = Store(url)
        self.service = TableService(self.store, GAMES, rng=Random(0), now=lambda: 0)

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        async def fetched() -> list[tuple[Any, ...]]:
            engine = engines.migrating(self._url)
            async with engine.connect() as connection:
                return [tuple(row) for row in await connection.exec_driver_sql(query)]

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(fetched())).result()
