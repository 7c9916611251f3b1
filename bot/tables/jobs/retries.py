"""Retries: work at one table (or league, server or channel) that is repeated until it is done.

All that is shown on Discord is shown this way, and all turns that are played automatically. What isn't done
after all attempts is owed, and tried again at each look (``lookout``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

import structlog

from bot.languages import ENGLISH, speak
from bot.tables.lookout import Lookout

log: Final = structlog.get_logger(__name__)
MAX_CONCURRENT: Final = 128
"""Tables that are worked on at the same time; the others wait in the order in which they were woken.

Without it, after hours without Discord each table would wait for all.
"""
RETRY_PAUSES_S: Final = (1, 2, 5, 15, 45, 45, 45)
"""Seconds between attempts."""
MOST_REFUSED: Final = 20
"""Tables that one look tries again of those where Discord refused something: it blocks a bot that asks too
often for what it may not have."""

Outcome: TypeAlias = Literal["done", "failed", "unanswered", "refused"]
"""What came of an attempt: nothing is left to do; an error of ours; Discord didn't take it for now; or it
refused it, which may take somebody with permissions to change."""


class Retries:
    """Does ``work`` at tables, in one task each, under ``name``, when it is woken for them.

    ``work`` gets a table's number and whether this is the last attempt for now; it returns what came of it,
    and raises nothing. ``pauses`` are the seconds between attempts, if not the usual; ``ended`` is called
    after the last. ``subject`` is what log lines call what has the number, if that isn't a table.
    ``lookout`` looks at what is owed.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[int, bool], Awaitable[Outcome]],
        ended: Callable[[int], None] = lambda _table_id: None,
        *,
        pauses: Sequence[float] | None = None,
        subject: str = "table",
        lookout: Lookout | None = None,
    ) -> None:
        self._name = name
        self._work = work
        self.pauses = pauses
        self._ended = ended
        self.spacing: dict[int, float] = {}
        """Seconds until the next attempt at a table, however often it is woken; ``work`` notes them."""
        self._subject = subject
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken: dict[int, asyncio.Event] = {}
        self._attempts: dict[int, asyncio.Task[Outcome]] = {}
        """The attempts that are under way."""
        self.owed: dict[int, Outcome] = {}
        """What came of the last attempt at each table where it isn't done, the latest last."""
        self._lookout = lookout
        if lookout is not None:
            lookout.parts.append(self)
        self._room = asyncio.Semaphore(MAX_CONCURRENT)
        self.resting: dict[int, asyncio.Task[None]] = {}
        """The pauses of the tables that wait for another attempt."""
        self._finishing = self._closing = False

    def __contains__(self, table_id: int) -> bool:
        """Whether a table is worked on, or will be after a pause."""
        return table_id in self._tasks

    def __iter__(self) -> Iterator[int]:
        """The tables that are worked on, or will be after a pause."""
        return iter(list(self._tasks))

    def __len__(self) -> int:
        """How many tables are worked on, or will be after a pause."""
        return len(self._tasks)

    @property
    def all(self) -> list[asyncio.Task[None]]:
        """All tasks."""
        return list(self._tasks.values())

    @property
    def working(self) -> list[asyncio.Task[None]]:
        """The tasks that aren't waiting for another attempt."""
        return [task for table_id, task in self._tasks.items() if table_id not in self.resting]

    def wake(self, table_id: int, held: object = None) -> None:
        """Work on a table soon, with all attempts; a pause ends. ``held`` stays in memory that long."""
        if self._closing:
            return
        if table_id in self._tasks:
            self._woken[table_id].set()
            if table_id in self.resting:
                self.resting[table_id].cancel()
            return
        self._begin(table_id, self._every_pause(), held)

    def look(self) -> None:
        """Try once more what is owed: it may be possible now. Never blocks, never raises."""
        if self._finishing or self._closing:
            return
        refused = [table_id for table_id, outcome in self.owed.items() if outcome == "refused"]
        for table_id in [*self.owed.keys() - refused, *refused[:MOST_REFUSED]]:
            if table_id in self.resting:
                self.resting[table_id].cancel()
            elif table_id not in self._tasks:
                self._begin(table_id, [])

    def _every_pause(self) -> list[float]:
        return [*(RETRY_PAUSES_S if self.pauses is None else self.pauses)]

    def _begin(self, table_id: int, pauses: list[float], held: object = None) -> None:
        self._woken[table_id] = asyncio.Event()
        work = self._run(table_id, pauses, held)
        name = f"{self._name}-{table_id}"
        self._tasks[table_id] = asyncio.get_running_loop().create_task(work, name=name)

    def begin_attempt(self, table_id: int) -> None:
        """Only what wakes the table from now on counts as waking it again."""
        self._woken[table_id].clear()

    def woken(self, table_id: int) -> bool:
        """Whether a table was woken again since its attempt began."""
        return self._woken[table_id].is_set()

    async def attempted(self, table_id: int) -> None:
        """Wait for the attempt at a table that is under way, if any; not for what follows a pause."""
        while table_id in self._tasks and table_id not in self.resting:
            if (attempt := self._attempts.get(table_id)) is not None:
                await asyncio.wait([attempt])
            # A task that was just made begins its attempt, and one whose attempt has ended goes on.
            await asyncio.sleep(0)

    async def settle(self) -> None:
        """Wait until nothing is worked on, nor will be after a pause."""
        while self._tasks:
            await asyncio.gather(*self.all, return_exceptions=True)

    def finish(self) -> None:
        """From now on nothing begins to wait for another attempt."""
        self._finishing = True

    async def close(self) -> None:
        """Stop all tasks."""
        self._closing = True
        await cancel(*self.all)
        self._tasks.clear()

    async def _run(self, table_id: int, pauses: list[float], _held: object) -> None:
        structlog.contextvars.bind_contextvars(**{self._subject: table_id})
        # Not the language of whoever pressed when the table was woken.
        speak(ENGLISH)
        woken = self._woken[table_id]
        try:
            while True:
                woken.clear()
                attempt = asyncio.create_task(self._attempt(table_id, not pauses))
                self._attempts[table_id] = attempt
                outcome = await attempt
                self.owed.pop(table_id, None)
                if outcome != "done":
                    self.owed[table_id] = outcome
                    if self._lookout is not None:
                        self._lookout.look_later()
                if seconds := self.spacing.pop(table_id, 0.0):
                    await asyncio.sleep(seconds)
                if not woken.is_set():
                    if outcome in ("done", "refused") or not pauses or self._finishing:
                        return
                    await self._rest(table_id, pauses.pop(0))
                if woken.is_set():
                    pauses = self._every_pause()
        finally:
            del self._tasks[table_id], self._woken[table_id]
            self._attempts.pop(table_id, None)
            self._ended(table_id)

    async def _attempt(self, table_id: int, last: bool) -> Outcome:
        async with self._room:
            return await self._work(table_id, last)

    async def _rest(self, table_id: int, seconds: float) -> None:
        """Wait, but no longer than until the table is woken."""
        pause = self.resting[table_id] = asyncio.create_task(asyncio.sleep(seconds))
        try:
            await asyncio.wait({pause})
        finally:
            del self.resting[table_id]
            pause.cancel()


async def cancel(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel ``tasks`` and wait until they have ended."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
