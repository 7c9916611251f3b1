"""Plans and standing orders: they play themselves while the game follows them, and never once withdrawn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import DEFAULT, Mock

import pytest
import sqlalchemy as sa

from bot.features.plans import orders, plans
from bot.features.plans.planned_turns import SOLO_WAIT_MS, WAIT_MS, PlannedTurns
from bot.features.plans.plans import Exchange, Line
from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.games.core import RulesError
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.errors import Stale, TableError
from bot.tables.events import agreements
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import plans as stored_plans
from tests.databases import content, on_both
from tests.games.registry import GAMES

from .harness import ANN, BOB, CID, HERE, Room, automatic, clock_of, opened, refused, replaced, seated, undone


@pytest.fixture
async def table(service: TableService) -> Table:
    """Ann is purple and to move; Bob is green."""
    return await seated(service, "snorkels", ANN, BOB, pie="off")


async def plan(service: TableService, table: Table, person: Person, *lines: str) -> Table:
    """``person`` adds these lines, one after the other."""
    for line in lines:
        table = await service.get(table.id)
        edit = partial(plans.added, person=person.id, line=tuple(line.split(", ")))
        seen = plans.edition(table, person.id)
        table = await plans.change(service, table.id, person, table.version, seen, edit)
    return table


def stored(table: Table) -> str:
    """Bob's plan as the database has it."""
    row = table.row_of(BOB.id)
    assert row is not None
    return row.plan


def left(table: Table, person: Person = BOB) -> list[str]:
    """What is left of somebody's lines."""
    return [", ".join(line) for line in plans.lines_of(table, person.id)]


async def look_on(room: Room, turns: AutomaticTurns, table: Table, looks: int) -> None:
    """Time passes, from one look at a table to the next."""
    await turns.resume()
    for _ in range(looks):
        turns.wake(table.id)
        await turns.tasks.attempted(table.id)
        room.ticks += WAIT_MS[1]


async def played(room: Room, service: TableService, turns: AutomaticTurns, table: Table) -> list[str]:
    """All moves so far, once the replies that are due have been played."""
    await look_on(room, turns, table, plans.MAX_MOVES)
    return [str(turn.action) for turn in (await service.get(table.id)).turns]


async def test_a_reply_is_played_after_its_trigger_as_long_as_the_game_follows_the_lines(
    room: Room, service: TableService, table: Table
) -> None:
    turns = automatic(PlannedTurns, service)
    await plan(service, table, BOB, "d4, e4, c3, c4", "d4, e4, c4, c5", "d5, a1")
    assert await played(room, service, turns, table) == []
    await service.play(table.id, ANN, "d4")
    assert await played(room, service, turns, table) == ["d4", "e4"]
    assert left(await service.get(table.id)) == ["c3, c4", "c4, c5"]
    await service.play(table.id, ANN, "c4")
    assert await played(room, service, turns, table) == ["d4", "e4", "c4", "c5"]
    await service.play(table.id, ANN, "a1")
    assert len(await played(room, service, turns, table)) == 5
    assert stored(await service.get(table.id)) == "", "what was played isn't kept"


async def test_a_reply_waits_as_long_as_a_quick_person_and_anew_after_a_restart(
    room: Room, service: TableService, table: Table
) -> None:
    await plan(service, table, BOB, "d4, e4")
    await service.play(table.id, ANN, "d4")
    waits = []
    for _ in range(20):
        source = PlannedTurns(service)
        turns = AutomaticTurns(service, [source])
        await turns.resume()
        await turns.tasks.attempted(table.id)
        waits.append(source.due_at[table.id][1] - room.ticks)
        await turns.close()
    assert all(WAIT_MS[0] - 5_000 <= wait <= WAIT_MS[1] for wait in waits)
    assert len(set(waits)) > 10
    again = automatic(PlannedTurns, await room.program(seed=3))
    assert await played(room, service, again, table) == ["d4", "e4"]


async def test_nobody_runs_out_of_time_while_their_reply_waits(
    room: Room, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.plans.planned_turns.WAIT_MS", (20_000, 20_000))
    table = await opened(service, "1m", pie="off")
    await plan(service, table, BOB, "d4, e4")
    await service.play(table.id, ANN, "d4")
    room.ticks += pace.MINUTE - 8_000
    source = PlannedTurns(service)
    turns = AutomaticTurns(service, [source])
    turns.wake(table.id)
    await turns.tasks.attempted(table.id)
    deadline = clock_of(await service.get(table.id)).deadline(1)
    assert deadline is not None
    assert source.due_at[table.id][1] <= deadline - 1_000
    await turns.close()


async def test_a_plan_is_dropped_as_soon_as_the_game_leaves_it(
    room: Room, service: TableService, table: Table
) -> None:
    await plan(service, table, BOB, "d4, e4, c3, c4")
    await service.play(table.id, ANN, "a1")
    assert await played(room, service, automatic(PlannedTurns, service), table) == ["a1"]
    assert stored(await service.get(table.id)) == ""


async def test_an_undo_drops_a_plan(room: Room, service: TableService, table: Table) -> None:
    turns = automatic(PlannedTurns, service)
    await service.play(table.id, ANN, "d4")
    await service.play(table.id, BOB, "e4")
    await plan(service, table, BOB, "c3, c4")
    assert left(await undone(service, table.id, BOB, ANN)) == []
    await service.play(table.id, BOB, "e4")
    await service.play(table.id, ANN, "c3")
    assert await played(room, service, turns, table) == ["d4", "e4", "c3"]


async def test_a_plan_answers_no_question_and_waits_for_the_clock(
    room: Room, service: TableService, table: Table
) -> None:
    turns = automatic(PlannedTurns, service)
    await plan(service, table, BOB, "d4, e4")
    await service.play(table.id, ANN, "d4")
    await service.change_as(table.id, ANN, agreements.request_undo)
    assert await played(room, service, turns, table) == ["d4"]
    asked = (await service.get(table.id)).agreements.requests[0].seq
    await service.change_as(table.id, BOB, partial(agreements.decline, ask=asked))
    assert await played(room, service, turns, table) == ["d4", "e4"]


async def test_a_plan_is_its_owner_s_alone(service: TableService, table: Table) -> None:
    await plan(service, table, BOB, "d4, e4")
    kept = stored(await service.get(table.id))
    assert (await export(service, BOB.id))["tables"][0]["seats"][0]["plan"] == kept
    assert kept not in str(await export(service, ANN.id))
    assert left(await replaced(service, table.id, BOB, CID, ANN), CID) == []
    assert '"e4"' not in await content(service.store)
    await plan(service, table, CID, "d4, e4")
    await erase(service, CID)
    assert '"e4"' not in await content(service.store), "it is forgotten with its owner"


REFUSED = {
    "take green, e4": "Name an empty square",
    "d5, d5": "d5",
    "d4": "end with a move of yours",
    "d4, e4, a1, a2, b1, b2, c1, c2": "6 moves long",
    "d4, e5": "has another reply to that move",
    "": "end with a move of yours",
}


async def test_a_line_that_cannot_be_played_is_refused_at_once(service: TableService, table: Table) -> None:
    table = await plan(service, table, BOB, "d4, e4")
    for line, reason in REFUSED.items():
        moves = tuple(line.split(", ")) if line else ()
        with pytest.raises(RulesError, match=reason):
            plans.added(table, plans.lines_of(table, BOB.id), BOB.id, moves)


async def test_a_line_ends_with_the_game(service: TableService, table: Table) -> None:
    for person, move in zip((ANN, BOB) * 4, ("a2", "a1", "g7", "g6", "b2"), strict=False):
        await service.play(table.id, person, move)
    table = await service.play(table.id, BOB, "g4")
    with pytest.raises(RulesError, match="over by then"):
        plans.added(table, (), BOB.id, ("b1", "c5"))


async def test_a_plan_holds_ten_lines(service: TableService, table: Table) -> None:
    columns = [f"{column}1, {column}2" for column in "abcdefg"]
    table = await plan(service, table, BOB, *columns, "a3, a4", "b3, b4", "c3, c4", "c3, c4, a1, a2")
    assert len(left(table)) == plans.MAX_LINES
    await refused(plan(service, table, BOB, "g7, g6"), "already has 10 lines")


async def test_a_branch_is_removed_and_what_leads_to_it_stays(service: TableService, table: Table) -> None:
    table = await plan(service, table, BOB, "d4, e4, c3, c4", "d4, e4, c4, c5, c3, b3", "d5, a1")
    lines = plans.lines_of(table, BOB.id)
    branches = plans.tree(table, BOB.id, lines)
    assert list(branches) == [Exchange(("d4",), ("e4",)), Exchange(("d5",), ("a1",))]
    line, below = plans.walk(branches, "0")
    assert (line, len(below)) == (("d4", "e4"), 2)
    assert plans.walk(branches, "01")[0] == ("d4", "e4", "c4", "c5")
    with pytest.raises(Stale):
        plans.walk(branches, "2")

    def without(line: Line, lines: plans.Lines) -> plans.Lines:
        return plans.removed(table, lines, BOB.id, line)

    once = without(("d4", "e4", "c3", "c4"), lines)
    assert once == lines[1:]
    assert without(("d4", "e4", "c4", "c5"), once) == (("d4", "e4"), ("d5", "a1"))
    assert without(("d4", "e4"), lines) == (("d5", "a1"),)


async def test_after_the_pie_rule_s_choice_the_plan_knows_who_moves(
    room: Room, service: TableService
) -> None:
    table = await seated(service, "snorkels", ANN, BOB)
    table = await service.play(table.id, ANN, "d4")
    table = await plan(service, table, ANN, "take green, c4, e4", "take purple, c4")
    assert list(plans.tree(table, ANN.id, plans.lines_of(table, ANN.id))) == [
        Exchange(("take green", "c4"), ("e4",)),
        Exchange(("take purple",), ("c4",)),
    ]
    await service.play(table.id, BOB, "take purple")
    moves = await played(room, service, automatic(PlannedTurns, service), table)
    assert moves == ["d4", "take purple", "c4"]


async def test_only_an_open_game_of_turns_can_be_planned_and_only_between_ones_own(
    service: TableService, table: Table
) -> None:
    def why_not(table: Table, person: Person) -> str:
        with pytest.raises(TableError) as refusal:
            plans.require_possible(table, person)
        return str(refusal.value)

    assert "your turn" in why_not(table, ANN)
    assert "not playing" in why_not(table, CID)
    assert "can’t plan ahead in Depth Charge" in why_not(await seated(service, "depthcharge", ANN, BOB), BOB)
    assert "is over" in why_not(await service.resign(table.id, ANN), BOB)


async def test_a_button_of_another_position_or_edition_changes_nothing(
    service: TableService, table: Table
) -> None:
    old = plans.edition(table, BOB.id)
    table = await plan(service, table, BOB, "d4, e4")
    removing = partial(plans.removed, person=BOB.id, line=("d4", "e4"))
    with pytest.raises(Stale):
        await plans.change(service, table.id, BOB, table.version, old, removing)
    assert left(await service.get(table.id)) == ["d4, e4"]
    plans.require_fresh(table, BOB.id, table.version, plans.edition(table, BOB.id))
    after = await service.play(table.id, ANN, "d4")
    with pytest.raises(Stale):
        plans.require_fresh(after, BOB.id, table.version, plans.edition(after, BOB.id))


@on_both
async def test_two_programs_play_a_reply_once(
    room: Room, service: TableService, other: TableService, table: Table
) -> None:
    turns, others = (automatic(PlannedTurns, each) for each in (service, other))
    await plan(service, table, BOB, "d4, e4, c3, c4")
    await service.play(table.id, ANN, "d4")
    for each in (others, turns):
        each.wake(table.id)
        await each.tasks.attempted(table.id)
    room.ticks += WAIT_MS[1]
    others.wake(table.id)
    assert await played(room, service, turns, table) == ["d4", "e4"]
    await others.tasks.attempted(table.id)
    await others.close()
    assert len((await service.get(table.id)).turns) == 2


@pytest.fixture
async def lake(service: TableService) -> Table:
    """Ann is south and to move."""
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
    await service.play(table.id, ANN, "mines c4 d4 e4")
    return await service.play(table.id, BOB, "mines c9 d9 e9")


async def give(service: TableService, table: Table, person: Person, square: str) -> Table:
    """``person`` gives an order at ``table``, which has just been read."""
    return await orders.give(service, table.id, person, table.version, square, f"{person.id}:{table.version}")


async def test_an_order_waits_three_seconds_where_only_a_computer_could_tell(room: Room) -> None:
    service = await room.program(games={"depthcharge": replace(GAMES["depthcharge"], computer=1)})
    table = await service.open("depthcharge", ANN, {"mines": "3"}, HERE, computer="cabin-boy")
    await service.play(table.id, ANN, "mines c4 d4 e4")
    (computer,) = table.seating.computers
    table = await service.play(table.id, computer, "mines c9 d9 e9")
    table = await give(service, table, ANN, "l1")
    await service.play(table.id, computer, "sound k11")
    source = PlannedTurns(service)
    assert (
        await source.due(await service.get(table.id)) == room.ticks + SOLO_WAIT_MS < room.ticks + WAIT_MS[0]
    )


async def sailed(room: Room, service: TableService, turns: AutomaticTurns, table: Table) -> list[str]:
    """All turns since the mines were laid, once what is due has been played."""
    await look_on(room, turns, table, 4)
    now = await service.get(table.id)
    return [
        str(turn.action) for turn in now.turns if " " in str(turn.action) and turn.action.path[0] != "mines"
    ]


def given(table: Table, person: Person) -> list[str]:
    return [order.square for _, order in orders.orders_of(table, person.id)]


async def test_a_boat_sails_on_until_it_is_there_though_the_enemy_sounds(
    room: Room, service: TableService, lake: Table
) -> None:
    turns = automatic(PlannedTurns, service)
    table = await give(service, lake, ANN, "l1")
    assert await sailed(room, service, turns, table) == ["move eee"]
    await service.play(table.id, BOB, "move w")
    assert await sailed(room, service, turns, table) == ["move eee", "move w", "move eee"]
    again = automatic(PlannedTurns, await room.program(seed=3))
    await service.play(table.id, BOB, "move w")
    assert (await sailed(room, service, again, table))[-1] == "move eee", "after a restart too"
    assert given(await service.get(table.id), ANN) == ["l1"]
    await service.play(table.id, BOB, "sound i12")
    assert (await sailed(room, service, turns, table))[-1] == "move ee"
    await service.play(table.id, BOB, "move w")
    assert (await sailed(room, service, turns, table))[-1] == "move w"
    table = await service.get(table.id)
    assert not given(table, ANN)
    assert all('"ended": true' in row.plan for row in table.seats if row.plan), "only why it ended is kept"


async def test_however_long_an_order_stands_as_few_positions_are_looked_at(
    room: Room, service: TableService, lake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lake.state is not None
    turns, state = automatic(PlannedTurns, service), type(lake.state)
    looked, counts = Mock(wraps=state.view_for), list[int]()
    monkeypatch.setattr(state, "view_for", lambda self, viewer: looked(self, viewer))
    await give(service, lake, ANN, "l1")
    for way in ("w", "e"):
        table = await service.play(lake.id, BOB, f"move {way}")
        await sailed(room, service, turns, table)
        table = await service.get(lake.id)
        looked.reset_mock()
        ((_, order),) = orders.orders_of(replace(table), ANN.id)
        assert order.square == "l1"
        counts.append(looked.call_count)
    assert max(counts) <= 2


async def test_an_order_ends_on_arrival_with_a_move_by_hand_and_with_an_undo(
    room: Room, service: TableService, lake: Table
) -> None:
    turns = automatic(PlannedTurns, service)
    table = await give(service, lake, ANN, "e1")
    await service.play(table.id, BOB, "move w")
    assert (await sailed(room, service, turns, table))[-1] == "move e"
    await service.play(table.id, BOB, "move w")
    assert (await sailed(room, service, turns, table))[-1] == "move w"
    table = await give(service, await service.get(table.id), ANN, "l1")
    await service.play(table.id, BOB, "move s")
    table = await service.play(table.id, ANN, "move n", key="by hand")
    assert not given(table, ANN)
    await service.play(table.id, BOB, "move s")
    table = await give(service, await service.get(table.id), ANN, "l1")
    assert not given(await undone(service, table.id, ANN, BOB), ANN)


@on_both
@pytest.mark.parametrize("kind", ["plan", "order"])
async def test_what_is_withdrawn_meanwhile_plays_nothing(
    room: Room,
    service: TableService,
    other: TableService,
    lake: Table,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    append = service.store.append
    if kind == "plan":
        table = await seated(service, "snorkels", ANN, BOB, pie="off")
        await plan(service, table, BOB, "d4, e4")
        withdraw, last = partial(plans.clear, other, table.id, BOB), (ANN, "d4")
    else:
        table = await give(service, lake, ANN, "l1")
        withdraw, last = partial(plans.clear, other, table.id, ANN, "south"), (BOB, "move w")
    await service.play(table.id, *last)

    async def too_late(*given: Any, **more: Any) -> int | None:
        await withdraw()
        return await append(*given, **more)

    monkeypatch.setattr(service.store, "append", too_late)
    assert (await played(room, service, automatic(PlannedTurns, service), table))[-1] == last[1]


async def test_an_order_is_kept_with_its_first_turn_or_neither(
    service: TableService, lake: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = sa.exc.OperationalError("the disk is full", None, Exception())
    with monkeypatch.context() as broken:
        broken.setattr("data.store.queries.plans.saved", Mock(side_effect=full))
        await refused(give(service, lake, ANN, "l1"), error=sa.exc.OperationalError)
    assert (await service.get(lake.id)).version == lake.version
    first_overtaken = Mock(wraps=stored_plans.saved, side_effect=[False, DEFAULT])
    monkeypatch.setattr("data.store.queries.plans.saved", first_overtaken)
    table = await give(service, lake, ANN, "l1")
    assert given(table, ANN) == ["l1"]
    assert first_overtaken.call_count == 2
    assert table == await service.get(lake.id)


async def test_each_of_a_persons_crew_has_an_order_of_its_own(room: Room, service: TableService) -> None:
    table = await seated(service, "crackers", ANN, BOB)
    for _ in range(2):
        table = await give(service, table, ANN, "e1")
    table = await service.play(table.id, ANN, "e1", key="by hand")
    assert given(table, ANN) == ["e1", "e1"]
    table = await plans.clear(service, table.id, ANN, "red")
    assert [row.seat for row, _ in orders.orders_of(table, ANN.id)] == ["yellow"]
    for pump in ("pump a4", "pump h5", "pump a4 a3"):
        await service.play(table.id, BOB, pump)
    await service.play(table.id, ANN, "e2", key="red")
    table = await service.get(table.id)
    assert table.acting == ("yellow",)
    await sailed(room, service, automatic(PlannedTurns, service), table)
    table = await service.get(table.id)
    assert table.acting == ("blue",)
    assert str(table.turns[-1].action) == "e1"
    assert '"square": "e1"' in str(await export(service, ANN.id))
    assert '"square"' not in str(await export(service, BOB.id))


async def test_what_cannot_be_carried_out_is_refused_and_changes_nothing(
    service: TableService, lake: Table
) -> None:
    for person, square in ((BOB, "a12"), (ANN, "b1"), (ANN, "e4"), (ANN, "z9")):
        await refused(give(service, lake, person, square))
    assert await service.get(lake.id) == lake
