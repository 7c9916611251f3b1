"""Runs the bot on Discord, and the local table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
import sqlalchemy as sa
import yarl

from bot.hosting.daily_backups import Backups, database_file, folder_of
from bot.hosting.health import MetricsServer
from bot.hosting.shutdown import ShutdownSignal
from data.store.connection_errors import describe_error
from data.store.engines import database_url, sqlite_path
from data.store.postgres.shard_locks import ShardLocks, ShardsTaken
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.records import StoreError
from data.store.store import Store

from . import logs, text
from .app import CaptainsTable, milliseconds
from .config import Settings, ignored_settings, read_settings
from .errors import InvalidSettings, LeaseLost, StartError

log: Final = logging.getLogger(__name__)


def use_api_url(api_url: str) -> None:
    """Make discord.py use another REST base URL."""
    discord.http.Route.BASE = api_url.rstrip("/")


async def _gateway_from(bot: CaptainsTable) -> None:
    # discord.py connects to a fixed gateway address; behind a proxy the REST API knows the right one.
    url = (await bot.http.get_bot_gateway())[1]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)


async def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM.

    :raises StartError: when the bot can't start.
    """
    token = settings.token.get_secret_value().strip()
    if not token:
        raise InvalidSettings(text.MISSING_LOGIN)
    url, shards = settings.database_url, settings.shards
    if shards is not None and not shards.whole and sqlite_path(url) is not None:
        raise InvalidSettings(text.SHARDS_NEED_POSTGRESQL)
    part, ousted = shards or ALL_SHARDS, asyncio.get_running_loop().create_future()
    async with _holding_shards(url, part, ousted):
        try:
            store = await Store.open(url, part, alone=True)
        except StoreError as error:
            raise StartError(str(error)) from error
        try:
            await _serve(settings, store, token, ousted)
        finally:
            await store.close()


@contextlib.asynccontextmanager
async def _holding_shards(url: sa.URL, part: ShardRange, ousted: asyncio.Future[str]) -> AsyncIterator[None]:
    """Holds the locks on the shards of ``part`` on a server; if they are lost, ``ousted`` gets the reason.

    :raises StartError: when another process holds them, or the server can't be reached.
    """
    if sqlite_path(url) is not None:
        yield
        return

    def lost(taken: ShardsTaken) -> None:
        if not ousted.done():
            ousted.set_result(str(taken))

    claim = ShardLocks(url, part, lost)
    try:
        await claim.acquire()
    except StoreError as error:
        raise StartError(str(error)) from error
    try:
        yield
    finally:
        await claim.release()


async def _serve(settings: Settings, store: Store, token: str, ousted: asyncio.Future[str]) -> None:
    if settings.api_url:
        use_api_url(settings.api_url)
    stop = ShutdownSignal(settings.stop_seconds)
    stop.listen()
    bot = CaptainsTable(
        store,
        shards=settings.shards,
        stop_seconds=stop.patience,
        warm=True,
        painters=settings.painters,
        thinkers=settings.thinkers,
    )
    async with _with_backups_and_health(bot, settings):
        await run_until_stopped(bot, settings, token, stop.asked, ousted)


@contextlib.asynccontextmanager
async def _with_backups_and_health(bot: CaptainsTable, settings: Settings) -> AsyncIterator[None]:
    """Makes daily backups of a database file, and serves ``/health`` and ``/metrics``."""
    backups: Backups | None = None
    if sqlite_path(settings.database_url) is not None:
        backups = Backups(database_file(settings), folder_of(settings), settings.backups_kept, milliseconds)
    watch = MetricsServer(bot, backups, settings.metrics_host, settings.metrics_port)
    await watch.start()
    if backups is not None:
        backups.start()
    try:
        yield
    finally:
        if backups is not None:
            await backups.stop()
        await watch.stop()


async def run_until_stopped(
    bot: CaptainsTable,
    settings: Settings,
    token: str,
    ending: asyncio.Event,
    ousted: asyncio.Future[str],
) -> None:
    """Log in and stay connected until ``ending`` is set.

    :raises StartError: when Discord can't be reached, or refuses the bot.
    :raises LeaseLost: when another process has taken over the shards.
    """

    async def connected() -> None:
        await bot.login(token)
        if settings.api_url:
            await _gateway_from(bot)
        await bot.connect()

    loop = asyncio.get_running_loop()
    running, stop = loop.create_task(connected()), loop.create_task(ending.wait())
    try:
        ends: set[asyncio.Future[Any]] = {running, stop, ousted}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if ousted.done():
            raise LeaseLost(ousted.result())
        if running.done():
            running.result()
    except sa.exc.DBAPIError as error:
        raise StartError(describe_error(settings.database_url, "used", error.orig or error)) from error
    except discord.LoginFailure:
        raise InvalidSettings(text.LOGIN_REFUSED) from None
    except (discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed) as error:
        raise StartError(text.refused_by_discord(error)) from error
    except (aiohttp.ClientError, OSError) as error:
        raise StartError(text.unreachable_discord(error)) from error
    finally:
        stop.cancel()
        await bot.close()
        running.cancel()
        await asyncio.gather(running, stop, return_exceptions=True)


def run() -> int:
    """``python -m bot``; returns the exit status."""
    try:
        settings = read_settings()
        token = settings.token.get_secret_value().strip()
        logs.configure(
            settings.log_level, settings.log_format, secrets=[token, settings.database_url.password or ""]
        )
        if ignored := ignored_settings():
            log.warning("%s", text.ignored_settings(ignored))
        asyncio.run(serve(settings))
    except LeaseLost as error:
        print(text.ended(error), file=sys.stderr)
        return 1
    except StartError as error:
        print(text.cannot_start(error), file=sys.stderr)
        return error.status
    return 0


def run_local(port: int, database: str | None, *, open_browser: bool) -> int:
    """``python -m bot local``; returns the exit status."""
    try:
        from bot.local.run import run as play_locally

        from .first_screen import game_cards
    except ModuleNotFoundError as error:
        print(text.local_table_needs(str(error.name), sys.executable), file=sys.stderr)
        return 1
    logs.configure("WARNING", "text")

    async def play(path: str) -> None:
        store = await Store.open(database_url(path), alone=True)
        try:
            await play_locally(
                lambda: CaptainsTable(store, warm=True, thinkers=1),
                game_cards=lambda bot: game_cards(bot.context),
                port=port,
                open_browser=open_browser,
            )
        finally:
            await store.close()

    try:
        with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
            if database and "://" in database:
                raise StoreError(text.LOCAL_TABLE_NEEDS_A_FILE)
            asyncio.run(play(database or str(Path(folder) / "table.sqlite3")))
    except (StoreError, OSError, OverflowError) as error:  # the last for a port that can't be one
        print(text.local_table_cannot_open(error), file=sys.stderr)
        return 1
    return 0
