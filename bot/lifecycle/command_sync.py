"""Sends Discord the bot's commands, when they have changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import discord
import structlog

from bot.components.interactions.context import BotClient
from bot.errors import StartError
from data.store.store import Store

log: Final = structlog.get_logger(__name__)
ENTRY_POINT: Final = 4
"""The type of the command that Discord makes for applications with Activities; unknown to discord.py."""
KEPT_FIELDS: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "handler",
)
"""What an update says of that command; the rest is Discord's to set."""


async def sync_commands(bot: BotClient, store: Store) -> None:
    """Send Discord the commands if they have changed; Discord accepts 200 new ones a day.

    :raises StartError: when Discord refuses them.
    """
    assert bot.application_id is not None
    try:
        listed: list[Any] = await bot.http.get_global_commands(bot.application_id)
        # An update without Discord's own command is refused.
        kept = [
            {field: command[field] for field in KEPT_FIELDS if field in command}
            for command in listed
            if command.get("type") == ENTRY_POINT
        ]
        update = [*(command.to_dict(bot.tree) for command in bot.tree.get_commands()), *kept]
        digest = hashlib.sha256(json.dumps(update, sort_keys=True).encode()).hexdigest()
        key = f"commands of {bot.application_id}"
        if await store.value(key) == digest:
            return
        await bot.http.bulk_upsert_global_commands(bot.application_id, payload=update)
    except discord.HTTPException as error:
        raise StartError(
            f"Discord wouldn’t take the bot’s commands: {str(error).rstrip('.')}. Start the bot again in a "
            "minute. If that doesn’t help, please report this."
        ) from error
    await store.set_value(key, digest)
    log.info("commands synced", commands=len(update))
