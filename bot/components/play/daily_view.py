"""A daily challenge as its player sees it, for them alone."""

from __future__ import annotations

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotContext
from bot.components.library.daily_results import result_card
from bot.tables import daily
from bot.tables.model.table import Table

from .picker import picker_card


async def daily_card(context: BotContext, table: Table, person: int) -> Card:
    """An attempt: to be played, or with its result."""
    if table.status == "playing":
        _, day = await daily.day_of(context.tables, table)
        challenge = daily.challenge_of(table.game)
        note = (
            f"**The daily {challenge.noun}, {daily.read_day(day)}.** Everybody in this server gets the same "
            f"{challenge.chance}, and one attempt. Only you see yours; close it when you like: "
            f"`/{table.game.key} daily` brings it back."
        )
        return await picker_card(context, table, person, note=note)
    return await result_card(context, table, person)
