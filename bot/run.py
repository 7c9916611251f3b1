"""``python -m bot``: runs the bot on Discord."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
import sqlalchemy as sa
import yarl

from bot.components.interactions.discord_errors import summary
from bot.hosting.daily_backups import Backups, folder_of, made_here
from bot.hosting.forgotten import keep_forgotten, list_of
from bot.hosting.shutdown import ShutdownSignal
from bot.tables.jobs.retries import cancel
from bot.workers.child import keep_little
from data.files import REINSTALL
from data.store.connection_errors import describe_error
from data.store.engines import sqlite_path
from data.store.postgres import dump
from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.program import program
from data.store.records import StoreError
from data.store.shard_locks import ShardLocks, ShardsTaken
from data.store.store import Store
from rendering import faces

from . import logs
from .app import CaptainsTable, milliseconds
from .config import LOGIN_REFUSED, Settings, ignored_settings, no_token, read_settings
from .errors import InvalidSettings, StartError, Stopped
from .lifecycle.login import patient_requests, use_api_url

if TYPE_CHECKING:
    from bot.hosting.health import MetricsServer

log: Final = logging.getLogger(__name__)


async def _connect(bot: CaptainsTable, settings: Settings) -> None:
    """Log in and stay connected."""
    with patient_requests(bot.http):
        await bot.login(settings.token)
        count, url, _ = await bot.http.get_bot_gateway()
    # Knowing the number of shards, discord.py doesn't ask again and connects to a fixed address, but behind a
    # proxy the REST API knows the right one.
    bot.shard_count = bot.shard_count or count
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
    await bot.connect()


async def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM.

    :raises StartError: when the bot can't start.
    """
    if not settings.token:
        raise InvalidSettings(
            f"{no_token()} Run {program()} setup, which asks for it (or set DISCORD_TOKEN). "
            f"To try the bot without Discord: {program()} local."
        )
    url, shards = settings.database_url, settings.shards
    if shards is not None and not shards.whole and sqlite_path(url) is not None:
        raise InvalidSettings(
            "With CAPTAINS_TABLE_SHARDS, several processes share one database, which has to be PostgreSQL. "
            "Set CAPTAINS_TABLE_DB to postgresql://user:password@host/name."
        )
    part, ousted = shards or ALL_SHARDS, asyncio.get_running_loop().create_future()
    async with _holding_shards(url, part, ousted):
        try:
            dumps = folder_of(settings) if settings.backups_kept else None
            store = await Store.open(url, part, alone=True, dumps=dumps)
        except StoreError as error:
            raise StartError(str(error)) from error
        try:
            await keep_forgotten(store, list_of(settings))
            await _serve(settings, store, ousted)
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


async def _serve(settings: Settings, store: Store, ousted: asyncio.Future[str]) -> None:
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
    async with with_backups_and_health(bot, settings):
        await run_until_stopped(bot, _connect(bot, settings), stop.asked, ousted)


@contextlib.asynccontextmanager
async def with_backups_and_health(bot: CaptainsTable, settings: Settings) -> AsyncIterator[None]:
    """Makes daily backups, and serves ``/health`` and ``/metrics``."""
    url, kept = settings.database_url, settings.backups_kept
    backups: Backups | None = None
    if made_here(settings):
        if sqlite_path(url) is None and kept and (why := dump.missing()):
            log.warning("%s", why)
        else:
            backups = Backups(url, folder_of(settings), kept, milliseconds)
    watch: MetricsServer | None = None
    if settings.metrics_port:
        # Without its server, 2 MB less are loaded.
        from bot.hosting.health import MetricsServer

        watch = MetricsServer(bot, backups, settings.metrics_host, settings.metrics_port)
        await watch.start()
    if backups is not None:
        backups.start()
    try:
        yield
    finally:
        if backups is not None:
            await backups.stop()
        if watch is not None:
            await watch.stop()


async def run_until_stopped(
    bot: CaptainsTable,
    connected: Coroutine[Any, Any, None],
    ending: asyncio.Event,
    ousted: asyncio.Future[str] | None = None,
) -> None:
    """Stay ``connected`` until ``ending`` is set, and close the bot.

    :raises StartError: when Discord can't be reached, or refuses the bot.
    :raises Stopped: when another process has taken over the shards, or after an error that nobody expects.
    """
    loop = asyncio.get_running_loop()
    running, stop = loop.create_task(connected), loop.create_task(ending.wait())
    try:
        if fault := faces.fault():
            raise StartError(f"The bot can’t draw: {fault}. {REINSTALL}")
        ends: list[asyncio.Future[Any]] = [running, stop, *([ousted] if ousted else [])]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if ousted and ousted.done():
            raise Stopped(ousted.result())
        if running.done():
            running.result()
    except sa.exc.DBAPIError as error:
        raise StartError(describe_error(bot.store.url, "used", error.orig or error)) from error
    except discord.LoginFailure:
        raise InvalidSettings(LOGIN_REFUSED) from None
    except discord.HTTPException as error:
        # Discord has that address, and numbers its own refusals.
        elsewhere = isinstance(error, discord.NotFound) and not error.code
        advice = " Check DISCORD_API_URL." if elsewhere else ""
        raise StartError(f"Discord won’t let the bot in: {summary(error)}.{advice}") from error
    except (discord.GatewayNotFound, discord.ConnectionClosed) as error:
        raise StartError(f"Discord won’t let the bot in: {str(error).strip()}.") from error
    except (aiohttp.ClientError, OSError) as error:
        raise StartError(f"Can’t reach Discord: {error}.") from error
    except StartError:
        raise
    except Exception as error:
        log.exception("the bot can't go on")
        raise Stopped(
            f"Something unexpected went wrong: {error!r}. Start the bot again. If that doesn’t help, please "
            "report this, with what the log says."
        ) from error
    finally:
        await bot.close()
        await cancel(running, stop)


def run() -> int:
    """``python -m bot``. Returns the exit status."""
    try:
        settings = read_settings()
        logs.configure(settings.log_level, settings.log_format, [settings.token])
        if ignored := ignored_settings():
            log.warning("%s", ignored)
        keep_little()
        asyncio.run(serve(settings))
    except Stopped as error:
        print(f"Captain’s Table has stopped. {error}", file=sys.stderr)
        return 1
    except StartError as error:
        print(f"Captain’s Table can’t start. {logs.without_pages(str(error))}", file=sys.stderr)
        return error.status
    return 0
