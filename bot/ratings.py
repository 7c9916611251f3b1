"""``python -m bot ratings recompute``: all ratings afresh, from the stored games."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import sqlalchemy as sa

from bot.features.ratings.recompute import Recomputation
from bot.features.ratings.recompute import recompute as compute
from data.store.engines import sqlite_path
from data.store.records import StoreError
from data.store.store import Store, sqlite_url

from . import text
from .config import read_settings
from .errors import StartError
from .games import GAMES


def recompute(database: Path | None) -> int:
    """Compute all ratings of ``database`` (None: the bot's); the exit status."""
    try:
        url = sqlite_url(database) if database is not None else read_settings().database_url
        path = sqlite_path(url)
        if path is not None and not path.is_file():
            raise StoreError(text.no_database(path))
        report = asyncio.run(_compute(url))
    except (StartError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for number in report.unreadable:
        print(text.not_rated_again(number))
    print(text.rated_again(report.games, report.changed))
    return 1 if report.unreadable else 0


async def _compute(url: sa.URL) -> Recomputation:
    store = await Store.open(url)
    try:
        return await compute(store, GAMES)
    finally:
        await store.close()
