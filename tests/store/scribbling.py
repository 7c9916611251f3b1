"""A program that appends until it is killed: ``python -m tests.store.scribbling FILE``.

Each number is printed once its event is stored, so that what was acknowledged is known.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import count
from pathlib import Path

from data.store.store import Store, sqlite_url

from .logs import header, loaded, opened, play


async def scribble(path: Path) -> None:
    """Append for ever, three lines a transaction."""
    store = await Store.open(sqlite_url(path))
    number = await store.table_of_keys(["first"]) or await store.create(header(), opened("first"))
    stored = await loaded(store, number)
    for version in count(stored.header.version, 3):
        lines = [play(f"{version} {part}", f"{version}.{part}") for part in "abc"]
        await store.append(number, version, lines, status="playing")
        print(version, flush=True)


if __name__ == "__main__":
    asyncio.run(scribble(Path(sys.argv[1])))
