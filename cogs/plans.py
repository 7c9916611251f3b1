"""``/plan``."""

from __future__ import annotations

from discord import app_commands

from bot.components.interactions.context import BotClient, Interaction
from bot.features.plans import order_cards as orders
from bot.features.plans import plan_cards as plans
from bot.tables.model.table import Table

from .tables import table_command


@app_commands.command(description="Plan your answers ahead, or give a standing order for your next turns")
@table_command(cost="picture")
async def plan(interaction: Interaction, table: Table) -> None:
    """If–then lines, or a standing order."""
    opened = plans.open_plan if table.game.standing is None else orders.open_order
    await opened(interaction, table)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(plan)
