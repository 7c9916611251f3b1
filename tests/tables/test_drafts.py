"""What a seat keeps for itself: picks and marks, whatever the taps' order; nobody else's."""

from __future__ import annotations

import asyncio

import pytest

from bot.games.core import NotationError
from bot.tables import notes
from bot.tables.errors import TableError
from bot.tables.events import moves
from bot.tables.model.drafts import read, write
from bot.tables.model.table import Table
from bot.tables.service import TableService
from tests.databases import on_both

from .harness import ANN, BOB, EVE, Room, seated


async def begun(service: TableService) -> Table:
    """Both have laid their mines; ann is south."""
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
    await service.play(table.id, ANN, "mines b2 d3 f6")
    return await service.play(table.id, BOB, "mines b9 d8 g12")


@on_both
async def test_quick_taps_all_count(room: Room, service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB)
    await asyncio.gather(
        *(notes.pick(service, table.id, ANN, square, table.version) for square in ("b2", "c3", "d4", "e5"))
    )
    again = await (await room.program()).get(table.id)
    assert moves.picked(again, table.acting[0]) == ("b2", "c3", "d4", "e5")
    table = await begun(service)
    await asyncio.gather(
        *(notes.mark(service, table.id, ANN, [square], "mine") for square in ("b7", "c7", "d7", "e7"))
    )
    kept = notes.kept(await service.get(table.id), table.viewer(ANN.id))
    assert kept == tuple((square, "mine") for square in ("b7", "c7", "d7", "e7"))


async def test_what_was_picked_for_one_placement_does_not_count_for_the_next(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB, mines="3", islands="1")
    await notes.pick(service, table.id, ANN, "c3", table.version)
    await service.play(table.id, ANN, "islands b2")
    table = await service.play(table.id, BOB, "islands b9")
    (south, _) = table.acting
    assert moves.picked(table, south) == ()
    table = await notes.pick(service, table.id, ANN, "d4", table.version)
    table = await notes.pick(service, table.id, ANN, "c3", table.version)
    assert moves.picked(table, south) == ("c3", "d4")
    table = await notes.pick(service, table.id, ANN, "d4", table.version)
    assert moves.picked(table, south) == ("c3",)


async def test_a_way_of_one_letter_is_told_and_a_column_is_not(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
    await service.play(table.id, ANN, "mines c3 d3 f6")
    table = await service.play(table.id, BOB, "mines b9 d8 g12")
    assert read(table, ANN.id, "move|b1|e").told == ("Move", "b1 (2 Ways)", "East")
    table = await seated(service, "snorkels", ANN, BOB)
    assert read(table, ANN.id, "d|4").told == ("d4",)


async def test_a_second_tap_takes_back(service: TableService) -> None:
    table = await begun(service)
    for kind, left in (("mine", "b7:mine"), ("clear", "b7:clear"), ("clear", "")):
        table = await notes.mark(service, table.id, ANN, ["b7"], kind, toggle=True)
        row = table.seat_row(table.acting[0])
        assert row is not None
        assert row.marks == left


async def test_marks_are_the_owners_alone_outlive_a_restart_and_change_no_version(room: Room) -> None:
    table_ids = await room.program()
    table = await begun(table_ids)
    await notes.mark(table_ids, table.id, ANN, ["c9", "b7"], "possible")
    again = await (await room.program()).get(table.id)
    assert again.version == table.version
    assert notes.kept(again, again.viewer(ANN.id)) == (("b7", "possible"), ("c9", "possible"))
    assert notes.kept(again, again.viewer(BOB.id)) == ()
    assert notes.kept(again, None) == ()


async def test_who_has_no_notebook_marks_nothing(service: TableService) -> None:
    laying = await seated(service, "depthcharge", ANN, BOB)
    other = await seated(service, "snorkels", ANN, BOB)
    table = await begun(service)
    over = await service.resign((await begun(service)).id, ANN)
    for number, person in ((laying.id, ANN), (other.id, ANN), (table.id, EVE), (over.id, ANN)):
        with pytest.raises(TableError, match="nothing to mark"):
            await notes.mark(service, number, person, ["b7"], "mine")
    with pytest.raises(TableError, match="possible, clear or mine"):
        await notes.mark(service, table.id, ANN, ["b7"], "maybe")


def test_squares_are_read_in_any_case_and_with_commas() -> None:
    assert notes.squares_of(" B7,c7  b7 ", ["b7", "c7"]) == ["b7", "c7"]
    for typed in ("", " , ", "b7 d4", "b7\x00", "b7 " * 400):
        with pytest.raises(NotationError):
            notes.squares_of(typed, ["b7", "c7"])


def test_stored_marks_that_are_not_understood_are_left_out() -> None:
    assert notes.read("b7:mine c7 d7:whale e7:clear", ("mine", "clear")) == {"b7": "mine", "e7": "clear"}


@pytest.mark.parametrize("key", ["snorkels", "checkers"])
async def test_a_preview_leaves_the_turn_with_whoever_chooses(service: TableService, key: str) -> None:
    table = await seated(service, key, ANN, BOB)
    for _ in range(6):
        seat = table.acting[0]
        legal, who = table.legal(seat), table.awaited[0]
        assert isinstance(legal, tuple)
        assert table.state is not None
        draft = read(table, who.id, write((table.state.path(legal[0]),)))
        seen, now = draft.preview(), table.view_for(seat)
        assert seen != now
        assert seen.to_act == now.to_act
        assert getattr(seen, "phase", "") == getattr(now, "phase", "")
        table = await service.play(table.id, who, str(legal[0]))
