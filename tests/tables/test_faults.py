"""When rules, logs or the database fail: one table stops at most, and nothing is guessed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
import sqlalchemy as sa

from bot.games.core import NotationError
from bot.tables import lists, permissions
from bot.tables import service as service_module
from bot.tables.errors import InternalError, RulesBug, TableOver
from bot.tables.events import moves, reducer, timeouts
from bot.tables.model import commitments
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import Event
from tests.databases import execute, on_both

from .harness import ANN, BOB, Room, holder, log_of, opened, refused, seated, some_action
from .tug_of_war import TUG, Tug


@on_both
async def test_a_fault_of_the_rules_freezes_its_table_alone(
    room: Room, service: TableService, other: TableService
) -> None:
    for action in ("break", "slip"):
        table = await seated(service, "tug", ANN, BOB)
        await service.play(table.id, ANN, "pull 1")
        await service.store.set_address(table.id, shown=4)
        events = (await log_of(service, table.id))[1]
        room.changed.clear()
        await refused(service.play(table.id, BOB, action, key=action), "Its record is safe", TableOver)
        for each in (service, other):
            frozen = await each.get(table.id)
            assert frozen.status == "frozen"
            assert {person.id for person in frozen.seating.people} == {ANN.id, BOB.id}
            await refused(each.play(table.id, ANN, "pull 1"), "Its record is safe", TableOver)
        assert (await log_of(service, table.id))[1] == events
        assert room.changed == [table.id]
        assert table.id in await service.store.unshown(), "its card is to say so"
    assert await lists.tables_of(service, ANN.id) == []
    fine = await seated(service, "tug", ANN, BOB)
    await service.play(fine.id, ANN, "pull 1")


@pytest.mark.parametrize("key", ["i1", None])
@on_both
async def test_a_commit_whose_answer_was_lost_is_looked_at(
    room: Room, service: TableService, monkeypatch: pytest.MonkeyPatch, key: str | None, table: Table
) -> None:
    name = "write" if service.store.path is None else "write_then"
    write = getattr(service.store.executor, name)

    async def lose_the_answer(*given: Any, **named: Any) -> Any:
        monkeypatch.undo()
        await write(*given, **named)
        raise sa.exc.OperationalError("COMMIT", None, OSError("the connection was lost"))

    monkeypatch.setattr(service.store.executor, name, lose_the_answer)
    room.changed.clear()
    if key is None:
        await refused(service.play(table.id, ANN, "pull 1"), error=sa.exc.OperationalError)
    else:
        played = await service.play(table.id, ANN, "pull 1", key=key)
        assert played.version > table.version, "its key tells that it arrived"
    assert room.changed == [table.id], "whoever shows tables looks at it"


FAIL = Mock(side_effect=ZeroDivisionError)


def choose_from_nothing(*_given: Any, **_named: Any) -> Any:
    return random.Random(1).choice([])


def run_out_of_memory(*_given: Any, **_named: Any) -> Any:
    raise MemoryError


@pytest.mark.parametrize(
    ("module", "name", "bug"),
    [
        (moves, "read_action", FAIL),
        (permissions, "require_fresh", choose_from_nothing),
        (service_module, "Event", None),
        (commitments, "commit", FAIL),
        (reducer, "_draw_chance", FAIL),
        (reducer, "Turn", None),
        (reducer, "with_action", choose_from_nothing),
        (reducer, "_acted", FAIL),
        (timeouts, "next_due", FAIL),
        (reducer, "commitments", None),
    ],
)
async def test_a_bug_in_the_session_code_is_raised_and_leaves_its_table_in_play(
    service: TableService, monkeypatch: pytest.MonkeyPatch, module: object, name: str, bug: object
) -> None:
    table = await opened(service, "1d", "depthcharge")
    before = await log_of(service, table.id)
    first = table.acting[0]
    person, placement = holder(table, first), some_action(table, first, random.Random(1))
    with monkeypatch.context() as broken:
        broken.setattr(module, name, bug)
        with pytest.raises((ZeroDivisionError, IndexError, TypeError, AttributeError)):
            await service.play(table.id, person, placement)
    assert await log_of(service, table.id) == before
    assert (await service.play(table.id, person, placement)).status == "playing"


async def test_an_event_that_only_the_session_code_refuses_is_no_fault_of_the_rules(
    service: TableService,
    table: Table,
) -> None:
    nonsense = Event("nonsense", person=ANN.id, at=table.last_activity)
    await refused(service.change(table.id, lambda _: [nonsense]), "refused the nonsense it allowed", RulesBug)
    assert (await service.play(table.id, ANN, "pull 1")).status == "playing"


async def test_a_bug_in_reading_a_log_freezes_nothing_and_hides_no_other_table(
    service: TableService,
    other: TableService,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await service.play(table.id, ANN, "pull 1")
    unread = await seated(service, "lonely", ANN, BOB)
    with monkeypatch.context() as broken:
        broken.setattr(reducer, "Turn", None)
        await refused(other.get(table.id), "not in your game", InternalError)
        assert [each.id for each in await lists.tables_of(other, ANN.id)] == [unread.id]
    assert f"table {table.id} couldn't be read" in caplog.text
    assert "TypeError" in caplog.text
    assert (await other.play(table.id, BOB, "pull 1")).status == "playing"


@pytest.mark.parametrize("part", ["to_act", "legal", "play"])
async def test_whatever_part_of_the_rules_fails_freezes_the_table(
    service: TableService, monkeypatch: pytest.MonkeyPatch, part: str, table: Table
) -> None:
    bug = property(choose_from_nothing) if part == "to_act" else choose_from_nothing
    monkeypatch.setattr(Tug, part, bug)
    await refused(service.play(table.id, ANN, "pull 1"), "Its record is safe", TableOver)
    assert (await service.get(table.id)).status == "frozen"


async def test_rules_that_run_out_of_memory_freeze_nothing(
    service: TableService, other: TableService, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    await service.play(table.id, ANN, "pull 1")
    with monkeypatch.context() as full:
        full.setattr(Tug, "play", run_out_of_memory)
        for asked in (service.play(table.id, BOB, "pull 1"), other.get(table.id)):
            await refused(asked, error=MemoryError)
    assert (await other.play(table.id, BOB, "pull 1")).status == "playing"


async def test_a_text_that_breaks_the_parser_leaves_the_table_in_play(
    service: TableService, table: Table
) -> None:
    await refused(service.play(table.id, ANN, "%"), "isn’t a move the bot understands", NotationError)
    assert (await service.play(table.id, ANN, "pull 1")).status == "playing"


async def test_a_fault_of_the_database_freezes_nothing(
    service: TableService, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:

    with monkeypatch.context() as broken:
        for name in ("append", "load"):
            broken.setattr(service.store, name, AsyncMock(side_effect=OSError("disk full")))
            await refused(service.play(table.id, ANN, "pull 1"), "disk full", OSError)
    assert (await service.play(table.id, ANN, "pull 1")).status == "playing"


@on_both
async def test_a_log_that_no_longer_folds_is_frozen_with_its_log_kept(
    room: Room, service: TableService, other: TableService, table: Table
) -> None:
    await service.play(table.id, ANN, "pull 1")
    await execute(service.store, "UPDATE event SET text = 'pull 9' WHERE text = 'pull 1'")
    room.changed.clear()
    frozen = await other.get(table.id)
    assert frozen.status == "frozen"
    assert room.changed == [table.id], "its card is to say so, though it was only looked at"
    assert len((await log_of(other, table.id))[1]) == table.version + 1
    assert (await other.get(table.id)).word == frozen.word
    assert room.changed == [table.id], "once"


async def test_a_kept_table_whose_log_can_not_go_on_is_kept_no_longer(
    service: TableService, table: Table
) -> None:
    await service.store.append(
        table.id, table.version, [Event("play", "red-one", text="pull 9", at=9)], status="playing"
    )
    assert service.cache.peek(table.id) is not None
    assert (await service.get(table.id)).status == "frozen"
    assert service.cache.peek(table.id) is None


async def test_a_gap_in_a_log_is_never_guessed_over(
    service: TableService, other: TableService, table: Table
) -> None:
    for person in (ANN, BOB):
        await service.play(table.id, person, "pull 1")
    await execute(service.store, "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)")
    assert (await other.get(table.id)).status == "frozen"


async def test_a_game_is_finished_under_the_rules_that_it_was_started_with(room: Room) -> None:
    old = replace(TUG, rules=1, start=lambda _: Tug(rope=10))
    before = await room.program(games={"tug": old})
    table = await seated(before, "tug", ANN, BOB)
    without = await room.program(games={"tug": TUG})
    assert (await without.get(table.id)).status == "frozen"
    assert "under rules that" in (await without.get(table.id)).word
    assert await lists.tables_of(without, ANN.id) == []
    both = await room.program(games={"tug": replace(TUG, older=(old,))})
    table = await both.play(table.id, ANN, "pull 1")
    assert table.game is old
    await both.play(table.id, BOB, "pull 1")
    new = await seated(both, "tug", ANN, BOB)
    assert (new.game.rules, new.state) == (2, Tug())


async def test_a_game_that_is_gone_hides_no_other_table(
    room: Room, service: TableService, table: Table
) -> None:
    kept = await seated(service, "lonely", ANN, BOB)
    after = await room.program(games={"lonely": service.games["lonely"]})
    await refused(after.get(table.id), "doesn’t have any more")
    assert [each.id for each in await lists.tables_of(after, ANN.id)] == [kept.id]
    assert [each.id for each in await lists.tables_in(after, 10)] == [kept.id]
