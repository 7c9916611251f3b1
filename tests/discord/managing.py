"""A member who manages the server, and what the tests of that share."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables import server_rules
from bot.tables.server_rules import ServerRules

from .sea import Sea


def manager(sea: Sea) -> Any:
    """A member who may manage the server."""
    role = sea.guild.create_role("mates", permissions=discord.Permissions(manage_guild=True))
    return sea.guild.add_member(sea.env.create_user("mia"), roles=[role])


def demote(sea: Sea, member: Any) -> None:
    """The member may manage the server no longer."""
    for role in sea.env.backend.get_guild(sea.guild.id).members[member.id].role_ids:
        sea.env.backend.get_guild(sea.guild.id).roles[role].permissions = 0


async def rules_of(sea: Sea) -> ServerRules:
    return await server_rules.load(sea.bot.store, sea.guild.id)


async def opened(sea: Sea, channel: Any = None) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", channel, opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")


async def finished(sea: Sea) -> None:
    """A game that ends at once."""
    await opened(sea)
    table = await sea.bot.context.tables.get(1)
    await sea.bot.context.tables.resign(1, table.people[0])
    await sea.settled()


async def listed(sea: Sea) -> None:
    """Wait until the list of tables is as it should be."""
    sea.bot.lists.pause = 0
    await sea.settled()
    await sea.bot.lists.settle()
    await sea.env.settle()


async def deleted(sea: Sea, place: Any, message: Any) -> None:
    """A moderator deletes a message."""
    await sea.bot.get_partial_messageable(place.id).get_partial_message(message.id).delete()
