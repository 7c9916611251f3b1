"""Who may see which table: those who sit at it, and those who see the channel where it is shown.

What a person sees of a server is read from the server's channels and roles as the bot knows them, and from
the roles that come with an interaction: no list of members is needed. Where that says nothing (an archived
thread, a server that the bot is no member of), a table is seen in its own channel alone.
"""

from __future__ import annotations

import discord

from bot.tables.errors import NoSuchTable
from bot.tables.model.table import Table

from .context import Interaction


def can_see(interaction: Interaction, table: Table) -> bool:
    """Whether the person behind ``interaction`` may see ``table``."""
    address, person = table.address, interaction.user
    challenged = table.status == "lobby" and table.header.opponent == person.id
    if challenged or any(each.id == person.id for each in table.people):
        return True
    if table.private:
        return False
    if interaction.channel_id is not None and interaction.channel_id in (address.home, address.channel):
        # A private answer can still be pressed by somebody who can't read the channel around it any more.
        return interaction.guild_id is None or interaction.permissions.view_channel
    if (
        address.guild is None
        or address.guild != interaction.guild_id
        or not isinstance(person, discord.Member)
    ):
        return False
    place = _home(interaction, table)
    return place is not None and _reads(person, place)


def hidden_from_manager(interaction: Interaction, table: Table) -> bool:
    """Whether a server's manager must not see a table, because its channel exists and they can't read it.

    A channel that was deleted hides nothing.
    """
    return not can_see(interaction, table) and (table.private or _home(interaction, table) is not None)


def _home(interaction: Interaction, table: Table) -> discord.abc.GuildChannel | discord.Thread | None:
    """The channel of a table's lobby; the table's own thread is public, and seen by all who see this one."""
    guild = interaction.client.get_guild(table.address.guild or 0)
    return guild.get_channel_or_thread(table.address.home) if guild is not None else None


def _reads(member: discord.Member, place: discord.abc.GuildChannel | discord.Thread) -> bool:
    if isinstance(place, discord.Thread):
        if place.parent is None:
            return False
        allowed = place.permissions_for(member)
        # Who was let into a private thread is not known.
        return allowed.view_channel and (allowed.manage_threads or not place.is_private())
    return place.permissions_for(member).view_channel


def require_visible(interaction: Interaction, table: Table) -> None:
    """:raises NoSuchTable: when the person behind ``interaction`` may not see ``table``."""
    if not can_see(interaction, table):
        raise NoSuchTable(table.id)


def readers_can_see(guild: discord.Guild, home: int, channel: int) -> bool:
    """Whether everybody who reads ``channel`` can see ``home``, too; False when that can't be known."""
    if home == channel:
        return True
    place, board = guild.get_channel_or_thread(home), guild.get_channel_or_thread(channel)
    if isinstance(place, discord.Thread):
        if place.is_private():
            return False
        place = place.parent
    if isinstance(board, discord.Thread):
        board = board.parent
    if place is None or board is None:
        return False
    if place.id == board.id:
        return True
    everybody = place.permissions_for(guild.default_role).view_channel
    said, told = _views(place), _views(board)
    return (everybody and False not in said.values()) or said == told


def _views(place: discord.abc.GuildChannel) -> dict[int, bool]:
    """What a channel's overwrites say about viewing it, by role or member."""
    rules = {target.id: rule.view_channel for target, rule in place.overwrites.items()}
    return {target: allowed for target, allowed in rules.items() if allowed is not None}
