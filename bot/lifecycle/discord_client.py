"""What discord.py is told about the bot, and when its shards identify."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.components.interactions.routing import CommandTree
from data.store.postgres.shards import ShardRange
from data.store.shard_locks import wait_to_identify
from data.store.store import Store

log: Final = structlog.get_logger(__name__)
GUILD_PAUSE_S: Final = 1.0
"""Seconds without another server after which all have come, at the start: Discord sends them in one go."""
IDENTIFY_PAUSE_S: Final = 5.0
"""Seconds before a shard identifies if the database can't say how long to wait."""
# The bot uses no voice, so discord.py needn't warn about missing libraries.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def options(shards: ShardRange | None) -> dict[str, Any]:
    """The arguments of the client that serves ``shards``; None: all, as many as Discord recommends."""
    return {
        "command_prefix": (),
        "help_command": None,
        # Interactions contain everything the bot needs: no privileged intents, no message content.
        "intents": discord.Intents(guilds=True),
        "tree_cls": CommandTree,
        "allowed_mentions": discord.AllowedMentions.none(),
        "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=True),
        "max_messages": None,
        "guild_ready_timeout": GUILD_PAUSE_S,
        **({"shard_ids": list(shards.shards), "shard_count": shards.count} if shards else {}),
    }


class TryAgain(Exception):
    """A shard couldn't connect at the start, and is to try again."""


class IdentifyTurns:
    """Makes shards wait: Discord lets one shard per bucket identify every five seconds."""

    def __init__(self, bot: commands.AutoShardedBot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._buckets: int | None = None
        """How many shards may identify at once; None until Discord was asked."""

    async def wait(self, shard_id: int) -> None:
        """Wait for the turn of a shard."""
        try:
            if self._buckets is None:
                self._buckets = (await self._bot.fetch_session_start_limits()).max_concurrency
            pause = await wait_to_identify(self._store, shard_id % self._buckets)
        except Exception:
            # A shard that identifies too early just has to try again.
            log.exception("couldn't ask the database when a shard can identify")
            pause = IDENTIFY_PAUSE_S
        await asyncio.sleep(pause)
