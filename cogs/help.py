"""``/help`` and ``/about``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction, person_of
from bot.components.interactions.routing import command_handler
from bot.features.help import first_steps


@app_commands.command(name="help", description="How to start a game, and what to press first")
@command_handler(cost="picture")
async def help_(interaction: Interaction) -> Card:
    """First steps."""
    context, person = interaction.client.context, person_of(interaction.user)
    return await first_steps.help_card(context, person)


@app_commands.command(description="About this bot, its version, and the people who designed the games")
@command_handler()
async def about(interaction: Interaction) -> Card:
    """Version and credits."""
    return first_steps.about_card(interaction.client.context)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(help_)
    bot.tree.add_command(about)
