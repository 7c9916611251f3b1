"""``/table replay``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction
from bot.features.replays import replays
from bot.tables.model.table import Table

from .games import add_to_group
from .tables import table_command


@app_commands.command(name="replay", description="Watch a finished game as an animation")
@table_command(cost="film")
async def replay(interaction: Interaction, table: Table) -> None:
    """The animated replay."""
    await replays.replay(interaction, table)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    add_to_group(bot, "table", replay)
