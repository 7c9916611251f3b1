"""``/privacy``: a person's data."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import command_handler
from bot.features.privacy import privacy_cards

privacy = app_commands.Group(name="privacy", description="See, export or delete your data")


@privacy.command(name="about", description="What the bot stores about you, in brief")
@command_handler()
async def about(interaction: Interaction) -> None:
    """What is stored."""
    await send_card(interaction, privacy_cards.about_card(interaction.client.context))


@privacy.command(name="export", description="Get everything the bot stores about you, as a JSON file")
@command_handler(cost="file")
async def export(interaction: Interaction) -> None:
    """Everything stored about the caller."""
    card = await privacy_cards.export_card(interaction.client.context, interaction.user.id)
    await send_card(interaction, card)


@privacy.command(name="forget", description="Delete everything about you (the bot asks first)")
@command_handler()
async def forget(interaction: Interaction) -> None:
    """Ask whether to forget the caller."""
    card = await privacy_cards.forget_card(interaction.client.context, interaction.user.id)
    await send_card(interaction, card)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(privacy)
