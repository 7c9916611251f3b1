"""Where forced moves take part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.components.interactions.context import BotClient, BotContext
from bot.features.feature import Feature
from bot.people.settings import Setting
from bot.tables.automatic_turns import AutomaticTurns, TurnSource

from .forced_turns import ForcedTurns
from .preferences import FORCED


def _open(bot: BotClient) -> Iterable[object]:
    return (ForcedTurns(bot.context.tables),)


def _turns(context: BotContext) -> TurnSource:
    return context.parts[ForcedTurns]


async def _settings_changed(context: BotContext, person: int, chosen: Mapping[Setting[Any], Any]) -> None:
    if chosen.get(FORCED):
        for table_id in await context.parts[ForcedTurns].tables_of(person):
            context.parts[AutomaticTurns].look(table_id)


FEATURE = Feature(
    name="forced moves",
    open=_open,
    turns=_turns,
    settings=(FORCED,),
    settings_changed=_settings_changed,
)
