"""The database server crashes under the bot and comes again: all goes on without a restart of the bot."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest
import sqlalchemy as sa

from bot.games import GAMES
from bot.tables.service import TableService
from data.store.postgres import kept_connection
from data.store.postgres.shards import ShardRange
from data.store.shard_locks import ShardLocks, ShardsTaken, lock_holders
from data.store.store import Store
from tests.databases import require_postgres
from tests.local.fault_injection import FaultyDiscord
from tests.local.test_logs import overheard, structured
from tests.patience import PATIENCE
from tests.postgres import run

from .own_server import OwnServer, own_server
from .players import FAULT
from .running_bot import RunningBot, running_bot
from .seen import buttons, must_find
from .two_processes import world_on_shard

HERE, ELSEWHERE = ShardRange(0, 0, 2), ShardRange(1, 1, 2)


@pytest.fixture(scope="module")
def server() -> Iterator[OwnServer]:
    """A server of these tests' own: making one takes as long as most of them."""
    with asyncio.Runner() as runner:
        runner.run(require_postgres())
        own = own_server()
        yield runner.run(own.__aenter__())
        runner.run(own.__aexit__(None, None, None))


@pytest.fixture
async def running(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningBot]:
    """The bot as one of two processes, at a server without any tables."""
    await run(server.url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    monkeypatch.setattr(kept_connection, "RECONNECT_S", 0.05)
    local = FaultyDiscord(world_on_shard(0))
    await local.start()
    async with running_bot(server.url, monkeypatch, local, HERE) as here:
        yield here
    await local.stop()


async def test_while_the_server_is_gone_people_are_told_kindly_and_afterwards_all_goes_on(
    running: RunningBot,
    server: OwnServer,
) -> None:
    number = await running.begin("snorkels")
    who, private, confirm = await running.players.to_confirm(number)
    await server.crash()
    told = await running.players.press(who, private, confirm)
    assert told is not None
    assert FAULT in running.words(told)
    assert "Traceback" not in running.words(told)
    refused = await running.start("snorkels")
    assert FAULT in running.words(refused)
    assert not buttons(refused)
    board = running.board(number)
    look = must_find(board, "view")
    seen = await running.players.press(who, board, look)
    assert seen is not None
    assert FAULT in running.words(seen)
    await server.start()
    await running.players.press(who, private, confirm)
    assert len(await running.acts(number)) == 1
    running.unhandled.clear()  # that the database was away is rightly logged
    assert await running.settled(number) == []
    assert await running.begin("snorkels") > number, "after a crash the server may leave numbers out"


async def test_six_seconds_without_the_server_are_told_in_a_line_for_each_kind_of_trouble(
    running: RunningBot, server: OwnServer
) -> None:
    numbers = [await running.begin("snorkels") for _ in range(4)]
    ready = [await running.players.to_confirm(number) for number in numbers]
    people = [str(one.id) for one in running.people]
    with overheard("json", level=logging.INFO) as heard, structured():
        await server.crash()
        for _ in range(8):
            await asyncio.gather(*(running.players.press(*each) for each in ready))
            await running.start("snorkels")
            # Nobody answers these.
            running.local.play.autocomplete("Finn", "games", "league join", "league", {"league": "x"})
            running.local.play.autocomplete("Finn", "games", "move", "action", {"action": "d"})
        await server.start()
        await asyncio.gather(*(running.players.press(*each) for each in ready))
        async with asyncio.timeout(PATIENCE):
            while "connected for changes again" not in heard.getvalue():  # noqa: ASYNC110 (another program)
                await asyncio.sleep(0.02)
    lines = [json.loads(line) for line in heard.getvalue().splitlines()]
    kinds = [(line["logger"], re.sub(r"\d+", "0", line["event"])) for line in lines]
    assert len(kinds) == len({*kinds}) > 3
    assert not [line for line in lines if "exception" in line]
    assert not [person for person in people if person in heard.getvalue()]
    for told in ("the database can be used again", "autocomplete failed", "a command or press failed"):
        assert len([event for _, event in kinds if told in event]) == 1
    running.unhandled.clear()
    for number in numbers:
        assert len(await running.acts(number)) == 1
        assert await running.settled(number) == []


async def test_a_crash_between_two_presses_is_not_noticed(running: RunningBot, server: OwnServer) -> None:
    number = await running.begin("snorkels")
    who, private, confirm = await running.players.to_confirm(number)
    await server.restart()
    told = await running.players.press(who, private, confirm)
    assert told is not None
    assert FAULT not in running.words(told)
    assert len(await running.acts(number)) == 1
    running.unhandled.clear()
    assert await running.settled(number) == []


async def test_a_crash_while_many_press_loses_nothing_and_repeats_nothing(
    running: RunningBot, server: OwnServer
) -> None:
    numbers = [await running.begin("snorkels") for _ in range(3)]
    ready = [await running.players.to_confirm(number) for number in numbers]
    pressed = [asyncio.create_task(running.players.press(*each)) for each in ready]
    await server.restart()
    await asyncio.gather(*pressed)
    for number, each in zip(numbers, ready, strict=True):
        if not await running.acts(number):
            await running.players.press(*each)
        assert len(await running.acts(number)) == 1
        running.bot.publisher.wake(number)
        running.unhandled.clear()
        assert await running.settled(number) == []


async def test_news_of_other_processes_are_heard_again(running: RunningBot, server: OwnServer) -> None:
    number = await running.begin("snorkels")
    await server.restart()
    store = await Store.open(server.url, ELSEWHERE)
    other = TableService(store, GAMES, rng=Random(7), now=lambda: 1_800_000_000_000)
    for _ in range(2):  # the first is perhaps only found when the connection is back, the second is told
        table = await other.get(number)
        await other.play(number, table.awaited[0], str(table.legal(table.acting[0])[0]))  # type: ignore[index]
        version = (await other.get(number)).version
        async with asyncio.timeout(PATIENCE):
            while (await other.get(number)).address.shown < version:  # noqa: ASYNC110 (a database)
                await asyncio.sleep(0.02)
        running.unhandled.clear()
    assert await running.settled(number) == []
    await store.close()


async def test_shards_stay_claimed(running: RunningBot, server: OwnServer) -> None:
    lost: list[ShardsTaken] = []
    url: sa.URL = server.url
    claim = ShardLocks(url, HERE, lost.append)
    await claim.acquire()
    await server.restart()
    async with asyncio.timeout(PATIENCE):
        while list(await lock_holders(url)) != [HERE]:  # noqa: ASYNC110 (a database)
            await asyncio.sleep(0.02)
    assert lost == []
    await claim.release()
