"""Checks whether a table may be opened in a channel."""

from __future__ import annotations

import discord

from bot.components.interactions import channels
from bot.components.interactions.context import Interaction
from bot.tables import server_rules, table_limits
from bot.tables.errors import TableError
from bot.tables.server_rules import ServerRules
from data.store.queries.limits import Limits

from . import text


async def require_place(interaction: Interaction) -> Limits:
    """The limits on open tables here.

    :raises TableError: if the bot is missing a permission, or games aren't allowed in this channel.
    """
    server = interaction.guild_id
    if server is None:
        return table_limits.DEFAULT_LIMITS
    if channels.can_only_reply(interaction):
        if not interaction.permissions.use_external_apps:
            raise TableError(text.NO_EXTERNAL_APPS)
        return table_limits.DEFAULT_LIMITS
    inside = isinstance(interaction.channel, discord.Thread)
    channels.require_permissions(interaction.app_permissions, "this channel", thread=inside)
    return table_limits.limits(await require_allowed(interaction))


async def require_allowed(interaction: Interaction) -> ServerRules:
    """The server's rules.

    :raises TableError: if they don't allow games in this channel.
    """
    rules = await server_rules.load(interaction.client.context.tables.store, interaction.guild_id)
    here = interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    server_rules.require_channel(rules, interaction.channel_id, parent)
    return rules
