"""Tables without a channel: theirs is gone, or the bot may no longer write there.

Their cards go by direct message to the people whose turn it is, they are played with ``table:`` from
anywhere, and **Bring It Here** gives them another channel of the same server.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, files, layout
from bot.components.interactions.context import BotContext, Interaction
from bot.components.interactions.discord_errors import passes
from bot.people import settings
from bot.people.kinds import Kind, kind_of
from bot.people.preferences import PINGS
from bot.tables.events import timeouts
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup
from bot.tables.service import TableService
from data.store.records import NOWHERE

from . import text
from .followups import Followups
from .notifications import Notifications, send_direct_message
from .posting import nonce

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
        if (
            kind_of(person) is not Kind.PERSON
            or (await settings.load(context.tables.store, person))[PINGS] == "none"
        ):
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


async def close_lobby(service: TableService, notifications: Notifications, table_id: int) -> None:
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
        or table.seating.side_of(interaction.user.id) is None
    ):
        return card
    return replace(card, rows=(*card.rows, (Control("bring", "Bring It Here", table.id, table.version),)))
