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

from .crew import Diary
from .fleet import SHARDS, Divided, ServerInquest, Ship, world_on_shard

TABLES = 2


@pytest.mark.slow
async def test_two_processes_serve_one_table_and_lose_nothing(server_url: sa.URL, tmp_path: Path) -> None:
    local = LocalDiscord(world_on_shard(1), shards=SHARDS, max_concurrency=1)
    await local.start()
    async with postgres.database("template1") as url:
        ships = [Ship(local, url, shard, tmp_path) for shard in range(SHARDS)]
        diary = Diary()
        inquest, crew = ServerInquest(url, diary), Divided(local, diary, Random(4))
        try:
            # Both make the tables of the empty database, at the same moment.
            await asyncio.gather(*(ship.start() for ship in ships))
            await asyncio.gather(*(ship.seated() for ship in ships))
            first, second = sorted(each.began for each in local.gateway.sessions.values())
            assert second - first > 5.0, "Discord lets one in every five seconds"
            await _played(crew, inquest)
            wrong, _ = await inquest.everything_is_shown()
            wrong += inquest.cards_are_single(list(local.world.messages.values()))
            wrong += inquest.log_is_whole() + await inquest.tables_fold()
            messages = list(local.world.messages.values())
            assert inquest.orphans(messages) == inquest.doubled_lobbies(messages) == 0
            wrong += await inquest.newest_cards_answer(crew, Random(1))
            assert not wrong
            assert not diary.faults
            assert all([await ship.end(signal.SIGTERM) == 0 for ship in ships])
            for ship in ships:
                assert "Traceback" not in ship.tail(10_000), ship.tail(60)
        finally:
            for ship in ships:
                await ship.end()
            await inquest.close()
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
        first, second = [Ship(local, url, 1, tmp_path / name) for name in ("first", "second")]
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
            for ship in (first, second):
                await ship.end()
            await local.stop()


@pytest.mark.slow
async def test_a_process_whose_place_was_taken_while_it_was_cut_off_ends_and_says_so(
    server_url: sa.URL, tmp_path: Path
) -> None:
    local = LocalDiscord(world_on_shard(1), shards=SHARDS)
    await local.start()
    async with postgres.database() as url:
        ship, other = (
            Ship(local, url, 1, tmp_path),
            ShardLocks(url, ShardRange(1, 1, SHARDS), lambda _taken: None),
        )
        try:
            await ship.start()
            await ship.seated()
            await _ousted(url, other)
            assert await ship.ended() == 1
            told = ship.tail().splitlines()[-1]
            assert told.startswith(
                "Captain’s Table has stopped. Another process using this database serves shard 1/2"
            )
        finally:
            await other.release()
            await ship.end()
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


async def _played(crew: Divided, inquest: ServerInquest) -> None:
    """People play until both processes have served, and some actions were confirmed in both at once."""
    playing = [asyncio.create_task(crew.keep_playing(inquest)) for _ in range(TABLES)]
    try:
        async with asyncio.timeout(PATIENCE):
            while min(crew.served()) < 5 or crew.races < 2:
                await asyncio.sleep(0.05)
                for task in playing:
                    if task.done():
                        task.result()
    except TimeoutError:
        raise AssertionError(f"served {crew.served()}, {crew.races} at once") from None
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
