"""How many tables one person may have: a clear refusal, and room again once one is over."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables import lists, table_limits
from bot.tables.events import agreements
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import Limits
from tests.databases import on_both

from .harness import ANN, BOB, CID, DEE, HERE, accepted, log_of, refused, rematched, seated


@pytest.fixture
def one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sits at more than one table."""
    monkeypatch.setattr(table_limits, "MAX_SEATS", 1)


async def test_ten_tables_wait_for_players_and_no_more(service: TableService) -> None:
    tables = [await service.open("snorkels", ANN, {}, HERE) for _ in range(table_limits.MAX_WAITING)]
    await refused(service.open("snorkels", ANN, {}, HERE), "10 tables waiting for players")
    await service.open("snorkels", BOB, {}, HERE)
    await service.join(tables[0].id, CID, None)
    await service.open("snorkels", ANN, {}, HERE)


async def test_nobody_sits_at_more_tables_than_can_be_played(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_limits, "MAX_SEATS", 2)
    first = await seated(service, "snorkels", ANN, BOB)
    await seated(service, "snorkels", ANN, BOB)
    open_one = await service.open("snorkels", CID, {}, HERE)
    await refused(service.join(open_one.id, BOB, None), "You’re already at 2 tables")
    await refused(service.open("snorkels", BOB, {}, HERE, most=Limits(seats=2)), "You’re already at 2 tables")
    await service.resign(first.id, ANN)
    assert (await service.join(open_one.id, BOB, None)).status == "playing"


async def test_an_undo_and_a_rematch_are_no_further_table(service: TableService, one_seat: None) -> None:
    table = await seated(service, "snorkels", ANN, BOB)
    await service.play(table.id, ANN, "d4")
    asked = await service.change_as(table.id, ANN, agreements.request_undo)
    assert [ask.kind for ask in asked.agreements.requests] == ["undo"]
    await service.resign(table.id, ANN)
    await rematched(service, table.id, ANN, BOB)


async def left_by(service: TableService, *people: Person) -> Table:
    """A table of these people, the last of whom would leave."""
    table = await seated(service, "snorkels" if len(people) == 2 else "crackers", *people)
    return await service.change_as(table.id, people[-1], agreements.offer_seat)


async def test_whoever_sits_at_enough_tables_hears_it_when_they_offer_to_take_over(
    service: TableService, one_seat: None
) -> None:
    own = await service.open("snorkels", CID, {}, HERE)
    left = await left_by(service, ANN, BOB)
    before = await log_of(service, left.id)
    await refused(service.change_as(left.id, CID, agreements.take_over), "You’re already at a table")
    assert await log_of(service, left.id) == before
    await service.close(own.id, CID)
    asked = await service.change_as(left.id, CID, agreements.take_over)
    assert [ask.by for ask in asked.agreements.requests] == [CID]


@on_both
async def test_whoever_has_sat_down_elsewhere_meanwhile_takes_nothing_over(
    service: TableService, one_seat: None
) -> None:
    left = await left_by(service, ANN, BOB, DEE)
    asked = await service.change_as(left.id, CID, agreements.take_over, "k1")
    own = await service.open("snorkels", CID, {}, HERE)
    assert (await service.change_as(left.id, CID, agreements.take_over, "k1")).version == asked.version, (
        "done already"
    )
    await accepted(service, left.id, ANN)
    before = await log_of(service, left.id)
    await refused(
        accepted(service, left.id, BOB),
        "Cid is already at 1 tables.*Accept.* again once they’ve finished a game",
    )
    assert await log_of(service, left.id) == before, "the request stands, and nobody has got up or sat down"
    await service.close(own.id, CID)
    after = await accepted(service, left.id, BOB)
    assert CID in after.seating.people
    assert DEE not in after.seating.people
    assert {row.person for row in after.seats} == {ANN.id, BOB.id, CID.id}


async def test_who_takes_over_at_once_where_all_others_leave_is_counted_once(
    service: TableService, one_seat: None
) -> None:
    left, other = [await seated(service, "snorkels", *pair) for pair in ((ANN, BOB), (DEE, CID))]
    for person in (ANN, BOB):
        await service.change_as(left.id, person, agreements.offer_seat)
    await refused(service.change_as(left.id, CID, agreements.take_over), "You’re already at a table")
    await service.resign(other.id, DEE)
    assert CID in (await service.change_as(left.id, CID, agreements.take_over)).seating.people


@on_both
async def test_two_tables_that_agree_at_once_give_their_seats_to_one_person_once(
    service: TableService, other: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_limits, "MAX_SEATS", 2)
    await service.open("snorkels", CID, {}, HERE)
    tables = [await left_by(service, ANN, BOB), await left_by(service, DEE, BOB)]
    tables = [await service.change_as(table.id, CID, agreements.take_over) for table in tables]
    agreed = await asyncio.gather(
        *(
            accepted(each, table.id, person)
            for each, table, person in zip([service, other], tables, [ANN, DEE], strict=True)
        ),
        return_exceptions=True,
    )
    assert [str(each) for each in agreed if isinstance(each, BaseException)] == [
        (
            "Cid is already at 2 tables, so they can’t take the seat yet. Press **Accept Takeover** again "
            "once they’ve finished a game, or press **Decline Takeover**."
        )
    ]
    assert len(await lists.tables_of(service, CID.id)) == 2
    assert sorted([len((await service.get(table.id)).agreements.requests) for table in tables]) == [0, 1]
