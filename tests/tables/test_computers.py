"""Computers at tables: seats, clocks, agreements, limits, erasure. They play by the service, like people."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.features.privacy.erasure import erase
from bot.games.core import Seat
from bot.people import computers
from bot.players.player import LEVELS
from bot.tables import table_limits
from bot.tables.errors import TableError
from bot.tables.events import agreements, opening, timeouts
from bot.tables.events.moves import Act
from bot.tables.model import pace
from bot.tables.model.clock import Timing
from bot.tables.model.pace import HOUR
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from tests.databases import on_both
from tests.games.registry import GAMES

from .harness import ANN, BOB, CID, DEE, HERE, Room, accepted, clock_of, play_on, refused, seated

OFFERED = {key: replace(game, computer=3 if game.people[1] > 1 else 0) for key, game in GAMES.items()}
DECKHAND = computers.newcomer("deckhand", ())
DAY = pace.read("1d")


@pytest.fixture
async def service(room: Room) -> TableService:
    """Tables at which computers are offered."""
    return await room.program(games=OFFERED)


async def alone(service: TableService, key: str = "hex", **given: Any) -> Table:
    """Ann against the Deckhand."""
    return await service.open(key, ANN, {}, HERE, computer="deckhand", **given)


async def out_of_time(service: TableService, table: Table) -> Table:
    """``table`` when a day and an hour have passed."""
    later = table.last_activity + 25 * HOUR
    return await service.change(table.id, lambda now: timeouts.pass_time(now, later))


def names(table: Table) -> list[str]:
    return [sitter.person.name for sitter in table.seating.seated]


def test_every_level_has_ids_of_its_own_that_are_no_discord_ids() -> None:
    taken: set[int] = set()
    names = set()
    for level in LEVELS:
        for _ in range(computers.PER_LEVEL):
            person = computers.newcomer(level.key, taken)
            assert computers.level_of(person) == level
            assert computers.name_of(person).startswith(level.title)
            names.add(computers.name_of(person))
            taken.add(person)
        with pytest.raises(StopIteration):
            computers.newcomer(level.key, taken)
    assert taken == set(computers.IDS)
    assert len(names) == len(taken)
    assert max(computers.IDS) < 4_000_000


async def test_a_computer_takes_all_seats_that_are_open(service: TableService) -> None:
    table = await alone(service)
    assert (table.status, names(table)) == ("playing", ["Ann", "Deckhand"])
    crew = await alone(service, "crackers", side="captain")
    assert names(crew) == ["Deckhand", "Deckhand", "Deckhand", "Ann"]
    mixed = await alone(service, "crackers", side="blue")
    assert names(mixed) == ["Deckhand", "Deckhand", "Ann", "Deckhand Pip"]
    assert {sitter.version for sitter in mixed.seating.seated} == {0, 3}
    assert mixed.seating.computers
    assert [person.name for person in mixed.seating.humans] == ["Ann"]


async def test_computers_beside_a_beginner_play_better_than_those_against_them(
    service: TableService,
) -> None:
    crew = await service.open("crackers", ANN, {}, HERE, computer="cabin-boy")
    assert names(crew) == ["Ann", "Deckhand", "Deckhand", "Cabin Boy"]
    alone_against = await service.open("crackers", ANN, {}, HERE, computer="cabin-boy", side="captain")
    assert names(alone_against) == ["Cabin Boy", "Cabin Boy", "Cabin Boy", "Ann"]
    strong = await service.open("crackers", ANN, {}, HERE, computer="captain")
    assert names(strong) == ["Ann", "Captain", "Captain", "Captain Pip"]


async def test_no_computer_is_seated_where_none_is_offered(service: TableService, room: Room) -> None:
    without = await room.program()
    await refused(alone(without), "no computer player for Hex")
    await refused(service.open("hex", ANN, {}, HERE, computer="admiral"), "called “admiral”")
    await refused(alone(service, "curse"), "no computer player for Captain’s Curse")


async def test_a_frozen_table_names_its_computer(service: TableService) -> None:
    table = await alone(service)
    await service.store.freeze(table.id, table.version)
    service.cache.clear()
    assert set(names(await service.get(table.id))) == {f"<@{ANN.id}>", "Deckhand"}


async def test_a_computers_time_never_runs(service: TableService) -> None:
    table = await alone(service, measure=DAY)
    (own,) = clock_of(table).ticking
    assert own == table.seating.side_number(ANN.id)
    table = await play_on(service, table, Random(1))
    assert table.awaited[0].id == DECKHAND
    assert not clock_of(table).ticking
    assert timeouts.pass_time(table, table.last_activity + 20 * 24 * HOUR) == []
    table = await play_on(service, table, Random(1))
    assert clock_of(table).ticking == {own}


async def test_a_mixed_side_has_a_clock_but_its_computer_gets_no_reminder(service: TableService) -> None:
    table = await alone(service, "crackers", side="blue", measure=DAY)
    assert clock_of(table).ticking == {table.seating.side_number(ANN.id)}
    assert table.awaited[0].id == DECKHAND
    assert timeouts.due_reminders(table, table.last_activity + 23 * HOUR) == []


async def test_who_runs_out_of_time_against_computers_alone_has_lost(service: TableService) -> None:
    table = await alone(service, measure=DAY)
    table = await out_of_time(service, table)
    assert table.status == "over"
    assert table.outcome is not None
    assert table.outcome.reason == "time"
    assert tuple(table.holder(seat) for seat in table.outcome.winners) == table.seating.computers


async def test_people_decide_whether_they_wait_beside_a_computer(service: TableService) -> None:
    table = await service.open("crackers", ANN, {}, HERE, measure=DAY, side="captain")
    await service.join(table.id, BOB, None)
    await service.add_computer(table.id, ANN, "deckhand")
    table = await service.change_as(table.id, ANN, opening.start_early)
    while table.thinking is not None:
        table = await play_on(service, table, Random(1))
    table = await out_of_time(service, table)
    assert table.status == "playing"
    assert table.timing.flagged == {table.seating.side_number(BOB.id)}
    assert table.claimants == (ANN,)


async def test_what_people_agree_on_needs_no_computers_consent(service: TableService) -> None:
    table = await alone(service, measure=DAY)
    for _ in range(2):
        table = await play_on(service, table, Random(1))
    table = await service.change_as(table.id, ANN, agreements.request_undo)
    assert (table.turns, table.agreements.requests) == ((), ())
    table = await play_on(service, table, Random(1))
    assert table.thinking is not None
    table = await service.change_as(table.id, ANN, agreements.request_pause)
    assert clock_of(table).paused
    assert table.thinking is None
    table = await service.change_as(table.id, ANN, agreements.request_resume)
    assert not clock_of(table).paused
    await refused(service.change_as(table.id, ANN, agreements.offer_seat), "against the computer")


async def test_a_computer_agrees_to_a_rematch_and_is_never_the_host(service: TableService) -> None:
    table = await alone(service, "crackers", side="blue")
    table = await service.resign(table.id, ANN)
    assert table.outcome is not None
    assert table.outcome.winners == ("captain",), "nobody asks the computers of her side"
    _, new = await service.rematch(table.id, ANN)
    assert new is not None
    again = await service.get(new)
    assert again.header.host == ANN.id
    assert again.status == "playing"
    assert set(names(again)) == {"Ann", "Deckhand", "Deckhand Pip"}
    assert all(sitter.version == 3 for sitter in again.seating.seated if sitter.person != ANN)


async def test_computers_sit_at_any_number_of_tables(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_limits, "MAX_SEATS", 1)
    for number in range(3):
        host = ANN._replace(id=500 + number)
        lobby = await service.open("hex", host, {}, HERE)
        assert (await service.add_computer(lobby.id, host, "deckhand")).status == "playing"


async def test_a_computer_goes_on_for_somebody_who_is_erased(service: TableService) -> None:
    table = await service.open("crackers", ANN, {}, HERE, side="captain")
    await service.join(table.id, BOB, None)
    await service.add_computer(table.id, ANN, "deckhand")
    await service.change_as(table.id, ANN, opening.start_early)
    await erase(service, BOB)
    table = await service.get(table.id)
    assert table.status == "playing"
    assert names(table) == ["Deckhand", "Deckhand", "Deckhand", "Ann"]


# Taking over


async def three_at_crackers(service: TableService, **given: Any) -> Table:
    table = await service.open("crackers", ANN, {}, HERE, side="captain", **given)
    for person in (BOB, CID):
        await service.join(table.id, person, None)
    return await service.change_as(table.id, ANN, opening.start_early)


async def replaced(service: TableService, table: Table, by: Person, old: Person) -> Table:
    """``by`` wants a computer in the place of ``old``."""
    slot = next(sitter.slot for sitter in table.seating.seated if sitter.person == old)
    move = partial(agreements.let_computer_take_over, level="first-mate", slot=slot)
    return await service.change_as(table.id, by, move)


async def test_whoever_plays_without_other_people_lets_no_computer_take_over(service: TableService) -> None:
    lonely = await service.open("curse", ANN, {}, HERE)
    for table, told in ((lonely, "To give up"), (await alone(service), "playing against the computer")):
        slot = next(sitter.slot for sitter in table.seating.seated if sitter.person == ANN)
        late = replace(table, timing=Timing(flagged=table.seating.sides_of([Seat(slot)])))
        with pytest.raises(TableError, match=told):
            agreements.let_computer_take_over(late, Act(ANN, service.now()), level="deckhand", slot=slot)


async def test_a_computer_takes_over_from_somebody_who_leaves(service: TableService) -> None:
    table = await three_at_crackers(service)
    await refused(replaced(service, table, ANN, BOB), "That seat doesn’t need anybody new")
    await service.change_as(table.id, BOB, agreements.offer_seat)
    table = await replaced(service, table, ANN, BOB)
    assert [p.id for p in table.pending_answers(table.agreements.requests[0])] == [CID.id]
    await refused(replaced(service, table, CID, BOB), "already asked for this seat")
    table = await accepted(service, table.id, CID)
    assert "Bob" not in names(table)
    assert "First Mate" in names(table)
    assert (table.agreements.requests, table.seating.leaving) == ((), frozenset())
    service.cache.clear()
    assert (await service.get(table.id)).seating.seated == table.seating.seated


async def test_a_request_that_nobody_is_left_to_answer_keeps_no_computer_out(service: TableService) -> None:
    table = await three_at_crackers(service)
    await service.change_as(table.id, BOB, agreements.offer_seat)
    await service.change_as(table.id, DEE, agreements.take_over)
    for person in (ANN, CID):
        await service.change_as(table.id, person, agreements.offer_seat)
    table = await replaced(service, table, ANN, BOB)
    assert "First Mate" in names(table)
    assert table.agreements.requests == ()


async def test_a_resignation_is_up_to_oneself_once_a_computer_has_the_mates_seat(
    service: TableService,
) -> None:
    table = await three_at_crackers(service)
    await service.resign(table.id, CID)
    await service.change_as(table.id, BOB, agreements.offer_seat)
    table = await replaced(service, table, ANN, BOB)
    table = await accepted(service, table.id, CID)
    assert table.agreements.resigning == frozenset(), "nobody is asked to agree who can’t"
    assert (await service.resign(table.id, CID)).status == "over"


async def test_a_computer_plays_on_for_somebody_out_of_time(service: TableService) -> None:
    table = await service.open("hex", ANN, {}, HERE, measure=DAY)
    table = await service.join(table.id, BOB, None)
    late = table.awaited[0]
    other = BOB if late == ANN else ANN
    table = await out_of_time(service, table)
    assert table.timing.flagged
    table = await replaced(service, table, other, late)
    assert not table.timing.flagged
    assert table.thinking is not None
    assert not clock_of(table).ticking
    table = await play_on(service, table, Random(1))
    assert clock_of(table).ticking == {table.seating.side_number(other.id)}


async def test_playing_after_all_keeps_the_seat(service: TableService) -> None:
    table = await three_at_crackers(service, measure=DAY)
    late = table.awaited[0]
    table = await out_of_time(service, table)
    table = await replaced(service, table, ANN, late)
    assert table.agreements.requests
    while table.timing.flagged:
        table = await play_on(service, table, Random(1))
    assert table.agreements.requests == ()
    assert late in table.seating.people


@on_both
async def test_tables_with_computers_in_play_are_found_after_a_start(service: TableService) -> None:
    levels = (LEVELS[0], LEVELS[-1])
    tables = [await service.open("hex", ANN, {}, HERE, computer=level.key) for level in levels]
    assert computers.IDS.start in {each.id for each in tables[0].seating.people}
    await seated(service, "hex", ANN, BOB)
    await service.open("hex", ANN, {}, HERE)
    assert await service.store.played_by(computers.IDS) == [table.id for table in tables]
    for table in tables:
        await service.resign(table.id, ANN)
    assert await service.store.played_by(computers.IDS) == []
