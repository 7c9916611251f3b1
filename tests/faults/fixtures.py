"""Fixtures of all tests that have the real bot at a local Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local import LocalDiscord

from .running_bot import RunningBot, running_bot


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A local Discord without a bot."""
    local = LocalDiscord()
    await local.start()
    yield local
    await local.stop()


@pytest.fixture
async def running(
    file: Path, monkeypatch: pytest.MonkeyPatch, local: LocalDiscord
) -> AsyncIterator[RunningBot]:
    """The real bot at that Discord, both in this process."""
    async with running_bot(file, monkeypatch, local) as here:
        await here.bot.wait_until_ready()
        yield here
