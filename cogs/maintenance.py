"""Background work: notes which servers the bot is in, and deletes old data once a day."""

from __future__ import annotations

import asyncio
from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.components.play.orphaned_tables import DeletedChannels
from bot.components.play.private_cards import PlayClient
from bot.tables.jobs import guild_retention
from bot.tables.jobs.retries import cancel

log: Final = structlog.get_logger(__name__)
SWEEP_PAUSE_S: Final = 24 * 60 * 60
"""Seconds between two sweeps."""


class Maintenance(commands.Cog):
    """Listens for servers and channels that come and go; sweeps at the start and once a day."""

    def __init__(self, bot: PlayClient) -> None:
        self._bot = bot
        self._context = bot.context
        self._service = bot.context.tables
        self.deleted_channels = DeletedChannels(bot)
        self._sweeping: asyncio.Task[None] | None = None

    async def cog_unload(self) -> None:
        await cancel(self._sweeping)
        await self.deleted_channels.tasks.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Connected, for the first time or again."""
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().create_task(self._sweep(), name="sweep")
        with self._context.in_flight.track():
            present = {guild.id for guild in self._bot.guilds}
            await self._context.deadlines.returned(present)
            await guild_retention.note_present_guilds(self._service, present)
            self._context.deadlines.wake()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        with self._context.in_flight.track():
            await self._context.deadlines.returned({guild.id})
            await guild_retention.joined(self._service, guild.id)
            self._context.deadlines.wake()
            await self._bot.publisher.reconcile()
            for each in self._context.features.all:
                await each.reconcile()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server."""
        with self._context.in_flight.track():
            await guild_retention.left(self._service, guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, with its threads."""
        self.deleted_channels.add(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        self.deleted_channels.add(payload.guild_id, payload.thread_id)

    async def _sweep(self) -> None:
        while True:
            try:
                await guild_retention.sweep(self._service)
                for each in self._context.features.all:
                    await each.sweep(self._service)
            except Exception:
                log.exception("daily clean-up failed; trying again tomorrow")
            await asyncio.sleep(SWEEP_PAUSE_S)


async def setup(bot: PlayClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Maintenance(bot))
