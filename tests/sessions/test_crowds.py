"""How many tables one person may have: a clear refusal, and room again once one is over."""

from __future__ import annotations

import asyncio

import pytest

from bot.sessions import crowds
from bot.sessions.refusals import TableError
from bot.sessions.service import Sessions
from data.store.limits import Crowded, Limits

from .room import ANN, BOB, CID, HERE, Room, seated


async def test_ten_tables_wait_for_players_and_no_more(sessions: Sessions) -> None:
    tables = [await sessions.open("snorkels", ANN, {}, HERE) for _ in range(crowds.WAITING)]
    with pytest.raises(TableError, match="10 of your tables wait for players"):
        await sessions.open("snorkels", ANN, {}, HERE)
    await sessions.open("snorkels", BOB, {}, HERE)
    await sessions.join(tables[0].id, CID, None)
    await sessions.open("snorkels", ANN, {}, HERE)


async def test_nobody_sits_at_more_tables_than_can_be_played(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowds, "SEATS", 2)
    first = await seated(sessions, "snorkels", ANN, BOB)
    await seated(sessions, "snorkels", ANN, BOB)
    open_one = await sessions.open("snorkels", CID, {}, HERE)
    with pytest.raises(TableError, match="You sit at 2 tables"):
        await sessions.join(open_one.id, BOB, None)
    with pytest.raises(TableError, match="You sit at 2 tables"):
        await sessions.open("snorkels", BOB, {}, HERE, most=Limits(seats=2))
    await sessions.resign(first.id, ANN)
    assert (await sessions.join(open_one.id, BOB, None)).status == "playing"


async def test_two_joins_at_once_take_the_last_seat_once(
    room: Room, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowds, "SEATS", 2)
    await seated(sessions, "snorkels", ANN, BOB)
    open_ones = [await sessions.open("snorkels", CID, {}, HERE) for _ in range(2)]
    programs = [sessions, await room.program(seed=2)]
    joined = await asyncio.gather(
        *(each.join(table.id, BOB, None) for each, table in zip(programs, open_ones, strict=True)),
        return_exceptions=True,
    )
    refused = [each for each in joined if isinstance(each, BaseException)]
    assert [str(each) for each in refused] == [str(crowds.refusal(Crowded("seats", 2)))]
    assert len(await sessions.tables_of(BOB.id)) == 2
    states = sorted([(await sessions.snapshot(table.id)).status for table in open_ones])
    assert states == ["lobby", "playing"]


async def test_a_rematch_is_no_further_table(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "SEATS", 1)
    table = await seated(sessions, "snorkels", ANN, BOB)
    await sessions.resign(table.id, ANN)
    await sessions.rematch(table.id, ANN)
    _, new = await sessions.rematch(table.id, BOB)
    assert new is not None
