"""A program that plays planned replies without waiting: ``python -m tests.faults.plan_player DATABASE``."""

from __future__ import annotations

import asyncio
import sys
import time
from random import Random

import sqlalchemy as sa

from bot.features.plans import planned_turns
from bot.games import GAMES
from bot.tables.service import TableService
from data.store.store import Store
from tests.tables.harness import automatic


async def play(url: sa.URL) -> None:
    """Play what is planned at all tables, again and again, until it is ended."""
    store = await Store.open(url)
    service = TableService(store, GAMES, rng=Random(1), now=lambda: time.time_ns() // 10**6)
    turns = automatic(planned_turns.PlannedTurns, service)
    while True:
        await turns.resume()
        await asyncio.gather(*turns.tasks.all)
        await asyncio.sleep(0)


if __name__ == "__main__":
    planned_turns.WAIT_MS = (0, 0)  # type: ignore[misc]
    asyncio.run(play(sa.make_url(sys.argv[1])))
