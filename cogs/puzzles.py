"""``/puzzle``: positions with one best move."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import command_handler
from bot.features.puzzles import puzzle_cards as puzzles

from .games import game_choices

puzzle = app_commands.Group(name="puzzle", description="Positions with one best move. Can you find it?")


@puzzle.command(name="solve", description="Solve a puzzle (the first ones are the easiest)")
@app_commands.describe(
    game="Which game (leave it out to see how many you’ve solved)",
    number="Which puzzle; without a number, the first one you haven’t solved (1–999)",
)
@app_commands.choices(game=game_choices())
@command_handler(cost="picture")
async def solve(
    interaction: Interaction,
    game: str | None = None,
    number: app_commands.Range[int, 1, 999] | None = None,
) -> Card | None:
    """A puzzle of a game, or the choice of a game."""
    context = interaction.client.context
    chosen = context.tables.games.get(game or "")
    if chosen is None:
        return await puzzles.choice_card(context, interaction.user.id)
    await puzzles.open_puzzle(interaction, chosen, number)
    return None


@puzzle.command(name="daily", description="Today’s puzzle: the same for everyone")
@command_handler(cost="picture")
async def daily(interaction: Interaction) -> Card:
    """The daily puzzle."""
    context = interaction.client.context
    return await puzzles.daily_card(context, interaction.user.id)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(puzzle)
