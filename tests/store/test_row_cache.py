"""What is kept of the database is never older than the database, whatever is read and written at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from unittest.mock import AsyncMock

import pytest
import sqlalchemy as sa

from data.store import schema
from data.store.postgres.shards import ShardRange
from data.store.queries import due, people, practice, servers
from data.store.queries.practice import PracticeRow
from data.store.row_cache import Key, RowCache
from data.store.store import Store
from tests.databases import on_both, put_settings

from .logs import ANN, BOB, header, loaded, opened, play

A: Key = (schema.person, 1)
B: Key = (schema.person, 2)


@pytest.fixture
async def alone(url: sa.URL) -> AsyncIterator[Store]:
    """The store of a bot that has a database to itself."""
    store = await Store.open(url, alone=True)
    yield store
    await store.close()


def counted_reads(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """Each read of the database."""
    reads = AsyncMock(wraps=store.executor.read)
    monkeypatch.setattr(store.executor, "read", reads)
    return reads


@on_both
async def test_a_table_and_settings_are_read_once(alone: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    number = await alone.create(header(), opened())
    reads = counted_reads(alone, monkeypatch)
    for _ in range(3):
        assert await alone.load(number, after=2) is not None
        assert await alone.person_settings(ANN) is None
    await alone.append(number, 2, [play("d4")], status="playing", deadline=9)
    await alone.set_address(number, card=77, shown=3)
    found = await loaded(alone, number, after=3)
    assert (found.header.version, found.header.deadline, found.header.address.card) == (3, 9, 77)
    assert reads.await_count == 1
    whole = await loaded(alone, number)
    assert [event.text for event in whole.events if event.verb == "play"] == ["d4"]


@on_both
async def test_the_settings_of_those_who_sit_there_are_read_with_a_table(
    alone: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await alone.create(header(), opened())
    await put_settings(alone, "person", ANN, "{}")
    reads = counted_reads(alone, monkeypatch)
    await alone.load(number)
    assert await alone.person_settings(ANN) == "{}"
    assert reads.await_count == 1
    await put_settings(alone, "person", ANN, '{"a": 1}')
    assert await alone.person_settings(ANN) == '{"a": 1}'


async def test_a_process_that_shares_a_server_reads_everything(server_url: sa.URL) -> None:
    part = await Store.open(server_url, ShardRange(0, 0, 2), alone=True)
    assert not part.remembers
    await part.close()


@on_both
async def test_where_others_may_write_everything_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await store.create(header(), opened())
    reads = counted_reads(store, monkeypatch)
    for _ in range(3):
        await store.load(number, after=2)
    assert reads.await_count == 3


@on_both
async def test_a_write_whose_caller_has_gone_is_seen_all_the_same(alone: Store) -> None:
    number = await alone.create(header(), opened())
    await alone.load(number, after=2)
    caller = asyncio.create_task(alone.set_address(number, card=5))
    await asyncio.sleep(0)
    while not caller.done():
        caller.cancel()
        await asyncio.sleep(0)
        await alone.load(number, after=2)
    await alone.set_value("after it", "1")
    found, stored = await alone.load(number, after=2), await alone.load(number)
    assert found is not None
    assert stored is not None
    assert found.header == stored.header


@on_both
async def test_what_may_write_anything_makes_everything_be_read_again(alone: Store) -> None:
    number = await alone.create(header(), opened())
    await put_settings(alone, "person", BOB, "{}")
    await alone.load(number, after=2)
    await alone.person_settings(BOB)

    def everything(connection: sa.Connection) -> None:
        connection.execute(sa.update(schema.game_table).values(card=3))
        connection.execute(sa.update(schema.person).values(settings='{"a": 1}'))

    await alone.write(everything)
    found = await loaded(alone, number, after=2)
    assert found.header.address.card == 3
    assert await alone.person_settings(BOB) == '{"a": 1}'


@pytest.mark.parametrize("seed", range(20))
async def test_whatever_happens_at_once_nobody_reads_what_was_true_before(seed: int) -> None:
    """Readers and writers in random order, over a store that takes random time."""
    rng, rows, truth = Random(seed), RowCache(), {A: 0, B: 0}
    begun = dict(truth)

    async def pause() -> None:
        for _ in range(rng.randrange(4)):
            await asyncio.sleep(0)

    async def query() -> dict[Key, int]:
        await pause()
        found = dict(truth)
        await pause()
        return found

    async def read() -> None:
        for _ in range(30):
            key = rng.choice((A, B))
            least = begun[key]
            found = rows.get(key)
            if found is None:
                found = (await rows.read(query(), lambda found: {**found}))[key]
            assert found >= least
            await pause()

    async def write() -> None:
        for _ in range(15):
            key = rng.choice((A, B))
            known = rng.random() < 0.7
            end = rows.begin(key if known else None)
            await pause()
            truth[key] += 1
            await pause()
            end((lambda row: row + 1) if known and rng.random() < 0.8 else None)
            begun[key] = truth[key]
            await pause()

    await asyncio.gather(*(read() for _ in range(4)), *(write() for _ in range(2)))
    for key in (A, B):
        found = rows.get(key)
        assert found is None or found == truth[key]


@on_both
async def test_what_concerns_one_row_leaves_the_others_known(
    alone: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await alone.create(header(), opened())
    await alone.load(number, after=2)
    await alone.person_settings(ANN)
    await practice.save(alone, PracticeRow(ANN, "puzzle", "toy/1", "", 0, "", 0, 0))
    await people.change_person(alone, BOB, {"a": 1})
    await servers.change_server(alone, 5, {"a": 1})
    reads = counted_reads(alone, monkeypatch)
    await alone.load(number, after=2)
    await alone.person_settings(ANN)
    assert reads.await_count == 0
    assert await alone.person_settings(BOB) == '{"a": 1}'
    assert await alone.server_settings(5) == '{"a": 1}'
    await due.set_deadline(alone, number, 2, 99)
    found = await loaded(alone, number, after=2)
    assert found.header.deadline == 99
