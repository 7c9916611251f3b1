"""Follow-ups: what is done on Discord after a table's card, and retried after an error.

Private charts and direct messages follow the public card, which an error in one of them must not delay.
Older cards whose buttons could not be removed lose them here. Follow-ups are noted in the database first, and
so survive a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Final

import structlog

from bot.components.interactions.discord_errors import CONNECTION_ERRORS, passes
from bot.tables import pending_followups
from bot.tables.jobs.retries import Retries
from bot.tables.locks import KeyedLocks
from bot.tables.pending_followups import Followup
from bot.tables.service import TableService

log: Final = structlog.get_logger(__name__)
SWEEP_PAUSE_S: Final = 600.0
"""Seconds between two attempts at what Discord refused: a permission may be back."""
MAX_SWEPT: Final = 200
"""Tables that are tried in one sweep."""


Perform = Callable[[int, Followup, bool], Awaitable[bool]]
"""Does one thing for a table; False when Discord refuses it for now. The flag: this is the last attempt.
May raise; a passing error is retried."""


class Followups:
    """Performs the follow-ups of all tables.

    ``is_ours`` tells whether this process looks after a table; ``pauses`` are the seconds between attempts.
    """

    def __init__(
        self,
        service: TableService,
        perform: Perform,
        is_ours: Callable[[int], Awaitable[bool]],
        pauses: Callable[[], Sequence[float]],
    ) -> None:
        self._service = service
        self._perform = perform
        self._is_ours = is_ours
        self.tasks = Retries("follow-up", self._attempt, pauses, hold=service.cache.peek)
        self._pending: dict[int, set[Followup]] = {}
        """What this process has to do for each table, in the order in which tables are swept."""
        self._renewed: set[tuple[int, Followup]] = set()
        """What was added again since it was last attempted: it must be done again."""
        self._unsaved: dict[int, set[Followup]] = {}
        """What the database doesn't have yet: the version that it follows isn't noted as shown there."""
        self._writing: KeyedLocks[int] = KeyedLocks()
        self._sweep: asyncio.TimerHandle | None = None

    async def add(self, table_id: int, *new: Followup) -> None:
        """Note what is to be done for a table, and do it soon."""
        if new:
            async with self._writing.lock(table_id):
                await pending_followups.add(self._service.store, table_id, new)
                self._renewed |= {(table_id, each) for each in new}
                self._pending.setdefault(table_id, set()).update(new)
            self.wake(table_id)

    def expect(self, table_id: int, new: Followup) -> None:
        """What is to be done for a table that is being shown; :meth:`note_shown` stores it.

        Until then nothing is lost: the version would be shown again after a restart.
        """
        self._renewed.add((table_id, new))
        for to in (self._unsaved, self._pending):
            to.setdefault(table_id, set()).add(new)

    async def note_shown(self, table_id: int, version: int, **columns: int | None) -> None:
        """Note where a table is shown, up to which version, and what follows from that."""
        async with self._writing.lock(table_id):
            new = self._unsaved.get(table_id, set()) & self._pending.get(table_id, set())
            await self._service.set_address(table_id, new, shown=version, **columns)
            self._unsaved.pop(table_id, None)

    def wake(self, table_id: int) -> None:
        """Do what is pending for a table now."""
        if table_id in self._pending:
            self.tasks.wake(table_id)

    async def resume(self) -> None:
        """Do what the database has and nobody here knows of."""
        # What is known already may be done while the database is read.
        known = {(table_id, each) for table_id, left in self._pending.items() for each in left}
        found = await pending_followups.load(self._service.store)
        for table_id, new in groupby([each for each in found if each not in known], itemgetter(0)):
            if await self._is_ours(table_id):
                self._pending.setdefault(table_id, set()).update(followup for _, followup in new)
                self.wake(table_id)

    def _wake_refused(self) -> None:
        """Try again what is left after all attempts."""
        self._sweep = None
        for table_id in list(islice(self._pending, MAX_SWEPT)):
            # The others come first the next time.
            self._pending[table_id] = self._pending.pop(table_id)
            self.wake(table_id)

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        await self.tasks.close()
        if self._sweep is not None:
            self._sweep.cancel()

    async def _attempt(self, table_id: int, last: bool) -> bool:
        """Try all that is pending for a table, each by itself; whether another attempt may help."""
        failed = False
        for followup in sorted(self._pending.get(table_id, ())):
            self._renewed.discard((table_id, followup))
            try:
                if await self._perform(table_id, followup, last):
                    await self._done(table_id, followup)
            except CONNECTION_ERRORS as error:
                log.info("a follow-up failed", what=followup.kind, error=str(error), last=last)
                failed |= passes(error)
            except Exception:
                log.exception("a follow-up failed", what=followup.kind, last=last)
                failed = True
        if table_id in self._pending and self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(SWEEP_PAUSE_S, self._wake_refused)
        return failed

    async def _done(self, table_id: int, followup: Followup) -> None:
        async with self._writing.lock(table_id):
            if (table_id, followup) in self._renewed:
                return
            await pending_followups.remove(self._service.store, table_id, followup)
            if (table_id, followup) in self._renewed:
                return
            left = self._pending[table_id]
            left.discard(followup)
            if not left:
                del self._pending[table_id]
