"""A few worlds: whatever goes wrong in them, everything comes right; and a seed is always the same.

``.ci/run`` runs hundreds more beside the tests, and ``python -m tests.simulation`` any number.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.components.publishing.followups import Followups

from . import loop
from .run import run
from .story import Event, tell

STORY = tell(1)[:16]


@pytest.mark.parametrize("seed", [pytest.param(each, marks=pytest.mark.thorough) for each in (1, 4)])
def test_everything_comes_right(seed: int) -> None:
    assert run(seed).wrong == [], f"python -m tests.simulation --first {seed} --seeds 1"


def test_a_seed_is_the_same_run_each_time() -> None:
    one, other = (run(1, STORY) for _ in range(2))
    assert len(one.log) > 50
    assert one.log == other.log


def test_an_event_left_out_leaves_the_others_as_they_are() -> None:
    shorter = (*STORY[:3], *STORY[4:])
    told = [line.partition(" -- ")[2] for line in run(1, shorter).log if " -- " in line]
    assert told == [f"{each.what} {each.seed}" for each in shorter]


def test_the_bot_is_a_member_of_its_own_and_knows_what_it_may_not_do() -> None:
    # With the owner's id it would take itself for somebody who may do everything.
    played = ((1.0, "open", 47848767), (513.09, "turn", 3744168960), (516.45, "bot dies before a write", 1))
    later = ((582.62, "permission goes", 2472653235), (586.29, "command", 375987936))
    outcome = run(1700305, tuple(Event(*each) for each in (*played, (581.98, "goodbye", 3931084728), *later)))
    assert outcome.wrong == []
    assert not [line for line in outcome.log if " 403 " in line]


@pytest.mark.parametrize("yields", [True, False])
def test_a_world_that_turns_in_circles_at_one_moment_is_wrong(
    monkeypatch: pytest.MonkeyPatch, yields: bool
) -> None:
    async def resume(_followups: Followups) -> None:
        while True:
            if yields:
                await asyncio.sleep(0)

    monkeypatch.setattr(Followups, "resume", resume)
    monkeypatch.setattr(loop, "STUCK_S", 0.2)
    (wrong,) = run(1, ()).wrong
    assert "the same forever" in wrong


def test_a_task_that_never_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forgotten() -> None:
        await asyncio.Event().wait()

    async def resume(followups: Followups) -> None:
        running.append(asyncio.create_task(forgotten()))
        await original(followups)

    running: list[asyncio.Task[None]] = []
    original = Followups.resume
    monkeypatch.setattr(Followups, "resume", resume)
    assert [each for each in run(1, ()).wrong if "forgotten" in each]
