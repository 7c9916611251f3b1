"""``/rules``, ``/help`` and ``/about``."""

from __future__ import annotations

from importlib import metadata
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import context_of
from bot.components.interactions.replies import answering, defer_private, send_card
from bot.components.library.rule_book import page_card
from bot.components.play.resolve_table import table_for
from bot.games import GAMES
from bot.games.core import RulesError

Here = discord.Interaction[Any]
FIRST_STEPS: Final = (
    "Press **Join** on a lobby to play, **Move** on the board when it is your turn, **My View** to see the "
    "board from your side. `/rules` explains a game with drawings; `/games` lists your tables; `/move` plays "
    "a typed action. Without pictures: `/board` with `words`, and `/look` for one place."
)


class Help(commands.Cog):
    """What a newcomer asks for."""

    @app_commands.command(description="The rule book of a game, with drawn diagrams")
    @app_commands.describe(game="Which game; at a table, leave it out for the page that helps now")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values()])
    async def rules(self, interaction: Here, game: str | None = None) -> None:
        """The rule book, opened at the page for the present phase when called at a table."""
        async with answering(interaction, table=None):
            await defer_private(interaction)
            context = context_of(interaction)
            page = ""
            try:
                table = await table_for(interaction, None)
            except RulesError:
                table = None
            if table is not None and table.state is not None and game in (None, table.game.key):
                game, page = table.game.key, table.game.page_for(table.view_for(None))
            chosen = context.tables.games[game or next(iter(context.tables.games))]
            await send_card(interaction, await page_card(context.studio, chosen, page))

    @app_commands.command(description="First steps at the Captain’s Table")
    async def help(self, interaction: Here) -> None:
        """First steps."""
        async with answering(interaction, table=None):
            await defer_private(interaction)
            games = [f"- `/{game.key} start`: **{game.title}**. {game.tagline}" for game in GAMES.values()]
            lines = [
                *games,
                "",
                FIRST_STEPS,
            ]
            await send_card(interaction, Card("### The Captain’s Table", (), tuple(lines)))

    @app_commands.command(description="What this bot is, and its version")
    async def about(self, interaction: Here) -> None:
        """Version and purpose."""
        async with answering(interaction, table=None):
            await defer_private(interaction)
            version = metadata.version("captains-table")
            text = f"Version {version}. Board games of the sea for Discord, hosted by whoever runs this bot."
            await send_card(interaction, Card("### Captain’s Table", (), (text, "Start with `/help`.")))


async def setup(bot: commands.Bot) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Help())
