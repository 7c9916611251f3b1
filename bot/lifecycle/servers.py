"""Which servers the bot is in, as it comes and goes, and what is removed once a day."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from bot.components.play.private_cards import PlayClient
from bot.tables.jobs import guild_retention

log: Final = structlog.get_logger(__name__)
SWEEP_PAUSE_S: Final = 24 * 60 * 60
"""Seconds between two sweeps."""


async def note_all(bot: PlayClient) -> None:
    """Connected, for the first time or again."""
    context = bot.context
    with context.in_flight.track():
        present = {guild.id for guild in bot.guilds}
        await context.deadlines.returned(present)
        await guild_retention.note_present_guilds(context.tables, present)
        context.deadlines.wake()


async def joined(bot: PlayClient, server: int) -> None:
    """The bot was added to a server."""
    context = bot.context
    with context.in_flight.track():
        await context.deadlines.returned({server})
        await guild_retention.joined(context.tables, server)
        context.deadlines.wake()
        await bot.publisher.reconcile()
        for each in context.features.all:
            await each.reconcile()


async def left(bot: PlayClient, server: int) -> None:
    """The bot was removed from a server."""
    with bot.context.in_flight.track():
        await guild_retention.left(bot.context.tables, server)


async def sweep_daily(bot: PlayClient) -> None:
    """Remove what is kept no longer, now and once a day."""
    tables = bot.context.tables
    while True:
        try:
            await guild_retention.sweep(tables)
            for each in bot.context.features.all:
                await each.sweep(tables)
        except Exception:
            log.exception("daily clean-up failed; trying again tomorrow")
        await asyncio.sleep(SWEEP_PAUSE_S)
