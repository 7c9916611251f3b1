"""Limits on tables hold in the transaction that would break them."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from data.store.limits import LimitExceeded
from data.store.records import Event, Limits, Repeated, Seating
from data.store.store import Store

from .logs import BOB, header, loaded, opened

CID = BOB + 1


def sits(key: str | None = None) -> Event:
    """``BOB`` takes a seat."""
    return Event("sit", "blue", BOB, "Bob", at=2, key=key)


@pytest.mark.parametrize("which", ["waiting", "seats", "server", "each"])
async def test_one_session_too_many_is_not_there_afterwards(store: Store, which: str) -> None:
    most = Limits(**{which: 2})
    for number in (1, 2):
        assert await store.create(header(), opened(f"k{number}"), most) == number
    with pytest.raises(LimitExceeded) as crowded:
        await store.create(header(), opened("k3"), most)
    assert (crowded.value.which, crowded.value.most) == (which, 2)
    assert await store.load(3) is None
    assert await store.table_of_keys(["k3"]) is None


async def test_a_request_that_comes_twice_is_known_again_where_it_is_crowded(store: Store) -> None:
    most = Limits(waiting=1)
    await store.create(header(), opened("k1"), most)
    with pytest.raises(Repeated) as done:
        await store.create(header(), opened("k1"), most)
    assert done.value.table_id == 1


async def test_many_at_the_same_moment_are_no_more_than_the_limit(store: Store) -> None:
    most = Limits(server=3)
    made = await asyncio.gather(
        *(store.create(header(), opened(f"k{number}"), most) for number in range(9)), return_exceptions=True
    )
    assert sum(isinstance(each, int) for each in made) == 3
    assert sum(isinstance(each, LimitExceeded) for each in made) == 6


async def test_one_seat_too_many_is_not_taken(store: Store) -> None:
    first, second = [
        await store.create(header(host=CID), [Event("open", person=CID, at=1)]) for _ in range(2)
    ]
    assert await store.append(first, 1, [sits()], seating=Seating(BOB, 1), status="playing") is None
    with pytest.raises(LimitExceeded) as crowded:
        await store.append(second, 1, [sits("k1")], status="playing", seating=Seating(BOB, 1))
    assert (crowded.value.which, crowded.value.most) == ("seats", 1)
    stored = await loaded(store, second)
    assert (stored.header.version, stored.header.status, stored.seats) == (1, "lobby", ())
    assert await store.table_of_keys(["k1"]) is None
    await store.append(first, 2, [Event("close", at=3)], status="closed")
    await store.append(second, 1, [sits("k1")], seating=Seating(BOB, 1), status="playing")


async def test_one_who_sits_down_everywhere_at_once_sits_at_no_more_than_the_limit(
    store: Store, url: sa.URL
) -> None:
    tables = [await store.create(header(host=CID), [Event("open", person=CID, at=1)]) for _ in range(8)]
    other = await Store.open(url)
    taken = await asyncio.gather(
        *(
            each.append(table, 1, [sits()], status="lobby", seating=Seating(BOB, 3))
            for table, each in zip(tables, (store, other) * 4, strict=True)
        ),
        return_exceptions=True,
    )
    await other.close()
    assert sum(each is None for each in taken) == 3
    assert sum(isinstance(each, LimitExceeded) for each in taken) == 5
    assert len(await store.table_ids_of(BOB, ("lobby",), 9)) == 3
