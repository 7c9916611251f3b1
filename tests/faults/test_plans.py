"""Two processes at one database: what somebody has withdrawn in one, the other never plays."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import sqlalchemy as sa

from bot.games import GAMES
from bot.tables import plans
from bot.tables.service import ChanceSource, TableService
from data.store.store import Store
from tests.patience import PATIENCE
from tests.tables.harness import ANN, BOB, seated

ENOUGH = 8
"""How often each of the two has to be the faster one."""


@asynccontextmanager
async def player(url: sa.URL) -> AsyncIterator[asyncio.subprocess.Process]:
    """Another process, which plays what is planned as soon as it can."""
    address = url.render_as_string(hide_password=False)
    command = (sys.executable, "-m", "tests.faults.plan_player", address)
    process = await asyncio.create_subprocess_exec(*command)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_no_plan_is_played_after_it_was_withdrawn(url: sa.URL) -> None:
    store = await Store.open(url)
    service = TableService(store, GAMES, chance=ChanceSource(Random(1)), now=lambda: time.time_ns() // 10**6)

    async def planned() -> int:
        """A table at which Bob's reply is due."""
        table = await seated(service, "snorkels", ANN, BOB, pie="off")
        add = partial(plans.added, person=BOB.id, line=("d4", "e4"))
        await plans.change(service, table.id, BOB, table.version, plans.edition(table, BOB.id), add)
        return (await service.play(table.id, ANN, "d4")).id

    async def version(table_id: int) -> int:
        return (await service.get(table_id)).version

    async def answered(table_id: int, trigger: int) -> None:
        while await version(table_id) == trigger:
            assert process.returncode is None
            await asyncio.sleep(0.005)

    withdrawn: dict[int, int] = {}
    faster, slower, pause = 0, 0, 0.0
    async with asyncio.timeout(PATIENCE), player(url) as process:
        first = await planned()
        await answered(first, await version(first))
        while min(faster, slower) < ENOUGH:
            number = await planned()
            trigger = await version(number)
            await asyncio.sleep(pause)
            await plans.clear(service, number, BOB)
            withdrawn[number] = await version(number)
            if withdrawn[number] == trigger:
                faster, pause = faster + 1, pause * 1.3 + 0.0005
            else:
                slower, pause = slower + 1, pause * 0.7
        last = await planned()
        # By then the process has looked at all the others again.
        await answered(last, await version(last))
        assert {number: await version(number) for number in withdrawn} == withdrawn
    await store.close()
