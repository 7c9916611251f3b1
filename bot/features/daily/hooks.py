"""Where daily challenges and scores take part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.components.interactions.card import Card, Control
from bot.components.interactions.context import BotContext
from bot.features.feature import Feature
from bot.tables.days import moment
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import daily as attempts
from data.store.queries import scores as kept_scores
from data.store.store import Store

from . import daily, daily_results, scores, text


async def _end_card(context: BotContext, table: Table, person: int) -> Card:
    return await daily_results.result_card(context, table, person, picture=True)


def _help_controls(context: BotContext) -> list[Control]:
    games = context.tables.games.values()
    return [Control("daily", text.todays(each.daily), rest=each.key) for each in games if each.daily]


async def _profile_facts(service: TableService, person: int) -> Sequence[tuple[str, str]]:
    """The titles that somebody has earned."""
    found = [
        (game, (await scores.of_person(service, game, person, 1)).titles)
        for game in service.games.values()
        if game.scores is not None
    ]
    return [(game.title, text.titles(titles)) for game, titles in found if titles]


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
            for row in await kept_scores.scores_of(store, person)
        ],
    }


FEATURE = Feature(
    name="daily challenges",
    cogs=("cogs.daily",),
    chance=daily.chance,
    sweep=daily.sweep,
    end_card=_end_card,
    help_controls=_help_controls,
    profile_facts=_profile_facts,
    data_note=text.DATA_NOTE,
    export=_export,
)
