"""Standing orders: they play themselves until something happens, and never once they're withdrawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.plans import orders
from bot.features.plans.planned_turns import WAIT_MS, PlannedTurns
from bot.features.privacy.data_export import export
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import plans
from tests.databases import on_both

from .harness import ANN, BOB, Room, automatic, seated, undone


@pytest.fixture
async def lake(service: TableService) -> Table:
    """Ann is south and to move."""
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
    await service.play(table.id, ANN, "mines c4 d4 e4")
    return await service.play(table.id, BOB, "mines c9 d9 e9")


async def give(service: TableService, table: Table, person: Person, square: str) -> Table:
    """``person`` gives an order at ``table``, which has just been read."""
    return await orders.give(service, table.id, person, table.version, square, f"{person.id}:{table.version}")


async def played(room: Room, service: TableService, turns: AutomaticTurns, table: Table) -> list[str]:
    """All turns since the mines were laid, once what is due has been played."""
    await turns.resume()
    for _ in range(4):
        turns.look(table.id)
        await turns.tasks.attempted(table.id)
        room.ticks += WAIT_MS[1]
    now = await service.get(table.id)
    return [
        str(turn.action) for turn in now.turns if " " in str(turn.action) and turn.action.path[0] != "mines"
    ]


def given(table: Table, person: Person) -> list[str]:
    return [order.square for _, order in orders.orders_of(table, person.id)]


async def test_a_boat_sails_on_until_the_enemy_sounds(room: Room, service: TableService, lake: Table) -> None:
    turns = automatic(PlannedTurns, service)
    table = await give(service, lake, ANN, "l1")
    assert await played(room, service, turns, table) == ["move eee"]
    await service.play(table.id, BOB, "move w")
    assert await played(room, service, turns, table) == ["move eee", "move w", "move eee"]
    again = automatic(PlannedTurns, await room.program(seed=3))
    await service.play(table.id, BOB, "move w")
    assert (await played(room, service, again, table))[-1] == "move eee", "after a restart too"
    assert given(await service.get(table.id), ANN) == ["l1"]
    await service.play(table.id, BOB, "sound i12")
    assert (await played(room, service, turns, table))[-1] == "sound i12"
    table = await service.get(table.id)
    assert not given(table, ANN)
    assert not any(row.plan for row in table.seats), "what has ended isn't kept"


async def test_however_long_an_order_stands_as_few_positions_are_looked_at(
    room: Room, service: TableService, lake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lake.state is not None
    turns, state = automatic(PlannedTurns, service), type(lake.state)
    looked, view_for, counts = list[Any](), state.view_for, list[int]()

    def counted(self: Any, viewer: Any) -> Any:
        looked.append(viewer)
        return view_for(self, viewer)

    monkeypatch.setattr(state, "view_for", counted)
    await give(service, lake, ANN, "l1")
    for way in ("w", "e"):
        table = await service.play(lake.id, BOB, f"move {way}")
        await played(room, service, turns, table)
        table = await service.get(lake.id)
        looked.clear()
        ((_, order),) = orders.orders_of(replace(table), ANN.id)
        assert order.square == "l1"
        counts.append(len(looked))
    assert max(counts) <= 2


async def test_an_order_ends_on_arrival_with_a_move_by_hand_and_with_an_undo(
    room: Room, service: TableService, lake: Table
) -> None:
    turns = automatic(PlannedTurns, service)
    table = await give(service, lake, ANN, "e1")
    await service.play(table.id, BOB, "move w")
    assert (await played(room, service, turns, table))[-1] == "move e"
    await service.play(table.id, BOB, "move w")
    assert (await played(room, service, turns, table))[-1] == "move w"
    table = await give(service, await service.get(table.id), ANN, "l1")
    await service.play(table.id, BOB, "move s")
    table = await service.play(table.id, ANN, "move n", key="by hand")
    assert not given(table, ANN)
    await service.play(table.id, BOB, "move s")
    table = await give(service, await service.get(table.id), ANN, "l1")
    assert not given(await undone(service, table.id, ANN, BOB), ANN)


@on_both
async def test_an_order_that_is_withdrawn_meanwhile_plays_nothing(
    room: Room, service: TableService, lake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await room.program()
    table = await give(service, lake, ANN, "l1")
    await service.play(table.id, BOB, "move w")
    append = service.store.append

    async def too_late(*given: Any, **more: Any) -> int | None:
        await orders.withdraw(other, table.id, ANN, "south")
        return await append(*given, **more)

    monkeypatch.setattr(service.store, "append", too_late)
    assert (await played(room, service, automatic(PlannedTurns, service), table))[-1] == "move w"


async def test_an_order_is_kept_with_its_first_turn_or_neither(
    service: TableService, lake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: Any) -> bool:
        raise sa.exc.OperationalError("the disk is full", None, Exception())

    with monkeypatch.context() as broken:
        broken.setattr("data.store.queries.plans.saved", fail)
        with pytest.raises(sa.exc.OperationalError):
            await give(service, lake, ANN, "l1")
    assert (await service.get(lake.id)).version == lake.version
    calls, saved = list[int](), plans.saved

    def first_overtaken(*given: Any) -> bool:
        calls.append(1)
        return len(calls) > 1 and saved(*given)

    monkeypatch.setattr("data.store.queries.plans.saved", first_overtaken)
    table = await give(service, lake, ANN, "l1")
    assert given(table, ANN) == ["l1"]
    assert len(calls) == 2
    assert table == await service.get(lake.id)


async def test_each_of_a_persons_crew_has_an_order_of_its_own(room: Room, service: TableService) -> None:
    table = await seated(service, "crackers", ANN, BOB)
    for _ in range(2):
        table = await give(service, table, ANN, "e1")
    table = await service.play(table.id, ANN, "e1", key="by hand")
    assert given(table, ANN) == ["e1", "e1"]
    table = await orders.withdraw(service, table.id, ANN, "red")
    assert [row.seat for row, _ in orders.orders_of(table, ANN.id)] == ["yellow"]
    for pump in ("pump a4", "pump h5", "pump a4 a3"):
        await service.play(table.id, BOB, pump)
    await service.play(table.id, ANN, "e2", key="red")
    table = await service.get(table.id)
    assert table.acting == ("yellow",)
    await played(room, service, automatic(PlannedTurns, service), table)
    table = await service.get(table.id)
    assert table.acting == ("blue",)
    assert str(table.turns[-1].action) == "e1"
    assert '"square": "e1"' in str(await export(service, ANN.id))
    assert '"square"' not in str(await export(service, BOB.id))


async def test_what_cannot_be_carried_out_is_refused_and_changes_nothing(
    service: TableService, lake: Table
) -> None:
    for person, square in ((BOB, "a12"), (ANN, "b1"), (ANN, "e4"), (ANN, "z9")):
        with pytest.raises(TableError):
            await give(service, lake, person, square)
    assert await service.get(lake.id) == lake
