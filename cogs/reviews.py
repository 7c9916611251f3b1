"""``/table review``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.features.replays import replays
from bot.features.reviews import review_cards as reviews
from bot.tables.model.table import Table

from .games import add_to_group
from .tables import table_command


@app_commands.command(name="review", description="See how a finished game went (only you can see this)")
@app_commands.describe(
    position="Step through the game from this move, such as 40 (0 = the starting position)"
)
@table_command(cost="picture")
async def review(
    interaction: Interaction, table: Table, position: app_commands.Range[int, 0] | None = None
) -> Card | None:
    """The review, or the game position by position."""
    context = interaction.client.context
    if position is not None:
        return await replays.review_card(context, table, position, interaction.user.id)
    await reviews.show(interaction, table)
    return None


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    add_to_group(bot, "table", review)
