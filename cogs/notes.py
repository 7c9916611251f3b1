"""``/mark``: one's own notes on squares, in games where something is hidden."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions.replies import answering, defer_private, send_card
from bot.components.play import notes
from bot.components.play.resolve_table import table_for
from bot.games import GAMES
from bot.tables.notes import NONE

from .option_choices import takes_a_table

KINDS: Final = [
    app_commands.Choice(name=kind, value=kind)
    for kind in dict.fromkeys([*(kind for game in GAMES.values() for kind in game.note_kinds), NONE])
]
"""What a mark may be, in any game."""


class Notebook(commands.Cog):
    """A player's private marks."""

    @app_commands.command(
        description="Mark squares of the enemy’s water on your own chart; nobody else sees it"
    )
    @app_commands.describe(
        squares="The squares, such as b7 c7",
        kind="What you think of them; none takes marks away",
    )
    @app_commands.choices(kind=KINDS)
    @takes_a_table
    async def mark(
        self,
        interaction: discord.Interaction[Any],
        squares: str,
        kind: str,
        table: int | None = None,
    ) -> None:
        """Set marks by typing."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            found = await table_for(interaction, table)
            await send_card(interaction, await notes.mark_typed(interaction, found, squares, kind))


async def setup(bot: commands.Bot) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Notebook())
