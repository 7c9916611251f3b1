"""Tables on each kind of database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from bot.tables.service import TableService

from .harness import Room
from .harness_time import Hours


@pytest.fixture
async def room(url: sa.URL) -> AsyncIterator[Room]:
    room = Room(url)
    yield room
    await room.close()


@pytest.fixture
async def service(room: Room) -> TableService:
    return await room.program()


@pytest.fixture
async def hours(room: Room, service: TableService) -> AsyncIterator[Hours]:
    hours = Hours(room, service, pulse=3600.0)
    yield hours
    await hours.deadlines.stop()
