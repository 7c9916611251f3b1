"""The real bot in this process, at a local Discord, with every wait of its libraries made short."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
import pytest
import sqlalchemy as sa
import structlog

from bot.app import CaptainsTable
from bot.games import GAMES
from bot.games.core import Game, Placement
from bot.local import pointed_at
from bot.local.world.model import Member, Message
from bot.tables.jobs import retries
from bot.tables.model.table import Table
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.records import Event
from data.store.store import Store, sqlite_url
from rendering import jobs
from tests.blank import BLANK
from tests.local.fault_injection import FaultyDiscord
from tests.patience import PATIENCE

from .players import SHORT, History, Players
from .seen import BEGINS, awaited, buttons, find, lines, must_find, thinking


class Hurried:
    """``asyncio`` for a library that waits long before it tries again."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Sleep a fiftieth of it."""
        await asyncio.sleep(seconds / 50)


async def idle() -> None:
    """Wait until a bot in this process has done what it does with what it has heard."""
    while under_way := [
        task
        for task in asyncio.all_tasks()
        if task.get_name().startswith(("CommandTree-invoker", "discord.py: on_"))
    ]:
        await asyncio.gather(*under_way, return_exceptions=True)


STARTING: Final = ("discord.py: on_ready", "catching up", "recovery", "lists", "deadlines")
"""The names of tasks that begin with a start."""


@dataclass
class RunningBot:
    """The bot, its Discord, and people who play."""

    local: FaultyDiscord
    bot: CaptainsTable
    players: Players
    unhandled: list[str] = field(default_factory=list)
    """What was raised where nobody handles it."""

    @property
    def people(self) -> list[Member]:
        """The members, the bot left out."""
        return [one for one in self.local.world.people.values() if not one.bot]

    async def start(self, key: str, **options: Any) -> Message:
        """Somebody opens a table; its lobby."""
        asked = self.local.play.slash("Finn", "games", f"{key} start", SHORT.get(key, {}) | options)
        await asked.settled()
        await self.until(lambda: asked.original and not thinking(asked.original))
        assert asked.original is not None
        return asked.original

    async def begin(self, key: str, **options: Any) -> int:
        """A table with Finn and Pearl at it; its number once its board is there."""
        lobby = await self.start(key, **options)
        number = buttons(lobby)[0].table_id
        await self.complete(lobby)
        return number

    async def complete(self, lobby: Message) -> list[str]:
        """Pearl sits down, and the game begins; what is wrong once it is shown."""
        number = buttons(lobby)[0].table_id
        await self.join(lobby)
        await self.until(lambda: self.players.board(number))
        return await self.settled(number)

    async def join(self, lobby: Message, who: str = "Pearl") -> None:
        """Sit down at a table."""
        button = must_find(lobby, "join")
        await self.players.press(self.local.world.person(who), lobby, button)

    async def until(self, condition: Any) -> None:
        """Wait for something that has to come."""
        async with asyncio.timeout(PATIENCE):
            await self.local.world.until(condition)

    async def at_rest(self) -> None:
        """Wait until the bot has done what it does at its start, and looks at no clock."""
        await self.bot.wait_until_ready()
        while starting := [task for task in asyncio.all_tasks() if task.get_name() in STARTING]:
            await asyncio.wait(starting, timeout=PATIENCE)

    async def acts(self, number: int) -> list[Event]:
        """What was played at a table, chance's results left out."""
        stored = await self.bot.store.load(number)
        assert stored is not None
        return [event for event in stored.events if event.verb == "play"]

    async def act(self, number: int) -> None:
        """The turn of whoever is to act, typed."""
        service = self.bot.context.tables
        table = await service.get(number)
        seat = table.acting[0]
        person, legal = table.holder(seat), table.legal(seat)
        assert person is not None
        assert not isinstance(legal, Placement)
        await service.play(number, person, str(legal[0]))

    async def one_turn(self, number: int) -> int:
        """The first action of a table, pressed for as often as it takes; the presses that got no answer."""
        silent = 0
        for _ in range(6):
            private = self.players.board(number)
            assert private is not None
            who = self.local.world.people[awaited(private)[0]]
            for _ in range(20):
                button = find(private, "play", "lay", "scatter", "pick", *BEGINS)
                if button is None:
                    break  # an apology, or what was played
                private = await self.players.press(who, private, button)
                if private is None:
                    silent += 1
                    break
            if await self.acts(number):
                return silent
        pytest.fail("the action could not be played")

    async def table(self, number: int) -> Table:
        """A table as the bot has it."""
        return await self.bot.context.tables.get(number)

    def board(self, number: int) -> Message:
        """The newest card of a table that is played."""
        found = self.players.board(number)
        assert found is not None
        return found

    def cards(self, number: int) -> list[Message]:
        """The cards that were sent for a table's versions."""
        world = self.local.world
        return [one for one in world.messages.values() if (one.nonce or "").startswith(f"ct{number}.")]

    async def settled(self, number: int) -> list[str]:
        """What is wrong once a table is quiet: not shown, a card posted twice, two live cards."""
        await self.bot.publisher.settle()
        table = await self.table(number)
        wrong = [] if table.address.shown == table.version else [f"shown to {table.address.shown}"]
        nonces = [one.nonce for one in self.cards(number)]
        wrong += [] if nonces else ["no card"]
        wrong += [f"twice: {one}" for one in set(nonces) if nonces.count(one) > 1]
        live = [
            one
            for one in self.local.world.messages.values()
            if one.reader is None and not one.channel.is_dm and find(one, *BEGINS)
            if any(button.table_id == number for button in buttons(one))
        ]
        if table.status == "playing" and len(live) != 1:
            wrong.append(f"{len(live)} cards with buttons")
        return wrong + self.unhandled

    def words(self, post: Message) -> str:
        """All texts of a message."""
        return "\n".join(lines(post))


class Listener(logging.Handler):
    """Notes what libraries log when something was raised that nobody handled."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(record.getMessage())


@asynccontextmanager
async def running_bot(
    database: Path | sa.URL,
    monkeypatch: pytest.MonkeyPatch,
    local: FaultyDiscord | None = None,
    part: ShardRange = ALL_SHARDS,
    games: Mapping[str, Game[Any, Any]] = GAMES,
    *,
    paints: bool = False,
) -> AsyncIterator[RunningBot]:
    """The running bot; it is stopped at the end. ``part`` is what it shows of the database.

    Where nobody looks at pictures it need not paint: that takes longer than many tests.
    """
    if not paints:
        monkeypatch.setattr(jobs, "draw", lambda *_given: BLANK)
    for library in (discord.http, discord.client, discord.webhook.async_):
        monkeypatch.setattr(library, "asyncio", Hurried())
    monkeypatch.setattr(retries, "RETRY_PAUSES_S", (0.02,) * 5 + (0.2,) * 10)
    own = local is None
    local = local or FaultyDiscord()
    if own:
        await local.start()
    url = sqlite_url(database) if isinstance(database, Path) else database
    store = await Store.open(url, part, alone=isinstance(database, Path))
    bot = CaptainsTable(store, rng=Random(3), games=games)
    bot._connection.guild_ready_timeout = 0.05
    unhandled: list[str] = []
    listener = Listener(unhandled)
    logging.getLogger().addHandler(listener)
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unhandled.append(str(context)))

    def hear(_logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        if event["event"] in ("publishing failed", "autocomplete failed"):
            unhandled.append(f"{event}")
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[hear], cache_logger_on_first_use=False)
    try:
        with pointed_at(local.api_url, local.gateway_url):
            running = asyncio.create_task(bot.start(local.token))
            await local.world.until(lambda: local.gateway.online or running.done())
            try:
                yield RunningBot(local, bot, Players(local, History(), Random(4)), unhandled)
            finally:
                local.faults.clear()
                # What is dispatched while the bot leaves would never run, or find the store closed.
                if not bot.is_closed():
                    await bot.wait_until_ready()
                named = "discord.py: on_"
                events = [task for task in asyncio.all_tasks() if task.get_name().startswith(named)]
                await asyncio.gather(*events)
                await bot.close()
                await running
    finally:
        structlog.configure(**before)
        logging.getLogger().removeHandler(listener)
        await store.close()
        if own:
            await local.stop()
