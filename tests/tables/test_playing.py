"""Playing: one at a time, nothing done twice, stale controls refused, chance in the same breath."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import partial
from random import Random
from unittest.mock import DEFAULT, AsyncMock

import pytest

from bot.games.core import CHANCE, IllegalAction, NotationError, Placement, RulesError, Seat
from bot.tables import notes
from bot.tables.errors import NoSuchTable, NotYourTurn, Stale, TableBusy
from bot.tables.events import moves
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import Conflict, SeatRow
from tests.databases import on_both
from tests.games.registry import GAMES, of_each_game
from tests.thorough import examples

from .folded import begun, lobby, played
from .harness import (
    ANN,
    BOB,
    CID,
    DEE,
    Calls,
    Room,
    holder,
    log_of,
    play_on,
    refused,
    seated,
    some_action,
)


@on_both
async def test_of_plays_in_five_programs_one_lands(room: Room) -> None:
    programs = [await room.program() for _ in range(5)]
    table = await seated(programs[0], "snorkels", ANN, BOB, pie="off")
    for each in programs:
        await each.get(table.id)
    results = await asyncio.gather(
        *(
            each.play(table.id, ANN, square)
            for each, square in zip(programs, ("a1", "b2", "c3", "d4", "e5"), strict=True)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(result, NotYourTurn) for result in results) == 4
    tables = [await each.get(table.id) for each in programs]
    assert len({(each.version, each.state) for each in tables}) == 1, "every program sees the same"
    assert len(tables[0].turns) == 1


@of_each_game
async def test_a_repeated_request_is_done_once_and_answered_alike(service: TableService, key: str) -> None:
    people = (ANN, BOB)[: GAMES[key].people[1]]
    table = await seated(service, key, *people)
    rng = Random(4)
    for step in range(6):
        if table.status != "playing":
            break
        seat, own = table.acting[0], partial(service.play, version=table.version, key=f"k{step}")
        request = partial(own, table.id, holder(table, seat), some_action(table, seat, rng))
        table = await request()
        assert await request() == table


@on_both
async def test_requests_that_come_twice_at_once_are_both_answered(
    service: TableService, other: TableService, table: Table
) -> None:
    both = await asyncio.gather(
        *(each.play(table.id, ANN, "pull 1", key="k") for each in (service, other) * 2)
    )
    assert {each.version for each in both} == {table.version + 1}


async def test_a_double_click_and_an_old_menu_are_refused(service: TableService) -> None:
    table = await seated(service, "snorkels", ANN, BOB, pie="off")
    old = table.version
    await service.play(table.id, ANN, "d4", version=old)
    await refused(
        service.play(table.id, ANN, "d4", version=old), "It isn’t your turn at Table 1", NotYourTurn
    )
    await service.play(table.id, BOB, "e5")
    before = await log_of(service, table.id)
    for version in (old, old + 1, 99):
        await refused(service.play(table.id, ANN, "a1", version=version), "moved on", Stale)
    assert await log_of(service, table.id) == before
    await service.play(table.id, ANN, "a1"), "typed text has no age"


async def test_both_sides_may_place_at_once(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB)
    assert len(table.acting) == 2
    version = table.version
    texts = {}
    for seat in table.acting:
        person, legal = holder(table, seat), table.legal(seat)
        assert isinstance(legal, Placement)
        texts[person] = some_action(table, seat, Random(1))
        await notes.pick(service, table.id, person, (), legal.squares[:2], version)
    await asyncio.gather(
        *(service.play(table.id, person, texts[person], version=version) for person in texts)
    )
    table = await service.get(table.id)
    assert table.version == version + 4, "each placement brings its seal"
    with pytest.raises((Stale, NotYourTurn)):
        await service.play(table.id, ANN, texts[ANN], version=version)


def test_the_row_of_a_seat_is_that_of_the_slot_which_plays_it() -> None:
    rows = tuple(SeatRow(7, slot, who.id) for slot, who in (("host", ANN), ("guest", BOB)))
    before = replace(begun(BOB, game=GAMES["snorkels"]), seats=rows)
    after = played(played(before, "d4"), "take green")
    for table, seats in (
        (replace(lobby(GAMES["snorkels"]), seats=rows), ("host", "guest")),
        (before, ("host", "guest")),
        (after, ("purple", "green")),
    ):
        assert tuple(table.seat_row(Seat(seat)) for seat in seats) == rows
    assert after.seat_row(Seat("nobody")) is None


async def test_refusals_say_what_is_wrong(service: TableService) -> None:
    await refused(service.play(7, ANN, "d4"), "There’s no Table 7", NoSuchTable)
    table = await seated(service, "snorkels", ANN, BOB)
    for text in ("z9", "", "x" * 5000, "ｄ４", "d4\x00", "take purple"):
        with pytest.raises((NotationError, IllegalAction)):
            await service.play(table.id, ANN, text)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("x", "“x” isn’t a move here. {now}"),
        ("D 5 Please", "“D 5 Please” isn’t a move here. {now}"),
        ("", "{now}"),
        ("d2 d9", "There’s no square “d9” here. Use a letter from a to h and a number from 1 to 8. {now}"),
        ("d2 d5", "A stack of 2 moves exactly 2 squares, but d5 is 3 away from d2."),
    ],
)
async def test_a_refusal_tells_apart_what_is_no_move_no_square_and_not_allowed(
    service: TableService, typed: str, told: str
) -> None:
    table = await seated(service, "checkers", ANN, BOB)
    told = told.replace("{now}", "Right now, you could type “a1-a3”.")
    with pytest.raises(RulesError) as caught:
        await service.play(table.id, ANN, typed)
    assert str(caught.value) == told


@of_each_game
def test_a_refusal_names_nothing_but_what_can_be_typed_right_now(key: str) -> None:
    game, rng, kinds = GAMES[key], Random(3), set[int]()
    table = begun(*[BOB][: game.people[1] - 1], game=game)
    while table.status == "playing" and len(table.turns) < 40:
        seat = next(each for each in table.acting if each != CHANCE)
        legal = table.legal(seat)
        for typed in ("banana", "move banana", "sound", "bag"):
            with pytest.raises(NotationError) as caught:
                moves.read_action(table, seat, typed)
            quotes = re.findall("“(.+?)”", str(caught.value).rpartition("Right now")[2])
            assert "such as" not in str(caught.value)
            if isinstance(legal, Placement):
                assert [legal.text(each.split()[1:]) for each in quotes] == quotes != []
            else:
                assert {*quotes} <= {*map(str, legal)}
                assert 1 <= len(quotes) <= 3
                kinds.add(len(quotes))
        table = played(table, some_action(table, seat, rng))
    assert kinds


async def test_chance_in_a_lost_race_leaves_no_trace(
    service: TableService, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    losing = AsyncMock(wraps=service.store.append, side_effect=[Conflict(), Conflict(), DEFAULT])
    monkeypatch.setattr(service.store, "append", losing)
    after = await service.play(table.id, ANN, "pull 2")
    assert len(after.turns) == 2
    losing.side_effect = Conflict()
    await refused(service.play(table.id, BOB, "pull 1"), "a moment quicker", TableBusy)


@pytest.mark.parametrize("key", examples([*GAMES, "tug", "solo", "lonely"], {"depthcharge", "curse", "tug"}))
async def test_a_restart_at_any_point_changes_nothing(room: Room, service: TableService, key: str) -> None:
    """What is kept in memory equals what a new program folds from the log, step by step."""
    fresh = await room.program(seed=9)
    most = service.games[key].people[1]
    table = await seated(service, key, *(ANN, BOB, CID, DEE)[:most])
    rng = Random(2)
    versions = [table]
    for _ in range(16):
        if table.status != "playing":
            break
        table = await play_on(service, table, rng)
        versions.append(table)
        fresh.cache.evict([table.id])
        cold = await fresh.get(table.id)
        assert cold == table == await service.get(table.id)
        assert cold.seating.people[0] == table.seating.people[0]
    for before in versions:
        for each in (service, fresh):
            past = await each.at(table, before.version)
            assert past is not None
            assert (past.state, past.turns, past.status) == (before.state, before.turns, before.status)
    assert await service.at(table, 0) is None
    assert await service.at(table, table.version + 1) is None


@of_each_game
async def test_a_move_is_parsed_and_played_once_and_its_legal_actions_are_computed_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    calls = Calls()
    game = replace(GAMES[key], parse=calls.counted("parse", GAMES[key].parse))
    service = await room.program(games={key: game})
    table = await seated(service, key, *(ANN, BOB, CID)[: game.people[1]])
    for name in ("legal", "play"):
        monkeypatch.setattr(type(table.state), name, calls.counted(name, getattr(type(table.state), name)))
    rng, moves = Random(1), 0
    while table.status == "playing" and moves < 12:
        seat = next(seat for seat in table.acting if seat != CHANCE)
        # The copy computes what it is asked, and leaves nothing to the table that is played at.
        text = some_action(replace(table), seat, rng)
        version = table.version
        calls.seen.clear()
        table = await service.play(table.id, holder(table, seat), text, version=version)
        asked = {name: number for name, number in calls.seen.items() if not name.endswith("of chance")}
        assert asked == {"parse": 1, "play": 1, "legal": 1}
        moves += 1
    assert moves > 5


async def test_what_another_seat_did_leaves_a_button_good_that_still_means_the_same(
    service: TableService,
) -> None:
    table = await seated(service, "depthcharge", ANN, BOB)
    first, second = table.acting
    placed = some_action(table, second, Random(1))
    after = await service.play(table.id, holder(table, second), placed)
    assert not after.is_stale(first, table.version)
    assert after.is_stale(second, table.version)


async def test_a_table_that_was_read_before_another_turn_is_read_again(service: TableService) -> None:
    seen = await seated(service, "snorkels", ANN, BOB)
    await service.play(seen.id, ANN, "d4")
    after = await service.play(seen.id, BOB, "take green", seen=seen)
    assert len(after.turns) == 2
