"""The publisher: shows committed changes on Discord. Per table the latest wins; retried, resumed at start-up.

Where several processes share a database, a table is shown by the one that looks after its server, whoever
committed; where the bot can only answer, by the one that heard the interaction.
Success writes ``shown``; whatever is behind is published again after a restart. What is shown stands in
``sync``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.context import BotContext
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.tables.model.table import Table

from .sync import Sync

log: Final = structlog.get_logger(__name__)
RETRY_PAUSES_S: Final = (1, 2, 5, 15, 60, 300)
"""Seconds between attempts; after the last one a table waits for its next change or the next start."""

MAX_CONCURRENT: Final = 128
"""Tables that are shown at the same time; the others wait in the order in which they changed.

When more is to be shown than can be, such as after hours without Discord, each table would else wait for all.
"""


class Publisher:
    """Runs one task a table while there is something to show."""

    def __init__(self, context: BotContext, client: discord.Client) -> None:
        self._service = context.tables
        self._client = client
        self.sync = Sync(context, client, lambda: RETRY_PAUSES_S)
        self._followups = self.sync.followups
        self.notifications = self.sync.notifications
        self.on_shown: Callable[[int], None] = lambda _session: None
        """Called with a table's number after each attempt to show it."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._begun: dict[int, asyncio.Future[None]] = {}
        """The tables whose first card is being shown as an answer."""
        self._room = asyncio.Semaphore(MAX_CONCURRENT)
        self._resting: set[int] = set()
        """The tables that wait for another attempt."""
        self._failures = context.metrics.failures
        self._closing = False

    def wake(self, table_id: int) -> None:
        """Show soon what was committed at ``table_id``. Never blocks, never raises."""
        if self._closing:
            return
        self.sync.reply_tokens.remember(table_id)
        if table_id in self._tasks or table_id in self._begun:
            self._again.add(table_id)
            return
        self._begin(table_id)

    @contextmanager
    def beginning(self, table_id: int) -> Iterator[None]:
        """Hold back what happens at a new table until the answer that shows it is noted.

        People see the answer's buttons before that, and may press them.
        """
        noted = self._begun[table_id] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            self._begun.pop(table_id, None)
            noted.cancel()
            if table_id not in self._tasks:
                self._go_on(table_id)

    def _begin(self, table_id: int) -> None:
        task = asyncio.get_running_loop().create_task(self._run(table_id), name=f"publish-{table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(lambda _done: self._done(table_id))

    def _done(self, table_id: int) -> None:
        self._tasks.pop(table_id, None)
        self.on_shown(table_id)
        self._go_on(table_id)

    def _go_on(self, table_id: int) -> None:
        if table_id in self._again:
            self._again.discard(table_id)
            if not self._closing:
                self._begin(table_id)

    async def reconcile(self) -> int:
        """Show all that was committed and not shown, after a start; the number of tables."""
        behind = await self._service.store.unshown()
        for table_id in behind:
            self.wake(table_id)
        await self._followups.resume()
        return len(behind)

    async def settle(self) -> None:
        """Wait until everything under way is shown or given up."""
        while under_way := [*self._tasks.values(), *self._begun.values(), *self._followups.tasks]:
            await asyncio.gather(*under_way, return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self, patience: float) -> None:
        """Finish within ``patience`` seconds; what is left is shown after the next start."""
        ends = asyncio.get_running_loop().time() + max(0.0, patience)
        # Showing may leave something to be done after it.
        while working := [
            *(task for table_id, task in self._tasks.items() if table_id not in self._resting),
            *self._followups.working,
        ]:
            left = ends - asyncio.get_running_loop().time()
            _, late = await asyncio.wait(working, timeout=max(0.0, left))
            if late:
                break
            await asyncio.sleep(0)
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._followups.close()

    async def _run(self, table_id: int) -> None:
        with structlog.contextvars.bound_contextvars(table=table_id):
            for pause in (*RETRY_PAUSES_S, None):
                try:
                    async with self._room:
                        await self._publish(table_id)
                except discord.HTTPException as error:
                    if error.status in (401, 403, 404) or pause is None:
                        self._failures.labels("no").inc()
                        log.warning("table can't be shown", code=error.code, error=error.text)
                        return
                    log.info("publishing again soon", code=error.code, pause=pause)
                except CONNECTION_ERRORS as error:
                    log.info("publishing again soon", error=str(error), pause=pause)
                except Exception:
                    # An error in one game's texts or in the store must end no other table's task.
                    log.exception("publishing failed", pause=pause)
                else:
                    return
                self._failures.labels("no" if pause is None else "yes").inc()
                if pause is None:
                    return
                self._resting.add(table_id)
                try:
                    await asyncio.sleep(pause)
                finally:
                    self._resting.discard(table_id)

    @property
    def waiting(self) -> int:
        """How many tables are being shown, or will be after a pause."""
        return len(self._tasks) + len(self._followups.tasks)

    async def _publish(self, table_id: int) -> None:
        before: Table | None = None
        while True:
            # Whatever is committed from here on asks for another look.
            self._again.discard(table_id)
            table = await self._service.get(table_id)
            if before is not None and before.status != table.status == "frozen":
                # It froze while it was shown, which is no new version: what was noted then is not true.
                await self._service.store.set_address(table_id, shown=0)
                table = await self._service.get(table_id)
            if not self._is_ours(table):
                self.sync.reply_tokens.drop(table_id)
                return
            if table.address.shown >= table.version or not await self._show(table):
                return
            if table_id not in self._again:
                return
            before = table

    async def _show(self, table: Table) -> bool:
        try:
            async with self.sync.locks.lock(table.id):
                return await self.sync.show(table)
        finally:
            # What was refused before may be possible now.
            self._followups.wake(table.id)

    def _is_ours(self, table: Table) -> bool:
        guild = table.address.guild
        return self._service.store.part.holds(guild) or self.sync.reply_tokens.last_used_in(table.id, guild)

    def busy(self, table_id: int) -> bool:
        """Whether ``table_id`` is being shown now, or will be after a pause."""
        return table_id in self._tasks

    async def restore(self, table_id: int) -> bool:
        """Bring the newest card of a live table up to date; True when it was lost and is posted again."""
        while table_id in self._tasks and table_id not in self._resting:
            await asyncio.wait([self._tasks[table_id]])
        # What happens meanwhile is shown after it, not below it.
        with self.beginning(table_id):
            table = await self._service.get(table_id)
            place = table.address.home if table.status == "lobby" else table.address.channel
            live = table.status in ("lobby", "playing")
            if place and live and channels.can_post(self._client, table):
                async with self.sync.locks.lock(table_id):
                    return await self.sync.restore(table)
            self.wake(table_id)
            return False
