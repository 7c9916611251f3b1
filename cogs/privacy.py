"""``/privacy``: a person's data."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import command_handler
from bot.features.privacy import privacy_cards

privacy = app_commands.Group(name="privacy", description="See, export or delete your data")


@privacy.command(name="about", description="What the bot stores about you, in brief")
@command_handler()
async def about(interaction: Interaction) -> Card:
    """What is stored."""
    return privacy_cards.about_card(interaction.client.context)


@privacy.command(name="export", description="Get everything the bot stores about you, as a JSON file")
@command_handler(cost="file")
async def export(interaction: Interaction) -> Card:
    """Everything stored about the caller."""
    return await privacy_cards.export_card(interaction.client.context, interaction.user.id)


@privacy.command(name="forget", description="Delete everything about you (the bot asks first)")
@command_handler()
async def forget(interaction: Interaction) -> Card:
    """Ask whether to forget the caller."""
    return await privacy_cards.forget_card(interaction.client.context, interaction.user.id)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(privacy)
