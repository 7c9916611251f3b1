"""What is in memory of tables: nothing outdated, and of most the latest turns alone."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from cachetools import LRUCache

from bot.components.cards import text
from bot.games.core import Placement
from bot.tables import lists
from bot.tables.errors import MissingHistory
from bot.tables.events import agreements, reducer
from bot.tables.model.table import FEWEST_TURNS, Table
from bot.tables.record_text import record_text
from bot.tables.service import TableService
from data.store.records import Event, Header, SeatRow
from tests.games.registry import GAMES, of_each_game

from .harness import ANN, BOB, CID, DEE, HERE, play_on, seated, undone


@pytest.fixture
def folded(service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that were read and folded from their beginning, in a cache with room for one."""
    found: list[int] = []
    fold = reducer.fold

    def counting(table: Table, events: Iterable[Event], header: Header, seats: tuple[SeatRow, ...]) -> Table:
        if not table.version:
            found.append(header.id)
        return fold(table, events, header, seats)

    monkeypatch.setattr(reducer, "fold", counting)
    monkeypatch.setattr(service.cache, "kept", LRUCache(1))
    return found


async def opened(service: TableService, key: str) -> int:
    """A new table, which nobody holds."""
    return (await service.open("snorkels", ANN, {}, HERE, key=key)).id


async def test_a_table_in_use_is_found_however_many_others_are_read(
    service: TableService, folded: list[int]
) -> None:
    numbers = [await opened(service, key) for key in ("k1", "k2", "k3")]
    folded.clear()
    held = [await service.get(number) for number in numbers]
    assert [id(await service.get(number)) for number in numbers] == [*map(id, held)]
    assert folded == numbers
    del held
    await service.get(numbers[0])
    assert folded == [*numbers, numbers[0]]


async def test_looking_at_lists_drives_no_table_in_play_out_of_memory(
    service: TableService, folded: list[int]
) -> None:
    played, *others = [await opened(service, key) for key in ("k1", "k2", "k3")]
    await service.get(played)
    folded.clear()
    assert {table.id for table in await lists.tables_of(service, ANN.id)} == {played, *others}
    assert set(await listed(service)) == {played, *others}
    assert set(folded) == {*others}
    await service.get(played)
    assert set(folded) == {*others}


async def test_the_tables_of_a_list_are_folded_beside_the_loop(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, threads, fold = await opened(service, "k1"), [], reducer.fold

    def noting(*given: Any) -> Table:
        threads.append(threading.get_ident())
        if len(threads) == 1:
            # Meanwhile its log was rewritten.
            service.cache.evict([number])
        return fold(*given)

    monkeypatch.setattr(reducer, "fold", noting)
    service.cache.clear()
    assert [table.id for table in await lists.tables_of(service, ANN.id)] == [number]
    assert len(threads) == 2, "what was read before the log was rewritten is given"
    assert threading.get_ident() not in threads


async def listed(service: TableService) -> list[int]:
    """The tables of a channel."""
    assert HERE.home is not None
    return [table.id for table in await lists.tables_in(service, HERE.home)]


async def test_what_was_rewritten_is_read_again_though_somebody_holds_it(
    service: TableService, folded: list[int]
) -> None:
    number = await opened(service, "k1")
    held = await service.get(number)
    folded.clear()
    service.cache.evict([number])
    assert (again := await service.get(number)) is not held
    service.cache.clear()
    assert await service.get(number) is not again
    assert folded == [number, number]


LONG = 20
"""Moves after which a table has more turns than it needs."""


async def long_game(service: TableService, key: str) -> Table:
    """A random game of this kind that goes on after ``LONG`` moves, or the last of some that ended before."""
    people = (ANN, BOB, CID, DEE)[: GAMES[key].people[1]]
    for seed in range(20):
        table, rng = await seated(service, key, *people), Random(seed)
        while table.status == "playing" and table.moves < LONG:
            table = await play_on(service, table, rng)
        if table.status == "playing":
            break
    return table


def packed(service: TableService, table: Table) -> Table:
    """``table`` as if other tables had driven it out of memory."""
    cache = service.cache
    cache.evict([table.id])
    cache.kept[table.id] = table
    while table.id in cache.kept:
        cache.kept.popitem()
    found = cache.packed.unpack(table.id)
    assert found is not None
    return found


def shown(table: Table) -> list[Any]:
    """What cards and buttons say of a table in play."""
    people = [*table.seating.people, None]
    viewers = [table.viewer(person.id) if person is not None else None for person in people]
    legal = [table.legal(seat) for seat in table.acting]
    return [
        *(text.story(table, viewer) for viewer in viewers),
        *(table.view_for(viewer) for viewer in viewers),
        *(text.missed(table, person.id, table.viewer(person.id)) for person in table.seating.people),
        [each if isinstance(each, Placement) else tuple(map(str, each)) for each in legal],
        [table.is_stale(seat, version) for seat in table.acting for version in _recent(table)],
        (table.moves, dict(table.played), table.awaited, table.outcome),
    ]


def _recent(table: Table) -> range:
    """The versions of which somebody may still have buttons."""
    own = [max((each.seq for each in table.turns if each.seat == seat), default=0) for seat in table.acting]
    return range(max(own, default=0), table.version + 1)


@of_each_game
async def test_a_lean_table_shows_what_the_whole_one_shows(service: TableService, key: str) -> None:
    whole = await long_game(service, key)
    lean = packed(service, whole)
    assert lean.reaches(lean.version)
    if whole.moves >= LONG:
        assert len(lean.turns) < len(whole.turns), "it is smaller at all"
    assert shown(lean) == shown(whole)
    assert (await service.history(lean)).turns == whole.turns


@of_each_game
async def test_a_game_goes_on_from_a_lean_table(service: TableService, key: str) -> None:
    whole = await long_game(service, key)
    if whole.status != "playing":
        pytest.skip("a game of this kind is over before")
    lean = packed(service, whole)
    assert await service.get(whole.id) == replace(lean, header=whole.header, seats=whole.seats)
    after = await play_on(service, lean, Random(3))
    assert after.moves > whole.moves
    service.cache.clear()
    folded = await service.get(whole.id)
    assert shown(after) == shown(folded)
    assert record_text(await service.history(after)) == record_text(folded)


async def test_what_a_lean_table_lacks_is_folded_for_an_undo(service: TableService) -> None:
    """In a game with secrets, whether one was revealed since is to be seen from all turns."""
    whole = await long_game(service, "depthcharge")
    lean = packed(service, whole)
    assert not lean.reaches(0)
    last = next(turn for turn in reversed(whole.turns) if whole.player_of(turn))
    person = next(each for each in whole.seating.people if each.id == whole.player_of(last))
    with pytest.raises(MissingHistory):
        agreements.undo_target(lean, person)
    target = agreements.undo_target(whole, person)
    asked = await service.change_as(whole.id, person, agreements.request_undo)
    assert asked.agreements.requests[0].text == str(target)


async def test_an_undo_from_another_process_reaches_behind_a_lean_table(
    service: TableService, other: TableService
) -> None:
    table = await seated(service, "checkers", ANN, BOB)
    while table.moves < LONG:
        table = await play_on(service, table, Random(table.moves))
    packed(other, await other.get(table.id))
    for _ in range(FEWEST_TURNS + 1):
        wants = next(each for each in (ANN, BOB) if each.id == table.player_of(table.turns[-1]))
        table = await undone(service, table.id, wants, ANN if wants == BOB else BOB)
    assert table.moves == LONG - FEWEST_TURNS - 1
    assert (await other.get(table.id)).state == table.state


async def test_the_temporary_file_keeps_nothing_of_a_table_that_was_dropped(service: TableService) -> None:
    table = await seated(service, "snorkels", ANN._replace(name="Zebedee Quill"), BOB)
    packed(service, table)
    assert b"Zebedee Quill" in service.cache.packed.file.serialize()
    service.cache.evict([table.id])
    assert b"Zebedee Quill" not in service.cache.packed.file.serialize()


async def test_where_no_temporary_file_can_be_used_a_table_is_folded_again(service: TableService) -> None:
    whole = await long_game(service, "checkers")
    packed(service, whole)
    service.cache.packed.file.close()
    assert shown(await service.get(whole.id)) == shown(whole)
    service.cache.packed.pack(whole)
    assert service.cache.packed.unpack(whole.id) is None
