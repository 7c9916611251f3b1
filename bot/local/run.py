"""Runs the local table and the bot in one process, with discord.py pointed at the local Discord."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.local import text
from bot.local.page.game_card import GameCard
from bot.local.world.world import World

from .server import LocalDiscord

B = TypeVar("B", bound=discord.Client)
FOUNDED = 1_700_000_000.0
"""Seconds since 1970, always the same, so that the people of a kept database keep their ids."""


@contextlib.contextmanager
def pointed_at(api_url: str, gateway_url: str) -> Iterator[None]:
    """Within the context every discord.py client made in this process uses these addresses."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api_url, yarl.URL(gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def run(
    make_bot: Callable[[], B],
    *,
    game_cards: Callable[[B], Mapping[str, GameCard]] = lambda _bot: {},
    port: int = 0,
    open_browser: bool = True,
) -> None:
    """Run the table and the bot until Ctrl-C or SIGTERM.

    ``make_bot`` is called once, after discord.py has been pointed here. ``game_cards`` gives the games on the
    first screen, by key. An error of the bot ends the table and is raised.

    :raises OSError: if the port is taken.
    """
    local = LocalDiscord(World(founded=FOUNDED))
    await local.start(port)
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, ending.set)
    try:
        with pointed_at(local.api_url, local.gateway_url):
            async with make_bot() as bot:
                local.game_cards.update(game_cards(bot))
                await _play(bot, local, ending, open_browser=open_browser)
    finally:
        await local.stop()
        for number in signals:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)


async def _play(
    bot: discord.Client, local: LocalDiscord, ending: asyncio.Event, *, open_browser: bool
) -> None:
    print(text.opened(local.page_url), flush=True)
    if open_browser:
        # In a thread: a browser in the terminal would block the loop.
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
