"""Commands in the menus of members and messages."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands

from bot.components.cards import table_cards
from bot.components.hooks import BotClient
from bot.components.interactions import visibility
from bot.components.interactions.card import Card
from bot.components.interactions.routing import CUSTOM_ID, command_handler
from bot.components.lobbies import open_table
from bot.components.play.resolve_table import NO_TABLE_IN_MESSAGE
from bot.components.publishing.publisher import Interaction
from bot.languages import gettext, names, speaking
from bot.tables.errors import TableError


def table_of(message: discord.Message, bot: int) -> int | None:
    """The number of the table that a message shows, from its buttons or else its heading."""
    if message.author.id != bot:
        return None
    parts = [part for component in message.components for part in _walk(component)]
    for part in parts:
        found = CUSTOM_ID.fullmatch(getattr(part, "custom_id", None) or "")
        if found is not None and int(found["table"]):
            return int(found["table"])
    for part in parts:
        if number := _named(getattr(part, "content", None) or ""):
            return number
    return None


def _named(heading: str) -> int | None:
    """The table's number in the heading of a card, in any language."""
    for language in names():
        with speaking(language):
            name = gettext("Table {number}", number=r"(\d{1,12})")
        if named := re.search(rf"\b{name}\b", heading):
            return int(named[1])
    return None


def _walk(component: Any) -> list[Any]:
    inner = getattr(component, "children", None) or ()
    return [component, *(part for each in inner for part in _walk(each))]


@command_handler()
async def challenge_member(interaction: Interaction, member: discord.Member | discord.User) -> Card:
    """*Challenge to a Game*: ask which game."""
    games = interaction.client.context.tables.games.values()
    computer = open_table.is_this_bot(interaction, member)
    return open_table.challenge_card(games, interaction.user, member, computer=computer)


@command_handler()
async def board_in_words(interaction: Interaction, message: discord.Message) -> Card:
    """*Board in Words*: the table that a card shows, as it is now."""
    assert interaction.client.user is not None
    number = table_of(message, interaction.client.user.id)
    if number is None:
        raise TableError(NO_TABLE_IN_MESSAGE)
    table = await interaction.client.context.tables.get(number)
    visibility.require_visible(interaction, table)
    return table_cards.text_board_card(table, interaction.user.id)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    bot.tree.add_command(app_commands.ContextMenu(name="Challenge to a Game", callback=challenge_member))
    bot.tree.add_command(app_commands.ContextMenu(name="Board in Words", callback=board_in_words))
