"""The scheduler: sleeps until the earliest deadline, then does what is due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Final, Protocol, runtime_checkable

from bot.tables.errors import NoSuchTable, TableBusy, TableOver, UnknownGame, raised_by_rules
from bot.tables.events import downtime, timeouts
from bot.tables.model.pace import DAY, MINUTE
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.connection_errors import outage
from data.store.queries import due as due_queries
from data.store.queries import servers as server_queries

from .retries import cancel

LOG: Final = logging.getLogger(__name__)
POLL_S: Final = 60.0
"""The longest time between two ticks, and so between two heartbeats (notes that the bot is up). Seconds."""
HEARTBEAT_S: Final = 5.0
"""The shortest time between two heartbeats, in seconds: a crash gives back up to this much time too much."""
RETRY_S: Final = 30.0
"""Seconds until a failed table or tick is retried."""
MAX_FAILURES: Final = 20
"""After this many failures in a tick the rest waits for the next: something more general is broken."""

Quiet = Callable[[int, int, str], Awaitable[int | None]]
"""When a person may get a reminder of a kind that is due at a given time; None: never."""


@runtime_checkable
class Timed(Protocol):
    """What else happens at its time, besides what is due at tables. It keeps its state in the database."""

    async def earliest(self) -> int | None:
        """When something is due next, in milliseconds since 1970."""

    async def pass_time(self) -> None:
        """Do what is due."""

    async def give_back(self, beat: int, now: int, server: int | None = None) -> None:
        """Allow for the time from ``beat`` to ``now``, in which nobody could play (in one ``server``)."""


async def at_once(_person: int, at: int, _kind: str) -> int | None:
    """No quiet hours."""
    return at


class Scheduler:
    """The timer. All its state is in the database, so it can be stopped and started at any time.

    ``connected`` returns whether people can play; the time in which they can't is given back: to each table
    with its next commit, or in the next tick.
    """

    def __init__(
        self,
        service: TableService,
        *,
        quiet: Quiet = at_once,
        connected: Callable[[], bool] = lambda: True,
        poll_s: float = POLL_S,
        others: Sequence[Timed] = (),
    ) -> None:
        self._service = service
        service.owed_since = self.owed_since
        self.others = others
        """What else happens at its time, after what is due at tables."""
        self._quiet = quiet
        self._connected = connected
        self._poll_s = poll_s
        self._on = False
        self._again = False
        self._looking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heartbeat: int | None = None
        """The time of the last heartbeat; None before the first tick."""
        self._next_look: int | None = None
        """When the next tick is expected, at the latest; None if the last one failed."""
        self._owed: dict[int, int] = {}
        """Tables that have yet to get time back, with the heartbeat from which it counts."""
        self._failed: dict[int, int] = {}
        """Tables at which something failed, with the time of the retry."""
        self._failures = 0
        """Failures in this tick that weren't the rules' fault."""

    def start(self) -> None:
        """Start; a second call does nothing."""
        if not self._on:
            self._on = True
            self.wake()

    def table_changed(self, table_id: int, table: Table | None = None) -> None:
        """Tick if ``table_id``, which has just changed, may be due before the next tick."""
        self._failed.pop(table_id, None)
        if table is not None:
            due = table.header.deadline
            if due is None and self.others:
                # The end of a game may be what they wait for.
                self.wake()
            if due is None or self._pause(due - self._service.now()) >= self._poll_s:
                return
        self.wake()

    def wake(self) -> None:
        """Tick now, because there may be an earlier deadline."""
        if not self._on:
            return
        if self._looking is not None:
            self._again = True
            return
        if self._timer is not None:
            self._timer.cancel()
        self._looking = asyncio.get_running_loop().create_task(self._look(), name="deadlines")

    async def returned(self, servers: Collection[int]) -> None:
        """Give back the time since the bot left any of ``servers``, where it is again.

        Call it before that is noted, until when nothing is due there, and ``wake`` after it.
        """
        store, now = self._service.store, self._service.now()
        for server, left in (await server_queries.left_among(store, servers)).items():
            for table_id in await due_queries.running(store, paced=False, server=server):
                self._owed[table_id] = left
            for each in self.others:
                await each.give_back(left, now, server)

    async def stop(self) -> None:
        """Stop, and record that the bot was up until now."""
        if not self._on:
            return
        self._on = False
        if self._timer is not None:
            self._timer.cancel()
        await cancel(self._looking)
        # Without this heartbeat, the next start gives back the time since the last one.
        now = self._service.now()
        if self._heartbeat is not None and not self._was_down(now) and not self._owed and self._connected():
            await due_queries.heartbeat(self._service.store, now)

    async def _look(self) -> None:
        pause = min(self._poll_s, RETRY_S)
        try:
            pause = await self.tick()
        except Exception:
            self._next_look = None
            LOG.exception("the scheduler failed; trying again in %d s", pause)
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
        """Do everything that is due now. Returns the seconds until the next tick."""
        if not self._connected():
            self._next_look = None
            return min(self._poll_s, HEARTBEAT_S)
        now, store = self._service.now(), self._service.store
        self._failed = {table: again for table, again in self._failed.items() if now < again}
        self._failures = 0
        await self._record_heartbeat(now)
        await self._attend_all(await due_queries.due(store, now, without=self._failed), now, due=True)
        if self._failures >= MAX_FAILURES:
            self._next_look = None
            return min(self._poll_s, HEARTBEAT_S)
        for each in self.others:
            await each.pass_time()
        # Whatever has woken the scheduler until here is in what it reads now; but not time that is owed.
        self._again = self._again and bool(self._owed)
        earliest = await due_queries.earliest(store, without=self._failed)
        for each in self.others:
            other = await each.earliest()
            earliest = min((at for at in (earliest, other) if at is not None), default=None)
        pause = self._poll_s if earliest is None else self._pause(earliest - now)
        if self._failed:
            pause = min(pause, max(0.05, (min(self._failed.values()) - now) / 1000))
        self._next_look = self._service.now() + int(pause * 1000)
        return pause

    def _pause(self, left: int) -> float:
        """Seconds until the next tick, if the earliest deadline is ``left`` milliseconds away.

        Heartbeats get more frequent near a deadline, so that a crash gives back only a little too much time.
        """
        seconds = max(0.05, min(left / 1000, max(left / 1000 / downtime.MATTERS, HEARTBEAT_S)))
        return min(self._poll_s, seconds)

    async def _record_heartbeat(self, now: int) -> None:
        """Record that the bot is up, and give back the time since the last heartbeat if it was down."""
        store, beat = self._service.store, await self._last_heartbeat()
        if beat is not None:
            if self._was_down(now):
                gone = now - beat
                # A short downtime matters only to clocks that have nearly run out.
                soon = now + gone * downtime.MATTERS if 0 <= gone < MINUTE else None
                for table_id in await due_queries.running(store, paced=abs(gone) < DAY, due=soon):
                    self._owed.setdefault(table_id, beat)
                for each in self.others if gone >= MINUTE else ():
                    await each.give_back(beat, now)
            # Whatever was missed is noted now, however long this tick takes.
            self._next_look = now + int(self._poll_s * 1000)
            owed = [table_id for table_id in self._owed if table_id not in self._failed]
            await self._attend_all(owed, now, due=False)
        if self._failures >= MAX_FAILURES:
            return
        if self._heartbeat is None or now - self._heartbeat >= HEARTBEAT_S * 1000:
            await due_queries.heartbeat(store, now)
            self._heartbeat = now

    async def _last_heartbeat(self) -> int | None:
        return (
            self._heartbeat
            if self._heartbeat is not None
            else await due_queries.last_heartbeat(self._service.store)
        )

    def _was_down(self, now: int) -> bool:
        """Whether nobody could play for some of the time since the last heartbeat.

        That is so if the tick comes later than expected: the last one failed, or there was none.
        """
        return self._next_look is None or now > self._next_look + downtime.TOLERANCE

    async def owed_since(self, table_id: int) -> int | None:
        """The heartbeat from which on a table has yet to get time back; None if it is owed nothing."""
        beat = await self._last_heartbeat()
        return self._owed.get(table_id, beat if self._was_down(self._service.now()) else None)

    async def _attend_all(self, table_ids: Iterable[int], now: int, *, due: bool) -> None:
        for table_id in table_ids:
            if self._failures >= MAX_FAILURES:
                return
            await self._attend(table_id, now, due=due)

    async def _attend(self, table_id: int, now: int, *, due: bool) -> None:
        """Give back the time owed to a table, and do what is ``due``; errors don't affect other tables."""
        try:
            if table_id in self._owed:
                # Before any change, even none, time is given back.
                await self._service.change(table_id, lambda _table: [])
                del self._owed[table_id]
            if due:
                await self.pass_time(table_id, now)
        except NoSuchTable:
            self._owed.pop(table_id, None)
        except (TableOver, UnknownGame) as frozen:
            # Its game or rules are unknown, or it was just frozen, which is already logged.
            LOG.info("the clock is stopped at table %s: %s", table_id, frozen)
            self._owed.pop(table_id, None)
            self._retry_in(table_id, DAY)
        except TableBusy:
            LOG.info("others are changing table %s; trying again in %d s", table_id, RETRY_S)
            self._retry_in(table_id, int(RETRY_S * 1000))
        except Exception as fault:
            table = self._service.cache.peek(table_id)
            broken = table is not None and raised_by_rules(fault, table.game, table.state)
            again = DAY if broken else int(RETRY_S * 1000)
            # All tables may fail the same way, so only the first gets a traceback; an outage is told once.
            LOG.error(
                "what was due at table %s failed (%s); trying again in %d s",
                table_id,
                type(fault).__name__,
                again // 1000,
                exc_info=fault if not self._failures or outage(fault) is not None else None,
            )
            self._failures += not broken
            self._retry_in(table_id, again)

    def _retry_in(self, table_id: int, milliseconds: int) -> None:
        self._failed[table_id] = self._service.now() + milliseconds

    async def pass_time(self, table_id: int, now: int) -> None:
        """Append the reminders, flags and closings that are due at ``now``.

        :raises TableError: when there is no such table, or it is frozen.
        """
        table = await self._service.get(table_id)
        if table.status == "frozen":
            raise TableOver(table.word)
        held: dict[timeouts.Reminder, int] = {}
        for person, kind in timeouts.due_reminders(table, now):
            until = await self._quiet(person, now, kind)
            held[person, kind] = due_queries.NEVER if until is None else until
        table = await self._service.change(table_id, lambda table: timeouts.pass_time(table, now, held))
        due = timeouts.next_due(table, held)
        if due != table.header.deadline:
            await due_queries.set_deadline(self._service.store, table_id, table.version, due)
