"""``/rules``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import command_handler
from bot.components.play.resolve_table import table_for
from bot.features.rule_books.rule_book import page_card
from bot.games.core import RulesError

from .games import game_choices


@app_commands.command(description="Read a game’s rule book, with pictures")
@app_commands.describe(game="Which game (at a table, leave it out to open the page you need)")
@app_commands.choices(game=game_choices())
@command_handler(cost="picture")
async def rules(interaction: Interaction, game: str | None = None) -> Card:
    """The rule book; at a table, the page for the present phase."""
    context = interaction.client.context
    page = ""
    try:
        table = await table_for(interaction, None)
    except RulesError:
        table = None
    if table is not None and game in (None, table.game.key):
        game = table.game.key
        page = table.game.page_for(table.view_for(None)) if table.state is not None else ""
    chosen = context.tables.games[game or next(iter(context.tables.games))]
    return await page_card(context, chosen, page, interaction.user.id)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(rules)
