"""Processes that share a database: each does by itself what its own servers want, and hears of the rest."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from bot.features.privacy.erasure import erase
from bot.tables.jobs import guild_retention
from bot.tables.model import pace
from bot.tables.model.pace import DAY, HOUR
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.postgres import kept_connection
from data.store.postgres.notify import ChangeListener
from data.store.postgres.shards import ALL_SHARDS, ShardRange, runs
from data.store.queries import due, servers
from data.store.records import Address
from data.store.store import Store
from tests.databases import execute, fetch, on_both
from tests.patience import PATIENCE

from .harness import ANN, BOB, Hours, Room, verbs

on_server = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
LOWER, UPPER = ShardRange(0, 1, 4), ShardRange(2, 3, 4)
NEAR, FAR = 1 << 22, 2 << 22
"""Servers on shard 1, and on shard 2."""


@pytest.fixture
async def lower(room: Room) -> TableService:
    return await room.program(part=LOWER)


@pytest.fixture
async def upper(room: Room) -> TableService:
    return await room.program(part=UPPER, seed=2)


async def begun(service: TableService, guild: int | None, measure: str = "1h") -> Table:
    address = Address(guild, 10)
    table = await service.open("snorkels", ANN, {}, address, measure=pace.read(measure))
    return await service.join(table.id, BOB, None)


@on_both
async def test_the_database_parts_servers_as_discord_does(room: Room) -> None:
    store = (await room.program()).store
    guilds = [None, *(number << 22 | 5 for number in (0, 1, 2, 3, 7, 2**40 + 3, 2**41 - 1))]
    for part in (LOWER, UPPER, ShardRange(1, 1, 3), ALL_SHARDS):
        for guild in guilds:
            column = sa.cast(sa.literal(guild, sa.BigInteger), sa.BigInteger)
            asked = sa.select(sa.case((part.holding(column), 1), else_=0))
            assert await fetch(store, asked) == [part.holds(guild)], (part, guild)


@on_both
async def test_time_passes_once_at_each_table(
    room: Room, lower: TableService, upper: TableService, seldom: None
) -> None:
    tables = [await begun(each, guild) for each, guild in ((lower, FAR), (upper, NEAR), (lower, None))]
    clocks = [Hours(room, each, poll_s=3600.0) for each in (lower, upper)]
    end = room.ticks + 3 * HOUR
    while room.ticks < end:
        pauses = await asyncio.gather(*(hours.deadlines.tick() for hours in clocks))
        room.ticks += int(min(pauses) * 1000)
    for table in tables:
        told = Counter(await verbs(lower, table.id))
        assert (told["flag"], told["remind"]) == (1, 2), f"{told}"
    near, far = tables[1], tables[0]
    assert await due.running(lower.store, paced=True) == [near.id, tables[2].id]
    assert await due.running(upper.store, paced=True) == [far.id]


@on_both
async def test_the_time_of_a_stop_is_given_back_where_it_was_lost(
    room: Room, lower: TableService, upper: TableService
) -> None:
    near, far = await begun(lower, NEAR, "1d"), await begun(upper, FAR, "1d")
    clocks = [Hours(room, each, poll_s=60.0) for each in (lower, upper)]
    for hours in clocks:
        await hours.deadlines.tick()
    for _ in range(10):  # the upper process stands still
        room.ticks += HOUR // 60
        await clocks[0].deadlines.tick()
    await Hours(room, upper, poll_s=60.0).deadlines.tick()
    assert "downtime" in await verbs(upper, far.id)
    assert "downtime" not in await verbs(lower, near.id)


@on_both
async def test_a_stop_counts_though_the_shards_were_parted_in_another_way(room: Room) -> None:
    whole = await room.program()
    table, other = await begun(whole, FAR, "1d"), await begun(whole, NEAR, "1d")
    await Hours(room, whole, poll_s=60.0).deadlines.tick()
    room.ticks += 10 * HOUR
    for part in (LOWER, UPPER):
        await Hours(room, await room.program(part=part), poll_s=60.0).deadlines.tick()
    for each in (table, other):
        assert "downtime" in await verbs(whole, each.id)


@on_both
async def test_servers_of_other_processes_are_not_taken_for_left(
    room: Room, lower: TableService, upper: TableService
) -> None:
    near, far = await begun(lower, NEAR), await begun(upper, FAR)
    for guild in (NEAR, FAR):
        await servers.change_server(lower.store, guild, {"tables": 3})
    await guild_retention.note_present_guilds(lower, {NEAR})
    await guild_retention.note_present_guilds(upper, {FAR})
    room.ticks += 40 * DAY
    assert await guild_retention.sweep(lower) == await guild_retention.sweep(upper) == 0
    await guild_retention.note_present_guilds(upper, set())
    room.ticks += 40 * DAY
    assert await guild_retention.sweep(lower) == 1, "whoever looks first removes what is kept of it"
    assert (await lower.get(near.id)).id == near.id
    assert await upper.store.load(far.id) is None
    assert set(await servers.servers_with_settings(lower.store)) == {NEAR}
    assert await servers.servers_with_settings(upper.store) == {}


@on_both
async def test_each_process_shows_its_own_tables(lower: TableService, upper: TableService) -> None:
    near, far, direct = [await begun(upper, guild) for guild in (NEAR, FAR, None)]
    assert await lower.store.unshown() == [near.id, direct.id]
    assert await upper.store.unshown() == [far.id]


class Ear:
    """What one process hears."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.rewritten: list[int] = []
        self.forgotten: list[int] = []
        self.began = asyncio.Event()
        self.beginnings = 0

    def missed(self) -> None:
        self.beginnings += 1
        self.began.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) < count:  # noqa: ASYNC110 (a driver's thread of control calls)
                await asyncio.sleep(0.005)


@pytest.fixture
async def ear(room: Room) -> AsyncIterator[Ear]:
    """What the upper process hears."""
    ear = Ear()
    listening = ChangeListener(
        room.url, ear.heard.append, ear.missed, ear.rewritten.append, ear.forgotten.append
    )
    listening.start()
    async with asyncio.timeout(PATIENCE):
        await ear.began.wait()
    yield ear
    await listening.stop()


@on_server
async def test_what_one_process_does_at_anothers_table_is_told(
    lower: TableService, upper: TableService, ear: Ear
) -> None:
    near, far = await begun(lower, NEAR), await begun(upper, FAR)
    assert ear.heard == [], "nobody is told of what is looked after at home"
    await lower.play(far.id, ANN, "d4")
    await ear.until(1)
    await lower.resign(far.id, ANN)
    await ear.until(2)
    await lower.rematch(far.id, BOB)
    await ear.until(3)
    _, new = await lower.rematch(far.id, ANN)
    await ear.until(5)
    assert ear.heard == [far.id, far.id, far.id, far.id, new]
    # And the other process sees it, though it keeps tables in memory.
    assert (await upper.get(far.id)).version == (await lower.get(far.id)).version
    await upper.play(near.id, ANN, "d4")
    await ear.until(6)
    assert ear.heard[-1] == near.id


@on_server
async def test_who_changed_a_table_elsewhere_hears_of_the_answer(upper: TableService, ear: Ear) -> None:
    far = await begun(upper, FAR)
    await upper.play(far.id, ANN, "d4")
    upper.store.shared[far.id] = True
    await upper.resign(far.id, BOB)
    await ear.until(1)
    assert ear.heard == [far.id], "the process that can reply to a press there shows it"


@on_server
async def test_of_whom_is_forgotten_in_one_process_the_others_are_told(
    lower: TableService, upper: TableService, ear: Ear
) -> None:
    tables = [await begun(upper, FAR) for _ in range(3)]
    await upper.open("snorkels", BOB, {}, Address(FAR, 10))
    await erase(lower, ANN)
    async with asyncio.timeout(PATIENCE):
        while not ear.forgotten:  # noqa: ASYNC110 (a driver's thread of control calls)
            await asyncio.sleep(0.005)
    assert set(ear.rewritten) == {table.id for table in tables}, "what holds nothing of them stays"
    assert ear.forgotten == [ANN.id]


@on_server
async def test_after_a_lost_connection_the_missed_is_looked_for(
    room: Room, lower: TableService, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_connection, "RECONNECT_S", 0.05)
    store = await Store.open(room.url)
    room.stores.append(store)
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    ear.began.clear()
    await execute(store, cut)
    async with asyncio.timeout(PATIENCE):
        await ear.began.wait()
    assert ear.beginnings == 2
    await begun(lower, FAR)
    await ear.until(2)
    for said in ("no number", f"forgotten {1 << 63}"):
        await execute(store, f"SELECT pg_notify('captains_table', '{said}')")
    await begun(lower, FAR)
    await ear.until(4)
    assert len(ear.heard) == 4
    assert ear.forgotten == [], "no database has such a number"


def test_a_part_knows_its_bounds_its_servers_and_what_it_shares() -> None:
    middle = ShardRange.read(" 2-3/8 ")
    assert (str(middle), middle.phrase, list(middle.shards)) == ("2-3/8", "shards 2-3/8", [2, 3])
    assert (ShardRange(5, 5, 8).phrase, ALL_SHARDS.phrase) == ("shard 5/8", "all shards")
    assert ShardRange.read("0-7/8").whole
    assert not middle.whole
    for wrong in ("", "3-2/8", "0-8/8", "8/8", "0/0", "1-2", "/8", "-1/8", "a/b", "0-3/8/9"):
        with pytest.raises(ValueError, match="Shards are written"):
            ShardRange.read(wrong)
    assert [middle.holds(shard << 22) for shard in range(1, 6)] == [False, True, True, False, False]
    assert (middle.holds(None), ShardRange(0, 1, 8).holds(None)) == (False, True)
    others = [ShardRange(*each) for each in ((0, 1, 8), (0, 2, 8), (3, 5, 8), (4, 5, 8), (4, 5, 9))]
    assert [middle.overlaps(each) for each in others] == [False, True, True, False, True]
    assert [each.overlaps(middle) for each in others] == [False, True, True, False, True]


def test_shards_in_a_row_are_one_part() -> None:
    assert [str(each) for each in runs([0, 1, 2, 5, 7, 8], 9)] == ["0-2/9", "5/9", "7-8/9"]
    assert runs([], 9) == []
