"""Direct messages: the one place from which they are sent."""

from __future__ import annotations

from typing import Any, Final

import discord
import structlog

from bot.components.interactions.discord_errors import direct_messages_closed

log: Final = structlog.get_logger(__name__)


async def send(
    client: discord.Client, person: int, *, allowed_mentions: discord.AllowedMentions, **content: Any
) -> discord.Message | None:
    """Send a direct message; None when ``person`` takes none from the bot.

    :raises discord.HTTPException: for every other refusal: it says nothing about the person's settings.
    """
    try:
        channel = await client.create_dm(discord.Object(person))
        return await channel.send(allowed_mentions=allowed_mentions, **content)
    except discord.HTTPException as error:
        if not direct_messages_closed(error):
            raise
        log.info("direct messages are closed", code=error.code)
        return None
