"""The local table with the bot at it, in one process."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import discord

from bot.local.api.discordpy_patch import pointed_at
from bot.local.world.keeping import Keeper

from .server import LocalDiscord


async def run(
    make_bot: Callable[[], discord.Client],
    *,
    port: int = 0,
    open_browser: bool = True,
    keep: Path | None = None,
) -> None:
    """Open the table, seat the bot, and play until Ctrl-C or SIGTERM.

    ``make_bot`` is called once, when the addresses already point here. An error of the bot ends the table and
    is raised. With ``keep``, a file's name, the world is there again at the next start.

    :raises InUse: while another local table keeps its world in that file.
    :raises OSError: when the port is taken, or there can be no such file.
    """
    local = LocalDiscord(keeper=Keeper.open(keep) if keep else None)
    await local.start(port)
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, ending.set)
    try:
        with pointed_at(local.api_url, local.gateway_url):
            async with make_bot() as bot:
                await _play(bot, local, ending, open_browser=open_browser)
    finally:
        await local.stop()
        for number in signals:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)


async def _play(
    bot: discord.Client, local: LocalDiscord, ending: asyncio.Event, *, open_browser: bool
) -> None:
    print(f"The local table is open at {local.page_url} (Ctrl-C closes it)", flush=True)
    if open_browser:
        # A thread of its own: a browser in the terminal would hold the loop, a missing one does no harm.
        threading.Thread(target=webbrowser.open, args=(local.page_url,), daemon=True).start()
    playing = asyncio.create_task(bot.start(local.token))
    waiting = asyncio.create_task(ending.wait())
    try:
        await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
    finally:
        waiting.cancel()
        await bot.close()
        if not playing.done():
            playing.cancel()
        await asyncio.gather(playing, waiting, return_exceptions=True)
