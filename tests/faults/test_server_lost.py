"""The database server crashes under the bot and comes again: all goes on without a restart of the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from random import Random

import pytest
import sqlalchemy as sa

from bot.games import GAMES
from bot.local import LocalDiscord
from bot.tables.service import TableService
from data.store.postgres import kept_connection
from data.store.postgres.shard_locks import ShardLocks, ShardsTaken, lock_holders
from data.store.postgres.shards import ShardRange
from data.store.store import Store
from tests.databases import require_postgres
from tests.patience import PATIENCE
from tests.postgres import run

from .own_server import OwnServer, own_server
from .players import FAULT
from .running_bot import RunningBot, running_bot
from .seen import buttons, must_find
from .two_processes import world_on_shard

HERE, ELSEWHERE = ShardRange(0, 0, 2), ShardRange(1, 1, 2)


@dataclass
class BotAtServer:
    """The bot, and the server that it depends on."""

    here: RunningBot
    server: OwnServer

    async def restart(self) -> None:
        """A crash, and the next start."""
        await self.server.crash()
        await self.server.start()


@pytest.fixture(scope="module")
def server() -> Iterator[OwnServer]:
    """A server of these tests' own: making one takes as long as most of them."""
    with asyncio.Runner() as runner:
        runner.run(require_postgres())
        own = own_server()
        yield runner.run(own.__aenter__())
        runner.run(own.__aexit__(None, None, None))


@pytest.fixture
async def running(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BotAtServer]:
    """The bot as one of two processes, at a server without any tables."""
    await run(server.url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    monkeypatch.setattr(kept_connection, "RECONNECT_S", 0.05)
    local = LocalDiscord(world_on_shard(0))
    await local.start()
    async with running_bot(server.url, monkeypatch, local, HERE) as here:
        yield BotAtServer(here, server)
    await local.stop()


async def test_while_the_server_is_gone_people_are_told_kindly_and_afterwards_all_goes_on(
    running: BotAtServer,
) -> None:
    here = running.here
    number = await here.begin("snorkels")
    who, private, confirm = await here.players.to_confirm(number)
    await running.server.crash()
    told = await here.players.press(who, private, confirm)
    assert told is not None
    assert FAULT in here.words(told)
    assert "Traceback" not in here.words(told)
    refused = await here.start("snorkels")
    assert FAULT in here.words(refused)
    assert not buttons(refused)
    board = here.board(number)
    look = must_find(board, "view")
    seen = await here.players.press(who, board, look)
    assert seen is not None
    assert FAULT in here.words(seen)
    await running.server.start()
    await here.players.press(who, private, confirm)
    assert len(await here.acts(number)) == 1
    here.unhandled.clear()  # that the database was away is rightly logged
    assert await here.settled(number) == []
    assert await here.begin("snorkels") > number, "after a crash the server may leave numbers out"


async def test_a_crash_between_two_presses_is_not_noticed(running: BotAtServer) -> None:
    here = running.here
    number = await here.begin("snorkels")
    for turn in (1, 2, 3):
        who, private, confirm = await here.players.to_confirm(number)
        await running.restart()
        told = await here.players.press(who, private, confirm)
        assert told is not None
        assert FAULT not in here.words(told)
        assert len(await here.acts(number)) == turn
        here.unhandled.clear()
        assert await here.settled(number) == []


async def test_a_crash_while_many_press_loses_nothing_and_repeats_nothing(running: BotAtServer) -> None:
    here = running.here
    numbers = [await here.begin("snorkels") for _ in range(3)]
    ready = [await here.players.to_confirm(number) for number in numbers]
    pressed = [asyncio.create_task(here.players.press(*each)) for each in ready]
    await running.restart()
    await asyncio.gather(*pressed)
    for number, each in zip(numbers, ready, strict=True):
        if not await here.acts(number):
            await here.players.press(*each)
        assert len(await here.acts(number)) == 1
        here.bot.publisher.wake(number)
        here.unhandled.clear()
        assert await here.settled(number) == []


async def test_news_of_other_processes_are_heard_again(running: BotAtServer) -> None:
    here = running.here
    number = await here.begin("snorkels")
    await running.restart()
    store = await Store.open(running.server.url, ELSEWHERE)
    other = TableService(store, GAMES, rng=Random(7), now=lambda: 1_800_000_000_000)
    for _ in range(2):  # the first is perhaps only found when the connection is back, the second is told
        table = await other.get(number)
        await other.play(number, table.awaited[0], str(table.legal(table.acting[0])[0]))  # type: ignore[index]
        version = (await other.get(number)).version
        async with asyncio.timeout(PATIENCE):
            while (await other.get(number)).address.shown < version:  # noqa: ASYNC110 (a database)
                await asyncio.sleep(0.02)
        here.unhandled.clear()
    assert await here.settled(number) == []
    await store.close()


async def test_shards_stay_claimed(running: BotAtServer) -> None:
    lost: list[ShardsTaken] = []
    url: sa.URL = running.server.url
    claim = ShardLocks(url, HERE, lost.append)
    await claim.acquire()
    await running.restart()
    async with asyncio.timeout(PATIENCE):
        while await lock_holders(url) != [HERE]:  # noqa: ASYNC110 (a database)
            await asyncio.sleep(0.02)
    assert lost == []
    await claim.release()
