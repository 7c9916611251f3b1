"""Turns that nobody plays by hand: those of computers, forced moves, planned replies, standing orders."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import structlog

from .errors import TryAgainError
from .jobs.retries import Outcome, Retries
from .model.table import Table
from .service import TableService

log: Final = structlog.get_logger(__name__)


class TurnSource(ABC):
    """Plays turns of one kind."""

    name: str
    """What log lines call it."""
    too_late: tuple[type[Exception], ...] = ()
    """Errors that only say that the table has moved on, or that the bot stops."""
    concerns: Callable[[Table], object]
    """True where a turn of this kind is possible; nothing is read for that."""

    @abstractmethod
    async def tables(self) -> Iterable[int]:
        """The tables to look at after a start."""

    @abstractmethod
    async def due(self, table: Table) -> int | None:
        """When the next turn is to be played, in milliseconds since 1970; None if there is none."""

    @abstractmethod
    async def play(self, table: Table) -> bool:
        """Play one turn that is due. Returns False when nothing was played."""


class AutomaticTurns:
    """Plays what is due at each table, one turn after the other, from all sources."""

    def __init__(self, service: TableService, sources: Sequence[TurnSource] = ()) -> None:
        self._service = service
        self.sources = sources
        """Who plays, asked in this order."""
        self.tasks = Retries("turns", self._attempt, lookout=service.lookout)
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def wake(self, table_id: int, table: Table | None = None) -> None:
        """Look soon what is due at a table, unless that is nothing. Never blocks, never raises."""
        try:
            if table is None or any(source.concerns(table) for source in self.sources):
                self.tasks.wake(table_id)
        except Exception:
            # The next move freezes the table.
            log.exception("the rules can't say which turns are possible", table=table_id)

    async def resume(self) -> None:
        """Look at all tables where a turn may be due."""
        for source in self.sources:
            for table_id in await source.tables():
                self.tasks.wake(table_id)

    async def close(self) -> None:
        """Stop; the next start looks again."""
        for timer in self._timers.values():
            timer.cancel()
        await self.tasks.close()

    async def _attempt(self, table_id: int, last: bool) -> Outcome:
        """Play all turns that are due at a table. Returns what came of it."""
        while True:
            self.tasks.begin_attempt(table_id)
            played = failed = False
            for source in self.sources:
                try:
                    played |= await self._play(source, table_id)
                except TryAgainError as fault:
                    log.info("a turn couldn't be played now", source=source.name, reason=type(fault).__name__)
                    failed = True
                except source.too_late as refusal:
                    # Its message may contain a secret move.
                    log.info("a turn came too late", source=source.name, reason=type(refusal).__name__)
                except Exception:
                    log.exception("a turn couldn't be played", source=source.name, last=last)
                    failed = True
            if failed and not last:
                # An error of the database wakes the table, too; in an outage, attempts would follow at once.
                self.tasks.begin_attempt(table_id)
            if failed or not played:
                return "failed" if failed else "done"

    async def _play(self, source: TurnSource, table_id: int) -> bool:
        """Play a turn of one kind if one is due."""
        table = await self._service.get(table_id)
        # Other processes play at the tables of their servers.
        if not self._service.store.part.holds(table.address.guild) or not source.concerns(table):
            return False
        if (due := await source.due(table)) is None:
            return False
        if (left := due - self._service.now()) > 0:
            self._wake_in(table_id, left)
            return False
        return await source.play(table)

    def _wake_in(self, table_id: int, milliseconds: int) -> None:
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()

        def wake() -> None:
            del self._timers[table_id]
            self.tasks.wake(table_id)

        self._timers[table_id] = asyncio.get_running_loop().call_later(milliseconds / 1000, wake)
