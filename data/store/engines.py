"""The engines of the store: one that writes, one that reads, one that migrates."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.store.driver import connector

DURABLE: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def sqlite_url(path: Path) -> sa.URL:
    """The URL of a SQLite file, for this store."""
    return sa.URL.create("sqlite+aiosqlite", database=str(path))


def sqlite_path(url: sa.URL) -> Path | None:
    """The file of a SQLite URL; None for another database."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def writing(url: sa.URL) -> AsyncEngine:
    """Transactions that write. SQLite has one writer at a time, so one connection serves them in turn.

    Secrets of games are among a statement's parameters: no error repeats them, since errors are logged.
    """
    path = sqlite_path(url)
    if path is None:
        return create_async_engine(url, hide_parameters=True)
    creator = connector(path, DURABLE, writes=True)
    # Each transaction is ended where it was begun: the pool need not roll back once more behind a commit.
    return create_async_engine(
        url,
        async_creator=creator,
        pool_size=1,
        max_overflow=0,
        pool_reset_on_return=None,
        hide_parameters=True,
    )


def reading(url: sa.URL) -> AsyncEngine:
    """Statements that read, each a transaction of its own: none to begin and to roll back."""
    path = sqlite_path(url)
    if path is None:
        return create_async_engine(url, isolation_level="AUTOCOMMIT", hide_parameters=True)
    return create_async_engine(
        url,
        async_creator=connector(path, (*DURABLE, "query_only=ON"), writes=False),
        pool_size=3,
        max_overflow=0,
        isolation_level="AUTOCOMMIT",
        pool_reset_on_return=None,
        skip_autocommit_rollback=True,
        hide_parameters=True,
    )


def migrating(url: sa.URL) -> AsyncEngine:
    """One transaction that changes the schema.

    Foreign keys stay unchecked meanwhile: SQLite changes a table by making it anew, and dropping the old one
    would take every row that refers to it along.
    """
    path = sqlite_path(url)
    if path is None:
        return create_async_engine(url, poolclass=sa.NullPool)
    creator = connector(path, ("synchronous=FULL", "foreign_keys=OFF"), writes=True)
    return create_async_engine(url, async_creator=creator, poolclass=sa.NullPool)
