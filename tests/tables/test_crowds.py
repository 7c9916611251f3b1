"""Crowds at tables: seats, clocks, agreements, undo, ends, records. They play by the service, like people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest
import sqlalchemy as sa

from bot.people import computers, crowds
from bot.people.kinds import Kind, kind_of, own_name
from bot.tables import permissions
from bot.tables.errors import TableError
from bot.tables.events import agreements, downtime, moves, timeouts
from bot.tables.model import pace
from bot.tables.model.pace import HOUR
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.record_text import record_text
from bot.tables.service import TableService
from bot.tables.table_limits import DEFAULT_LIMITS
from tests.games.registry import GAMES

from .harness import ANN, BOB, EVE, HERE, Room, accepted, clock_of, play_on, refused

OFFERED = {key: replace(game, computer=3 if game.people[1] > 1 else 0) for key, game in GAMES.items()}
SHIP = Person(crowds.EVERYBODY, crowds.name_of(crowds.EVERYBODY))
PORT, STARBOARD = (Person(number, crowds.name_of(number)) for number in crowds.WATCHES)
CAPTAIN = Person(computers.newcomer("captain", ()), "Captain")
DAY = pace.read("1d")


@pytest.fixture
async def service(room: Room) -> TableService:
    return await room.program(games=OFFERED)


def _nothing(_connection: sa.Connection, _number: int) -> None:
    pass


async def begun(
    service: TableService, *people: Person, key: str = "hex", measure: pace.Pace = pace.NONE
) -> Table:
    """A game that Eve, who doesn't play, has started."""
    return await service.begin(key, people, EVE, HERE, measure=measure, most=DEFAULT_LIMITS, keep=_nothing)


def ids(people: Sequence[Person]) -> list[int]:
    return [person.id for person in people]


def test_a_crowd_is_neither_a_person_nor_a_computer() -> None:
    assert [kind_of(number) for number in crowds.IDS] == [Kind.CROWD] * 3
    assert kind_of(crowds.IDS[-1] + 1) is Kind.PERSON
    assert not {*crowds.IDS} & {*computers.IDS}
    assert own_name(crowds.EVERYBODY) == "Everyone Aboard"
    assert own_name(ANN.id) is None
    assert Person(crowds.WATCHES[0], "somebody").called == "Port Watch"


async def test_a_crowd_sits_like_a_person_and_is_nobody_who_can_be_called(service: TableService) -> None:
    table = await begun(service, SHIP, CAPTAIN)
    assert (table.status, table.header.host) == ("playing", EVE.id)
    assert ids(table.seating.people) == [SHIP.id, CAPTAIN.id]
    assert (table.seating.humans, table.seating.crowds, table.seating.deciding) == ((), (SHIP,), (SHIP,))
    assert {table.solo, table.alone, table.may_be_rated, moves.hints_possible(table)} == {False}


async def test_who_plays_a_crowd_does_not_play_alone(service: TableService) -> None:
    table = await begun(service, SHIP, ANN)
    assert table.seating.humans == (ANN,)
    assert {table.solo, table.alone, table.undone_freely, moves.hints_possible(table)} == {False}


async def test_a_crowd_holds_every_seat_of_its_side(service: TableService) -> None:
    table = await begun(service, SHIP, CAPTAIN, key="crackers")
    assert [seat.person.id for seat in table.seating.seated].count(SHIP.id) == 3


async def test_a_game_that_somebody_starts_twice_is_begun_once(service: TableService) -> None:
    for _ in range(2):
        table = await service.begin(
            "hex",
            (SHIP, CAPTAIN),
            EVE,
            HERE,
            measure=pace.NONE,
            most=DEFAULT_LIMITS,
            keep=_nothing,
            key="once",
        )
        assert table.id == 1


async def test_what_is_kept_with_a_game_is_stored_with_it_or_nothing_is(service: TableService) -> None:
    def broken(_connection: sa.Connection, _number: int) -> None:
        raise ValueError("full")

    with pytest.raises(ValueError, match="full"):
        await service.begin(
            "hex", (SHIP, CAPTAIN), EVE, HERE, measure=pace.NONE, most=DEFAULT_LIMITS, keep=broken
        )
    assert await service.store.load(1) is None


async def test_only_the_clock_of_its_opponent_runs(service: TableService) -> None:
    table = await begun(service, SHIP, ANN, measure=DAY)
    assert not clock_of(table).ticking
    assert timeouts.pass_time(table, table.last_activity + 20 * 24 * HOUR) == []
    table = await play_on(service, table, Random(1))
    assert clock_of(table).ticking == {table.seating.side_number(ANN.id)}
    late = table.last_activity + 25 * HOUR
    table = await service.change(table.id, lambda now: timeouts.pass_time(now, late))
    assert table.outcome is not None
    assert table.outcome.winners == table.seats_of(SHIP.id)


async def test_who_plays_a_crowd_resumes_alone_since_nobody_votes_while_the_clock_is_paused(
    service: TableService,
) -> None:
    table = await begun(service, ANN, SHIP, measure=DAY)
    table = await service.change_as(table.id, ANN, agreements.request_pause)
    assert not table.timing.paused
    table = await accepted(service, table.id, SHIP)
    assert table.timing.paused
    table = await service.change_as(table.id, ANN, agreements.request_resume)
    assert not table.timing.paused


async def test_the_time_of_a_vote_is_given_back_but_not_begun_anew_by_requests(service: TableService) -> None:
    table = await begun(service, ANN, SHIP, measure=DAY)
    table = await play_on(service, table, Random(1))
    since = table.waiting_since
    assert since == table.turns[-1].at
    later = await service.change_as(table.id, ANN, agreements.request_pause)
    assert later.waiting_since == since
    gone = downtime.give_back(later, later.last_activity, later.last_activity + HOUR)
    table = await service.change(table.id, lambda _table: gone)
    assert table.waiting_since == since + HOUR
    table = await accepted(service, table.id, SHIP)
    table = await service.change_as(table.id, ANN, agreements.request_resume)
    assert table.waiting_since == table.last_activity


async def test_the_game_is_lost_once_the_crowd_resigns(service: TableService) -> None:
    table = await begun(service, SHIP, CAPTAIN)
    table = await service.resign(table.id, SHIP)
    assert table.outcome is not None
    assert table.outcome.winners == table.seats_of(CAPTAIN.id)


async def test_an_undo_and_a_draw_need_the_crowds_consent(service: TableService) -> None:
    table = await begun(service, ANN, SHIP)
    table = await play_on(service, table, Random(1))
    table = await service.change_as(table.id, ANN, agreements.request_undo)
    assert (table.moves, ids(table.pending_answers(table.agreements.requests[0]))) == (1, [SHIP.id])
    table = await accepted(service, table.id, SHIP)
    assert table.moves == 0
    drawn = await begun(service, ANN, SHIP, key="checkers")
    drawn = await service.change_as(drawn.id, ANN, agreements.offer_draw)
    assert drawn.status == "playing"
    drawn = await service.change_as(drawn.id, SHIP, partial(agreements.offer_draw, accepting=True))
    assert drawn.status == "over"


async def test_a_crowd_may_take_back_its_move_against_computers(service: TableService) -> None:
    table = await play_on(service, await begun(service, SHIP, CAPTAIN), Random(1))
    table = await service.change_as(table.id, SHIP, agreements.request_undo)
    assert table.moves == 0


async def test_somebody_else_may_take_over_from_its_opponent_but_nobody_from_the_crowd(
    service: TableService,
) -> None:
    table = await begun(service, ANN, SHIP)
    table = await service.change_as(table.id, ANN, agreements.offer_seat)
    await service.change_as(table.id, BOB, partial(agreements.take_over, whose=ANN.id))
    table = await accepted(service, table.id, SHIP)
    assert ids(table.seating.people) == [BOB.id, SHIP.id]
    for who in (BOB, SHIP):
        assert table.acting == (table.seating.slots_of(who.id)[0],)
        table = await play_on(service, table, Random(1))
        assert table.agreements.replaced(ANN.id) is (who is BOB), "what a crowd chose, people chose"
    await refused(service.change_as(table.id, EVE, partial(agreements.take_over, whose=SHIP.id)))


async def test_nobody_sits_in_a_crowds_seat(service: TableService) -> None:
    table = await begun(service, SHIP, CAPTAIN)
    with pytest.raises(TableError, match="not playing"):
        permissions.require_turn(table, EVE)


async def test_there_is_no_rematch_with_a_crowd(service: TableService) -> None:
    table = await begun(service, SHIP, ANN)
    table = await service.resign(table.id, ANN)
    assert not agreements.everybody_wants_rematch(table)
    await refused(service.rematch(table.id, ANN), "Everyone Aboard can’t agree to a rematch")
    alone = await begun(service, SHIP, CAPTAIN)
    alone = await service.resign(alone.id, SHIP)
    assert not agreements.everybody_wants_rematch(alone)


async def test_a_record_and_a_frozen_table_name_the_crowds(service: TableService) -> None:
    table = await begun(service, PORT, STARBOARD)
    record = record_text(await service.history(table))
    assert "Port Watch" in record
    assert "Starboard Watch" in record
    await service.store.freeze(table.id, table.version)
    service.cache.clear()
    frozen = await service.get(table.id)
    names = [seat.person.name for seat in frozen.seating.seated]
    assert sorted(names) == ["Port Watch", "Starboard Watch"]
