"""What discord.py is told about the bot."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.components.interactions.routing import CommandTree
from data.store.postgres.shards import ShardRange

GUILD_PAUSE_S: Final = 1.0
"""Seconds without another server after which all have come, at the start: Discord sends them in one go."""
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
