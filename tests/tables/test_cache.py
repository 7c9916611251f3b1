"""The cache of tables: what somebody holds is not folded again, and nothing outdated is given."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import pytest
from cachetools import LRUCache

from bot.tables.events import reducer
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import Event, Header, SeatRow

from .harness import ANN, BOB, HERE


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
    assert [await service.get(number) for number in numbers] == held
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
    assert {table.id for table in await service.tables_of(ANN.id)} == {played, *others}
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
    assert [table.id for table in await service.tables_of(ANN.id)] == [number]
    assert len(threads) == 2, "what was read before the log was rewritten is given"
    assert threading.get_ident() not in threads


async def listed(service: TableService) -> list[int]:
    """The tables of a channel."""
    assert HERE.home is not None
    return [table.id for table in await service.tables_in(HERE.home)]


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


async def test_a_table_has_the_versions_from_its_first_event_to_its_newest(service: TableService) -> None:
    number = await opened(service, "k1")
    table = await service.join(number, BOB, None)
    assert await service.at(table, table.version) is table
    assert await service.at(table, table.version + 1) is None
    first = await service.at(table, 1)
    assert first is not None
    assert first.version == 1
    assert await service.at(table, 0) is None
