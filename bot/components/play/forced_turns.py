"""Forced moves: who wants that has their only legal move played by itself."""

from __future__ import annotations

from typing import Final

import structlog

from bot.components.publishing.table_tasks import TableTasks
from bot.tables import forced
from bot.tables.errors import TableError
from bot.tables.people import preferences
from bot.tables.service import TableService
from data.store.queries import people, wishes

log: Final = structlog.get_logger(__name__)
RETRY_PAUSES_S: Final = (1, 5, 15, 45, 45, 45)
"""Seconds between attempts after an error; after the last one a table waits for its next change."""


class ForcedTurns:
    """Plays the only legal move of people who want that."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self.tasks = TableTasks("forced", self._attempt, lambda: RETRY_PAUSES_S)

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
        store = self._service.store
        for person in await people.who_want_forced_moves(store):
            for table_id in await people.open_tables(store, person, ("playing",)):
                self.tasks.wake(table_id)

    async def close(self) -> None:
        """Stop; the next start looks again."""
        await self.tasks.close()

    async def _attempt(self, table_id: int, last: bool) -> bool:
        """Play what is forced at a table; whether another attempt may help."""
        try:
            while await self._step(table_id):
                pass
        except TableError as refusal:
            log.info("a forced move came too late", reason=str(refusal))
        except Exception:
            log.exception("a forced move couldn't be played", last=last)
            return True
        return False

    async def _step(self, table_id: int) -> bool:
        """Play one forced move; False when nobody has or wants one."""
        self.tasks.begin_attempt(table_id)
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
