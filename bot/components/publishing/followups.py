"""Follow-ups: what is done on Discord after a table's card, and retried after an error.

Private charts and direct messages follow the public card, which an error in one of them must not delay.
Older cards whose buttons could not be removed lose them here. What is to be done is noted in the database
first, and survives a restart.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

import structlog

from bot.components.interactions.discord_errors import CONNECTION_ERRORS, passes
from bot.tables.locks import KeyedLocks
from data.store.store import Store

log: Final = structlog.get_logger(__name__)
PREFIX: Final = "pending "
"""What the keys of the notes begin with; the table's number follows."""
MAX_CONCURRENT: Final = 128
"""Tables that are worked on at the same time."""
SWEEP_PAUSE_S: Final = 600.0
"""Seconds between two looks at what was refused: a permission may be back."""
MAX_SWEPT: Final = 200
"""Tables that are tried in one such look."""


class Followup(NamedTuple):
    """One thing to do for a table."""

    kind: Literal["charts", "letter", "card", "lobby"]
    """Deliver the private charts; tell ``person`` by direct message; take the buttons off ``message``, an
    older card or one in a direct message; bring the lobby's card up to date."""
    version: int = 0
    """The table's version that it comes from."""
    person: int = 0
    channel: int = 0
    message: int = 0


Perform = Callable[[int, Followup, bool], Awaitable[bool]]
"""Does one thing for a table; False when Discord refuses it for now. The flag says that no attempt follows.
What is raised and may pass is tried again."""


class Followups:
    """Runs one task a table while there is something to do.

    ``is_ours`` says of a table's number whether this process looks after it; ``pauses`` are the seconds
    between attempts.
    """

    def __init__(
        self,
        store: Store,
        perform: Perform,
        is_ours: Callable[[int], Awaitable[bool]],
        pauses: Callable[[], Sequence[float]],
    ) -> None:
        self._store = store
        self._perform = perform
        self._is_ours = is_ours
        self._pauses = pauses
        self._pending: dict[int, set[Followup]] = {}
        self._renewed: set[tuple[int, Followup]] = set()
        """What was asked for again while it may have been under way."""
        self._writing: KeyedLocks[int] = KeyedLocks()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._resting: dict[int, asyncio.Task[None]] = {}
        """The pauses of the tables that wait for another attempt; cancelled when there is something new."""
        self._again: set[int] = set()
        self._room = asyncio.Semaphore(MAX_CONCURRENT)
        self._sweeping: asyncio.Task[None] | None = None
        self._closing = False

    async def add(self, table_id: int, *followups: Followup) -> None:
        """Note what is to be done for a table, and do it soon."""
        if not followups:
            return
        new = set(followups) - self._pending.get(table_id, set())
        self._renewed |= {(table_id, each) for each in followups}
        if new:
            await self._write(table_id, add=new)
        self.wake(table_id)

    def wake(self, table_id: int) -> None:
        """Do what is pending for a table now, such as what was refused before."""
        if self._closing or table_id not in self._pending:
            return
        if table_id in self._tasks:
            self._again.add(table_id)
            if table_id in self._resting:
                self._resting[table_id].cancel()
            return
        self._again.discard(table_id)
        task = asyncio.get_running_loop().create_task(self._run(table_id), name=f"follow-up-{table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(lambda _done: self._done(table_id))

    def _done(self, table_id: int) -> None:
        self._tasks.pop(table_id, None)
        if table_id in self._again:
            self.wake(table_id)

    async def resume(self) -> None:
        """Go on with what the last run of the program left, and look now and then at what is refused."""
        for key, text in (await self._store.values(PREFIX)).items():
            table_id = int(key.removeprefix(PREFIX))
            if table_id in self._pending or not await self._is_ours(table_id):
                continue
            kept = {Followup(*each) for each in json.loads(text)}
            self._pending[table_id] = self._pending.get(table_id, set()) | kept
            self.wake(table_id)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().create_task(self._sweep(), name="follow-ups")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_PAUSE_S)
            for table_id in list(islice(self._pending, MAX_SWEPT)):
                # The others come first the next time.
                self._pending[table_id] = self._pending.pop(table_id)
                self.wake(table_id)

    @property
    def working(self) -> list[asyncio.Task[None]]:
        """The tasks that are not waiting for another attempt."""
        return [task for table_id, task in self._tasks.items() if table_id not in self._resting]

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """All tasks."""
        return list(self._tasks.values())

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        self._closing = True
        tasks = [*self._tasks.values(), *([self._sweeping] if self._sweeping is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table_id: int) -> None:
        with structlog.contextvars.bound_contextvars(table=table_id):
            for pause in (*self._pauses(), None):
                async with self._room:
                    failed = await self._attempt(table_id, last=pause is None)
                if not failed or pause is None:
                    return
                rest = self._resting[table_id] = asyncio.create_task(asyncio.sleep(pause))
                try:
                    await asyncio.wait({rest})
                finally:
                    del self._resting[table_id]
                    ended = rest.done() and not rest.cancelled()
                    rest.cancel()
                if not ended:
                    # Begun anew: what was just added has all its attempts.
                    return

    async def _attempt(self, table_id: int, *, last: bool) -> bool:
        """Try all that is pending for a table, each by itself; whether another attempt may help."""
        failed = False
        for followup in sorted(self._pending.get(table_id, ())):
            self._renewed.discard((table_id, followup))
            try:
                done = await self._perform(table_id, followup, last)
                if done and (table_id, followup) not in self._renewed:
                    await self._write(table_id, remove=(followup,))
            except CONNECTION_ERRORS as error:
                log.info("a follow-up failed", what=followup.kind, error=str(error), last=last)
                failed |= passes(error)
            except Exception:
                log.exception("a follow-up failed", what=followup.kind, last=last)
                failed = True
        return failed

    async def _write(
        self, table_id: int, add: Iterable[Followup] = (), remove: Iterable[Followup] = ()
    ) -> None:
        async with self._writing.lock(table_id):
            pending = (self._pending.get(table_id, set()) | set(add)) - set(remove)
            text = json.dumps(sorted(pending)) if pending else None
            await self._store.set_value(f"{PREFIX}{table_id}", text)
            if pending:
                self._pending[table_id] = pending
            else:
                self._pending.pop(table_id, None)
