"""Sessions on a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sessions.service import Sessions

from .room import Room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    room = Room(tmp_path / "tables.sqlite3")
    yield room
    await room.close()


@pytest.fixture
async def sessions(room: Room) -> Sessions:
    return await room.program()
