"""Where daily challenges and scores take part."""

from __future__ import annotations

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotContext
from bot.features.feature import Feature
from bot.tables.model.table import Table

from . import daily, daily_results


async def _end_card(context: BotContext, table: Table, person: int) -> Card:
    return await daily_results.result_card(context, table, person, picture=True)


FEATURE = Feature(
    name="daily challenges",
    cogs=("cogs.daily",),
    chance=daily.chance,
    sweep=daily.sweep,
    end_card=_end_card,
)
