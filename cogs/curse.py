"""``/curse daily`` and ``/curse scores``, beside ``/curse start`` in the game's group."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction, key_of, person_of
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import command_handler
from bot.components.library import scoreboard
from bot.components.lobbies import preconditions
from bot.components.play.picker import daily_card
from bot.tables import daily, scores
from bot.tables.errors import TableError

MAX_OWN_SCORES: Final = 5
"""One's own games that are listed."""


@app_commands.command(
    name="daily", description="Today’s curse: the same dice for the whole server, one attempt"
)
@command_handler()
async def play_daily(interaction: Interaction) -> None:
    """Begin, go on with or look at today's attempt."""
    if interaction.guild_id is None:
        raise TableError(
            "The daily curse is played in a server, where everybody gets the same dice. "
            "Interaction, `/curse start` begins a game of your own."
        )
    context, person = interaction.client.context, person_of(interaction.user)
    if not await daily.begun(context.tables, person, interaction.guild_id):
        await preconditions.require_allowed(interaction)
    table = await daily.attempt(context.tables, person, interaction.guild_id, key_of(interaction))
    await send_card(interaction, await daily_card(context, table, person.id))


@app_commands.command(
    name="scores", description="The best scores at Captain’s Curse: the server’s and your own"
)
@command_handler()
async def show_scores(interaction: Interaction) -> None:
    """Rankings."""
    service, person, guild = interaction.client.context.tables, interaction.user.id, interaction.guild_id
    server = await scores.of_server(service, guild) if guild is not None else None
    own = await scores.of_person(service, person, MAX_OWN_SCORES)
    await send_card(interaction, scoreboard.scores_card(server, own, person))


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded, after that of the games."""
    group = bot.tree.get_command(daily.GAME)
    if isinstance(group, app_commands.Group):
        group.add_command(play_daily)
        group.add_command(show_scores)
