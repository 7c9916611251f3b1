"""Whether a table may be opened where somebody asks for one."""

from __future__ import annotations

from typing import Any

import discord

from bot.sessions import server_rules
from bot.sessions.lists import LIVE
from data.store import servers

from . import places
from .house import house_of


async def require_place(interaction: discord.Interaction[Any]) -> None:
    """Preflight for ``start``, so that nothing fails later without a word.

    :raises TableError: when the bot lacks a permission here, the channel is not allowed, or the server or the
        caller has too many open tables.
    """
    server = interaction.guild_id
    if server is None:
        return
    here = interaction.channel
    inside = isinstance(here, discord.Thread)
    places.require(interaction.app_permissions, "this channel", thread=inside)
    store = house_of(interaction).sessions.store
    rules = await server_rules.load(store, server)
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    server_rules.require_channel(rules, interaction.channel_id, parent)
    if rules.tables or rules.each:
        hosts = await servers.hosts_in(store, server, LIVE)
        server_rules.require_room(rules, hosts, interaction.user.id)
