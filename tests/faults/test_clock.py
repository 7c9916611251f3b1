"""Clocks that disagree: the bot's and Discord's."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.local import LocalDiscord
from bot.local.world.world import World

from .running_bot import running_bot

YEAR = 365 * 24 * 3600


@pytest.mark.parametrize("ahead", [-2 * YEAR, 2 * YEAR])
async def test_a_clock_that_is_not_discords_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    local = LocalDiscord(World(now=lambda: time.time() + ahead))
    await local.start()
    async with running_bot(tmp_path / "table.sqlite3", monkeypatch, local) as here:
        number = await here.begin("snorkels")
        who, private, confirm = await here.players.to_confirm(number)
        assert await here.players.press(who, private, confirm) is not None
        assert len(await here.acts(number)) == 1
        assert await here.settled(number) == []
    await local.stop()
