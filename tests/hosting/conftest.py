"""A database with tables in it, as its host sees it, and a Discord that answers as it is told."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from aiohttp import web

from bot.hosting import local_checks
from bot.languages import catalogues
from data.store.sqlite.backup import copy_sqlite

from .examined import Answers, Doctor, content_once, examined, read_once
from .sample_database import NOW, SampleDatabase, fill


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No doctor reads again what only a test of that changes."""
    monkeypatch.setattr(local_checks, "content", content_once)
    monkeypatch.setattr(catalogues, "read", read_once)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database to copy."""
    database = tmp_path_factory.mktemp("filled") / "tables.sqlite3"
    asyncio.run(fill(database))
    return database


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filled: Path) -> SampleDatabase:
    """A database that the settings name, and a folder to work in."""
    monkeypatch.chdir(tmp_path)
    database = tmp_path / "sea" / "tables.sqlite3"
    database.parent.mkdir()
    shutil.copy(filled, database)
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(database))
    return SampleDatabase(database, tmp_path, NOW)


@pytest.fixture
def copy(sample: SampleDatabase) -> Path:
    """A copy of the database."""
    target = sample.folder / "copy.sqlite3"
    copy_sqlite(sample.database, target)
    return target


@pytest.fixture
async def answers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Answers]:
    """A Discord that answers as it is told."""
    answers = Answers()
    app = web.Application()
    app.router.add_get("/{path:.*}", answers.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setenv("DISCORD_API_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/api")
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    yield answers
    await runner.cleanup()


@pytest.fixture
def doctor(answers: Answers, sample: SampleDatabase, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Asks the doctor about that database and that Discord."""
    return partial(examined, capsys)
