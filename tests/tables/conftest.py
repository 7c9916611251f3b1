"""Tables on SQLite, and on PostgreSQL where a test is marked so.

On both run tests of what happens at once, in several programs or in one transaction, and enough others that
each statement of the tables is sent to each database. What the rules of tables say is the same on either.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.tables.model.table import Table
from bot.tables.service import TableService
from tests.databases import database
from tests.discord.one_thread import Link, has_tables, no_upgrade

from .harness import ANN, BOB, Hours, Room, seated


@pytest.fixture
async def url(
    request: pytest.FixtureRequest, tmp_path: Path, blank: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[sa.URL]:
    """A database with this release's schema, and nothing in it: programs need not look whether that is so,
    and ask SQLite in their own thread."""
    monkeypatch.setattr("data.store.store.upgrade", no_upgrade)
    monkeypatch.setattr("data.store.store._require_tables", has_tables)
    monkeypatch.setattr("data.store.sqlite.executor.aiosqlite.Connection", Link)
    async with database(getattr(request, "param", "sqlite"), tmp_path, blank) as address:
        yield address


@pytest.fixture
async def room(url: sa.URL) -> AsyncIterator[Room]:
    room = Room(url)
    yield room
    await room.close()


@pytest.fixture
async def service(room: Room) -> TableService:
    return await room.program()


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at when something is due, not ever more often before: nothing crashes meanwhile."""
    monkeypatch.setattr("bot.tables.events.downtime.MATTERS", 1)


@pytest.fixture
async def hours(room: Room, service: TableService, seldom: None) -> AsyncIterator[Hours]:
    hours = Hours(room, service, poll_s=6 * 3600.0)
    yield hours
    await hours.deadlines.stop()


@pytest.fixture
async def other(room: Room) -> TableService:
    """Another program at the same database."""
    return await room.program(seed=2)


@pytest.fixture
async def table(service: TableService) -> Table:
    """Ann and Bob pull; Ann begins."""
    return await seated(service, "tug", ANN, BOB)
