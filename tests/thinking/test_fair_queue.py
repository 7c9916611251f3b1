"""The line of those who wait: in turn, and nothing that is lent gets lost."""

from __future__ import annotations

import asyncio

import pytest

from bot.thinking.fair_queue import FairQueue


class Hall:
    """Parties that borrow one thing, hold it for a moment, and give it back."""

    def __init__(self) -> None:
        self.queue = FairQueue(["chair"])
        self.served: list[str] = []

    async def sit(self, party: str) -> None:
        thing = await self.queue.borrow(party)
        self.served.append(party)
        await asyncio.sleep(0)
        self.queue.give_back(thing)


async def test_a_hundred_parties_are_served_in_the_order_in_which_they_came() -> None:
    hall, names = Hall(), [str(number) for number in range(100)]
    await asyncio.gather(*(hall.sit(name) for name in names))
    assert hall.served == names


async def test_a_party_with_many_wishes_holds_up_the_others_by_one_each_round() -> None:
    hall = Hall()
    await asyncio.gather(*(hall.sit(name) for name in "aaaaabbc"))
    assert "".join(hall.served) == "aabcabaa"


async def test_a_party_that_comes_back_goes_to_the_end() -> None:
    hall = Hall()

    async def come_back() -> None:
        for _ in range(3):
            await hall.sit("a")

    await asyncio.gather(come_back(), *(hall.sit(name) for name in "bcd"))
    assert hall.served[:4] == ["a", "b", "c", "d"]
    assert hall.served[4:] == ["a", "a"]


async def test_one_who_leaves_the_line_is_passed_over() -> None:
    queue = FairQueue(["chair"])
    chair = await queue.borrow("a")
    leaves, stays = (asyncio.create_task(queue.borrow(name)) for name in "bc")
    await asyncio.sleep(0)
    assert queue.waiting == 2
    leaves.cancel()
    await asyncio.gather(leaves, return_exceptions=True)
    assert queue.waiting == 1
    queue.give_back(chair)
    assert await stays == chair


async def test_one_who_leaves_in_the_moment_of_being_served_gives_it_to_the_next() -> None:
    queue = FairQueue(["chair"])
    chair = await queue.borrow("a")
    leaves, stays = (asyncio.create_task(queue.borrow(name)) for name in "bc")
    await asyncio.sleep(0)
    queue.give_back(chair)
    leaves.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaves
    assert await stays == chair


async def test_those_who_wait_can_be_sent_away() -> None:
    queue = FairQueue(["chair"])
    chair = await queue.borrow("a")
    waits = asyncio.create_task(queue.borrow("b"))
    await asyncio.sleep(0)
    queue.dismiss(LookupError())
    with pytest.raises(LookupError):
        await waits
    queue.give_back(chair)
    assert await queue.borrow("c") == chair
