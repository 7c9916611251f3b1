"""Channels: adding them, and what the bot may do there."""

from __future__ import annotations

from bot.local import payloads
from bot.local.world.model import Channel, Permission, WorldChange
from bot.local.world.world import World


def add_channel(world: World, name: str, topic: str | None = None) -> Channel:
    """Add a text channel to the server."""
    place = world.add_channel(name, topic)
    world.tell_bot("CHANNEL_CREATE", payloads.channel(world, place))
    return place


def deny_bot(world: World, place: Channel, denied: Permission) -> None:
    """Set what the bot may not do in a text channel and its threads."""
    place.denied = denied
    world.tell_bot("CHANNEL_UPDATE", payloads.channel(world, place))
    world.changed(WorldChange("state"))
