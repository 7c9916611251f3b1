"""A member who manages the server, and what the tests of that share."""

from __future__ import annotations

from typing import Any

import discord

from bot.features.server_lists.table_list import ServerTableLists
from bot.tables import server_rules
from bot.tables.server_rules import ServerRules

from .simulation import Simulation


def manager(sim: Simulation) -> Any:
    """A member who may manage the server."""
    role = sim.guild.create_role("mates", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia"), roles=[role])


def demote(sim: Simulation, member: Any) -> None:
    """The member may manage the server no longer."""
    for role in sim.env.backend.get_guild(sim.guild.id).members[member.id].role_ids:
        sim.env.backend.get_guild(sim.guild.id).roles[role].permissions = 0


async def rules_of(sim: Simulation) -> ServerRules:
    return await server_rules.load(sim.bot.store, sim.guild.id)


async def opened(sim: Simulation, channel: Any = None) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", channel, opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")


async def finished(sim: Simulation) -> None:
    """A game that ends at once."""
    await opened(sim)
    table = await sim.bot.context.tables.get(1)
    await sim.bot.context.tables.resign(1, table.seating.people[0])
    await sim.settled()


async def listed(sim: Simulation) -> None:
    """Wait until the list of tables is as it should be."""
    sim.bot.context.parts[ServerTableLists].pause = 0
    await sim.settled()
    await sim.bot.context.parts[ServerTableLists].settle()
    await sim.env.settle()


async def deleted(sim: Simulation, place: Any, message: Any) -> None:
    """A moderator deletes a message."""
    await sim.bot.get_partial_messageable(place.id).get_partial_message(message.id).delete()
