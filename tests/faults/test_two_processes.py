"""Two processes share a database: clicks of one table go to both, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import signal
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from bot.games.core import Placement
from bot.lifecycle import discord_client
from bot.local.api.interactions import Interaction
from bot.local.world.model import Member, Message
from data.store import shard_locks
from data.store.postgres.shards import ShardRange
from data.store.shard_locks import ShardLocks, ShardsTaken, lock_holders
from tests import postgres
from tests.databases import next_migrations
from tests.local.fault_injection import FaultyDiscord
from tests.postgres import run

from .invariants import cards_posted_twice
from .players import History, Players
from .seen import BEGINS, buttons, find, thinking
from .two_processes import SHARDS, ServerInvariants, ShardProcess, world_on_shard

HOME = 1
"""The shard of the server, whose process shows its tables."""


def answered(asked: Interaction) -> bool:
    return asked.original is not None and not thinking(asked.original)


class Typists:
    """People who type what they do, in a direct message or in the thread of their table."""

    def __init__(self, local: FaultyDiscord, invariants: ServerInvariants) -> None:
        self.world = local.world
        self.local = local
        self.invariants = invariants
        self.rng = Random(4)
        self.players = Players(local, invariants.history, self.rng)

    async def turn(self, number: int, *, twice: bool = False, direct: bool = True) -> None:
        """Somebody acts by message, or else at the table; ``twice``: in both places, at the same instant."""
        table = await self.invariants.service.get(number)
        seat = table.acting[0]
        person, legal = table.holder(seat), table.legal(seat)
        assert person is not None
        who = self.world.people[person.id]
        if isinstance(legal, Placement):
            text = legal.text(self.rng.sample(legal.squares, legal.count))
        else:
            text = next(str(each) for each in legal if str(each).startswith("move"))
        given = {"table": str(number), "action": text}
        places = [self.world.dm(who), self.world.channels[table.address.channel or 0]]
        places = places if twice else places[:1] if direct else places[1:]
        asked = [self.local.play.slash(who, place, "move", given) for place in places]
        for each in asked:
            self.invariants.history.pressed.add(each.id)
            await each.settled()
            assert not each.failed
            await self.world.until(partial(answered, each))
        after = await self.invariants.service.get(number)
        played = [turn for turn in after.turns[len(table.turns) :] if turn.seat == seat]
        assert len(played) == 1, f"{text}: {[str(turn.action) for turn in played]}"

    def charts_of(self, who: Member, number: int) -> list[Message]:
        """Their private charts of a table."""
        posts = self.world.dms[who.id].messages.values()
        return [
            post
            for post in posts
            if post.reader is None and any(button.table_id == number for button in buttons(post))
        ]


async def test_no_turn_of_two_processes_is_lost_and_one_that_died_is_followed_by_one_alone(
    server_url: sa.URL, tmp_path: Path
) -> None:
    local = FaultyDiscord(world_on_shard(HOME), shards=SHARDS)
    await local.start()
    async with postgres.database() as url:
        direct, home = processes = [ShardProcess(local, url, shard, tmp_path) for shard in range(SHARDS)]
        (tmp_path / "late").mkdir()
        late = ShardProcess(local, url, HOME, tmp_path / "late")
        invariants = ServerInvariants(url, History())
        people = Typists(local, invariants)
        try:
            await asyncio.gather(*(process.start() for process in processes))
            await asyncio.gather(*(process.seated() for process in processes))
            await late.start()
            await people.players.begin("depthcharge", opponent="Pearl")
            await people.turn(1, twice=True)
            await _refused(late)
            await home.end(signal.SIGKILL)
            assert list(await lock_holders(url)) == [ShardRange(0, 0, SHARDS)]
            await people.turn(1)
            assert await invariants.store.unshown() == [1], "nobody shows a table whose process is dead"
            await home.start()
            await home.seated()
            await people.turn(1, twice=True)
            await _all_is_well(people, 1)
            assert "Traceback" not in direct.tail(10_000)
        finally:
            for process in (*processes, late):
                await process.end()
            await invariants.close()
            await local.stop()


@pytest.mark.thorough
async def test_two_processes_serve_one_table_lose_nothing_and_take_each_others_place(
    server_url: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_locks, "ACQUIRE_TIMEOUT_S", 0.0)
    local = FaultyDiscord(world_on_shard(HOME), shards=SHARDS)
    await local.start()
    (tmp_path / "late").mkdir()
    async with postgres.database("template1") as url:
        processes = [ShardProcess(local, url, shard, tmp_path) for shard in range(SHARDS)]
        home, late = processes[HOME], ShardProcess(local, url, HOME, tmp_path / "late")
        other = ShardLocks(url, ShardRange(0, 0, SHARDS), lambda _taken: None)
        invariants = ServerInvariants(url, History())
        people = Typists(local, invariants)
        try:
            # Both make the tables of the empty database, at the same moment.
            await asyncio.gather(*(process.start() for process in processes))
            await asyncio.gather(*(process.seated() for process in processes))
            await late.start()
            number = 1
            await people.players.begin("depthcharge", opponent="Pearl")
            for _ in range(4):
                await people.turn(number, twice=True)
            await _refused(late)
            await home.end(signal.SIGKILL)
            assert await processes[0].health() == (True, "ok"), "each speaks for its own shards"
            assert not (await home.health())[0]
            assert list(await lock_holders(url)) == [ShardRange(0, 0, SHARDS)]
            for _ in range(2):
                await people.turn(number)
            assert await invariants.store.unshown() == [number], "nobody shows a table whose process is dead"
            await home.start()
            await people.turn(number)
            await home.seated()
            await people.turn(number, twice=True)
            await _all_is_well(people, number)
            assert await home.health() == (True, "ok")
            assert await home.end(signal.SIGTERM) == 0
            for process in processes:
                assert "Traceback" not in process.tail(10_000), process.tail(60)
            await _ousted(url, other)
            assert await processes[0].ended() == 1
            told = processes[0].tail().splitlines()[-1]
            assert told.startswith(
                "Captain’s Table has stopped. Another process using this database serves shard 0/2"
            )
        finally:
            await other.release()
            for process in (*processes, late):
                await process.end()
            await invariants.close()
            await local.stop()


@pytest.mark.thorough
async def test_processes_are_upgraded_one_after_another_while_the_others_play_on(
    server_url: sa.URL, tmp_path: Path
) -> None:
    local = FaultyDiscord(world_on_shard(HOME), shards=SHARDS)
    await local.start()
    async with postgres.database() as url:
        processes = [ShardProcess(local, url, shard, tmp_path) for shard in range(SHARDS)]
        direct, home = processes
        invariants = ServerInvariants(url, History())
        people = Typists(local, invariants)
        try:
            for process in processes:
                await process.start()
            await asyncio.gather(*(process.seated() for process in processes))
            await people.players.begin("depthcharge", opponent="Pearl")
            await people.turn(1, twice=True)
            # A release whose change of the database the others can't play on with is refused.
            assert await home.end(signal.SIGTERM) == 0
            home.migrations = next_migrations(tmp_path / "breaking")
            await home.start()
            assert await home.ended() == 1
            told = home.tail().splitlines()[-1]
            assert "An older release is still running (for shard 0/2)" in told
            await people.turn(1)
            # One that they can play on with comes to one process after another.
            home.migrations = next_migrations(tmp_path / "next", backward_compatible=True)
            await home.start()
            await home.seated()
            for _ in range(2):
                await people.turn(1, twice=True)
            assert await direct.end(signal.SIGTERM) == 0
            await people.turn(1, direct=False)
            direct.migrations = home.migrations
            await direct.start()
            await direct.seated()
            await people.turn(1, twice=True)
            await _all_is_well(people, 1)
            for process in processes:
                assert await process.end(signal.SIGTERM) == 0
                assert "Traceback" not in process.tail(10_000), process.tail(60)
        finally:
            for process in processes:
                await process.end()
            await invariants.close()
            await local.stop()


async def _refused(late: ShardProcess) -> None:
    """A second process for a shard is told that it has one."""
    assert await late.ended() == 1
    told = late.tail().splitlines()[-1]
    assert told.startswith(
        "Captain’s Table can’t start. Another process using this database serves shard 1/2"
    )
    assert "Give each shard to exactly one process" in told
    assert "Traceback" not in late.tail(10_000)


async def test_a_shard_waits_until_the_database_lets_it_identify(
    virtual: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def wait(_store: object, bucket: int) -> float:
        asked.append(bucket)
        return 3.5

    async def limits() -> object:
        return SimpleNamespace(max_concurrency=2)

    monkeypatch.setattr(discord_client, "wait_to_identify", wait)
    client: Any = SimpleNamespace(fetch_session_start_limits=limits)
    store: Any = SimpleNamespace(part=ShardRange(0, 3, 8))
    turns = discord_client.IdentifyTurns(client, store)
    loop = asyncio.get_running_loop()
    began = loop.time()
    for shard in (2, 3):
        await turns.wait(shard)
    assert (loop.time() - began, asked) == (7.0, [0, 1])


async def _all_is_well(people: Typists, number: int) -> None:
    """Everything is shown once, charts included, and answers."""
    invariants, wrong = people.invariants, list[str]()
    wrong += await invariants.everything_is_shown()
    messages = list(people.world.messages.values())
    wrong += [*cards_posted_twice(messages), *invariants.log_is_whole(), *await invariants.tables_fold()]
    public = [post for post in messages if post.reader is None and not post.channel.is_dm]
    assert sum(find(post, "join", *BEGINS) is not None for post in public) == 1, "one card, and no lobby"
    table = await invariants.service.get(number)
    for person in table.seating.people:
        (chart,) = people.charts_of(people.world.people[person.id], number)
        if (find(chart, *BEGINS) is not None) != (person in table.awaited):
            wrong.append(f"the chart of {person.name} is behind")
    wrong += await invariants.newest_cards_answer(people.players, Random(1))
    assert wrong == invariants.history.faults == []


async def _ousted(url: sa.URL, other: ShardLocks) -> None:
    """Cut all others off until ``other`` has come in between."""
    while True:
        await run(
            url,
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        try:
            await other.acquire()
        except ShardsTaken:
            continue  # on a busy machine the process may be back already
        return
