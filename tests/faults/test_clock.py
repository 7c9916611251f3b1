"""Clocks that jump, and clocks that disagree: the log keeps its order whatever the time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import bot.app
from bot.local import LocalDiscord
from bot.local.world import World
from tests.faults.berth import berth
from tests.faults.test_storage import to_confirm

YEAR = 365 * 24 * 3600


async def test_a_clock_that_jumps_back_and_forth_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jumps = iter([0, 20 * YEAR, -20 * YEAR, 1, -1, 10 * YEAR, 0, -30 * YEAR] * 10)
    monkeypatch.setattr(bot.app, "milliseconds", lambda: int((time.time() + next(jumps)) * 1000))
    async with berth(tmp_path / "table.sqlite3", monkeypatch) as here:
        number = await here.begin("snorkels")
        for played in range(1, 9):
            who, private, confirm = await to_confirm(here.crew, number)
            assert await here.crew.press(who, private, confirm) is not None
            assert await here.settled(number) == []
            assert len(await here.acts(number)) == played
        times = [event.at for event in await here.acts(number)]
        assert times != sorted(times), "the clock did jump"
        assert await here.bot.store.unshown() == []
        other = await here.begin("snorkels")
        assert other == number + 1


@pytest.mark.parametrize("ahead", [-2 * YEAR, 2 * YEAR])
async def test_a_clock_that_is_not_discords_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    local = LocalDiscord(World(now=lambda: time.time() + ahead))
    await local.start()
    async with berth(tmp_path / "table.sqlite3", monkeypatch, local) as here:
        number = await here.begin("snorkels")
        who, private, confirm = await to_confirm(here.crew, number)
        assert await here.crew.press(who, private, confirm) is not None
        assert len(await here.acts(number)) == 1
        assert await here.settled(number) == []
    await local.stop()
