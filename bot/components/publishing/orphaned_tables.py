"""Tables without a channel: theirs is gone, or the bot may no longer write there.

Their cards go by direct message to the people whose turn it is, they are played with ``table:`` from
anywhere, and **Bring It Here** gives them another channel of the same server.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, files, layout
from bot.components.interactions.context import BotClient, BotContext, Interaction, Notifier, person_of
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, passes
from bot.components.interactions.replies import send_text
from bot.components.interactions.routing import on_button
from bot.people import preferences
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.events import moves, timeouts
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import NOWHERE

from . import text
from .followups import Followup, Followups
from .notifications import send_direct_message
from .posting import nonce
from .table_tasks import RETRY_PAUSES_S

log: Final = structlog.get_logger(__name__)


def is_orphaned(table: Table) -> bool:
    """Whether the table has no channel."""
    return table.address.channel == NOWHERE and not table.private


async def deliver(
    context: BotContext, client: discord.Client, followups: Followups, table: Table, card: Card
) -> bool:
    """Send ``card`` by direct message to the people whom it notifies; whether it reached anybody.

    :raises discord.HTTPException: for an error that may pass, after all others got theirs.
    """
    card = replace(card, lines=(text.NO_CHANNEL, *card.lines))
    reached, failure = not card.pings, None
    for person in card.pings:
        if person <= 0 or (await preferences.load(context.tables.store, person)).pings == "none":
            continue
        try:
            message = await send_direct_message(
                client,
                person,
                view=layout(card),
                files=files(card),
                nonce=nonce(f"ca{table.id}.{table.version}", person),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            log.info("Discord refused a direct message", code=error.code, table=table.id)
            failure = error if passes(error) else failure
            continue
        if message is None:
            continue
        reached = True
        if table.status == "playing":
            # Its buttons are removed after the next move; those of the end stay.
            old = Followup("card", table.version, person, message.channel.id, message.id)
            await followups.add(table.id, old)
    if failure is not None:
        raise failure
    return reached


async def on_channel_deleted(bot: BotClient, guild: int, channel: int) -> None:
    """Show the games of a deleted channel or thread elsewhere; close its lobbies, whose people are told.

    Its leagues end before more of their games open there, and it's no longer one where tables are allowed.
    """
    for pause in (*RETRY_PAUSES_S, None):
        try:
            with bot.context.in_flight.track():
                await server_rules.forget(bot.context.tables.store, guild, channel)
                await bot.league_cards.leave_channel(guild, channel)
                await _leave_channel(bot, channel)
        except Exception:
            # Discord tells this once.
            log.exception("the tables of a deleted channel couldn't be moved", channel=channel)
        else:
            return
        if pause is not None:
            await asyncio.sleep(pause)


async def _leave_channel(bot: BotClient, channel: int) -> None:
    service = bot.context.tables
    for table in await service.tables_in(channel, most=sys.maxsize):
        if table.status == "lobby" and table.address.home == channel:
            await close_lobby(service, bot.publisher.notifications, table.id)
        elif table.status == "playing":
            await bot.publisher.leave_channel(table.id, channel)


async def close_lobby(service: TableService, notifications: Notifier, table_id: int) -> None:
    """Close a lobby whose channel is gone, and tell its people."""
    closed = await service.change(table_id, lambda table: timeouts.close_unreachable(table, service.now()))
    await notifications.message_everyone(closed)


def with_bring_button(interaction: Interaction, table: Table, card: Card) -> Card:
    """``card`` with **Bring It Here** for its players, in a channel to which the table can move."""
    here = interaction.guild_id
    if (
        not is_orphaned(table)
        or table.status != "playing"
        or here is None
        or here != table.address.guild
        or not channels.is_member(interaction.client, here)
        or table.side_of(interaction.user.id) is None
    ):
        return card
    return replace(card, rows=(*card.rows, (Control("bring", "Bring It Here", table.id, table.version),)))


@on_button("bring", reply="private")
async def bring_here(interaction: Interaction, control: Control) -> None:
    """**Bring It Here**: the table moves to this channel."""
    context = interaction.client.context
    store = context.tables.store
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
    rules = await server_rules.load(store, interaction.guild_id)
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    server_rules.require_channel(rules, here.id, parent)
    await store.set_address(table.id, home=here.id, channel=here.id, lobby=None, card=None)
    # If that fails now, the publisher goes on trying.
    with contextlib.suppress(*CONNECTION_ERRORS):
        await interaction.client.publisher.restore(table.id)
    await send_text(interaction, text.brought(table))
