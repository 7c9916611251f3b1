"""Sessions on a file."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sessions.service import Sessions
from data.store.store import Store, sqlite_url

from .hours import Hours
from .room import Room


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database: copying one is faster than making one."""
    path = tmp_path_factory.mktemp("blank") / "tables.sqlite3"

    async def make() -> None:
        await (await Store.open(sqlite_url(path))).close()

    asyncio.run(make())
    return path


@pytest.fixture
async def room(tmp_path: Path, blank: Path) -> AsyncIterator[Room]:
    room = Room(Path(shutil.copy(blank, tmp_path)))
    yield room
    await room.close()


@pytest.fixture
async def sessions(room: Room) -> Sessions:
    return await room.program()


@pytest.fixture
async def hours(room: Room, sessions: Sessions) -> AsyncIterator[Hours]:
    hours = Hours(room, sessions, pulse=3600.0)
    yield hours
    await hours.deadlines.stop()
