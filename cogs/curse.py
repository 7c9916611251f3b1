"""``/curse daily`` and ``/curse scores``, beside ``/curse start`` in the game's group."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions.context import house_of, key_of, person_of
from bot.components.interactions.replies import answering, show, think
from bot.components.library import scoreboard
from bot.components.lobbies import preconditions
from bot.components.play.daily_view import daily_card
from bot.tables import daily, scores
from bot.tables.errors import TableError

Here = discord.Interaction[Any]
OWN: Final = 5
"""One's own games that are listed."""


@app_commands.command(
    name="daily", description="Today’s curse: the same dice for the whole server, one attempt"
)
async def play_daily(interaction: Here) -> None:
    """Begin, go on with or look at today's attempt."""
    async with answering(interaction, table=None):
        await think(interaction)
        if interaction.guild_id is None:
            raise TableError(
                "The daily curse is played in a server, where everybody gets the same dice. "
                "Here, `/curse start` begins a game of your own."
            )
        house, person = house_of(interaction), person_of(interaction.user)
        if not await daily.begun(house.sessions, person, interaction.guild_id):
            await preconditions.require_allowed(interaction)
        table = await daily.attempt(house.sessions, person, interaction.guild_id, key_of(interaction))
        await show(interaction, await daily_card(house, table, person.id))


@app_commands.command(
    name="scores", description="The best scores at Captain’s Curse: the server’s and your own"
)
async def show_scores(interaction: Here) -> None:
    """Rankings."""
    async with answering(interaction, table=None):
        await think(interaction)
        sessions, person, guild = house_of(interaction).sessions, interaction.user.id, interaction.guild_id
        server = await scores.of_server(sessions, guild) if guild is not None else None
        own = await scores.of_person(sessions, person, OWN)
        await show(interaction, scoreboard.scores_card(server, own, person))


async def setup(bot: commands.Bot) -> None:
    """Called by discord.py when the cog is loaded, after that of the games."""
    group = bot.tree.get_command(daily.GAME)
    if isinstance(group, app_commands.Group):
        group.add_command(play_daily)
        group.add_command(show_scores)
