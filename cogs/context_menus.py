"""Commands in the menus of members and messages."""

from __future__ import annotations

import re
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.cards import text_board
from bot.components.interactions import visibility
from bot.components.interactions.card import CUSTOM_ID
from bot.components.interactions.context import context_of
from bot.components.interactions.replies import answering, defer_private, send_card
from bot.components.lobbies import challenges
from bot.tables.errors import TableError

Here = discord.Interaction[Any]
NAMED: Final = re.compile(r"\bTable (\d{1,12})\b")
"""How the heading of a card names its table."""


def table_of(message: discord.Message, bot: int) -> int | None:
    """The table that a message shows: by its buttons, or where it has none any more by its heading."""
    if message.author.id != bot:
        return None
    parts = [part for component in message.components for part in _walk(component)]
    for part in parts:
        found = CUSTOM_ID.fullmatch(getattr(part, "custom_id", None) or "")
        if found is not None and int(found["session"]):
            return int(found["session"])
    for part in parts:
        if named := NAMED.search(getattr(part, "content", None) or ""):
            return int(named[1])
    return None


def _walk(component: Any) -> list[Any]:
    inner = getattr(component, "children", None) or ()
    return [component, *(part for each in inner for part in _walk(each))]


async def challenge_member(interaction: Here, member: discord.Member | discord.User) -> None:
    """*Challenge to a Game*: which one?"""
    async with answering(interaction, table=None):
        await defer_private(interaction)
        games = context_of(interaction).tables.games.values()
        await send_card(interaction, challenges.challenge_card(games, interaction.user, member))


async def board_in_words(interaction: Here, message: discord.Message) -> None:
    """*Board in Words*: the table that a card shows, as it stands now."""
    async with answering(interaction, table=None):
        await defer_private(interaction)
        assert interaction.client.user is not None
        number = table_of(message, interaction.client.user.id)
        if number is None:
            raise TableError("That message shows no table: choose one of the bot’s cards.")
        table = await context_of(interaction).tables.get(number)
        visibility.require_visible(interaction, table)
        await send_card(interaction, text_board.text_board_card(table, interaction.user.id))


async def setup(bot: commands.Bot) -> None:
    """Called by discord.py when the cog is loaded."""
    bot.tree.add_command(app_commands.ContextMenu(name="Challenge to a Game", callback=challenge_member))
    bot.tree.add_command(app_commands.ContextMenu(name="Board in Words", callback=board_in_words))


async def teardown(bot: commands.Bot) -> None:
    """Called by discord.py when the cog is unloaded."""
    bot.tree.remove_command("Challenge to a Game", type=discord.AppCommandType.user)
    bot.tree.remove_command("Board in Words", type=discord.AppCommandType.message)
