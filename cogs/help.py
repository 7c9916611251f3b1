"""``/rules``, ``/help`` and ``/about``."""

from __future__ import annotations

from importlib import metadata
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import command_handler
from bot.components.library.rule_book import page_card
from bot.components.play.resolve_table import table_for
from bot.games import GAMES
from bot.games.core import RulesError

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
    @command_handler(cost="picture")
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """The rule book, opened at the page for the present phase when called at a table."""
        context = interaction.client.context
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
    @command_handler()
    async def help(self, interaction: Interaction) -> None:
        """First steps."""
        games = [f"- `/{game.key} start`: **{game.title}**. {game.tagline}" for game in GAMES.values()]
        lines = [
            *games,
            "",
            FIRST_STEPS,
        ]
        await send_card(interaction, Card("### The Captain’s Table", (), tuple(lines)))

    @app_commands.command(description="What this bot is, and its version")
    @command_handler()
    async def about(self, interaction: Interaction) -> None:
        """Version and purpose."""
        version = metadata.version("captains-table")
        text = f"Version {version}. Board games of the sea for Discord, hosted by whoever runs this bot."
        await send_card(interaction, Card("### Captain’s Table", (), (text, "Start with `/help`.")))


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Help())
