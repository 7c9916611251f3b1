"""Answers that Discord doesn't take, and a clock that isn't Discord's: no harm is done."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, Final

import pytest
import structlog

from bot.local.world.world import World
from tests.local.fault_injection import FaultyDiscord, InjectedFault
from tests.patience import PATIENCE
from tests.thorough import examples

from .running_bot import RunningBot, idle, running_bot

YEAR_S: Final = 365 * 24 * 3600


@pytest.mark.parametrize(
    "how", examples([{"status": 429, "retry_after": 0.01}, {"status": 500}, {"cut": True}], [{"status": 500}])
)
async def test_what_discord_does_not_take_is_no_fault_of_the_bot(
    running: RunningBot, how: dict[str, Any]
) -> None:
    local = running.local
    local.faults.add(InjectedFault("POST", "/callback$", count=1000, **how))
    with structlog.testing.capture_logs() as logs:
        local.play.autocomplete("Finn", "games", "settings", "zone", {"zone": "Eur"})
        local.play.slash("Finn", "games", "games")
        async with asyncio.timeout(PATIENCE):
            while local.faults.struck < 2:  # noqa: ASYNC110 (requests that fail change nothing)
                await asyncio.sleep(0.01)
            await idle()
    local.faults.clear()
    assert not [line for line in logs if "exc_info" in line or line["log_level"] == "error"]
    assert [line["error"] for line in logs if line["event"].startswith("Discord didn't take")]
    assert running.unhandled == []
    asked = local.play.slash("Finn", "games", "games")
    await asked.settled()
    assert asked.original is not None


@pytest.mark.parametrize("ahead", [-2 * YEAR_S, 2 * YEAR_S])
async def test_a_clock_that_is_not_discords_does_no_harm(
    file: Path, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    local = FaultyDiscord(World(now=lambda: time.time() + ahead))
    await local.start()
    async with running_bot(file, monkeypatch, local) as here:
        number = await here.begin("snorkels")
        who, private, confirm = await here.players.to_confirm(number)
        assert await here.players.press(who, private, confirm) is not None
        assert len(await here.acts(number)) == 1
        assert await here.settled(number) == []
    await local.stop()
