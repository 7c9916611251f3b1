"""Automatic turns, whatever their source, and how what failed is tried again."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Iterable

import pytest

from bot.games.core import RulesError
from bot.languages import ENGLISH, speaking, spoken
from bot.tables.automatic_turns import AutomaticTurns, TurnSource
from bot.tables.errors import TableBusy
from bot.tables.jobs import retries
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.table import Table
from bot.tables.service import TableService

from .harness import ANN, HERE


class TooLate(RulesError):
    """The table has moved on."""


class Source(TurnSource):
    """Notes the tables at which it is asked to play; the first time, something goes wrong."""

    name = "test"
    too_late = (RulesError,)

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.tried: list[int] = []

    def concerns(self, table: Table) -> bool:
        return True

    async def tables(self) -> Iterable[int]:
        return ()

    async def due(self, table: Table) -> int | None:
        return 0

    async def play(self, table: Table) -> bool:
        self.tried.append(table.id)
        error, self.error = self.error, None
        if error is not None:
            raise error
        return False


@pytest.mark.parametrize(("error", "tries"), [(RuntimeError(), 2), (TableBusy(), 2), (TooLate("Late."), 1)])
async def test_a_turn_is_tried_again_unless_it_comes_too_late(
    monkeypatch: pytest.MonkeyPatch, service: TableService, error: Exception, tries: int
) -> None:
    monkeypatch.setattr(retries, "RETRY_PAUSES_S", (0.0, 0.0))
    table = await service.open("snorkels", ANN, {}, HERE)
    source, other = Source(error), Source()
    turns = AutomaticTurns(service, [source, other])
    turns.wake(table.id)
    await turns.tasks.settle()
    assert source.tried == [table.id] * tries
    assert other.tried == [table.id] * tries, (
        "what goes wrong in one source doesn't keep another from playing"
    )


class Held:
    """What is too large to be kept for long."""


async def test_what_is_held_lives_until_its_table_is_done_with_and_others_have_heard() -> None:
    go = asyncio.Event()
    alive_at_the_end: list[bool] = []

    async def work(_table_id: int, _last: bool) -> Outcome:
        await go.wait()
        return "done"

    def ended(_table_id: int) -> None:
        alive_at_the_end.append(held() is not None)

    tasks = Retries("test", work, ended, pauses=())
    await tasks.attempted(1)
    thing = Held()
    held = weakref.ref(thing)
    tasks.wake(1, thing)
    del thing
    waiting = asyncio.create_task(tasks.attempted(1))
    await asyncio.sleep(0)
    assert held() is not None
    assert not waiting.done()
    go.set()
    await waiting
    assert alive_at_the_end == [True]
    assert held() is None


async def test_work_is_done_in_no_language_of_whoever_woke_it() -> None:
    heard: list[str] = []

    async def work(_table_id: int, _last: bool) -> Outcome:
        heard.append(spoken())
        return "done"

    tasks = Retries("test", work, pauses=())
    with speaking("de"):
        tasks.wake(1)
    await tasks.settle()
    assert heard == [ENGLISH]


async def test_whoever_waits_for_an_attempt_does_not_wait_for_the_next_one() -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def work(_table_id: int, _last: bool) -> Outcome:
        begun.set()
        await go.wait()
        return "failed"

    tasks = Retries("test", work, pauses=(3600.0,))
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

    async def work(table_id: int, _last: bool) -> Outcome:
        at.append(loop.time())
        tasks.spacing[table_id] = 0.1
        return "done"

    tasks = Retries("test", work, pauses=())
    for _ in range(5):
        tasks.wake(1)
        await asyncio.sleep(0.01)
    assert len(at) == 1
    await tasks.settle()
    assert len(at) == 2, "all that woke it meanwhile is one attempt"
    assert at[1] - at[0] >= 0.1


async def test_rules_that_fail_at_a_question_keep_nothing_from_being_told(service: TableService) -> None:
    class Failing(Source):
        def concerns(self, table: Table) -> bool:
            raise RuntimeError

    table = await service.open("snorkels", ANN, {}, HERE)
    turns = AutomaticTurns(service, [Failing()])
    turns.wake(table.id, table)
    assert table.id not in turns.tasks
