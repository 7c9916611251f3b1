"""What the daily sweep removes: closed tables, and who attempted a daily curse that is over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.tables import daily
from bot.tables.errors import NoSuchTable
from bot.tables.events import timeouts
from bot.tables.jobs import guild_retention
from bot.tables.service import Sessions
from data.store import schema
from data.store.queries import servers

from .harness import ANN, BOB, HERE, Room, play_on, seated

GUILD = 5


async def claims(sessions: Sessions) -> list[str]:
    """The claims of all attempts at daily curses, by their tables."""
    query = sa.select(schema.daily.c.claim).order_by(schema.daily.c.session)
    async with sessions.store.reading() as connection:
        return list((await connection.scalars(query)).all())


async def statuses(sessions: Sessions, *numbers: int) -> list[str]:
    """The statuses of these tables; ``gone`` for one that was removed."""
    found = []
    for number in numbers:
        try:
            found.append((await sessions.snapshot(number)).status)
        except NoSuchTable:
            found.append("gone")
    return found


async def test_closed_tables_are_removed_after_thirty_days_and_no_others(room: Room) -> None:
    sessions = await room.program()
    cancelled = await sessions.open("snorkels", ANN, {}, HERE)
    await sessions.close(cancelled.id, ANN)
    never_started = await sessions.open("snorkels", ANN, {}, HERE)
    abandoned = await seated(sessions, "snorkels", ANN, BOB)
    going = await seated(sessions, "snorkels", ANN, BOB)
    over = await seated(sessions, "snorkels", ANN, BOB)
    await sessions.resign(over.id, ANN)
    room.ticks += timeouts.IDLE + guild_retention.DAY
    for table in (never_started, abandoned):
        await sessions.change(table.id, lambda table: timeouts.pass_time(table, room.ticks), None)
    tables = [each.id for each in (cancelled, never_started, abandoned, going, over)]
    room.ticks += guild_retention.KEPT - guild_retention.DAY
    await guild_retention.sweep(sessions)
    assert await statuses(sessions, *tables) == ["gone", "closed", "closed", "playing", "over"]
    room.ticks += 2 * guild_retention.DAY
    await guild_retention.sweep(sessions)
    assert await statuses(sessions, *tables) == ["gone", "gone", "gone", "playing", "over"]
    async with sessions.store.reading() as connection:
        left = await connection.scalars(sa.select(schema.event.c.session).distinct())
        assert set(left.all()) == {going.id, over.id}


async def test_an_attempt_that_was_never_finished_goes_in_the_end_and_a_finished_one_stays(
    room: Room,
) -> None:
    sessions = await room.program()
    left = await daily.attempt(sessions, ANN, GUILD)
    finished, rng = await daily.attempt(sessions, BOB, GUILD), Random(1)
    while finished.status == "playing":
        finished = await play_on(sessions, finished, rng)
    room.ticks += timeouts.IDLE
    await sessions.change(left.id, lambda table: timeouts.pass_time(table, room.ticks), None)
    room.ticks += guild_retention.KEPT + guild_retention.DAY
    await guild_retention.sweep(sessions)
    assert await statuses(sessions, left.id, finished.id) == ["gone", "over"]
    assert await claims(sessions) == [f"past {finished.id}"]


async def test_many_tables_are_removed_in_small_transactions(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = await room.program()
    for _ in range(5):
        table = await sessions.open("snorkels", ANN, {}, HERE)
        await sessions.close(table.id, ANN)
    store, transactions = sessions.store, []
    writing = store.writing

    def counted() -> Any:
        transactions.append(1)
        return writing()

    monkeypatch.setattr(store, "writing", counted)
    monkeypatch.setattr(servers, "BATCH", 2)
    assert len(await servers.remove_closed(store, room.now())) == 5
    assert len(transactions) == 3


async def test_the_sweep_keeps_no_digest_of_who_attempted_a_day_that_is_over(room: Room) -> None:
    sessions = await room.program()
    first = await daily.attempt(sessions, ANN, GUILD)
    room.ticks += guild_retention.DAY
    second = await daily.attempt(sessions, ANN, GUILD + 1)
    before = await claims(sessions)
    await guild_retention.sweep(sessions)
    assert await claims(sessions) == [f"past {first.id}", before[1]]
    assert await daily.begun(sessions, ANN, GUILD + 1), "today's attempt still counts"
    room.ticks += guild_retention.DAY
    await guild_retention.sweep(sessions)
    assert await claims(sessions) == [f"past {first.id}", f"past {second.id}"]
