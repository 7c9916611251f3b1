"""Who may see a table: the people at it, and everybody who sees the channel where it is shown.

What a person sees is computed from the channels and roles that the bot knows and from the roles in the
interaction, without a list of members. If that isn't enough (an archived thread, a server that the bot is no
member of), a table is visible in its own channel alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord

from bot.languages import gettext_noop
from bot.tables.errors import NoSuchTable, NotSeated, TableError
from bot.tables.model.table import Table

from .channels import known_channel
from .context import Interaction
from .discord_errors import CONNECTION_ERRORS

AT_ONCE: Final = 100
"""People whose membership Discord tells at once."""
ANSWERED_WITHIN_S: Final = 10.0
SHARE_AT_HOME: Final = gettext_noop(
    "Not everyone here can see the channel where this game was played. Open the replay or review in that "
    "channel and share it there."
)


def can_see(interaction: Interaction, table: Table) -> bool:
    """Whether the person behind ``interaction`` may see ``table``."""
    address, person = table.address, interaction.user
    challenged = table.status == "lobby" and table.header.opponent == person.id
    if challenged or any(each.id == person.id for each in table.seating.people):
        return True
    if table.private:
        return False
    if interaction.channel_id is not None and interaction.channel_id in (address.home, address.channel):
        # A private reply keeps its buttons when somebody loses access to the channel.
        return interaction.guild_id is None or interaction.permissions.view_channel
    if (
        address.guild is None
        or address.guild != interaction.guild_id
        or not isinstance(person, discord.Member)
    ):
        return False
    place = _home(interaction, table)
    return place is not None and _reads(person, place)


async def members_of(guild: discord.Guild, people: Sequence[int]) -> list[discord.Member]:
    """Those of ``people`` who are in a server, with their roles, as Discord says now.

    :raises OSError: when it doesn't say so for now.
    """
    found: list[discord.Member] = []
    try:
        async with asyncio.timeout(ANSWERED_WITHIN_S):
            for start in range(0, len(people), AT_ONCE):
                some = [*people[start : start + AT_ONCE]]
                found += await guild.query_members(user_ids=some, limit=AT_ONCE, cache=False)
    except (*CONNECTION_ERRORS, discord.DiscordException, RuntimeError) as error:
        raise ConnectionError("Discord doesn't say who is in the server.") from error
    return found


async def still_sees(client: discord.Client, table: Table, person: int) -> bool:
    """Whether somebody who isn't at ``table``, and presses nothing now, may see it.

    :raises OSError: see :func:`members_of`.
    """
    guild = client.get_guild(table.address.guild or 0)
    place = known_channel(client, table.address.guild, table.address.home)
    if guild is None or place is None:
        return False
    return any(_reads(member, place) for member in await members_of(guild, [person]))


def hidden_from_manager(interaction: Interaction, table: Table) -> bool:
    """Whether a table is hidden even from a server's manager: its channel exists and they can't read it."""
    return not can_see(interaction, table) and (table.private or _home(interaction, table) is not None)


def _home(interaction: Interaction, table: Table) -> discord.abc.GuildChannel | discord.Thread | None:
    """The channel of a table's lobby; the table's own thread is public there."""
    return known_channel(interaction.client, table.address.guild, table.address.home)


def _reads(member: discord.Member, place: discord.abc.GuildChannel | discord.Thread) -> bool:
    if isinstance(place, discord.Thread):
        if place.parent is None:
            return False
        allowed = place.permissions_for(member)
        # The bot doesn't know the members of a private thread.
        return allowed.view_channel and (allowed.manage_threads or not place.is_private())
    return place.permissions_for(member).view_channel


def can_read(interaction: Interaction, channel: int) -> bool:
    """Whether the person behind ``interaction`` may read a channel of its server."""
    if interaction.channel_id == channel:
        return interaction.permissions.view_channel
    place = known_channel(interaction.client, interaction.guild_id, channel)
    return (
        place is not None and isinstance(interaction.user, discord.Member) and _reads(interaction.user, place)
    )


def require_visible(interaction: Interaction, table: Table) -> None:
    """Check that the person behind ``interaction`` may see ``table``.

    :raises NoSuchTable: when they may not.
    :raises NotSeated: when they may not any more, because somebody else has taken over their seat.
    """
    if not can_see(interaction, table):
        if any(person == interaction.user.id for person, _ in table.seating.left):
            raise NotSeated(
                "Somebody else has taken over your seat at Table {number}. Use `/games` to see your games.",
                number=table.id,
            )
        raise NoSuchTable(table.id)


def require_shareable(interaction: Interaction, table: Table) -> None:
    """Check that everybody who reads a channel may see a table that is shared there.

    :raises TableError: when they may not, or when that can't be known.
    """
    guild, channel = interaction.guild, interaction.channel_id
    if table.private:
        raise TableError(
            "A daily challenge stays private, because seeing yours would spoil it for others. Share your "
            "result instead."
        )
    if channel in (table.address.home, table.address.channel):
        return
    if guild is None or channel is None or table.address.guild != guild.id:
        raise TableError(SHARE_AT_HOME)
    if not readers_can_see(guild, table.address.home, channel):
        raise TableError(SHARE_AT_HOME)


def readers_can_see(guild: discord.Guild, home: int, channel: int) -> bool:
    """Whether everybody who reads ``channel`` can see ``home``, too; False if that can't be known."""
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
    at_home, here = _view_overwrites(place), _view_overwrites(board)
    return (everybody and False not in at_home.values()) or at_home == here


def _view_overwrites(place: discord.abc.GuildChannel) -> dict[int, bool]:
    """A channel's overwrites for viewing it, by role or member."""
    rules = {target.id: rule.view_channel for target, rule in place.overwrites.items()}
    return {target: allowed for target, allowed in rules.items() if allowed is not None}
