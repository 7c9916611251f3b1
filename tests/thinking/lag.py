"""How late the event loop is while computer players search: ``python -m tests.thinking.lag [GAME] [LEVEL]``.

It prints the lag without searches, and that while a hundred tables wait for a choice.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from random import Random
from typing import Final

from bot.games.core import CHANCE
from bot.players.player import LEVELS
from bot.thinking.thinkers import Thinkers
from tests.games.registry import GAMES
from tests.players.registry import PLAYERS

TABLES: Final = 100
STEP_S: Final = 0.001
QUIET_S: Final = 5.0


async def lags(until: asyncio.Task[object]) -> list[float]:
    """How many milliseconds too late the loop came back from short sleeps, until a task has ended."""
    found = []
    while not until.done():
        before = time.perf_counter()
        await asyncio.sleep(STEP_S)
        found.append(1000 * (time.perf_counter() - before - STEP_S))
    return found


def told(found: list[float]) -> str:
    """The lags in numbers."""
    found.sort()
    high = found[int(len(found) * 0.99)]
    return f"median {statistics.median(found):.1f} ms, 99 % {high:.1f} ms, most {found[-1]:.1f} ms"


async def main(key: str, level: str) -> None:
    """Measure and print."""
    game, rng = GAMES[key], Random(1)
    state = game.start(game.read_options({}))
    while CHANCE in state.to_act:
        state = state.play(CHANCE, state.sample_chance(rng))
    seat = min(state.to_act)
    view, legal = state.view_for(seat), state.legal(seat)
    thinkers = Thinkers(1, PLAYERS)
    await thinkers.choose(game, level, view, legal, 0, table=0)
    print("quiet:    ", told(await lags(asyncio.create_task(asyncio.sleep(QUIET_S)))))
    asked = (thinkers.choose(game, level, view, legal, table, table=table) for table in range(TABLES))
    search = asyncio.ensure_future(asyncio.gather(*asked))
    began = time.perf_counter()
    print("searching:", told(await lags(asyncio.create_task(asyncio.wait([search])))))
    print(f"{TABLES} tables, {key} at level {level}: {time.perf_counter() - began:.0f} s")
    await thinkers.close()


if __name__ == "__main__":
    asyncio.run(main(*(sys.argv[1:] + ["hex", LEVELS[-1].key][len(sys.argv) - 1 :])))
