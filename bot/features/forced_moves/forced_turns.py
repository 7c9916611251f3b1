"""Forced moves: people who want that have their only legal move played automatically."""

from __future__ import annotations

from collections.abc import Iterable

from bot.features.forced_moves import forced
from bot.features.forced_moves.preferences import FORCED
from bot.people import settings
from bot.tables.automatic_turns import TurnSource
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import people, wishes


class ForcedTurns(TurnSource):
    """The only legal moves of people who want them played."""

    name = "forced moves"
    too_late = (TableError,)

    def __init__(self, service: TableService) -> None:
        self._service = service

    def concerns(self, table: Table) -> bool:
        return bool(forced.only_moves(table))

    async def tables(self) -> Iterable[int]:
        wanted = await people.who_want_forced_moves(self._service.store)
        return [table_id for person in wanted for table_id in await self.tables_of(person)]

    async def tables_of(self, person: int) -> Iterable[int]:
        """The tables of one person."""
        return await people.open_tables(self._service.store, person, ("playing",))

    async def due(self, table: Table) -> int | None:
        return self._service.now()

    async def play(self, table: Table) -> bool:
        for person, move in forced.only_moves(table):
            if (await settings.load(self._service.store, person.id))[FORCED]:
                wish = wishes.setting(person.id, FORCED.name)
                after = await self._service.play(
                    table.id, person, move, version=table.version, seen=table, wish=wish
                )
                return after.version > table.version
        return False
