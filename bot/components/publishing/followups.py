"""Follow-ups: what is done on Discord after a table's card, by itself and again after a fault.

Private charts and direct messages follow the public card, so that a fault in one of them hides no board.
Older cards that could not lose their buttons lose them here. What is to be done is noted in the database
first, and so outlives the program.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

import structlog

from bot.components.interactions.discord_errors import passes
from bot.components.interactions.replies import CONNECTION
from bot.tables.locks import Queues
from data.store.store import Store

log: Final = structlog.get_logger(__name__)
PREFIX: Final = "pending "
"""What the keys of the notes begin with; the table's number follows."""
AT_ONCE: Final = 128
"""Tables that are worked on at the same time."""
SWEEP: Final = 600.0
"""Seconds between two looks at what was refused: a permission may be back."""
SWEPT: Final = 200
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
    """One task a table while there is something to do.

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
        self._writing: Queues[int] = Queues()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._resting: dict[int, asyncio.Task[None]] = {}
        """The pauses of the tables that wait for another attempt; cancelled when there is something new."""
        self._again: set[int] = set()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._sweeping: asyncio.Task[None] | None = None
        self._closing = False

    async def add(self, session: int, *followups: Followup) -> None:
        """Note what is to be done for a table, and do it soon."""
        if not followups:
            return
        new = set(followups) - self._pending.get(session, set())
        self._renewed |= {(session, each) for each in followups}
        if new:
            await self._write(session, add=new)
        self.wake(session)

    def wake(self, session: int) -> None:
        """Do what is pending for a table now, such as what was refused before."""
        if self._closing or session not in self._pending:
            return
        if session in self._tasks:
            self._again.add(session)
            if session in self._resting:
                self._resting[session].cancel()
            return
        self._again.discard(session)
        task = asyncio.get_running_loop().create_task(self._run(session), name=f"follow-up-{session}")
        self._tasks[session] = task
        task.add_done_callback(lambda _done: self._done(session))

    def _done(self, session: int) -> None:
        self._tasks.pop(session, None)
        if session in self._again:
            self.wake(session)

    async def resume(self) -> None:
        """Go on with what the last run of the program left, and look now and then at what is refused."""
        for key, text in (await self._store.notes(PREFIX)).items():
            session = int(key.removeprefix(PREFIX))
            if session in self._pending or not await self._is_ours(session):
                continue
            kept = {Followup(*each) for each in json.loads(text)}
            self._pending[session] = self._pending.get(session, set()) | kept
            self.wake(session)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().create_task(self._sweep(), name="follow-ups")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for session in list(islice(self._pending, SWEPT)):
                # The others come first the next time.
                self._pending[session] = self._pending.pop(session)
                self.wake(session)

    @property
    def working(self) -> list[asyncio.Task[None]]:
        """The tasks that are not waiting for another attempt."""
        return [task for session, task in self._tasks.items() if session not in self._resting]

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

    async def _run(self, session: int) -> None:
        with structlog.contextvars.bound_contextvars(table=session):
            for pause in (*self._pauses(), None):
                async with self._room:
                    failed = await self._attempt(session, last=pause is None)
                if not failed or pause is None:
                    return
                rest = self._resting[session] = asyncio.create_task(asyncio.sleep(pause))
                try:
                    await asyncio.wait({rest})
                finally:
                    del self._resting[session]
                    ended = rest.done() and not rest.cancelled()
                    rest.cancel()
                if not ended:
                    # Begun anew: what was just added has all its attempts.
                    return

    async def _attempt(self, session: int, *, last: bool) -> bool:
        """Try all that is pending for a table, each by itself; whether another attempt may help."""
        failed = False
        for followup in sorted(self._pending.get(session, ())):
            self._renewed.discard((session, followup))
            try:
                done = await self._perform(session, followup, last)
                if done and (session, followup) not in self._renewed:
                    await self._write(session, remove=(followup,))
            except CONNECTION as error:
                log.info("a follow-up failed", what=followup.kind, error=str(error), last=last)
                failed |= passes(error)
            except Exception:
                log.exception("a follow-up failed", what=followup.kind, last=last)
                failed = True
        return failed

    async def _write(
        self, session: int, add: Iterable[Followup] = (), remove: Iterable[Followup] = ()
    ) -> None:
        async with self._writing.of(session):
            pending = (self._pending.get(session, set()) | set(add)) - set(remove)
            text = json.dumps(sorted(pending)) if pending else None
            await self._store.note(f"{PREFIX}{session}", text)
            if pending:
                self._pending[session] = pending
            else:
                self._pending.pop(session, None)
