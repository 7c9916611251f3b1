"""Whole games with the bot as it was installed somewhere, on a local Discord.

``python -m tests.hosting.whole_games PROGRAM [GAME …]`` starts PROGRAM (``…/bin/captains-table``) for each
game, all of them unless some are named, plays it to its end by pressing buttons, and has all of it replayed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.local.api import interactions
from tests.faults.players import History, Players
from tests.local.fault_injection import FaultyDiscord
from tests.patience import PATIENCE

from .sample_database import ask


@asynccontextmanager
async def running(program: str, local: FaultyDiscord, database: Path) -> AsyncIterator[None]:
    """The bot, online; afterwards it's asked to end, and does."""
    settings = {
        "DISCORD_TOKEN": local.token,
        "DISCORD_API_URL": local.api_url,
        "CAPTAINS_TABLE_DB": str(database),
    }
    bot = await asyncio.create_subprocess_exec(program, cwd=database.parent, env=os.environ | settings)
    ended = asyncio.create_task(bot.wait())
    there = asyncio.create_task(local.world.until(lambda: local.gateway.online))
    try:
        await asyncio.wait({ended, there}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert there.done(), "The bot has not come."
        yield
        bot.send_signal(signal.SIGTERM)
        assert await ended == 0, "The bot has not ended well."
    finally:
        there.cancel()
        if not ended.done():
            bot.kill()
            await ended


async def play(program: str, games: Iterable[str], folder: Path) -> None:
    """Play each of the games in ``folder``.

    :raises TimeoutError: when one doesn't come to its end.
    :raises AssertionError: when the program fails.
    """
    local, database = FaultyDiscord(), folder / "table.sqlite3"
    await local.start()
    players = Players(local, History(), Random(1))
    try:
        for number, key in enumerate(games, 1):
            async with running(program, local, database):
                assert await players.open(key, local.world.channel("games"))
                async with asyncio.timeout(PATIENCE):
                    # They stop where a card doesn't say whose turn it is.
                    while ask(database, f"SELECT status FROM game_table WHERE id = {number}") != ["over"]:
                        await players.play(number)
                        await asyncio.sleep(players.pause)
    finally:
        await local.stop()
    replayed = await asyncio.create_subprocess_exec(program, "replay", "--database", database, cwd=folder)
    assert await replayed.wait() == 0


def main(program: str, *games: str) -> None:
    """Play in an empty folder."""
    interactions.ANSWER_TIMEOUT_S = PATIENCE
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(os.path.abspath(program), games or GAMES, Path(folder)))  # noqa: PTH100 (links stay)


if __name__ == "__main__":
    main(*sys.argv[1:])
