"""Forced moves: who wants that has their only legal move played by itself."""

from __future__ import annotations

from typing import Final

import structlog

from bot.components.publishing.table_tasks import TurnTasks
from bot.features.forced_moves import forced
from bot.people import preferences
from bot.tables.errors import TableError
from bot.tables.service import TableService
from data.store.queries import people, wishes

log: Final = structlog.get_logger(__name__)


class ForcedTurns:
    """Plays the only legal move of people who want that."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self.tasks = TurnTasks("forced", self._step, TableError)

    def wake(self, table_id: int) -> None:
        """Play a forced move at a table soon, if there is one. Never blocks, never raises."""
        seen = self._service.cache.peek(table_id)
        try:
            if seen is None or forced.only_moves(seen):
                self.tasks.wake(table_id)
        except Exception:
            # The next move freezes the table.
            log.exception("the rules can't say which moves are legal", table=table_id)

    async def resume(self) -> None:
        """Look at all tables of the people who want that."""
        for person in await people.who_want_forced_moves(self._service.store):
            await self.wanted(person)

    async def wanted(self, person: int) -> None:
        """Look at all tables of ``person``, who wants that from now on."""
        for table_id in await people.open_tables(self._service.store, person, ("playing",)):
            self.tasks.wake(table_id)

    async def close(self) -> None:
        """Stop; the next start looks again."""
        await self.tasks.close()

    async def _step(self, table_id: int) -> bool:
        """Play one forced move; False when nobody has or wants one."""
        table = await self._service.get(table_id)
        if not self._service.store.part.holds(table.address.guild):
            return False  # another process does
        for person, move in forced.only_moves(table):
            if (await preferences.load(self._service.store, person.id)).forced:
                wish = wishes.setting(person.id, forced.SETTING)
                after = await self._service.play(
                    table_id, person, move, version=table.version, seen=table, wish=wish
                )
                return after.version > table.version
        return False
