"""What the daily sweep removes: closed tables, and who attempted a daily curse that is over."""

from __future__ import annotations

from random import Random
from unittest.mock import AsyncMock

import pytest
import sqlalchemy as sa

from bot.features.daily import daily
from bot.games import GAMES
from bot.tables.errors import NoSuchTable
from bot.tables.events import timeouts
from bot.tables.jobs import guild_retention
from bot.tables.model.pace import DAY
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import servers
from tests.databases import fetch, on_both

from .harness import ANN, BOB, HERE, Room, played_out, seated

GUILD = 5


async def claims(service: TableService) -> list[str]:
    """The claims of all attempts at daily curses, by their tables."""
    query = sa.select(schema.daily.c.claim).order_by(schema.daily.c.table_id)
    return await fetch(service.store, query)


async def statuses(service: TableService, *numbers: int) -> list[str]:
    """The statuses of these tables; ``gone`` for one that was removed."""
    found = []
    for number in numbers:
        try:
            found.append((await service.get(number)).status)
        except NoSuchTable:
            found.append("gone")
    return found


@on_both
async def test_closed_tables_are_removed_after_thirty_days_and_no_others(
    room: Room, service: TableService
) -> None:
    cancelled = await service.open("snorkels", ANN, {}, HERE)
    await service.close(cancelled.id, ANN)
    never_started = await service.open("snorkels", ANN, {}, HERE)
    abandoned = await seated(service, "snorkels", ANN, BOB)
    going = await seated(service, "snorkels", ANN, BOB)
    over = await seated(service, "snorkels", ANN, BOB)
    await service.resign(over.id, ANN)
    room.ticks += timeouts.IDLE_TIMEOUT_MS + DAY
    for table in (never_started, abandoned):
        await service.change(table.id, lambda table: timeouts.pass_time(table, room.ticks), None)
    tables = [each.id for each in (cancelled, never_started, abandoned, going, over)]
    room.ticks += guild_retention.KEPT_MS - DAY
    await guild_retention.sweep(service)
    assert await statuses(service, *tables) == ["gone", "closed", "closed", "playing", "over"]
    room.ticks += 2 * DAY
    await guild_retention.sweep(service)
    assert await statuses(service, *tables) == ["gone", "gone", "gone", "playing", "over"]
    left = await fetch(service.store, sa.select(schema.event.c.table_id).distinct())
    assert set(left) == {going.id, over.id}
    assert {*service.cache.kept} == {going.id, over.id}, "nor is the rest in memory"


async def test_an_attempt_that_was_never_finished_goes_in_the_end_and_a_finished_one_stays(
    room: Room,
    service: TableService,
) -> None:
    left = await daily.attempt(service, GAMES["curse"], ANN, GUILD)
    attempt = await daily.attempt(service, GAMES["curse"], BOB, GUILD)
    finished = await played_out(service, attempt, Random(1))
    room.ticks += timeouts.IDLE_TIMEOUT_MS
    await service.change(left.id, lambda table: timeouts.pass_time(table, room.ticks), None)
    room.ticks += guild_retention.KEPT_MS + DAY
    await guild_retention.sweep(service)
    await daily.sweep(service)
    assert await statuses(service, left.id, finished.id) == ["gone", "over"]
    assert await claims(service) == [f"past {finished.id}"]


@on_both
async def test_many_tables_are_removed_in_small_transactions(
    room: Room, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        table = await service.open("snorkels", ANN, {}, HERE)
        await service.close(table.id, ANN)
    transactions = AsyncMock(wraps=service.store.write)
    monkeypatch.setattr(service.store, "write", transactions)
    monkeypatch.setattr(servers, "BATCH", 2)
    assert len(await servers.remove_closed(service.store, room.now())) == 5
    assert transactions.await_count == 3


@on_both
async def test_no_digest_is_kept_of_who_attempted_a_day_that_is_over(
    room: Room, service: TableService
) -> None:
    first = await daily.attempt(service, GAMES["curse"], ANN, GUILD)
    room.ticks += DAY
    second = await daily.attempt(service, GAMES["curse"], ANN, GUILD + 1)
    before = await claims(service)
    await daily.sweep(service)
    assert await claims(service) == [f"past {first.id}", before[1]]
    assert await daily.begun(service, GAMES["curse"], ANN, GUILD + 1), "today's attempt still counts"
    room.ticks += DAY
    await daily.attempt(service, GAMES["curse"], ANN, GUILD + 1)
    assert (await claims(service))[:2] == [f"past {first.id}", f"past {second.id}"], "nor does a new attempt"
