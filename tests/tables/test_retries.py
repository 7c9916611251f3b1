"""Retries: what a task holds, how others wait for it, and what lies between attempts."""

from __future__ import annotations

import asyncio
import weakref

from bot.tables.jobs.retries import Retries


class Held:
    """What is too large to be kept for long."""


async def test_what_is_held_lives_until_its_table_is_done_with_and_others_have_heard() -> None:
    go = asyncio.Event()
    held: list[weakref.ref[Held]] = []
    alive_at_the_end: list[bool] = []

    async def work(_table_id: int, _last: bool) -> bool:
        await go.wait()
        return False

    def hold(_table_id: int) -> Held:
        held.append(weakref.ref(thing := Held()))
        return thing

    def ended(_table_id: int) -> None:
        alive_at_the_end.append(held[0]() is not None)

    tasks = Retries("test", work, lambda: (), ended, hold=hold)
    await tasks.attempted(1)
    tasks.wake(1)
    waiting = asyncio.create_task(tasks.attempted(1))
    await asyncio.sleep(0)
    assert held[0]() is not None
    assert not waiting.done()
    go.set()
    await waiting
    assert alive_at_the_end == [True]
    assert held[0]() is None


async def test_whoever_waits_for_an_attempt_does_not_wait_for_the_next_one() -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def work(_table_id: int, _last: bool) -> bool:
        begun.set()
        await go.wait()
        return True

    tasks = Retries("test", work, lambda: (3600.0,))
    for _ in range(2):
        begun.clear()
        go.clear()
        tasks.wake(1)
        await begun.wait()
        waiting = [asyncio.create_task(tasks.attempted(1)) for _ in range(2)]
        await asyncio.sleep(0)
        assert not any(each.done() for each in waiting)
        go.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert 1 in tasks.resting
        assert all(each.done() for each in waiting)
    await tasks.close()


async def test_however_often_a_table_is_woken_its_attempts_keep_their_distance() -> None:
    loop, at = asyncio.get_running_loop(), list[float]()

    async def work(_table_id: int, _last: bool) -> bool:
        at.append(loop.time())
        return False

    tasks = Retries("test", work, lambda: (), spacing=lambda _table_id: 0.1)
    for _ in range(5):
        tasks.wake(1)
        await asyncio.sleep(0.01)
    assert len(at) == 1
    await tasks.settle()
    assert len(at) == 2, "all that woke it meanwhile is one attempt"
    assert at[1] - at[0] >= 0.1
