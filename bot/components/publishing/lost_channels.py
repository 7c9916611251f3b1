"""What happens when a channel is deleted, and **Bring It Here**, with which a table gets another one."""

from __future__ import annotations

import asyncio
import contextlib
import sys

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.card import Control
from bot.components.interactions.context import BotClient, BotContext, Interaction, person_of
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.interactions.replies import send_text
from bot.components.interactions.routing import on_button
from bot.features.feature import Features
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.events import moves
from bot.tables.jobs.retries import RETRY_PAUSES_S

from . import text
from .orphaned_tables import close_lobby, is_orphaned
from .publisher import Publisher

log = structlog.get_logger(__name__)


async def on_channel_deleted(bot: BotClient, guild: int, channel: int) -> None:
    """Show the games of a deleted channel or thread elsewhere; close its lobbies, whose people are told.

    It's no longer one where tables are allowed, and features that post there hear of it first.
    """
    for pause in (*RETRY_PAUSES_S, None):
        try:
            with bot.context.in_flight.track():
                await server_rules.forget(bot.context.tables.store, guild, channel)
                await bot.context.parts[Features].channel_deleted(guild, channel)
                await _leave_channel(bot.context, channel)
        except Exception:
            # Discord tells this once.
            log.exception("the tables of a deleted channel couldn't be moved", channel=channel)
        else:
            return
        if pause is not None:
            await asyncio.sleep(pause)


async def _leave_channel(context: BotContext, channel: int) -> None:
    service, publisher = context.tables, context.parts[Publisher]
    for table in await service.tables_in(channel, most=sys.maxsize):
        if table.status == "lobby" and table.address.home == channel:
            await close_lobby(service, publisher.notifications, table.id)
        elif table.status == "playing":
            await publisher.leave_channel(table.id, channel)


@on_button("bring", reply="private")
async def bring_here(interaction: Interaction, control: Control) -> None:
    """**Bring It Here**: the table moves to this channel."""
    context = interaction.client.context
    table = await context.tables.get(control.table_id)
    moves.require_playing(table)
    moves.require_seat(table, person_of(interaction.user))
    here = interaction.channel
    if not is_orphaned(table):
        raise TableError(text.has_channel(table))
    if here is None or interaction.guild_id is None or interaction.guild_id != table.address.guild:
        raise TableError(text.ONLY_ITS_SERVER)
    inside = isinstance(here, discord.Thread)
    channels.require_permissions(interaction.app_permissions, "this channel", thread=inside)
    rules = await server_rules.load(context.tables.store, interaction.guild_id)
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    server_rules.require_channel(rules, here.id, parent)
    await context.tables.set_address(table.id, home=here.id, channel=here.id, lobby=None, card=None)
    # If that fails now, the publisher goes on trying.
    with contextlib.suppress(*CONNECTION_ERRORS):
        await context.parts[Publisher].restore(table.id)
    await send_text(interaction, text.brought(table))
