"""Deadlines: a timer set to the earliest of them, and what time then does to the tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from data.store import agenda

from . import timing
from .pace import DAY
from .refusals import TableError
from .service import Sessions

LOG: Final = logging.getLogger(__name__)
PULSE: Final = 60.0
"""Seconds between two looks at the clock, and between two notes that the bot is up."""
NEVER: Final = 2**62

Quiet = Callable[[int, int], Awaitable[int | None]]
"""When a person may be reminded of what is due at a moment; None: never."""


async def at_once(_person: int, at: int) -> int | None:
    """No quiet hours."""
    return at


class Deadlines:
    """The timer. What it does is in the logs, so that it may be stopped and started at any moment.

    ``connected`` says whether people can act: a time in which they can't is given back to them.
    """

    def __init__(
        self,
        sessions: Sessions,
        *,
        quiet: Quiet = at_once,
        connected: Callable[[], bool] = lambda: True,
        pulse: float = PULSE,
    ) -> None:
        self._sessions = sessions
        self._quiet = quiet
        self._connected = connected
        self._pulse = pulse
        self._on = False
        self._again = False
        self._looking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._beat: int | None = None

    def start(self) -> None:
        """Begin; a second call does nothing."""
        if not self._on:
            self._on = True
            self.wake()

    def hear(self, session: int) -> None:
        """``session`` was changed here: look at the clock, unless the next look comes before its deadline."""
        table = self._sessions.shelf.glance(session)
        if table is not None:
            due = table.header.deadline
            if due is None or due - self._sessions.now() >= self._pulse * 1000:
                return
        self.wake()

    def wake(self) -> None:
        """Look at the clock now: something has changed, and there may be an earlier deadline."""
        if not self._on:
            return
        if self._looking is not None:
            self._again = True
            return
        if self._timer is not None:
            self._timer.cancel()
        self._looking = asyncio.get_running_loop().create_task(self._look(), name="deadlines")

    async def stop(self) -> None:
        """End, and note that the bot was up until now."""
        if not self._on:
            return
        self._on = False
        if self._timer is not None:
            self._timer.cancel()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        if self._connected():
            await agenda.beat(self._sessions.store, self._sessions.now())

    async def _look(self) -> None:
        pause = self._pulse
        try:
            pause = await self.tick()
        except Exception:
            # Whatever is the matter with the database, clocks go on when it is over.
            LOG.exception("the deadlines could not be kept")
        finally:
            self._looking = None
        if not self._on:
            return
        if self._again:
            self._again = False
            self.wake()
        else:
            self._timer = asyncio.get_running_loop().call_later(pause, self.wake)

    async def tick(self) -> float:
        """Do all that is due now; gives the seconds until there is something to do again."""
        now = self._sessions.now()
        if not self._connected():
            return self._pulse
        await self._breathe(now)
        store = self._sessions.store
        earliest = await agenda.earliest(store)
        if earliest is not None and earliest <= now:
            for session in await agenda.due(store, now):
                await self._pass_time(session, now)
            earliest = await agenda.earliest(store)
        if earliest is None:
            return self._pulse
        # Whatever could not be done at once must not be tried without a breath.
        return min(self._pulse, max(0.05, (earliest - now) / 1000))

    async def _breathe(self, now: int) -> None:
        """Note that the bot is up; give back the time in which it was not."""
        store = self._sessions.store
        pulse, first = int(self._pulse * 1000), self._beat is None
        if self._beat is None or not 0 <= now - self._beat < pulse // 2:
            self._beat = await agenda.last_beat(store)
        beat = self._beat
        if beat is not None and 0 <= now - beat < pulse // 2 and not first:
            return
        # The next look is a pulse from now at most: so old a beat means that there were none.
        if beat is not None and (now - beat >= 2 * pulse or first):
            gone = now - beat
            # After a short stop most clocks have lost next to nothing: those tables are left alone.
            soon = now + gone * timing.MATTERS if gone < 2 * pulse else None
            for session in await agenda.running(store, paced=gone < DAY, due=soon):
                with contextlib.suppress(TableError):
                    await self._sessions.change(
                        session, lambda table: timing.give_back(table, beat, now), None
                    )
        await agenda.beat(store, now)
        self._beat = now

    async def _pass_time(self, session: int, now: int) -> None:
        """What is due at one table; whatever fails there fails there alone."""
        try:
            await self.pass_time(session, now)
        except Exception:
            LOG.exception("the time of table %s could not pass; tried again in a day", session)
            stored = await self._sessions.store.load(session)
            if stored is not None:
                await agenda.set_deadline(self._sessions.store, session, stored.header.version, now + DAY)

    async def pass_time(self, session: int, now: int) -> None:
        """Reminders, flags and closings that are due at ``now``: each of them once, however often asked.

        :raises TableError: when there is no such table.
        """
        table = await self._sessions.snapshot(session)
        held: dict[int, int] = {}
        for person, _ in timing.due_reminders(table, now):
            until = await self._quiet(person, now)
            held[person] = NEVER if until is None else until
        table = await self._sessions.change(session, lambda table: timing.pass_time(table, now, held), None)
        due = timing.next_due(table, held)
        if due != table.header.deadline:
            await agenda.set_deadline(self._sessions.store, session, table.version, due)
