"""Fixtures of the tests of faults."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .running_bot import RunningBot, running_bot


@pytest.fixture
async def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningBot]:
    """The real bot at a local Discord, both in this process."""
    async with running_bot(tmp_path / "table.sqlite3", monkeypatch) as here:
        yield here
