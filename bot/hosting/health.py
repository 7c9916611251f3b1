"""``/health`` and ``/metrics``, for monitoring."""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
from typing import Final

import sqlalchemy as sa
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, ProcessCollector, generate_latest

from bot.app import CaptainsTable, milliseconds
from bot.components.interactions.metrics import PREFIX
from data.store.connection_errors import outage
from data.store.queries import tables
from data.store.records import DatabaseUnusable

from .daily_backups import Backups
from .health_client import SERVER, UNREAD

log: Final = logging.getLogger(__name__)
CHECK_TIMEOUT_S: Final = 3.0
"""Seconds that the database may take for a test write or a count."""
UNANSWERED: Final = (sa.exc.SQLAlchemyError, sqlite3.Error, OSError, TimeoutError)
"""What a database in trouble raises."""


async def _sign(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers["Server"] = SERVER


class ErrorCounter(logging.Handler):
    """Counts errors as they are logged."""

    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.inc()


class MetricsServer:
    """The HTTP server for one bot's two pages. They show numbers, and nothing about people or games."""

    def __init__(self, bot: CaptainsTable, backups: Backups | None, host: str, port: int) -> None:
        self._bot = bot
        self._backups = backups
        self._host = host
        self._port = port
        self._runner: web.AppRunner | None = None
        registry = bot.context.metrics.registry
        ProcessCollector(registry=registry)
        self._errors = ErrorCounter(bot.context.metrics.errors)
        self._tables = Gauge(f"{PREFIX}_tables", "Tables.", ("status", "game"), registry=registry)
        self._age = Gauge(
            f"{PREFIX}_backup_age_seconds",
            "Seconds since the last daily copy; NaN if there is none.",
            registry=registry,
        )
        for name, about, value in (
            (
                "publisher_queue",
                "Tables being shown, or waiting to be shown.",
                lambda: bot.publisher.waiting,
            ),
            (
                "search_queue",
                "Searches waiting for a process.",
                lambda: bot.context.thinkers.waiting,
            ),
            ("gateway_connected", "1 if the bot is connected to Discord, else 0.", lambda: bot.online),
            ("shards", "Shards that this process serves.", lambda: len(bot.shards)),
            ("shards_connected", "Those of them that are connected.", lambda: bot.connected_shards),
            ("gateway_latency_seconds", "How long Discord takes to answer a heartbeat.", lambda: bot.latency),
            ("servers", "Servers the bot is in.", lambda: len(bot.guilds)),
            (
                "pool_connections",
                "Connections to PostgreSQL that this process may use; 0 with a database file.",
                lambda: bot.store.connections[1],
            ),
            ("pool_connections_used", "Those of them in use.", lambda: bot.store.connections[0]),
            (
                "backup_failures",
                "Daily backups that have failed since the bot started.",
                lambda: backups.failures if backups else 0,
            ),
        ):
            Gauge(f"{PREFIX}_{name}", about, registry=registry).set_function(value)

    async def start(self) -> None:
        """Serve. A port that can't be used is logged and doesn't stop the bot."""
        logging.getLogger().addHandler(self._errors)
        app = web.Application()
        app.add_routes([web.get("/health", self.health), web.get("/metrics", self.metrics)])
        app.on_response_prepare.append(_sign)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.5)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except (OSError, ValueError) as error:
            log.error(
                "/health and /metrics are unavailable: can't listen on %s:%s (%s); check "
                "CAPTAINS_TABLE_METRICS_HOST, an address of this machine, and CAPTAINS_TABLE_METRICS_PORT",
                self._host,
                self._port,
                getattr(error, "strerror", None) or error,
            )

    async def stop(self) -> None:
        """Close the port."""
        logging.getLogger().removeHandler(self._errors)
        if self._runner is not None:
            await self._runner.cleanup()

    async def trouble(self) -> str:
        """What keeps people from playing, in a few words; empty if nothing does."""
        if not self._bot.online:
            return "the bot isn’t connected to Discord"
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                await self._bot.store.require_writable(milliseconds())
        except DatabaseUnusable as error:
            log.error("%s", error)
            return str(error)
        except sa.exc.DBAPIError as error:
            log.warning("can't write to the database", exc_info=error)
            return f"can’t write to the database: {error.orig}"
        except UNANSWERED as error:
            log.warning("the database isn't responding: %s", error)
            return "the database isn’t responding"
        return ""

    async def health(self, _request: web.Request) -> web.Response:
        """200 while people can play, with what else there is to say; otherwise 503 with the reason."""
        if trouble := await self.trouble():
            return web.Response(status=503, text=f"{trouble}\n")
        if unread := self._bot.unread_events.count:
            return web.Response(text=f"{UNREAD} {unread}\n")
        return web.Response(text="ok\n")

    async def metrics(self, _request: web.Request) -> web.Response:
        """All metrics in Prometheus's text format."""
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                counted = await tables.count(self._bot.store)
        except UNANSWERED as error:
            known = error if outage(error) is not None else None
            log.warning("the tables can't be counted (%s)", type(error).__name__, exc_info=known)
            counted = {}
        self._tables.clear()
        for (status, game), count in counted.items():
            self._tables.labels(status, game).set(count)
        age = await asyncio.to_thread(self._backups.age) if self._backups else None
        self._age.set(math.nan if age is None else age)
        page = generate_latest(self._bot.context.metrics.registry)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})
