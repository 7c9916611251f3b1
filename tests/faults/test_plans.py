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

from bot.features.plans import plans
from bot.games import GAMES
from bot.tables.service import TableService
from data.store.store import Store
from tests.patience import PATIENCE
from tests.tables.harness import ANN, BOB, seated

ENOUGH = 5
"""How often each of the two has to be the faster one."""
STEP_S = 0.004
"""By how many seconds the time between a trigger and the withdrawal is changed."""


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
    service = TableService(store, GAMES, rng=Random(1), now=lambda: time.time_ns() // 10**6)

    async def planned() -> int:
        """A table at which Bob has planned his answer to d4."""
        table = await seated(service, "snorkels", ANN, BOB, pie="off")
        add = partial(plans.added, person=BOB.id, line=("d4", "e4"))
        await plans.change(service, table.id, BOB, table.version, plans.edition(table, BOB.id), add)
        return table.id

    async def answered(table_id: int) -> bool:
        return len((await service.get(table_id)).turns) == 2

    async def is_answered(table_id: int) -> None:
        await service.play(table_id, ANN, "d4")
        while not await answered(table_id):
            assert process.returncode is None
            await asyncio.sleep(0.005)

    async def play(table_id: int) -> None:
        await asyncio.sleep(-pause)
        await service.play(table_id, ANN, "d4")

    async def withdraw(table_id: int) -> bool:
        """Whether Bob's answer had been played by then."""
        await asyncio.sleep(pause)
        await plans.clear(service, table_id, BOB)
        return await answered(table_id)

    withdrawn: dict[int, bool] = {}
    pause, step = 0.0, STEP_S
    async with asyncio.timeout(PATIENCE), player(url) as process:
        await is_answered(await planned())
        while min(map(list(withdrawn.values()).count, (True, False))) < ENOUGH:
            number = await planned()
            _, withdrawn[number] = await asyncio.gather(play(number), withdraw(number))
            # So that both are the faster one about as often.
            back = withdrawn[number]
            step = min(2 * abs(step), 0.1) if back == (step < 0) else STEP_S
            step = -step if back else step
            pause += step
        # Once this is answered, the process has looked at all the others again.
        await is_answered(await planned())
        assert {number: await answered(number) for number in withdrawn} == withdrawn
    await store.close()
