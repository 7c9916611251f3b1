"""``python -m bot local``: the bot, a small Discord, and a page to play in, in one process."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Final

import rendering
from bot.components.cards.text import facts
from bot.games.core import Games
from bot.hosting.shutdown import ShutdownSignal
from bot.languages import begun, closest, gettext, listed, offer, speaking
from bot.lifecycle.start import settle
from bot.local import LocalDiscord, pointed_at
from bot.local.page.views import GameCard
from bot.local.world.world import World
from bot.tables.jobs.retries import cancel
from bot.workers.child import keep_little
from data.store.engines import database_url
from data.store.records import StoreError
from data.store.store import Store

from . import logs
from .app import CaptainsTable
from .errors import StartError, Stopped
from .run import run_until_stopped

FOUNDED: Final = 1_700_000_000.0
"""Seconds since 1970, always the same, so that the people of a kept database keep their ids."""
STOP_S: Final = 14.0
"""Seconds that stopping may take."""


def run_local(port: int, database: str | None, language: str, *, open_browser: bool) -> int:
    """Run until Ctrl-C or SIGTERM. Returns the exit status."""
    logs.configure("WARNING", "text")
    keep_little()
    try:
        with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
            if database and "://" in database:
                raise StoreError("It saves its games in a file: name one instead, with --database FILE.")
            if not offer(language):
                raise StartError(f"There’s no language {language}. Choose {listed(begun(), 'or')}.")
            database = database or str(Path(folder) / "table.sqlite3")
            asyncio.run(_play(database, port, language, open_browser))
    except Stopped as error:
        print(f"The local table has closed. {error}", file=sys.stderr)
        return 1
    except (StartError, StoreError, OSError, OverflowError) as error:  # the last for a port that can't be one
        print(f"The local table can’t open. {error}", file=sys.stderr)
        return 1
    return 0


async def _play(database: str, port: int, language: str, open_browser: bool) -> None:
    store = await Store.open(database_url(database), alone=True)
    local, stop = LocalDiscord(World(founded=FOUNDED, locale=language)), ShutdownSignal(STOP_S)
    announcing: asyncio.Task[None] | None = None
    try:
        await local.start(port)
        stop.listen()
        with pointed_at(local.api_url, local.gateway_url):
            # Pieces are drawn when a game needs them: all of them take 40 MB, and few play every game here.
            bot = CaptainsTable(store, thinkers=1, stop_seconds=stop.patience)
            with speaking(closest(language)):
                local.game_cards.update(game_cards(bot.context.tables.games))
            announcing = asyncio.create_task(_announce(local, open_browser))
            await run_until_stopped(bot, bot.start(local.token), stop.asked)
    finally:
        if announcing is not None:
            await cancel(announcing)
        await local.stop()
        await store.close()


async def _announce(local: LocalDiscord, open_browser: bool) -> None:
    """Say where the page is once the bot is there: a command before that would get no answer."""
    await local.world.until(lambda: local.gateway.online)
    settle()
    print(f"The local table is open at {local.page_url} (press Ctrl-C to close it).", flush=True)
    if open_browser:
        # In a thread: a browser in the terminal would block the loop.
        threading.Thread(target=webbrowser.open, args=(local.page_url,), daemon=True).start()


def game_cards(games: Games) -> dict[str, GameCard]:
    """A card for each game, by its key."""
    cards = {}
    for key, game in games.items():
        cover = Path(rendering.__path__[0]) / key / "cover.png"
        picture = cover.read_bytes() if cover.is_file() else b""
        about = game.title, gettext(game.tagline), facts(game)
        cards[key] = GameCard(f"{key} start", "learn", *about, picture)
    return cards
