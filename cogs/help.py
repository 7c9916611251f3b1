"""``/rules``, ``/learn``, ``/help`` and ``/about``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.components.interactions.context import BotClient, Interaction, person_of
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.play.resolve_table import table_for
from bot.features.help import first_steps
from bot.features.lessons import lesson_cards as lessons
from bot.features.lessons.lessons import lessons_of
from bot.features.rule_books.rule_book import page_card
from bot.games import GAMES
from bot.games.core import RulesError


class Help(commands.Cog):
    """What newcomers look for."""

    @app_commands.command(description="Read a game’s rule book, with pictures")
    @app_commands.describe(game="Which game (at a table, leave it out to open the page you need)")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values()])
    @command_handler(cost="picture")
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
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
        await send_card(interaction, await page_card(context, chosen, page, interaction.user.id))

    @app_commands.command(description="Learn a game in a few short lessons on a real board")
    @app_commands.describe(
        game="Which game (leave it out to see them all)",
        lesson="Which lesson (leave it out for your next one)",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values() if lessons_of(g)]
    )
    @app_commands.autocomplete(lesson=autocomplete_handler(lessons.lesson_choices))
    @command_handler(cost="picture")
    async def learn(
        self, interaction: Interaction, game: str | None = None, lesson: str | None = None
    ) -> None:
        """A lesson on the practice board."""
        await lessons.learn(interaction, game, lesson)

    @app_commands.command(description="How to start a game, and what to press first")
    @command_handler(cost="picture")
    async def help(self, interaction: Interaction) -> None:
        """First steps."""
        context, person = interaction.client.context, person_of(interaction.user)
        await send_card(interaction, await first_steps.help_card(context, person))

    @app_commands.command(description="About this bot, its version, and the people who designed the games")
    @command_handler()
    async def about(self, interaction: Interaction) -> None:
        """Version and credits."""
        await send_card(interaction, first_steps.about_card(interaction.client.context))


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Help())
