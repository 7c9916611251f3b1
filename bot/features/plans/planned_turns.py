"""Planned moves: while a game follows somebody's plan or standing order, it plays for them."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from bot.components.publishing.table_tasks import TurnTasks
from bot.features.plans import plans
from bot.games.core import RulesError
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import plans as stored

WAIT_MS: Final = (5_000, 20_000)
"""How long a reply waits, in milliseconds: nobody is to tell it from that of a quick person."""
IN_TIME_MS: Final = 1_000
"""How long before the end of somebody's time their reply is played at the latest, in milliseconds."""


class PlannedTurns:
    """Plays the replies of people who have planned them."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self.tasks = TurnTasks("plans", self._step, RulesError)
        self.due: dict[int, tuple[int, int]] = {}
        """By table: the version at which a reply became possible, and when it is played, in milliseconds
        since 1970."""
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def wake(self, table_id: int) -> None:
        """Look soon whether a table waits for a planned reply. Never blocks, never raises."""
        seen = self._service.cache.peek(table_id)
        if seen is None or seen.game.plannable or seen.game.standing is not None:
            self.tasks.wake(table_id)

    async def resume(self) -> None:
        """Look at all tables where somebody has planned something."""
        for table_id in await stored.table_ids(self._service.store):
            self.tasks.wake(table_id)

    async def close(self) -> None:
        """Stop; after the next start, replies wait anew."""
        for timer in self._timers.values():
            timer.cancel()
        await self.tasks.close()

    async def _step(self, table_id: int) -> bool:
        """Play one reply that is due; False when there is none."""
        table = await self._service.get(table_id)
        if not self._service.store.part.holds(table.address.guild):
            return False  # another process does
        await plans.drop_left(self._service, table)
        replies = plans.replies(table)
        if not replies:
            self.due.pop(table_id, None)
            return False
        if (left := self._due_at(table) - self._service.now()) > 0:
            self._wake_in(table_id, left)
            return False
        person, move = replies[0]
        wish = plans.wish(table, person.id)
        after = await self._service.play(table_id, person, move, version=table.version, seen=table, wish=wish)
        return after.version > table.version

    def _due_at(self, table: Table) -> int:
        """When the reply that is possible now is to be played, in milliseconds since 1970."""
        moved = table.turns[-1].seq if table.turns else 0
        since, due = self.due.get(table.id, (-1, 0))
        if since != moved:
            due = self._service.now() + Random(self._service.new_seed()).randint(*WAIT_MS)
            if (clock := table.clock) is not None:
                ends = (clock.deadline(side) for side in clock.ticking)
                due = min(due, *(end - IN_TIME_MS for end in ends if end is not None), due)
            self.due[table.id] = moved, due
        return due

    def _wake_in(self, table_id: int, milliseconds: int) -> None:
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()

        def wake() -> None:
            del self._timers[table_id]
            self.tasks.wake(table_id)

        self._timers[table_id] = asyncio.get_running_loop().call_later(milliseconds / 1000, wake)
