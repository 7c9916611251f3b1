"""Limits on sessions hold in the transaction that would break them."""

from __future__ import annotations

import asyncio

import pytest

from data.store.limits import Crowded, Limits
from data.store.records import Repeated
from data.store.store import Store

from .logs import ANN, BOB, header, opened


@pytest.mark.parametrize("which", ["waiting", "seats", "server", "each"])
async def test_one_session_too_many_is_not_there_afterwards(store: Store, which: str) -> None:
    most = Limits(**{which: 2})
    for number in (1, 2):
        assert await store.create(header(), opened(f"k{number}"), most) == number
    with pytest.raises(Crowded) as crowded:
        await store.create(header(), opened("k3"), most)
    assert (crowded.value.which, crowded.value.most) == (which, 2)
    assert await store.load(3) is None
    assert await store.session_of(["k3"]) is None


async def test_a_request_that_comes_twice_is_known_again_where_it_is_crowded(store: Store) -> None:
    most = Limits(waiting=1)
    await store.create(header(), opened("k1"), most)
    with pytest.raises(Repeated) as done:
        await store.create(header(), opened("k1"), most)
    assert done.value.session == 1


async def test_many_at_the_same_moment_are_no_more_than_the_limit(store: Store) -> None:
    most = Limits(server=3)
    made = await asyncio.gather(
        *(store.create(header(), opened(f"k{number}"), most) for number in range(9)), return_exceptions=True
    )
    assert sum(isinstance(each, int) for each in made) == 3
    assert sum(isinstance(each, Crowded) for each in made) == 6


async def test_without_a_limit_there_is_none(store: Store) -> None:
    for number in range(12):
        await store.create(header(), opened(f"k{number}"), Limits())
    assert ANN != BOB
