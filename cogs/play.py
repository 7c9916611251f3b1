"""``/play``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import command_handler
from bot.features.opponents import opponents

from .games import complete_pace, game_choices


@app_commands.command(description="Find an opponent: join the open table that fits you best, or open one")
@app_commands.describe(
    game="The game (any if left out)",
    pace="About how much time per turn, such as 1h or 1d (any if left out)",
)
@app_commands.choices(game=game_choices(lambda game: game.people[1] > 1))
@app_commands.autocomplete(pace=complete_pace)
@command_handler(reply="own", cost="table")
async def play(interaction: Interaction, game: str | None = None, pace: str | None = None) -> str:
    """Find an opponent."""
    chosen = interaction.client.context.tables.games.get(game) if game is not None else None
    return await opponents.play(interaction, chosen, pace)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(play)
