"""``/server board``."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.components.interactions import channels
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import command_handler
from bot.components.servers.settings import require_manager
from bot.features.server_lists import text
from bot.features.server_lists.table_list import ServerTableLists
from bot.tables import server_rules

from .games import add_to_group, game_choices


@app_commands.command(description="Post a list of this server’s tables that updates itself")
@app_commands.describe(
    channel="The channel for the list (this one if left out)",
    remove="Remove the list",
    game="List only this game (all of them if left out)",
    only_open="List only tables that people can join",
)
@app_commands.choices(game=game_choices())
@command_handler(cost="list")
async def board(
    interaction: Interaction,
    channel: discord.TextChannel | None = None,
    remove: bool = False,
    game: str | None = None,
    only_open: bool = False,
) -> str:
    """Post, move or remove the list of tables."""
    server, number = require_manager(interaction), _channel(interaction, channel)
    context = interaction.client.context
    store, lists = context.tables.store, context.parts[ServerTableLists]
    if not remove and channel is not None and interaction.guild is not None:
        channels.require_permissions(channel.permissions_for(interaction.guild.me), f"<#{number}>")
    elif not remove:
        channels.require_permissions(interaction.app_permissions, "this channel")
    async with lists.locks.lock(server):
        before = await server_rules.load(store, server)
        if before.board_message:
            old = channels.partial_channel(interaction.client, server, before.board_channel)
            await lists.remove(old, before.board_message)
        await server_rules.change(
            store,
            server,
            board_channel=0 if remove else number,
            board_message=0,
            board_game=game or "",
            board_open=only_open,
        )
    if remove:
        return text.LIST_REMOVED
    await lists.refresh(server)
    return text.list_posted(number)


def _channel(interaction: Interaction, given: discord.TextChannel | None) -> int:
    """The channel given, else this one or this thread's."""
    if given is not None:
        return given.id
    here = interaction.channel
    if isinstance(here, discord.Thread):
        return here.parent_id
    assert interaction.channel_id is not None
    return interaction.channel_id


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    add_to_group(bot, "server", board)
