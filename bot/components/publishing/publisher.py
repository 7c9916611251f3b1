"""The publisher: brings what was committed to Discord. Per table, latest wins, retried, resumed at start-up.

Where several processes share a database, a table is shown by the one that looks after its server, whoever
committed; where the bot can only answer, by the one that heard the interaction.
Success writes ``shown``; whatever is behind is published again after a restart. What is shown stands in
``showing``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.context import House
from bot.components.interactions.replies import CONNECTION
from bot.tables.model.table import Snapshot

from .sync import Showing

log: Final = structlog.get_logger(__name__)
PAUSES: Final = (1, 2, 5, 15, 60, 300)
"""Seconds between attempts; after the last one a table waits for its next change or the next start."""

AT_ONCE: Final = 128
"""Tables that are shown at the same time; the others wait in the order in which they changed.

When more is to be shown than can be, such as after hours without Discord, each table would else wait for all.
"""


class Publisher:
    """One task a table while there is something to show."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._sessions = house.sessions
        self._client = client
        self.showing = Showing(house, client, lambda: PAUSES)
        self._followups = self.showing.followups
        self.pings = self.showing.pings
        self.on_shown: Callable[[int], None] = lambda _session: None
        """Called with a table's number after each attempt to show it."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._begun: dict[int, asyncio.Future[None]] = {}
        """The tables whose first card somebody else shows now."""
        self._room = asyncio.Semaphore(AT_ONCE)
        self._resting: set[int] = set()
        """The tables that wait for another attempt."""
        self._failures = house.measures.failures
        self._closing = False

    def wake(self, session: int) -> None:
        """Something was committed at ``session``: show it soon. Never blocks, never raises."""
        if self._closing:
            return
        self.showing.voices.hear(session)
        if session in self._tasks or session in self._begun:
            self._again.add(session)
            return
        self._begin(session)

    @contextmanager
    def beginning(self, session: int) -> Iterator[None]:
        """Around the answer that shows a new table: what happens there before it is noted is shown after.

        People see its buttons first, and may be quicker.
        """
        noted = self._begun[session] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            self._begun.pop(session, None)
            noted.cancel()
            if session not in self._tasks:
                self._go_on(session)

    def _begin(self, session: int) -> None:
        task = asyncio.get_running_loop().create_task(self._run(session), name=f"publish-{session}")
        self._tasks[session] = task
        task.add_done_callback(lambda _done: self._done(session))

    def _done(self, session: int) -> None:
        self._tasks.pop(session, None)
        self.on_shown(session)
        self._go_on(session)

    def _go_on(self, session: int) -> None:
        if session in self._again:
            self._again.discard(session)
            if not self._closing:
                self._begin(session)

    async def reconcile(self) -> int:
        """Show all that was committed and not shown, after a start; the number of tables."""
        behind = await self._sessions.store.unshown()
        for session in behind:
            self.wake(session)
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
            *(task for session, task in self._tasks.items() if session not in self._resting),
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

    async def _run(self, session: int) -> None:
        with structlog.contextvars.bound_contextvars(table=session):
            for pause in (*PAUSES, None):
                try:
                    async with self._room:
                        await self._publish(session)
                except discord.HTTPException as error:
                    if error.status in (401, 403, 404) or pause is None:
                        self._failures.labels("no").inc()
                        log.warning("table can't be shown", code=error.code, error=error.text)
                        return
                    log.info("publishing again soon", code=error.code, pause=pause)
                except CONNECTION as error:
                    log.info("publishing again soon", error=str(error), pause=pause)
                except Exception:
                    # A fault in one game's words, or a store out of order, ends no other table.
                    log.exception("publishing failed", pause=pause)
                else:
                    return
                self._failures.labels("no" if pause is None else "yes").inc()
                if pause is None:
                    return
                self._resting.add(session)
                try:
                    await asyncio.sleep(pause)
                finally:
                    self._resting.discard(session)

    @property
    def waiting(self) -> int:
        """How many tables are being shown, or will be after a pause."""
        return len(self._tasks) + len(self._followups.tasks)

    async def _publish(self, session: int) -> None:
        before: Snapshot | None = None
        while True:
            # Whatever is committed from here on asks for another look.
            self._again.discard(session)
            table = await self._sessions.snapshot(session)
            if before is not None and before.status != table.status == "void":
                # It froze while it was shown, which is no new version: what was noted then is not true.
                await self._sessions.store.set_address(session, shown=0)
                table = await self._sessions.snapshot(session)
            if not self._is_ours(table):
                self.showing.voices.drop(session)
                return
            if table.address.shown >= table.version or not await self._show(table):
                return
            if session not in self._again:
                return
            before = table

    async def _show(self, table: Snapshot) -> bool:
        try:
            async with self.showing.locks.of(table.id):
                return await self.showing.show(table)
        finally:
            # What was refused before may be possible now.
            self._followups.wake(table.id)

    def _is_ours(self, table: Snapshot) -> bool:
        guild = table.address.guild
        return self._sessions.store.part.holds(guild) or self.showing.voices.heard_in(table.id, guild)

    def busy(self, session: int) -> bool:
        """Whether ``session`` is being shown now, or will be after a pause."""
        return session in self._tasks

    async def restore(self, session: int) -> bool:
        """Bring the newest card of a live table up to date; True when it was lost and is posted again."""
        while session in self._tasks and session not in self._resting:
            await asyncio.wait([self._tasks[session]])
        # What happens meanwhile is shown after it, not below it.
        with self.beginning(session):
            table = await self._sessions.snapshot(session)
            place = table.address.home if table.status == "lobby" else table.address.channel
            live = table.status in ("lobby", "playing")
            if place and live and channels.reachable(self._client, table):
                async with self.showing.locks.of(session):
                    return await self.showing.restore(table)
            self.wake(session)
            return False


def publisher_of(interaction: discord.Interaction[Any]) -> Publisher:
    """The publisher of the bot that received ``interaction``."""
    return cast("Publisher", interaction.client.publisher)
