"""Two processes share a database: clicks of one table go to both, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from bot.local import LocalDiscord
from data.store.postgres.shard_locks import ShardLocks, ShardsTaken
from data.store.postgres.shards import ShardRange
from tests import postgres
from tests.patience import PATIENCE
from tests.store.test_postgresql import run

from .players import History
from .two_processes import SHARDS, PlayersOfTwoProcesses, ServerInvariants, ShardProcess, world_on_shard

TABLES = 2


@pytest.mark.slow
async def test_two_processes_serve_one_table_and_lose_nothing(server_url: sa.URL, tmp_path: Path) -> None:
    local = LocalDiscord(world_on_shard(1), shards=SHARDS, max_concurrency=1)
    await local.start()
    async with postgres.database("template1") as url:
        processes = [ShardProcess(local, url, shard, tmp_path) for shard in range(SHARDS)]
        history = History()
        invariants, players = ServerInvariants(url, history), PlayersOfTwoProcesses(local, history, Random(4))
        try:
            # Both make the tables of the empty database, at the same moment.
            await asyncio.gather(*(process.start() for process in processes))
            await asyncio.gather(*(process.seated() for process in processes))
            first, second = sorted(each.began for each in local.gateway.sessions.values())
            assert second - first > 5.0, "Discord lets one in every five seconds"
            await _played(players, invariants)
            wrong, _ = await invariants.everything_is_shown()
            wrong += invariants.cards_are_single(list(local.world.messages.values()))
            wrong += invariants.log_is_whole() + await invariants.tables_fold()
            messages = list(local.world.messages.values())
            assert invariants.orphans(messages) == invariants.doubled_lobbies(messages) == 0
            wrong += await invariants.newest_cards_answer(players, Random(1))
            assert not wrong
            assert not history.faults
            assert all([await process.end(signal.SIGTERM) == 0 for process in processes])
            for process in processes:
                assert "Traceback" not in process.tail(10_000), process.tail(60)
        finally:
            for process in processes:
                await process.end()
            await invariants.close()
            await local.stop()


@pytest.mark.slow
async def test_a_shard_has_one_process_and_one_that_was_killed_makes_room_at_once(
    server_url: sa.URL, tmp_path: Path
) -> None:
    local = LocalDiscord(world_on_shard(1), shards=SHARDS)
    await local.start()
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    async with postgres.database("template1") as url:
        first, second = [ShardProcess(local, url, 1, tmp_path / name) for name in ("first", "second")]
        try:
            await first.start()
            await first.seated()
            await second.start()
            assert await second.ended() == 1
            told = second.tail().splitlines()[-1]
            assert told.startswith(
                "Captain’s Table can’t start. Another process using this database serves shard 1/2"
            )
            assert "Give each shard to exactly one process" in told
            assert "Traceback" not in second.tail(10_000)
            await first.end(signal.SIGKILL)
            await second.start()
            await second.seated()
            assert await second.end(signal.SIGTERM) == 0
        finally:
            for process in (first, second):
                await process.end()
            await local.stop()


@pytest.mark.slow
async def test_a_process_whose_place_was_taken_while_it_was_cut_off_ends_and_says_so(
    server_url: sa.URL, tmp_path: Path
) -> None:
    local = LocalDiscord(world_on_shard(1), shards=SHARDS)
    await local.start()
    async with postgres.database() as url:
        process, other = (
            ShardProcess(local, url, 1, tmp_path),
            ShardLocks(url, ShardRange(1, 1, SHARDS), lambda _taken: None),
        )
        try:
            await process.start()
            await process.seated()
            await _ousted(url, other)
            assert await process.ended() == 1
            told = process.tail().splitlines()[-1]
            assert told.startswith(
                "Captain’s Table has stopped. Another process using this database serves shard 1/2"
            )
        finally:
            await other.release()
            await process.end()
            await local.stop()


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


async def _played(players: PlayersOfTwoProcesses, invariants: ServerInvariants) -> None:
    """People play until both processes have served, and some actions were confirmed in both at once."""
    playing = [asyncio.create_task(players.keep_playing(invariants)) for _ in range(TABLES)]
    try:
        async with asyncio.timeout(PATIENCE):
            while min(players.served()) < 5 or players.races < 2:
                await asyncio.sleep(0.05)
                for task in playing:
                    if task.done():
                        task.result()
    except TimeoutError:
        raise AssertionError(f"served {players.served()}, {players.races} at once") from None
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
