"""A picture for tests that look at none, and a database with nothing in it."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from data.store.store import Store, sqlite_url
from rendering.scene import Picture

BLANK: Final = Picture(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
        "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
    ),
    1000,
    200,
    (0, 200),
)
"""One pixel. It says that it is as wide as others: scaled up from one pixel, a film took seconds."""


@cache
def blank_database() -> Path:
    """An empty SQLite database, made once, for tests that no fixture reaches."""
    folder = Path(tempfile.mkdtemp(prefix="captains-table-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    async def make() -> None:
        await (await Store.open(sqlite_url(folder / "blank.sqlite3"))).close()

    asyncio.run(make())
    return folder / "blank.sqlite3"
