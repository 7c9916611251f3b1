"""Planned moves: while a game follows somebody's plan or standing order, their moves are played for them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from random import Random
from typing import Final

from bot.games.core import RulesError
from bot.tables.automatic_turns import TurnSource
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import plans as stored

from . import plans

WAIT_MS: Final = (5_000, 20_000)
"""How long a reply waits, in milliseconds: nobody is to tell it from that of a quick person."""
IN_TIME_MS: Final = 1_000
"""How long before the end of somebody's time their reply is played at the latest, in milliseconds."""


class PlannedTurns(TurnSource):
    """The replies of people who have planned them."""

    name = "plans"
    too_late = (RulesError,)
    concerns = attrgetter("planned")

    def __init__(self, service: TableService) -> None:
        self._service = service
        self.due_at: dict[int, tuple[int, int]] = {}
        """By table: the version at which a reply became possible, and when it is played, in milliseconds
        since 1970."""

    async def tables(self) -> Iterable[int]:
        return await stored.table_ids(self._service.store)

    async def due(self, table: Table) -> int | None:
        await plans.drop_left(self._service, table)
        if not plans.replies(table):
            self.due_at.pop(table.id, None)
            return None
        moved = table.turns[-1].seq if table.turns else 0
        since, due = self.due_at.get(table.id, (-1, 0))
        if since != moved:
            due = self._service.now() + Random(self._service.new_seed()).randint(*WAIT_MS)
            if (clock := table.timing.clock) is not None:
                ends = (clock.deadline(side) for side in clock.ticking)
                due = min(due, *(end - IN_TIME_MS for end in ends if end is not None), due)
            self.due_at[table.id] = moved, due
        return due

    async def play(self, table: Table) -> bool:
        person, move = plans.replies(table)[0]
        wish = plans.wish(table, person.id)
        after = await self._service.play(table.id, person, move, version=table.version, seen=table, wish=wish)
        return after.version > table.version
