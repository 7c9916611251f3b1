"""Where daily challenges and scores take part."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.interactions.card import Card, Control
from bot.components.interactions.context import BotContext
from bot.features.feature import Feature
from bot.tables.model.table import Table
from bot.tables.service import TableService

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


FEATURE = Feature(
    name="daily challenges",
    cogs=("cogs.daily",),
    chance=daily.chance,
    sweep=daily.sweep,
    end_card=_end_card,
    help_controls=_help_controls,
    profile_facts=_profile_facts,
)
