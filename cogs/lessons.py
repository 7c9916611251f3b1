"""``/learn``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.features.lessons import lesson_cards as lessons
from data.lessons import has_any

from .games import game_choices


@app_commands.command(description="Learn a game in a few short lessons on a real board")
@app_commands.describe(
    game="Which game (leave it out to see them all)",
    lesson="Which lesson (leave it out for your next one)",
)
@app_commands.choices(game=game_choices(lambda game: has_any(game.key)))
@app_commands.autocomplete(lesson=autocomplete_handler(lessons.lesson_choices))
@command_handler(cost="picture")
async def learn(interaction: Interaction, game: str | None = None, lesson: str | None = None) -> Card | None:
    """A lesson on the practice board."""
    return await lessons.learn(interaction, game, lesson)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(learn)
