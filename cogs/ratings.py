"""``/rank`` and ``/profile``."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction, person_of
from bot.components.interactions.routing import command_handler
from bot.components.servers import text
from bot.features.feature import Features
from bot.features.ratings import profile_cards as profiles
from bot.features.ratings import standings
from bot.people import settings
from bot.people.preferences import PALETTE
from bot.tables.errors import TableError

from .games import game_choices


@app_commands.command(
    description="See this server’s strongest players and your own place (only you can see this)"
)
@app_commands.describe(
    game="Only this game (all of them if left out)", words="Show the list in words instead of a picture"
)
@app_commands.choices(game=game_choices(lambda game: bool(standings.parts(game))))
@command_handler(cost="picture")
async def rank(interaction: Interaction, game: str | None = None, words: bool = False) -> Card:
    """The rankings of a server."""
    context, person = interaction.client.context, interaction.user.id
    if interaction.guild_id is None:
        raise TableError(text.NEEDS_SERVER)
    games = [each for each in context.tables.games.values() if standings.parts(each)]
    chosen = [each for each in games if game in (None, each.key)]
    store, palette = context.tables.store, await _palette(interaction)
    return await profiles.rank_card(
        store,
        context.studio,
        chosen,
        interaction.guild_id,
        person,
        context.tables.now(),
        palette=palette,
        words=words,
    )


@app_commands.command(
    description="See ratings and results, yours or another member’s (only you can see this)"
)
@app_commands.describe(
    member="Whose profile (yours if left out)", words="Describe the profile in words instead of a picture"
)
@command_handler(cost="picture")
async def profile(interaction: Interaction, member: discord.User | None = None, words: bool = False) -> Card:
    """Somebody's profile."""
    context, who = interaction.client.context, member or interaction.user
    # Discord says so of those alone who are in the server where the command is used.
    members = frozenset({who.id} if isinstance(who, discord.Member) else ())
    viewer = standings.Viewer(interaction.user.id, interaction.guild_id, members)
    return await profiles.profile_card(
        context.tables,
        context.studio,
        who.id,
        person_of(who).name,
        viewer,
        await context.parts[Features].profile_facts(who.id),
        palette=await _palette(interaction),
        words=words,
    )


async def _palette(interaction: Interaction) -> str:
    store = interaction.client.context.tables.store
    return (await settings.load(store, interaction.user.id))[PALETTE]


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(rank)
    bot.tree.add_command(profile)
