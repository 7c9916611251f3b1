"""Lists of tables: a person's, a channel's."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final

from bot.tables.model.table import Snapshot
from data.store.store import Store

from .errors import TableError

LIVE: Final = ("lobby", "playing")
LISTED: Final = 50
"""Tables that a list holds at most."""


class Lists(ABC):
    """The part of the sessions that finds tables."""

    store: Store

    @abstractmethod
    async def snapshot(self, session: int) -> Snapshot:
        """The table as it stands in the store."""

    async def tables_of(self, person: int) -> list[Snapshot]:
        """The live tables at which ``person`` sits: those that wait for them first, then the latest."""
        tables = await self._live(await self.store.sessions_of(person, LIVE, LISTED))
        return sorted(tables, key=lambda table: person not in {each.id for each in table.awaited})

    async def tables_in(self, channel: int) -> list[Snapshot]:
        """The live tables of a channel or thread, those that are played before those that wait."""
        return await self._live(await self.store.sessions_in(channel, LIVE, LISTED))

    async def latest_in(self, channel: int) -> Snapshot | None:
        """The table of a channel or thread that something happened at last, be it over."""
        found = await self.store.latest_in(channel, ("playing", "over", "lobby", "closed"))
        return await self.snapshot(found) if found is not None else None

    async def _live(self, numbers: Iterable[int]) -> list[Snapshot]:
        tables = []
        for number in numbers:
            # One table that can't be shown must not hide the rest.
            with contextlib.suppress(TableError):
                tables.append(await self.snapshot(number))
        return [table for table in tables if table.status in LIVE]
