"""A database with tables in it, as its host sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hosting.harbour import NOW, Harbour, fill


@pytest.fixture
async def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Harbour:
    """A database that the settings name, and a folder to work in."""
    monkeypatch.chdir(tmp_path)
    database = tmp_path / "sea" / "tables.sqlite3"
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(database))
    await fill(database)
    return Harbour(database, tmp_path, NOW)
