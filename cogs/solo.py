"""``daily`` and ``scores`` in the slash groups of the games that declare them, beside ``start``."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction, key_of, person_of
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import command_handler
from bot.components.library import scoreboard
from bot.components.lobbies import preconditions
from bot.components.play.picker import daily_card
from bot.games.core import DailyChallenge, Game
from bot.tables import daily, scores
from bot.tables.errors import TableError

MAX_OWN_SCORES: Final = 5
"""One's own games that are listed."""

Command = app_commands.Command[Any, ..., None]


def daily_command(game: Game[Any, Any], challenge: DailyChallenge) -> Command:
    """``daily``: begin, go on with or look at today's attempt."""
    noun, chance = challenge.noun, challenge.chance

    @app_commands.command(
        name="daily", description=f"Today’s {noun}: the same {chance} for the whole server, one attempt"
    )
    @command_handler()
    async def play_daily(interaction: Interaction) -> None:
        if interaction.guild_id is None:
            raise TableError(
                f"The daily {noun} is played in a server, where everybody gets the same {chance}. "
                f"Here, `/{game.key} start` begins a game of your own."
            )
        context, person = interaction.client.context, person_of(interaction.user)
        if not await daily.begun(context.tables, game, person, interaction.guild_id):
            await preconditions.require_allowed(interaction)
        table = await daily.attempt(context.tables, game, person, interaction.guild_id, key_of(interaction))
        await send_card(interaction, await daily_card(context, table, person.id))

    return play_daily


def scores_command(game: Game[Any, Any]) -> Command:
    """``scores``: rankings."""

    @app_commands.command(
        name="scores", description=f"The best scores at {game.title}: the server’s and your own"
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
