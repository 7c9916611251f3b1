"""Tables that were frozen go on once their game is fixed, and not before."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from bot.games.core import IllegalAction, Seat
from bot.tables import lists
from bot.tables.errors import TableOver
from bot.tables.jobs import recovery
from bot.tables.model.pace import MINUTE
from bot.tables.model.table import Table
from bot.tables.service import TableService
from tests.databases import on_both

from .harness import ANN, BOB, Room, clock_of, loaded, log_of, opened, refused, time_left, verbs
from .tug_of_war import TUG, Tug, Word


@dataclass(frozen=True, slots=True)
class Sound(Tug):
    """The position of a rope that holds."""

    def legal(self, seat: Seat) -> Sequence[Word]:
        return [word for word in Tug.legal(self, seat) if word.text not in ("break", "slip")]

    def play(self, seat: Seat, action: Word) -> Sound:
        after = Tug.play(self, seat, action)
        return Sound(after.rope, after.turn, after.rolling)


MENDED = replace(TUG, start=lambda _: Sound())
"""The game as a later release has it."""


async def broken(service: TableService, measure: str = "none") -> int:
    """A table that was frozen while it was played."""
    table = await opened(service, measure, "tug")
    await service.play(table.id, ANN, "pull 1")
    await refused(service.play(table.id, BOB, "break"), "Its record is safe", TableOver)
    assert (await service.get(table.id)).status == "frozen"
    return table.id


async def test_a_frozen_table_goes_on_where_it_stood_once_its_rules_are_mended(
    room: Room, service: TableService
) -> None:
    number = await broken(service)
    log = (await log_of(service, number))[1]
    mended = await room.program(games={"tug": MENDED})
    room.changed.clear()
    assert await recovery.recover_all(mended, mended.changed) == 1
    assert room.changed == [number]
    table = await mended.get(number)
    assert table.status == "playing"
    assert table.recovered
    assert [str(turn.action) for turn in table.turns] == ["pull 1"]
    assert (await log_of(mended, number))[1][:-1] == log, "nothing is lost"
    assert number in await mended.store.unshown(), "its card is to say so"
    assert table.address.shown == 0, "nothing that was shown before the freeze counts"
    assert [each.id for each in await lists.tables_of(mended, BOB.id)] == [number]
    table = await mended.play(number, BOB, "pull 2")
    assert not table.recovered
    fresh = await (await room.program(games={"tug": MENDED})).get(number)
    assert (fresh.version, fresh.state, fresh.recovered_at) == (
        table.version,
        table.state,
        table.recovered_at,
    )
    assert await recovery.recover_all(mended, mended.changed) == 0, "once"


async def test_a_frozen_table_stays_so_while_what_people_may_do_still_fails(
    room: Room, service: TableService, other: TableService
) -> None:
    number = await broken(service)
    before = await log_of(service, number)
    room.changed.clear()
    assert await recovery.recover_all(other, room.changed.append) == 0
    assert await log_of(service, number) == before
    assert room.changed == []
    await refused(
        recovery.examine(service, number),
        r"“play blue-one break”: ZeroDivisionError in .*tug_of_war, line",
        recovery.StillBroken,
    )


async def test_a_table_whose_rules_are_not_on_hand_can_not_be_examined(
    room: Room, service: TableService
) -> None:
    number = await broken(service)
    later = await room.program(games={"tug": replace(TUG, rules=TUG.rules + 1)})
    for table_id in (number, 99):
        await refused(recovery.examine(later, table_id))


async def test_the_fault_of_a_game_with_secrets_is_told_without_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    secretive = replace(TUG, secrets=True)
    service = await room.program(games={"tug": secretive})
    number = await broken(service)
    with pytest.raises(recovery.StillBroken) as told:
        await recovery.examine(service, number)
    assert "ZeroDivisionError in" in str(told.value)
    assert "rope broke" not in str(told.value)
    assert "“play blue-one”" in str(told.value)

    def refuse(*_given: object) -> Tug:
        raise IllegalAction("The rope broke at b7.")

    monkeypatch.setattr(Tug, "play", refuse)
    with pytest.raises(recovery.StillBroken, match=r"“play red-one”: IllegalAction in .*, line \d+$"):
        await recovery.examine(service, number)


async def test_a_log_that_has_lost_its_end_is_told_from_one_whose_rules_fail(
    service: TableService, table: Table
) -> None:
    await service.play(table.id, ANN, "pull 1")
    stored = await loaded(service, table.id)
    assert recovery.replayed(stored, TUG) == await service.get(table.id)
    version, short = stored.header.version, stored._replace(events=stored.events[:-1])
    with pytest.raises(recovery.StillBroken) as told:
        recovery.replayed(short, TUG)
    assert str(told.value) == f"its log ends at event {version - 1}, not at {version}"


async def test_a_log_that_folds_again_is_as_it_was_at_a_finished_table_too(
    room: Room, service: TableService, other: TableService, table: Table
) -> None:
    await service.play(table.id, ANN, "pull 1")
    await service.resign(table.id, ANN)
    before = await log_of(service, table.id)

    def start(_options: object) -> Tug:
        raise KeyError("start")

    older = await room.program(games={"tug": replace(TUG, start=start)})
    assert (await older.get(table.id)).status == "frozen"
    assert await recovery.recover_all(older, older.changed) == 0
    await refused(recovery.examine(older, table.id), r"event \d+, “start”: KeyError", recovery.StillBroken)
    assert await recovery.recover_all(other, other.changed) == 1
    over = await other.get(table.id)
    assert (over.status, over.outcome) == ("over", (await service.get(table.id)).outcome)
    assert (await log_of(other, table.id))[1][:-1] == before[1]


async def test_the_time_in_which_a_table_stood_still_is_given_back(room: Room, service: TableService) -> None:
    number = await broken(service, "30m")
    room.ticks += 500 * MINUTE
    mended = await room.program(games={"tug": MENDED})
    assert await recovery.recover_all(mended, mended.changed) == 1
    table = await mended.get(number)
    (side,) = clock_of(table).ticking
    assert time_left(table, room.ticks, side) > 29 * MINUTE
    assert table.last_activity > room.ticks - MINUTE, "nor is it abandoned"


@on_both
async def test_two_programs_thaw_a_table_once(room: Room, service: TableService) -> None:
    number = await broken(service)
    first = await room.program(games={"tug": MENDED})
    second = await room.program(games={"tug": MENDED})
    done = await asyncio.gather(*(recovery.recover_all(each, each.changed) for each in (first, second)))
    assert sum(done) == 1
    assert (await verbs(first, number)).count("thaw") == 1
