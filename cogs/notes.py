"""``/mark``: one's own notes on squares, in games where something is hidden."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card
from bot.components.play import notes
from bot.tables.model.table import Table

from .option_choices import table_command


class Notebook(commands.Cog):
    """A player's private marks."""

    @app_commands.command(
        description="Mark squares of the enemy’s water on your own chart; nobody else sees it"
    )
    @app_commands.describe(
        squares="The squares, such as b7 c7",
        kind="What you think of them; none takes marks away",
    )
    @table_command(cost="picture")
    async def mark(
        self,
        interaction: Interaction,
        table: Table,
        squares: str,
        kind: Literal["possible", "clear", "mine", "none"],
    ) -> None:
        """Set marks by typing."""
        await send_card(interaction, await notes.mark_typed(interaction, table, squares, kind))


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Notebook())
