"""Events of a server, such as a tournament: Discord lists them above its channels for people to follow.

The bot makes some only where it may, and changes none but its own; what somebody has deleted stays so.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import discord
import structlog

from bot.components.hooks import BotContext
from bot.components.interactions.channels import known_channel
from bot.components.interactions.discord_errors import passes
from bot.tables import server_rules

log: Final = structlog.get_logger(__name__)
NAME_LIMIT: Final = 100
ABOUT_LIMIT: Final = 1000
ELSEWHERE: Final = discord.EntityType.external.value
OVER: Final = 0
"""Instead of an event's number: it has ended, or Discord didn't want it."""
MEMBERS: Final = discord.PrivacyLevel.guild_only.value


class ServerEvent(NamedTuple):
    """Something that is to come in a server."""

    name: str
    about: str
    """What it is, without Markdown."""
    link: str
    """Where it takes place; no other event of the bot has this link."""
    starts: int
    """Milliseconds since 1970, like ``ends``."""
    ends: int

    def payload(self) -> dict[str, Any]:
        """As Discord wants it."""
        return {
            "name": self.name[:NAME_LIMIT],
            "description": self.about[:ABOUT_LIMIT],
            "entity_metadata": {"location": self.link},
            "scheduled_start_time": written(self.starts),
            "scheduled_end_time": written(self.ends),
        }


def written(at: int) -> str:
    """A time in milliseconds, as Discord wants it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()


def may_create(client: discord.Client, server: int) -> bool:
    """Whether the bot may make events in a server, as far as it knows."""
    guild = client.get_guild(server)
    allowed = guild.me.guild_permissions if guild is not None else discord.Permissions.none()
    return allowed.create_events or allowed.manage_events


async def wanted(context: BotContext, client: discord.Client, server: int, channel: int) -> bool:
    """Whether a server wants events, the bot may make some, and everybody there sees the channel of one."""
    place = known_channel(client, server, channel)
    if place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return False
    rules = await server_rules.load(context.tables.store, server)
    seen = place.permissions_for(place.guild.default_role).view_channel
    return rules.events and seen and may_create(client, server)


class Made(NamedTuple):
    """An event that there is."""

    number: int
    begun: bool = False


async def create(client: discord.Client, server: int, event: ServerEvent) -> Made:
    """Make an event, unless there is one with its link. Its number is ``OVER`` if Discord doesn't want it.

    :raises discord.HTTPException: when the error may pass.
    """
    assert client.user is not None
    try:
        # It may have been made just before a kill.
        for each in await client.http.get_scheduled_events(server, with_user_count=False):
            metadata: Any = each.get("entity_metadata") or {}
            if each.get("creator_id") == str(client.user.id) and metadata.get("location") == event.link:
                return Made(int(each["id"]), each.get("status") == discord.EventStatus.active.value)
        kind: dict[str, Any] = {"entity_type": ELSEWHERE, "privacy_level": MEMBERS}
        made = await client.http.create_guild_scheduled_event(server, **kind, **event.payload())
    except discord.HTTPException as error:
        if passes(error):
            raise
        log.info("an event of a server can't be made", error=str(error), server=server)
        return Made(OVER)
    return Made(int(made["id"]))


async def change(client: discord.Client, server: int, number: int, event: ServerEvent) -> None:
    """Change an event that hasn't begun.

    :raises discord.HTTPException: when the error may pass.
    """
    await _edit(client, server, number, **event.payload())


async def begin(client: discord.Client, server: int, number: int) -> None:
    """Let an event begin; one that has begun goes on.

    :raises discord.HTTPException: when the error may pass.
    """
    await _edit(client, server, number, status=discord.EventStatus.active.value)


async def end(client: discord.Client, server: int, number: int, *, begun: bool) -> None:
    """End an event; one that hasn't begun is cancelled.

    :raises discord.HTTPException: when the error may pass.
    """
    status = discord.EventStatus.completed if begun else discord.EventStatus.cancelled
    await _edit(client, server, number, status=status.value)


async def _edit(client: discord.Client, server: int, number: int, **changes: Any) -> None:
    try:
        await client.http.edit_scheduled_event(server, number, **changes)
    except discord.HTTPException as error:
        if passes(error):
            raise
        # Somebody has deleted or ended it, or Discord has; or the bot may no longer.
        log.info("an event of a server can't be changed", error=str(error), server=server)
