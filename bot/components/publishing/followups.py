"""Follow-ups: what is done on Discord after a table's card, and retried after an error.

Private charts and direct messages follow the public card, which an error in one of them must not delay.
Older cards whose buttons could not be removed lose them here. What isn't done before the card is noted is
noted with it in the database, and so survives a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Set
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import Final

import structlog

from bot.components.interactions.discord_errors import CONNECTION_ERRORS, outcome_of
from bot.tables import pending_followups
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.pending_followups import Followup
from bot.tables.service import KeyedLocks, TableService

log: Final = structlog.get_logger(__name__)

AT_ONCE_S: Final = 2.0
"""The most seconds for what is done before a card is noted: Discord may let an edit of an older one wait."""
BY_HOPE: Final[tuple[Outcome, ...]] = ("unanswered", "failed", "refused")
"""What came of several things is what may soonest be possible."""

Perform = Callable[[int, Followup, bool], Awaitable[bool | None]]
"""Does one thing for a table; False when Discord refuses it for now, None when it may wait: whoever knows how
long wakes the table then. The flag: this is the last attempt. May raise; a passing error is retried."""


class Followups:
    """Performs the follow-ups of all tables. ``is_ours``: whether this process looks after a table."""

    def __init__(
        self, service: TableService, perform: Perform, is_ours: Callable[[int], Awaitable[bool]]
    ) -> None:
        self._service = service
        self._perform = perform
        self._is_ours = is_ours
        self.tasks = Retries("follow-up", self._attempt, lookout=service.lookout)
        self._pending: dict[int, set[Followup]] = {}
        """What this process has to do for each table."""
        self._renewed: set[tuple[int, Followup]] = set()
        """What was added again since it was last attempted: it must be done again."""
        self._unsaved: dict[int, set[Followup]] = {}
        """What of it the database may not have yet: the version that it follows isn't noted as shown there,
        or the answer to that was lost."""
        self._writing: KeyedLocks[int] = KeyedLocks()

    async def add(self, table_id: int, *new: Followup) -> None:
        """Note what is to be done for a table, and do it soon."""
        if new:
            async with self._writing.lock(table_id):
                await pending_followups.add(self._service.store, table_id, new)
                self._renewed |= {(table_id, each) for each in new}
                self._pending.setdefault(table_id, set()).update(new)
            self.wake(table_id)

    def expect(self, table_id: int, new: Followup) -> None:
        """What is to be done for a table that is being shown; :meth:`note` stores it.

        Until then nothing is lost: the version would be shown again after a restart.
        """
        self._renewed.add((table_id, new))
        for to in (self._unsaved, self._pending):
            to.setdefault(table_id, set()).add(new)

    async def at_once(self, table_id: int, new: Followup, work: Callable[[], Awaitable[bool]]) -> None:
        """Do what would be :meth:`expect`-ed by ``work``, and expect it only if that isn't possible now."""
        with suppress(Exception):
            async with asyncio.timeout(AT_ONCE_S):
                if await work():
                    return
        self.expect(table_id, new)

    async def note(self, table_id: int, **columns: int | None) -> None:
        """Note where a table is shown, up to which version, and what follows from that."""
        async with self._writing.lock(table_id):
            await self._service.set_address(table_id, self._unsaved.get(table_id, ()), **columns)
            self._unsaved.pop(table_id, None)

    def pending(self, table_id: int) -> Set[Followup]:
        """What is still to be done for a table."""
        return self._pending.get(table_id, frozenset())

    def forget(self, person: int) -> None:
        """Somebody is forgotten, whose follow-ups the database has no more."""
        for left in (*self._pending.values(), *self._unsaved.values()):
            left -= {each for each in left if each.person == person}
        self._renewed = {each for each in self._renewed if each[1].person != person}

    def wake(self, table_id: int) -> None:
        """Do what is pending for a table now."""
        if table_id in self._pending:
            self.tasks.wake(table_id, self._service.cache.peek(table_id))

    async def resume(self) -> None:
        """Do what the database has and nobody here knows of."""
        # What is known already may be done while the database is read.
        known = {(table_id, each) for table_id, left in self._pending.items() for each in left}
        found = await pending_followups.load(self._service.store)
        for table_id, new in groupby([each for each in found if each not in known], itemgetter(0)):
            if await self._is_ours(table_id):
                self._pending.setdefault(table_id, set()).update(followup for _, followup in new)
                self.wake(table_id)

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        await self.tasks.close()

    async def _attempt(self, table_id: int, last: bool) -> Outcome:
        """Try all that is pending for a table, each by itself. Returns what came of it."""
        outcomes: set[Outcome] = set()
        done: list[Followup] = []
        for followup in sorted(self._pending.get(table_id, ()), key=_news_first):
            self._renewed.discard((table_id, followup))
            try:
                performed = await self._perform(table_id, followup, last)
                if performed:
                    done.append(followup)
                elif performed is not None:
                    outcomes.add("refused")
            except CONNECTION_ERRORS as error:
                log.info("a follow-up failed", what=followup.kind, error=str(error), last=last)
                outcomes.add(outcome_of(error))
            except Exception:
                log.exception("a follow-up failed", what=followup.kind, last=last)
                outcomes.add("failed")
        try:
            await self._done(table_id, done)
        except Exception:
            log.exception("couldn't note which follow-ups are done", last=last)
            outcomes.add("failed")
        return next((each for each in BY_HOPE if each in outcomes), "done")

    async def _done(self, table_id: int, done: Iterable[Followup]) -> None:
        """Note that these follow-ups are done, but for those that have to be done again."""

        def over() -> set[Followup]:
            return {each for each in done if (table_id, each) not in self._renewed}

        async with self._writing.lock(table_id):
            if finished := over():
                await pending_followups.remove(self._service.store, table_id, finished)
                finished = over()
            for left in (self._pending, self._unsaved):
                left.get(table_id, set()).difference_update(finished)
                if not left.get(table_id):
                    left.pop(table_id, None)


def _news_first(followup: Followup) -> tuple[bool, Followup]:
    # Discord may let an edit of an older message wait for seconds.
    return followup.kind in ("card", "lobby"), followup
