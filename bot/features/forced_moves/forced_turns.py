"""Forced moves: people who want that have their only legal move played automatically."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from bot.components.hooks import BotClient, BotContext, Feature
from bot.people import settings
from bot.people.settings import Setting, switch
from bot.tables.automatic_turns import TurnSource
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store import preconditions
from data.store.queries import people

FORCED: Final = switch(
    "forced",
    "Forced moves",
    on="played for you",
    off="you play them yourself",
    description="Play your move for you when it’s the only one (not in games with secrets)",
    topic="moves",
)


class ForcedTurns(TurnSource):
    """The only legal moves of people who want them played."""

    name = "forced moves"
    too_late = (TableError,)
    concerns = attrgetter("only_moves")

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def tables(self) -> Iterable[int]:
        wanted = await people.who_want_forced_moves(self._service.store)
        return [
            table_id
            for person in wanted
            for table_id in await people.open_tables(self._service.store, person, ("playing",))
        ]

    async def due(self, table: Table) -> int | None:
        return self._service.now()

    async def play(self, table: Table) -> bool:
        for person, move in table.only_moves:
            if (await settings.load(self._service.store, person.id))[FORCED]:
                precondition = preconditions.setting(person.id, FORCED.name)
                after = await self._service.play(
                    table.id, person, move, version=table.version, seen=table, precondition=precondition
                )
                return after.version > table.version
        return False


async def _settings_changed(context: BotContext, person: int, chosen: Mapping[Setting[Any], Any]) -> None:
    if chosen.get(FORCED):
        for table_id in await people.open_tables(context.tables.store, person, ("playing",)):
            context.turns.wake(table_id)


def _open(bot: BotClient) -> Feature:
    return replace(FEATURE, parts=(ForcedTurns(bot.context.tables),))


FEATURE: Final = Feature(
    name="forced moves",
    open=_open,
    settings=(FORCED,),
    settings_changed=_settings_changed,
)
