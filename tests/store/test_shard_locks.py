"""Shards are served by one process each, and Discord is asked in turn: PostgreSQL knows who is there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
import sqlalchemy as sa

from data.store import shard_locks
from data.store.postgres import kept_connection
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.records import DatabaseUnusable
from data.store.shard_locks import (
    IDENTIFY_EVERY_MS,
    MAX_WAIT_MS,
    ShardLocks,
    ShardsTaken,
    lock_holders,
    wait_to_identify,
)
from data.store.store import Store
from tests.postgres import run

LOWER, UPPER, ONE, LAST = (
    ShardRange(0, 3, 8),
    ShardRange(4, 7, 8),
    ShardRange(5, 5, 8),
    ShardRange(99_998, 99_998, 99_999),
)
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
Take = Callable[..., Coroutine[Any, Any, ShardLocks]]


@pytest.fixture
async def take(server_url: sa.URL, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Take]:
    """Claims a part, as a process does at its start, for as long as the test lasts."""
    monkeypatch.setattr(shard_locks, "ACQUIRE_TIMEOUT_S", 0.0)
    monkeypatch.setattr(kept_connection, "RECONNECT_S", 0.05)
    taken: list[ShardLocks] = []

    async def took(part: ShardRange, lost: Callable[[ShardsTaken], None] = lambda _taken: None) -> ShardLocks:
        claim = ShardLocks(server_url, part, lost)
        await claim.acquire()
        taken.append(claim)
        return claim

    yield took
    for claim in taken:
        await claim.release()


async def test_parts_that_have_no_shard_in_common_are_served_side_by_side(
    take: Take, server_url: sa.URL
) -> None:
    assert await lock_holders(server_url) == {}
    claims = [await take(part) for part in (UPPER, LOWER)]
    assert list(await lock_holders(server_url)) == [LOWER, UPPER]
    for claim in claims:
        await claim.release()
    await take(LAST)
    assert list(await lock_holders(server_url)) == [LAST], "the largest part, as it was claimed"


async def test_who_would_serve_what_is_served_is_refused_with_both_parts(
    take: Take, server_url: sa.URL
) -> None:
    for there, comes, words in (
        (LOWER, LOWER, "serves shards 0-3/8, but this one is set to serve shards 0-3/8"),
        (UPPER, ONE, "serves shards 4-7/8, but this one is set to serve shard 5/8"),
        (LOWER, ShardRange(1, 1, 2), "serves shards 0-3/8, but this one is set to serve shard 1/2"),
        (ALL_SHARDS, UPPER, "serves all shards, but this one is set to serve shards 4-7/8"),
        (UPPER, ALL_SHARDS, "serves shards 4-7/8, but this one is set to serve all shards"),
        (ALL_SHARDS, ShardRange(0, 7, 8), "serves all shards, but this one is set to serve all shards"),
    ):
        first = await take(there)
        with pytest.raises(ShardsTaken, match=f"{words}. Give each shard to exactly one process"):
            await take(comes)
        assert list(await lock_holders(server_url)) == [there]
        await first.release()
        assert await lock_holders(server_url) == {}, "who leaves makes room at once"


async def test_of_many_that_come_at_once_each_shard_gets_one(take: Take, server_url: sa.URL) -> None:
    asked = [ShardRange(first, first + 1, 6) for first in (0, 1, 2, 3, 4)] * 2
    came = await asyncio.gather(*(take(part) for part in asked), return_exceptions=True)
    there = await lock_holders(server_url)
    assert len(there) == sum(isinstance(each, ShardLocks) for each in came) >= 2
    served = [shard for part in there for shard in part.shards]
    assert len(served) == len(set(served))


async def test_who_is_still_going_is_waited_for(
    take: Take, server_url: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await take(LOWER)
    monkeypatch.setattr(shard_locks, "ACQUIRE_TIMEOUT_S", 60.0)
    coming = asyncio.create_task(take(LOWER))
    await asyncio.sleep(0.3)
    assert not coming.done()
    await first.release()
    await coming
    assert list(await lock_holders(server_url)) == [LOWER]


async def test_a_lost_connection_is_claimed_with_again(take: Take, server_url: sa.URL) -> None:
    lost: list[ShardsTaken] = []
    await take(LOWER, lost.append)
    await run(server_url, CUT)
    async with asyncio.timeout(60):
        while list(await lock_holders(server_url)) != [LOWER]:  # noqa: ASYNC110 (the server tells nobody)
            await asyncio.sleep(0.01)
    assert lost == []


async def test_who_finds_the_place_taken_after_a_lost_connection_is_told(
    take: Take, server_url: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_connection, "RECONNECT_S", 0.2)
    lost: asyncio.Queue[ShardsTaken] = asyncio.Queue()
    await take(LOWER, lost.put_nowait)
    taken = False
    while not taken:
        await run(server_url, CUT)
        # On a busy machine the first may be back already.
        with contextlib.suppress(ShardsTaken):
            taken = bool(await take(ShardRange(3, 4, 8)))
    async with asyncio.timeout(60):
        assert "serves shards 3-4/8" in str(await lost.get())


async def test_a_server_that_is_not_there_is_said() -> None:
    nowhere = sa.make_url("postgresql+asyncpg://captain:swordfish@127.0.0.1:9/tables")
    with pytest.raises(DatabaseUnusable, match="Can’t reach the database server"):
        await ShardLocks(nowhere, ALL_SHARDS, lambda _taken: None).acquire()
    with pytest.raises(DatabaseUnusable, match="Can’t reach the database server"):
        await lock_holders(nowhere)


async def turn(store: Store, bucket: int) -> int:
    """The moment that was given last."""
    fact = await store.value(f"identify {bucket}")
    assert fact is not None
    return int(fact)


async def test_shards_of_a_bucket_identify_one_after_another_whichever_process_they_are_of(
    server_url: sa.URL,
) -> None:
    stores = [await Store.open(server_url, part) for part in (LOWER, UPPER)]
    assert await wait_to_identify(stores[0], 0) == 0.0
    first = await turn(stores[0], 0)
    waits = await asyncio.gather(*(wait_to_identify(store, 0) for store in stores * 3))
    assert await turn(stores[0], 0) - first >= 6 * IDENTIFY_EVERY_MS
    # The more the asking took, the less is left to wait.
    assert 0.0 < max(waits) <= 6 * IDENTIFY_EVERY_MS / 1000
    assert await wait_to_identify(stores[1], 1) == 0.0
    for store in stores:
        await store.close()


async def test_a_turn_after_the_clock_was_set_back_is_not_waited_for(server_url: sa.URL) -> None:
    store = await Store.open(server_url, LOWER)
    await wait_to_identify(store, 0)
    await store.set_value("identify 0", str(await turn(store, 0) + 2 * MAX_WAIT_MS))
    assert await wait_to_identify(store, 0) < 1.0
    await store.close()
