"""What people agree on, what none of it may do, how games end, and what is kept of them."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from bot.games import record as records
from bot.tables import permissions
from bot.tables.errors import NotSeated, TableError
from bot.tables.events import agreements
from bot.tables.model.pace import DAY, HOUR
from bot.tables.model.table import Table
from bot.tables.record_text import record_of, record_text
from bot.tables.service import TableService
from data.store.queries import followups
from tests.databases import on_both
from tests.games.registry import GAMES, of_each_game

from .folded import AT, agreed, begun, done
from .folded import refused as told
from .harness import (
    ANN,
    BOB,
    CID,
    DEE,
    accepted,
    clock_of,
    opened,
    play_on,
    refused,
    replaced,
    seated,
)


async def played(service: TableService, *texts: str, game: str = "snorkels") -> Table:
    """A game of Ann and Bob with these actions played."""
    table = await seated(service, game, ANN, BOB)
    for text in texts:
        table = await service.play(table.id, table.awaited[0], text)
    return table


def test_a_pause_stops_clock_and_game_until_both_want_to_go_on() -> None:
    table = agreed(done(begun(BOB, measure="1d"), agreements.pause_or_resume, BOB, AT + HOUR), ANN, AT + HOUR)
    assert clock_of(table).at(AT + 9 * DAY).left[0] == 23 * HOUR
    told(table, agreements.request_pause, ANN, "already paused")
    with pytest.raises(TableError, match="The clock is paused"):
        permissions.require_turn(table, ANN)
    table = agreed(done(table, agreements.pause_or_resume, ANN, AT + 9 * DAY), BOB, AT + 9 * DAY)
    assert clock_of(table).deadline(0) == AT + 9 * DAY + 23 * HOUR
    told(table, agreements.request_resume, ANN, "isn’t paused")


@pytest.mark.parametrize("declined", [True, False])
def test_nobody_can_hold_up_a_paused_game_for_more_than_a_week(declined: bool) -> None:
    def both_pause(table: Table, at: int) -> Table:
        return done(done(table, agreements.request_pause, ANN, at), agreements.request_pause, BOB, at)

    asked = AT + 10 * DAY
    table = done(both_pause(begun(BOB, measure="1d"), AT), agreements.request_resume, ANN, asked)
    assert agreements.resumes_alone(table) == asked + 7 * DAY
    if declined:
        table = done(table, partial(agreements.decline, ask=table.agreements.requests[0].seq), BOB, asked)
        table = done(table, agreements.request_resume, ANN, asked + 7 * DAY - HOUR)
    assert clock_of(table).paused
    table = done(table, agreements.request_resume, ANN, asked + 7 * DAY)
    assert not clock_of(table).paused
    assert table.agreements.requests == ()
    assert agreements.resumes_alone(both_pause(table, asked + 8 * DAY)) is None, "another pause begins anew"


@on_both
async def test_somebody_takes_over_whom_the_others_accept(service: TableService) -> None:
    table = await opened(service, "1d")
    await service.play(table.id, ANN, "d4")
    table = await service.change_as(table.id, BOB, agreements.offer_seat)
    await service.store.set_seat(table.id, table.seating.seated[1].slot, chart_channel=7, chart=8)
    table = await service.change_as(table.id, CID, partial(agreements.take_over, whose=BOB.id))
    await refused(service.change_as(table.id, DEE, agreements.take_over), "Somebody else has already asked")
    table = await accepted(service, table.id, ANN)
    assert {row.person for row in table.seats} == {ANN.id, CID.id}
    (left,) = await followups.load(service.store)
    assert left == (table.id, ("card", table.version - 3, BOB.id, 7, 8)), "his chart is an older card now"
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
