"""Fixtures of all tests that have the real bot, or another one, at a local Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.local.fault_injection import FaultyDiscord

from .running_bot import RunningBot, running_bot


def _ours(task: asyncio.Task[Any]) -> bool:
    """Whether the server started a task; discord.py leaves some running."""
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and any(part in code.co_filename for part in ("bot/local", "aiohttp/web"))


@pytest.fixture
async def local() -> AsyncIterator[FaultyDiscord]:
    """A local Discord without a bot, which leaves no task running."""
    local = FaultyDiscord()
    await local.start()
    yield local
    await local.stop()
    assert not [task for task in asyncio.all_tasks() if _ours(task)]


@pytest.fixture
async def running(
    file: Path, monkeypatch: pytest.MonkeyPatch, local: FaultyDiscord
) -> AsyncIterator[RunningBot]:
    """The real bot at that Discord, both in this process."""
    async with running_bot(file, monkeypatch, local) as here:
        await here.bot.wait_until_ready()
        yield here
