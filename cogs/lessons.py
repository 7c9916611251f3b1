"""``/learn``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.features.lessons import lesson_cards as lessons
from bot.games import GAMES
from data.lessons import has_any


@app_commands.command(description="Learn a game in a few short lessons on a real board")
@app_commands.describe(
    game="Which game (leave it out to see them all)",
    lesson="Which lesson (leave it out for your next one)",
)
@app_commands.choices(
    game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values() if has_any(g.key)]
)
@app_commands.autocomplete(lesson=autocomplete_handler(lessons.lesson_choices))
@command_handler(cost="picture")
async def learn(interaction: Interaction, game: str | None = None, lesson: str | None = None) -> None:
    """A lesson on the practice board."""
    await lessons.learn(interaction, game, lesson)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(learn)
