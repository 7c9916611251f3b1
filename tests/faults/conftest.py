"""Fixtures of the tests of faults."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .berth import Berth, berth


@pytest.fixture
async def moored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Berth]:
    """The real bot at a local Discord, both in this process."""
    async with berth(tmp_path / "table.sqlite3", monkeypatch) as here:
        yield here
