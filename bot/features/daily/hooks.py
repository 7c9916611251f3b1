"""Where daily challenges and scores take part."""

from __future__ import annotations

from typing import Any

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotContext
from bot.features.feature import Feature
from bot.tables.days import moment
from bot.tables.model.table import Table
from data.store.queries import daily as attempts
from data.store.queries import scores
from data.store.store import Store

from . import daily, daily_results, text


async def _end_card(context: BotContext, table: Table, person: int) -> Card:
    return await daily_results.result_card(context, table, person, picture=True)


async def _export(store: Store, person: int) -> dict[str, Any]:
    return {
        "daily": [
            {"table": row["table_id"], "day": row["day"]} for row in await attempts.attempts_of(store, person)
        ],
        "scores": [
            {
                "table": row["table_id"],
                "points": row["points"],
                "rank": row["rank"],
                "tiebreak": row["tiebreak"],
                "penalties": row["penalties"],
                "goals": row["goals"],
                "at": moment(row["at"]),
            }
            for row in await scores.scores_of(store, person)
        ],
    }


FEATURE = Feature(
    name="daily challenges",
    cogs=("cogs.daily",),
    chance=daily.chance,
    sweep=daily.sweep,
    end_card=_end_card,
    data_note=text.DATA_NOTE,
    export=_export,
)
