"""Clocks that jump, and clocks that disagree: the log keeps its order and its times."""

from __future__ import annotations

import time
from itertools import cycle
from pathlib import Path

import pytest

import bot.app
from bot.local import LocalDiscord
from bot.local.world.world import World

from .running_bot import running_bot
from .test_storage import to_confirm

YEAR = 365 * 24 * 3600


async def test_a_clock_that_jumps_back_and_forth_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jumps = cycle([0, 20 * YEAR, -20 * YEAR, 10 * YEAR, 0, -30 * YEAR])
    monkeypatch.setattr(bot.app, "milliseconds", lambda: int((time.time() + next(jumps)) * 1000))
    async with running_bot(tmp_path / "table.sqlite3", monkeypatch) as here:
        began = time.time()
        number = await here.begin("snorkels")
        for played in range(1, 9):
            who, private, confirm = await to_confirm(here.players, number)
            assert await here.players.press(who, private, confirm) is not None
            assert await here.settled(number) == []
            assert len(await here.acts(number)) == played
        times = [event.at / 1000 for event in await here.acts(number)]
        assert times == sorted(times)
        assert began <= times[0] + 1, "no jump dates an action"
        assert times[-1] <= time.time()
        assert await here.bot.store.unshown() == []
        other = await here.begin("snorkels")
        assert other == number + 1


@pytest.mark.parametrize("ahead", [-2 * YEAR, 2 * YEAR])
async def test_a_clock_that_is_not_discords_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    local = LocalDiscord(World(now=lambda: time.time() + ahead))
    await local.start()
    async with running_bot(tmp_path / "table.sqlite3", monkeypatch, local) as here:
        number = await here.begin("snorkels")
        who, private, confirm = await to_confirm(here.players, number)
        assert await here.players.press(who, private, confirm) is not None
        assert len(await here.acts(number)) == 1
        assert await here.settled(number) == []
    await local.stop()
