"""Two processes share a database: clicks of one table go to both, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from bot.lifecycle import shard_identify
from bot.local import LocalDiscord
from bot.local.world.model import Message, Person
from data.store.postgres import shard_locks
from data.store.postgres.shard_locks import ShardLocks, ShardsTaken
from data.store.postgres.shards import ShardRange
from tests import postgres
from tests.patience import PATIENCE
from tests.store.test_postgresql import run

from .invariants import cards_posted_twice
from .players import History
from .seen import BEGINS, Button, buttons, find
from .two_processes import SHARDS, PlayersOfTwoProcesses, ServerInvariants, ShardProcess, world_on_shard

HOME = 1
"""The shard of the server, whose process shows its tables."""
TABLES = 3


class Writers(PlayersOfTwoProcesses):
    """Players who act by direct message alone."""

    options: Mapping[str, dict[str, Any]] = {"depthcharge": {"misses": 3}}
    unwanted = ("Back", "Depth Charge")  # three misses lose, and then nothing is left to write
    pause = 0.02
    waiting_for_chart = 0.9

    def __init__(self, local: LocalDiscord, history: History, rng: Random) -> None:
        super().__init__(local, history, rng)
        self.writing = asyncio.Event()
        """Set while they play on: otherwise a fast machine has all games at their ends too soon."""

    async def keep_writing(self, table_id: int, invariants: ServerInvariants) -> None:
        """Play at a table until it is over or this is cancelled."""
        while await self.writing.wait():
            table = await invariants.service.get(table_id)
            if table.status != "playing":
                return
            who = self.local.world.people[table.awaited[0].id]
            start = self.chart(who, table_id)
            if start is None or start[1].verb not in BEGINS:
                # A chart that nobody keeps up to date: they look at the board instead.
                start = await self._look(who, table_id)
            ready = await self.walk(who, *start) if start is not None else None
            if ready is not None:
                await self.press(who, *ready)

    async def _look(self, who: Person, table_id: int) -> tuple[Message, Button] | None:
        asked = self.local.play.slash(who, self.local.world.dms[who.id], "board", {"table": table_id})
        await asked.settled()
        seen = asked.original
        await self.local.world.until(lambda: asked.failed or (seen and find(seen, "describe")))
        button = find(seen, *BEGINS) if seen is not None else None
        return (seen, button) if seen is not None and button is not None else None

    def charts_of(self, who: Person, table_id: int) -> list[Message]:
        """Their private charts of a table."""
        posts = self.local.world.dms[who.id].messages.values()
        return [
            post
            for post in posts
            if post.reader is None and any(button.table_id == table_id for button in buttons(post))
        ]


@pytest.mark.slow
async def test_two_processes_serve_one_table_lose_nothing_and_take_each_others_place(
    server_url: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_locks, "ACQUIRE_TIMEOUT_S", 0.0)
    local = LocalDiscord(world_on_shard(HOME), shards=SHARDS)
    await local.start()
    (tmp_path / "late").mkdir()
    async with postgres.database("template1") as url:
        processes = [ShardProcess(local, url, shard, tmp_path) for shard in range(SHARDS)]
        late = ShardProcess(local, url, HOME, tmp_path / "late")
        other = ShardLocks(url, ShardRange(0, 0, SHARDS), lambda _taken: None)
        history = History()
        invariants, players = ServerInvariants(url, history), Writers(local, history, Random(4))
        try:
            # Both make the tables of the empty database, at the same moment.
            await asyncio.gather(*(process.start() for process in processes))
            await asyncio.gather(*(process.seated() for process in processes))
            await late.start()
            await _begun(players, invariants)
            await _refused(late)
            await _played_without_home(players, invariants, processes[HOME])
            await _all_is_well(players, invariants, history)
            assert await processes[HOME].end(signal.SIGTERM) == 0
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


async def _refused(late: ShardProcess) -> None:
    """A second process for a shard is told that it has one."""
    assert await late.ended() == 1
    told = late.tail().splitlines()[-1]
    assert told.startswith(
        "Captain’s Table can’t start. Another process using this database serves shard 1/2"
    )
    assert "Give each shard to exactly one process" in told
    assert "Traceback" not in late.tail(10_000)


async def _played_without_home(players: Writers, invariants: ServerInvariants, home: ShardProcess) -> None:
    """What is played by message while the home process is dead is shown when it is back."""
    before = invariants.events()
    writing = [
        asyncio.create_task(players.keep_writing(number, invariants))
        for number in invariants.tables("playing")
    ]
    await _played(players, writing, 2)
    players.writing.set()
    await home.end(signal.SIGKILL)
    await _played(players, writing, 4)
    behind = await invariants.store.unshown()
    assert behind, "nobody shows a table whose process is dead"
    await home.start()
    await _played(players, writing, 1)
    await home.seated()
    await _played(players, writing, 1)
    for task in writing:
        task.cancel()
    await asyncio.gather(*writing, return_exceptions=True)
    assert invariants.events() >= before + 8


async def test_a_shard_waits_until_the_database_lets_it_identify(
    virtual: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def wait(_store: object, bucket: int) -> float:
        asked.append(bucket)
        return 3.5

    async def limits() -> object:
        return SimpleNamespace(max_concurrency=2)

    monkeypatch.setattr(shard_identify, "wait_to_identify", wait)
    client: Any = SimpleNamespace(fetch_session_start_limits=limits)
    store: Any = SimpleNamespace(part=ShardRange(0, 3, 8))
    turns = shard_identify.IdentifyTurns(client, store)
    loop = asyncio.get_running_loop()
    began = loop.time()
    for shard in (2, 3):
        await turns.wait(shard)
    assert (loop.time() - began, asked) == (7.0, [0, 1])


async def _begun(players: Writers, invariants: ServerInvariants) -> None:
    """Tables are opened and played, at the table and by message, until nothing is left to lay.

    Both processes have served by then, and an action was confirmed in both at once.
    """
    playing = [asyncio.create_task(players.keep_playing(invariants)) for _ in range(TABLES)]
    try:
        async with asyncio.timeout(PATIENCE):
            while not (_laid(players, invariants) and min(players.served()) >= 5 and players.races >= 2):
                await asyncio.sleep(0.1)
                for task in playing:
                    if task.done():
                        task.result()
    except TimeoutError:
        raise AssertionError(f"served {players.served()}, {players.races} at once") from None
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def _laid(players: Writers, invariants: ServerInvariants) -> bool:
    tables = invariants.tables("playing")
    people = [one for one in players.local.world.people.values() if not one.bot]
    begun = [number for number in tables if any(players.chart(who, number) for who in people)]
    placing = any(players.charts(who) for who in people)
    return len(begun) >= TABLES and not placing


async def _played(players: Writers, writing: list[asyncio.Task[None]], count: int) -> None:
    """Wait until ``count`` more actions were acknowledged in messages."""
    wanted = players.served()[0] + count
    players.writing.set()
    async with asyncio.timeout(PATIENCE):
        while players.served()[0] < wanted:
            await asyncio.sleep(0.02)
            for task in writing:
                if task.done():
                    task.result()
            assert not all(task.done() for task in writing), "no table is left to play"
    players.writing.clear()


async def _all_is_well(players: Writers, invariants: ServerInvariants, history: History) -> None:
    wrong, _ = await invariants.everything_is_shown()
    messages = list(players.local.world.messages.values())
    wrong += [*cards_posted_twice(messages), *invariants.log_is_whole(), *await invariants.tables_fold()]
    assert invariants.doubled_lobbies(messages) == 0
    assert invariants.orphans(messages) == 0
    for number in invariants.tables("playing"):
        table = await invariants.service.get(number)
        for person in table.seating.people:
            who = players.local.world.people[person.id]
            charts = players.charts_of(who, number)
            if len(charts) != 1:
                wrong.append(f"{who.name} has {len(charts)} charts of table {number}")
            elif (find(charts[0], *BEGINS) is not None) != (person in table.awaited):
                wrong.append(f"the chart of {who.name} at table {number} is behind")
    wrong += await invariants.newest_cards_answer(players, Random(1))
    assert not wrong
    assert not history.faults


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
