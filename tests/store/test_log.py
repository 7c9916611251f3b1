"""The log: it only grows, at its end, by one writer at a time, and each request counts once."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest
import sqlalchemy as sa

from data.store import event_log
from data.store.queries import due
from data.store.records import Address, AlreadyChallenged, Conflict, Event, Repeated, SeatRow
from data.store.store import Store
from tests.databases import on_both
from tests.thorough import examples

from .logs import ANN, BOB, create, header, loaded, move, opened, play


async def test_what_is_stored_comes_back(store: Store) -> None:
    given = header(options="stones=2", opponent=BOB)
    number = await store.create(given, opened("k1"))
    await move(store, number, 2, play("d4", "k2"))
    stored = await loaded(store, number)
    assert (stored.header.id, stored.header.version, stored.header.status) == (number, 3, "playing")
    assert (stored.header.options, stored.header.opponent, stored.header.touched) == ("stones=2", BOB, 2)
    assert stored.header.address == Address(guild=5, home=10)
    assert stored.events == (*opened("k1"), play("d4", "k2"))
    assert stored.seats == (SeatRow(number, "red", ANN),)


@on_both
@pytest.mark.parametrize("status", ["lobby", "playing"])
@pytest.mark.parametrize("deadline", [None, 7, 9])
async def test_what_is_appended_stands_whatever_has_changed_since_the_table_was_read(
    store: Store, status: str, deadline: int | None
) -> None:
    number = await store.create(header(deadline=7), opened())
    read = await loaded(store, number)
    await due.set_deadline(store, number, 2, 8)
    await store.append(number, 2, [play("d4")], status=status, deadline=deadline, read=read.header)
    stored = await loaded(store, number)
    assert (stored.header.version, stored.header.status, stored.header.deadline) == (3, status, deadline)
    with pytest.raises(Conflict):
        await store.append(number, 2, [play("a1")], status=status, deadline=deadline, read=read.header)


@pytest.mark.parametrize("number", examples((0, -1, 7, 2**31, 2**63, 2**80), {7, 2**80}))
async def test_a_number_that_no_session_has_finds_none(store: Store, number: int) -> None:
    assert await store.load(number) is None


async def test_a_table_that_cannot_be_stored_is_an_error(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = sa.exc.OperationalError("INSERT", None, Exception("the disk is full"))
    monkeypatch.setattr(event_log, "insert", Mock(side_effect=full))
    with pytest.raises(sa.exc.OperationalError, match="full"):
        await create(store, "k1")


async def test_a_key_counts_once_over_all_logs(store: Store) -> None:
    first = await create(store, "k1")
    second = await create(store)
    with pytest.raises(Repeated) as again:
        await create(store, "k1")
    assert again.value.table_id == first
    with pytest.raises(Repeated) as elsewhere:
        await move(store, second, 2, play("d4", "k1"))
    assert elsewhere.value.table_id == first
    assert (await loaded(store, second)).header.version == 2
    assert await store.table_of_keys(["k1"]) == first
    assert await store.table_of_keys(["k9"]) is None
    assert await store.table_of_keys([]) is None


async def test_a_table_has_one_rematch(store: Store) -> None:
    asked = header(parent=await create(store))
    rematch = await store.create(asked, opened())
    with pytest.raises(Repeated) as again:
        await store.create(asked, opened())
    assert again.value.table_id == rematch


async def test_a_refused_append_leaves_nothing(store: Store) -> None:
    number = await create(store, "k1")
    sat = Event("sit", "blue", BOB, "Bob", at=2)
    for version, events in ((1, [sat]), (5, [sat]), (2, [sat, play("d4", "k1")])):
        with pytest.raises((Conflict, Repeated)):
            await store.append(number, version, events, status="playing")
    stored = await loaded(store, number)
    assert (stored.header.version, stored.header.status, len(stored.events)) == (2, "lobby", 2)
    assert [row.seat for row in stored.seats] == ["red"]
    with pytest.raises(Conflict):
        await move(store, 99, 0, play("d4"))


async def test_seats_follow_the_log(store: Store) -> None:
    number = await create(store)
    await move(store, number, 2, Event("sit", "blue", BOB, at=2))
    await store.set_seat(number, "blue", draft="a1 b2", chart=5)
    await store.append(
        number, 3, [Event("leave", "blue", BOB, at=3), Event("sit", "blue", ANN, at=3)], status="playing"
    )
    stored = await loaded(store, number)
    assert stored.seats == (SeatRow(number, "blue", ANN), SeatRow(number, "red", ANN)), "no draft of Bob's"
    await move(store, number, 5, Event("leave", "blue", ANN, at=4))
    stored = await loaded(store, number)
    assert [row.seat for row in stored.seats] == ["red"]


async def test_one_challenge_at_a_time(store: Store) -> None:
    results = await asyncio.gather(
        *(store.create(header(opponent=BOB), opened()) for _ in range(3)), return_exceptions=True
    )
    assert sum(isinstance(result, AlreadyChallenged) for result in results) == 2
    standing = await store.challenge(ANN, BOB, "toy")
    assert standing in results
    assert standing is not None
    await store.create(header(opponent=BOB, game="other"), opened())
    await store.append(standing, 2, [Event("close", at=2)], status="closed")
    assert await store.create(header(opponent=BOB), opened()) > standing


async def test_a_void_log_takes_no_more(store: Store) -> None:
    number = await create(store)
    await store.set_address(number, shown=2)
    assert not await store.freeze(number, 1), "the log has grown since"
    assert await store.freeze(number, 2)
    with pytest.raises(Conflict):
        await move(store, number, 2, play("d4"))
    assert await store.unshown() == [number], "its card has to say so"


async def test_unshown_sessions_are_found(store: Store) -> None:
    numbers = [await store.create(header(touched=touched), opened()) for touched in (3, 1, 2)]
    assert await store.unshown() == [numbers[1], numbers[2], numbers[0]]
    await store.set_address(numbers[2], shown=2, card=9)
    assert await store.unshown() == [numbers[1], numbers[0]]
