"""What people agree on, what none of it may do, how games end, and what is kept of them."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from bot.games import record as records
from bot.tables.errors import NotSeated, Stale
from bot.tables.events import agreements
from bot.tables.model.pace import DAY, HOUR
from bot.tables.model.table import Table
from bot.tables.record_text import record_of, record_text
from bot.tables.service import TableService
from data.store.queries import followups
from tests.databases import on_both
from tests.games.registry import GAMES, of_each_game

from .harness import (
    ANN,
    BOB,
    CID,
    DEE,
    Room,
    accepted,
    clock_of,
    opened,
    play_on,
    refused,
    replaced,
    seated,
    time_left,
)


async def played(service: TableService, *texts: str, game: str = "snorkels") -> Table:
    """A game of Ann and Bob with these actions played."""
    table = await seated(service, game, ANN, BOB)
    for text in texts:
        table = await service.play(table.id, table.awaited[0], text)
    return table


async def test_an_action_is_taken_back_when_the_other_agrees_and_no_control_from_before_means_anything(
    service: TableService,
) -> None:
    before = await played(service, "d4", "take green")
    table = await service.play(before.id, BOB, "c4")
    asked = await service.change_as(table.id, BOB, agreements.request_undo)
    assert asked.state == table.state, "asking alone changes nothing"
    table = await accepted(service, table.id, ANN)
    assert (table.state, table.turns, table.agreements.requests) == (before.state, before.turns, ())
    assert before.version < table.undone_to
    assert "c4" not in record_text(table)
    for version in range(1, table.version):
        await refused(service.play(table.id, BOB, "c4", version=version), error=Stale)
    await service.play(table.id, BOB, "c4", version=table.version)


async def test_a_pause_stops_clock_and_game_until_both_want_to_go_on(
    room: Room, service: TableService
) -> None:
    table = await opened(service, "1d")
    room.ticks += HOUR
    await service.change_as(table.id, BOB, agreements.pause_or_resume)
    table = await accepted(service, table.id, ANN)
    await refused(service.play(table.id, ANN, "d4"), "The clock is paused")
    await refused(service.change_as(table.id, ANN, agreements.request_pause), "already paused")
    room.ticks += 9 * DAY
    await service.change_as(table.id, ANN, agreements.pause_or_resume)
    table = await accepted(service, table.id, BOB)
    assert abs(time_left(table, room.ticks) - 23 * HOUR) < HOUR // 60
    await refused(service.change_as(table.id, ANN, agreements.request_resume), "isn’t paused")
    await service.play(table.id, ANN, "d4")


@pytest.mark.parametrize("answer", [None, agreements.decline])
async def test_nobody_can_hold_up_a_paused_game_for_more_than_a_week(
    room: Room, service: TableService, answer: Any
) -> None:
    table = await opened(service, "1d")
    for person in (ANN, BOB):
        await service.change_as(table.id, person, agreements.request_pause)
    room.ticks += 10 * DAY
    table = await service.change_as(table.id, ANN, agreements.request_resume)
    assert (alone := agreements.resumes_alone(table)) is not None
    assert alone == pytest.approx(room.ticks + 7 * DAY, abs=HOUR)
    if answer is not None:
        await service.change_as(table.id, BOB, partial(answer, ask=table.agreements.requests[0].seq))
    room.ticks += 7 * DAY - HOUR
    again = await (
        service.change_as(table.id, ANN, agreements.request_resume) if answer else service.get(table.id)
    )
    assert clock_of(again).paused
    room.ticks += HOUR
    table = await service.change_as(table.id, ANN, agreements.request_resume)
    assert not clock_of(table).paused
    assert table.agreements.requests == ()
    for person in (ANN, BOB):
        table = await service.change_as(table.id, person, agreements.request_pause)
    assert agreements.resumes_alone(table) is None, "another pause begins anew"


@on_both
async def test_somebody_takes_over_whom_the_others_accept(room: Room, service: TableService) -> None:
    table = await opened(service, "1d")
    await service.play(table.id, ANN, "d4")
    await refused(service.change_as(table.id, CID, agreements.take_over), "Nobody is leaving")
    room.ticks += 20 * HOUR
    table = await service.change_as(table.id, BOB, agreements.offer_seat)
    await service.store.set_seat(table.id, table.seating.seated[1].slot, chart_channel=7, chart=8)
    assert table.seating.leaving == {BOB.id}
    table = await service.change_as(table.id, CID, partial(agreements.take_over, whose=BOB.id))
    await refused(service.change_as(table.id, DEE, agreements.take_over), "Somebody else has already asked")
    await refused(accepted(service, table.id, BOB), "leaving this table")
    table = await accepted(service, table.id, ANN)
    assert (table.seating.people, table.seating.leaving, table.agreements.requests) == (
        (ANN, CID),
        frozenset(),
        (),
    )
    assert {row.person for row in table.seats} == {ANN.id, CID.id}
    (left,) = await followups.load(service.store)
    assert left == (table.id, ("card", table.version - 3, BOB.id, 7, 8)), "his chart is an older card now"
    assert clock_of(table).left[1] == DAY, "the turn begins anew"
    await refused(service.play(table.id, BOB, "take green"), error=NotSeated)
    await service.play(table.id, CID, "take green")


async def test_whoever_opened_a_table_and_left_it_cannot_cancel_it(service: TableService) -> None:
    table = await replaced(service, (await played(service)).id, ANN, CID, BOB)
    await refused(service.close(table.id, ANN), error=NotSeated)


async def test_whoever_has_seen_the_secrets_of_a_side_does_not_take_over_the_other(
    service: TableService,
) -> None:
    table = await replaced(service, (await played(service, game="depthcharge")).id, ANN, CID, BOB)
    await service.change_as(table.id, BOB, agreements.offer_seat)
    await refused(service.change_as(table.id, ANN, agreements.take_over), "you know its secrets")
    await service.change_as(table.id, BOB, agreements.keep_seat)
    table = await replaced(service, table.id, CID, ANN, BOB)
    assert table.seating.people == (ANN, BOB), "her own side is hers again"


@of_each_game
async def test_a_record_replays_what_was_played(service: TableService, key: str) -> None:
    table = await seated(service, key, *(ANN, BOB)[: GAMES[key].people[1]])
    rng = Random(7)
    for _ in range(30):
        if table.status == "playing":
            table = await play_on(service, table, rng)
    record = record_of(table)
    state = GAMES[key].start(GAMES[key].read_options(dict(record.options)))
    for entry in record.entries:
        state = state.play(entry.seat, GAMES[key].parse(entry.text))
    assert state == table.state
    text = record_text(table)
    assert text.startswith("captains-table record 1\n")
    assert "# table: 1" in text


async def test_a_record_says_who_ended_the_game_and_when(service: TableService) -> None:
    drawn = await seated(service, "tug", ANN, BOB)
    await service.change_as(drawn.id, BOB, agreements.offer_draw)
    drawn = await service.change_as(drawn.id, ANN, agreements.offer_draw)
    assert drawn.ending is not None
    at = drawn.ending.at // 1000
    drawn, _ = await service.rematch(drawn.id, ANN)
    assert record_of(drawn).entries[-1] == records.Entry(drawn.result_seats[0], "draw", at)
    given = await seated(service, "snorkels", ANN, BOB, pie="off")
    given = await service.resign(given.id, BOB)
    assert [str(entry) for entry in record_of(given).entries] == ["green resign"]
