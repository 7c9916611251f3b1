"""A store on each kind of database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.store.store import Store
from tests.databases import open_alone


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
async def store(url: sa.URL) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
async def alone(file: Path) -> AsyncIterator[Store]:
    """The store of a bot that has a file to itself."""
    store = await open_alone(file)
    yield store
    await store.close()
