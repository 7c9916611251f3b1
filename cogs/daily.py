"""``daily`` and ``scores`` in the groups of the games that declare them."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import command_handler
from bot.features.daily import scores
from bot.features.daily.daily_cards import play_daily
from bot.games.core import DailyChallenge, Game

from .games import Command, add_to_group


def daily_command(game: Game[Any, Any], challenge: DailyChallenge) -> Command:
    """``daily``: begin today's attempt, go on with it, or see its result."""

    @app_commands.command(
        name="daily",
        description=f"Today’s {challenge.noun}: the same {challenge.chance} for everyone, one attempt each",
    )
    @command_handler()
    async def daily(interaction: Interaction) -> None:
        await play_daily(interaction, game)

    return daily


def scores_command(game: Game[Any, Any]) -> Command:
    """``scores``: the ranking."""

    @app_commands.command(
        name="scores", description=f"The best {game.title} scores: this server’s and your own"
    )
    @command_handler()
    async def show_scores(interaction: Interaction) -> Card:
        service, person, guild = interaction.client.context.tables, interaction.user.id, interaction.guild_id
        server = await scores.of_server(service, game, guild) if guild is not None else None
        own = await scores.of_person(service, game, person, scores.MAX_OWN_SCORES)
        return scores.scores_card(game, server, own, person)

    return show_scores


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    for game in bot.context.tables.games.values():
        if game.daily is not None:
            add_to_group(bot, game.key, daily_command(game, game.daily))
        if game.scores is not None:
            add_to_group(bot, game.key, scores_command(game))
