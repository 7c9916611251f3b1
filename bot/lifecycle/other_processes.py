"""Follows what other processes change at tables, when several share the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bot.components.hooks import BotContext
from bot.components.publishing.publisher import Publisher
from bot.tables.jobs.retries import cancel
from data.store.postgres.notify import ChangeListener

log: Final = structlog.get_logger(__name__)


class OtherProcesses:
    """Hears of the changes by other processes, and does what they ask for here.

    ``forgotten`` is called with the id of whoever was erased by one of them.
    """

    def __init__(self, context: BotContext, publisher: Publisher, forgotten: Callable[[int], None]) -> None:
        self._tables = context.tables
        self._turns = context.turns
        self._deadlines = context.deadlines
        self._publisher = publisher
        self._looking: asyncio.Task[None] | None = None
        store = context.tables.store
        self._listener = (
            None
            if store.part.whole
            else ChangeListener(store.url, self._changed, self._missed, self._rewritten, forgotten)
        )

    def start(self) -> None:
        """Listen, if there may be other processes; a second call does nothing."""
        if self._listener is not None:
            self._listener.start()

    async def stop(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            await self._listener.stop()
        await cancel(self._looking)

    def _changed(self, table_id: int) -> None:
        """Handle another process's change to a table."""
        self._tables.store.shared[table_id] = True
        self._turns.wake(table_id)
        self._tables.changed(table_id)
        self._deadlines.wake()

    def _rewritten(self, table_id: int) -> None:
        """Handle another process's erasure of a person, whose name must not stay in memory."""
        self._tables.cache.evict([table_id])

    def _missed(self) -> None:
        """Look for changes by other processes, whose notifications may have been missed."""
        self._tables.cache.clear()
        self._deadlines.wake()
        self._looking = asyncio.get_running_loop().create_task(self._look(), name="changes missed")

    async def _look(self) -> None:
        try:
            await self._publisher.reconcile()
        except Exception:
            log.exception(
                "couldn't read the changes made by other processes; trying again when the database is back"
            )
