"""Fixtures that run a test on each kind of database: a SQLite file, and a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.store.store import Store, sqlite_url

from . import postgres


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder of a server that may be started; processes of the same run inherit the name."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="ct-", suffix=f"-{os.getpid()}")
        os.environ[postgres.FOLDER] = folder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder where no server was started in it; one that was removes it itself."""
    folder = Path(os.environ[postgres.FOLDER])
    if not hasattr(config, "workerinput") and not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)


async def require_postgres() -> None:
    """Skip a test where there is no PostgreSQL; in continuous integration that is a failure."""
    try:
        await asyncio.to_thread(postgres.running)
    except postgres.NoServer as why:
        if os.environ.get("CI"):
            pytest.fail(f"PostgreSQL is missing, and this is continuous integration: {why}.")
        pytest.skip(f"{why}.")


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database: copying one is faster than making one."""
    path = tmp_path_factory.mktemp("blank") / "tables.sqlite3"

    async def make() -> None:
        await (await Store.open(sqlite_url(path))).close()

    asyncio.run(make())
    return path


@pytest.fixture
async def server_url() -> AsyncIterator[sa.URL]:
    """A PostgreSQL database with this release's schema, and nothing in it."""
    await require_postgres()
    async with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path, blank: Path) -> AsyncIterator[sa.URL]:
    """A database with this release's schema, and nothing in it: of each kind one."""
    if request.param == "sqlite":
        yield sqlite_url(Path(shutil.copy(blank, tmp_path / "tables.sqlite3")))
        return
    await require_postgres()
    async with postgres.database() as address:
        yield address
