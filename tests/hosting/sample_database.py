"""A database with tables in it, and words for what is in a database."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa

from bot.__main__ import main
from data.store.store import sqlite_url
from tests.store import release

NOW: Final = 1_795_267_500_000
"""2026-11-21 13:25:00 UTC."""
DAY: Final = 24 * 60 * 60 * 1000


async def fill(database: Path) -> None:
    """Four tables: two are played, one is a lobby, one is over."""
    database.parent.mkdir(parents=True, exist_ok=True)
    await release.fill(sqlite_url(database))


@dataclass
class SampleDatabase:
    """Where a host works."""

    database: Path
    folder: Path
    now: int

    @property
    def url(self) -> sa.URL:
        """Its address."""
        return sqlite_url(self.database)

    def close_to_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Somebody looks who may not look into the database's folder, with Python 3.14."""
        stat = Path.stat

        def closed(path: Path, **options: Any) -> os.stat_result:
            if self.database.parent in path.absolute().parents:
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return stat(path, **options)

        monkeypatch.setattr(Path, "stat", closed)
        for name in ("exists", "is_file", "is_dir"):
            asked = getattr(Path, name)

            def silent(path: Path, asked: Callable[[Path], bool] = asked) -> bool:
                with suppress(PermissionError):
                    return asked(path)
                return False

            monkeypatch.setattr(Path, name, silent)

    @property
    def backups(self) -> Path:
        """The folder of the daily copies."""
        return self.database.parent / "backups"


def ask(path: Path, query: str) -> list[Any]:
    """The first column of what a database answers."""
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute(query)]


def change(path: Path, *statements: str) -> None:
    """Change a database behind the bot's back."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def content(path: Path) -> list[str]:
    """All that a database holds."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


async def restored(copy: Path, *words: str) -> int:
    """``python -m bot restore``: its exit status."""
    return await asyncio.to_thread(main, ["restore", str(copy), *words])
