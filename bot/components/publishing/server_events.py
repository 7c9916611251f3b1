"""Events of a server, such as a tournament: Discord lists them above its channels for people to follow.

The bot makes some only where it may, and changes none but its own; what somebody has deleted stays so.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import discord
import structlog
from cachetools import LRUCache

from bot.components.hooks import BotContext
from bot.components.interactions.channels import known_channel
from bot.components.interactions.discord_errors import passes
from bot.tables import server_rules

log: Final = structlog.get_logger(__name__)
NAME_LIMIT: Final = 100
ABOUT_LIMIT: Final = 1000
MOST_KNOWN: Final = 4096
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


class ServerEvents:
    """The events of a feature, each as far as what it is about.

    What was told of them last is remembered until the bot stops; telling it again does no harm. All of its
    methods raise a ``discord.HTTPException`` when the error may pass.
    """

    def __init__(self, context: BotContext, client: discord.Client) -> None:
        self._context = context
        self._client = client
        self._told: LRUCache[int, ServerEvent | int] = LRUCache(MOST_KNOWN)
        """By number, what an event that is to come says; or Discord's status."""

    async def announce(self, server: int, channel: int, number: int | None, event: ServerEvent) -> int | None:
        """Let the event ``number`` say what ``event`` does; None: make one, if it's wanted and not yet there.

        Returns its number: ``OVER`` if Discord doesn't want it, None without one.
        """
        if number is None:
            if not await _wanted(self._context, self._client, server, channel):
                return None
            number = await self._create(server, event)
            self._told.setdefault(number, event)
        elif number and self._told.get(number) != event:
            await self._edit(server, number, **event.payload())
            self._told[number] = event
        return number

    async def _create(self, server: int, event: ServerEvent) -> int:
        """Make an event, unless there is one with its link. Returns its number, or ``OVER``."""
        client = self._client
        assert client.user is not None
        try:
            # It may have been made just before a kill.
            for each in await client.http.get_scheduled_events(server, with_user_count=False):
                metadata: Any = each.get("entity_metadata") or {}
                if each.get("creator_id") == str(client.user.id) and metadata.get("location") == event.link:
                    self._told[int(each["id"])] = each["status"]
                    return int(each["id"])
            kind: dict[str, Any] = {"entity_type": ELSEWHERE, "privacy_level": MEMBERS}
            made = await client.http.create_guild_scheduled_event(server, **kind, **event.payload())
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.info("an event of a server can't be made", error=str(error), server=server)
            return OVER
        return int(made["id"])

    async def begin(self, server: int, number: int) -> None:
        """Let an event begin; one that has begun goes on."""
        await self._set(server, number, discord.EventStatus.active.value)

    async def end(self, server: int, number: int, *, begun: bool) -> None:
        """End an event; one that hasn't begun is cancelled."""
        over = discord.EventStatus.completed if begun else discord.EventStatus.cancelled
        await self._set(server, number, over.value)

    async def _set(self, server: int, number: int, status: int) -> None:
        if number and self._told.get(number) != status:
            await self._edit(server, number, status=status)
            self._told[number] = status

    async def _edit(self, server: int, number: int, **changes: Any) -> None:
        try:
            await self._client.http.edit_scheduled_event(server, number, **changes)
        except discord.HTTPException as error:
            if passes(error):
                raise
            # Somebody has deleted or ended it, or Discord has; or the bot may no longer.
            log.info("an event of a server can't be changed", error=str(error), server=server)


async def _wanted(context: BotContext, client: discord.Client, server: int, channel: int) -> bool:
    """Whether a server wants events, the bot may make some, and everybody there sees the channel of one."""
    place = known_channel(client, server, channel)
    if place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return False
    rules = await server_rules.load(context.tables.store, server)
    seen = place.permissions_for(place.guild.default_role).view_channel
    return rules.events and seen and may_create(client, server)
