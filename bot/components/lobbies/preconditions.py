"""Whether a table may be opened where somebody asks for one."""

from __future__ import annotations

import discord

from bot.components.interactions import channels
from bot.components.interactions.context import Interaction
from bot.tables import server_rules, table_limits
from bot.tables.errors import TableError
from bot.tables.server_rules import ServerRules
from data.store.queries.limits import Limits


async def require_place(interaction: Interaction) -> Limits:
    """Check before a table is opened that it can be shown here; the limits of the server.

    :raises TableError: when the bot lacks a permission here, or the channel is not allowed.
    """
    server = interaction.guild_id
    if server is None:
        return table_limits.DEFAULT_LIMITS
    if channels.can_only_reply(interaction):
        if not interaction.permissions.use_external_apps:
            raise TableError(
                "No table can be opened here: whoever manages the server lets only you see what the bot "
                "answers. Ask them for **Use External Apps**, or to add the bot to the server."
            )
        return table_limits.DEFAULT_LIMITS
    here = interaction.channel
    inside = isinstance(here, discord.Thread)
    channels.require_permissions(interaction.app_permissions, "this channel", thread=inside)
    rules = await require_allowed(interaction)
    return table_limits.limits(rules)


async def require_allowed(interaction: Interaction) -> ServerRules:
    """The server's rules, if they allow games in this channel.

    :raises TableError: when they don't.
    """
    rules = await server_rules.load(interaction.client.context.tables.store, interaction.guild_id)
    here = interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    server_rules.require_channel(rules, interaction.channel_id, parent)
    return rules
