"""``daily`` and ``scores`` in the slash groups of the games that declare them, beside ``start``."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import command_handler
from bot.components.library import scoreboard
from bot.components.play.picker import play_daily
from bot.games.core import DailyChallenge, Game
from bot.tables import scores

MAX_OWN_SCORES: Final = 5
"""The most of the caller's own games that are listed."""

Command = app_commands.Command[Any, ..., None]


def daily_command(game: Game[Any, Any], challenge: DailyChallenge) -> Command:
    """``daily``: begin today's attempt, go on with it, or see its result."""

    @app_commands.command(
        name="daily",
        description=f"Today’s {challenge.noun}: everyone here gets the same {challenge.chance}, one attempt",
    )
    @command_handler()
    async def daily(interaction: Interaction) -> None:
        await play_daily(interaction, game)

    return daily


def scores_command(game: Game[Any, Any]) -> Command:
    """``scores``: the ranking."""

    @app_commands.command(
        name="scores", description=f"The best scores at {game.title}, in this server and your own"
    )
    @command_handler()
    async def show_scores(interaction: Interaction) -> None:
        service, person, guild = interaction.client.context.tables, interaction.user.id, interaction.guild_id
        server = await scores.of_server(service, game, guild) if guild is not None else None
        own = await scores.of_person(service, game, person, MAX_OWN_SCORES)
        await send_card(interaction, scoreboard.scores_card(game, server, own, person))

    return show_scores


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded, after that of the games."""
    for game in bot.context.tables.games.values():
        group = bot.tree.get_command(game.key)
        if not isinstance(group, app_commands.Group):
            continue
        if game.daily is not None:
            group.add_command(daily_command(game, game.daily))
        if game.scores is not None:
            group.add_command(scores_command(game))
