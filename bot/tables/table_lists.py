"""Lists of tables: a person's, a channel's."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final

from bot.tables.model.table import Table
from data.store.store import Store

from .errors import TableError

LIVE: Final = ("lobby", "playing")
MAX_LISTED: Final = 50
"""Tables that a list holds at most."""


class TableLists(ABC):
    """The part of the tables that finds tables."""

    store: Store

    @abstractmethod
    async def get(self, table_id: int) -> Table:
        """The table as it stands in the store."""

    async def tables_of(self, person: int) -> list[Table]:
        """The live tables at which ``person`` sits: those that wait for them first, then the latest."""
        tables = await self._live(await self.store.table_ids_of(person, LIVE, MAX_LISTED))
        return sorted(tables, key=lambda table: person not in {each.id for each in table.awaited})

    async def tables_in(self, channel: int) -> list[Table]:
        """The live tables of a channel or thread, those that are played before those that wait."""
        return await self._live(await self.store.table_ids_in(channel, LIVE, MAX_LISTED))

    async def latest_in(self, channel: int) -> Table | None:
        """The table of a channel or thread that something happened at last, be it over."""
        found = await self.store.latest_in(channel, ("playing", "over", "lobby", "closed"))
        return await self.get(found) if found is not None else None

    async def _live(self, numbers: Iterable[int]) -> list[Table]:
        tables = []
        for number in numbers:
            # One table that can't be shown must not hide the rest.
            with contextlib.suppress(TableError):
                tables.append(await self.get(number))
        return [table for table in tables if table.status in LIVE]
