"""Tables without a channel: theirs was deleted, or the bot may no longer write there.

Their cards go by direct message to the people whose turn it is, they are played with ``table:`` from
anywhere, and **Bring It Here** gives them another channel of the same server.
"""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from typing import Final

import structlog

from bot.components.cards import text as table_text
from bot.components.interactions import channels
from bot.components.interactions.card import Card, table_control
from bot.components.interactions.context import person_of
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.interactions.routing import on_button
from bot.components.lobbies.open_table import require_allowed
from bot.components.publishing.publisher import Interaction, PublishingClient
from bot.languages import gettext
from bot.tables import lists, permissions, server_rules
from bot.tables.errors import TableError
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.table import Table
from data.store.records import NOWHERE

log: Final = structlog.get_logger(__name__)


def is_orphaned(table: Table) -> bool:
    """Whether the table has no channel."""
    return table.address.channel == NOWHERE and not table.private


class DeletedChannels:
    """Shows the games of deleted channels and threads elsewhere; closes their lobbies, whose people are told.

    They're no longer channels where tables are allowed, and features that post there hear of it first.
    """

    def __init__(self, bot: PublishingClient) -> None:
        self._bot = bot
        self._servers: dict[int, int] = {}
        """Whose each channel was. Discord tells this once."""
        self.tasks = Retries("deleted", self._attempt, subject="channel", lookout=bot.context.tables.lookout)

    def add(self, server: int, channel: int) -> None:
        """A channel or thread was deleted."""
        self._servers[channel] = server
        self.tasks.wake(channel)

    async def _attempt(self, channel: int, _last: bool) -> Outcome:
        context, server = self._bot.context, self._servers.pop(channel, None)
        if server is None:
            return "done"  # told twice
        try:
            with context.in_flight.track():
                await server_rules.forget(context.tables.store, server, channel)
                for each in context.features.all:
                    await each.channel_deleted(server, channel)
                await self._leave(channel)
        except Exception:
            log.exception("the tables of a deleted channel couldn't be moved")
            self._servers.setdefault(channel, server)
            return "failed"
        return "done"

    async def _leave(self, channel: int) -> None:
        publisher = self._bot.publisher
        for table in await lists.tables_in(self._bot.context.tables, channel, most=sys.maxsize):
            if table.status == "lobby" and table.address.home == channel:
                await publisher.messages.close_lobby(table.id)
            elif table.status == "playing":
                await publisher.leave_channel(table.id, channel)


def with_bring_button(interaction: Interaction, table: Table, card: Card) -> Card:
    """``card`` with **Bring It Here** for its players, in a channel to which the table can move."""
    here = interaction.guild_id
    if (
        not is_orphaned(table)
        or table.status != "playing"
        or here is None
        or here != table.address.guild
        or not channels.is_member(interaction.client, here)
        or interaction.user.id not in table.seating
    ):
        return card
    return replace(card, rows=(*card.rows, (table_control(table, "bring", gettext("Bring It Here")),)))


@on_button("bring", reply="private")
async def bring_here(interaction: Interaction, table: Table) -> str:
    """**Bring It Here**: the table moves to this channel."""
    context, here = interaction.client.context, interaction.channel
    permissions.require_player(table, person_of(interaction.user))
    if not is_orphaned(table):
        raise TableError(
            "Table {number} already has a channel. {link}", number=table.id, link=table_text.way_back(table)
        )
    if here is None or interaction.guild_id is None or interaction.guild_id != table.address.guild:
        raise TableError("This table can only move to another channel in its own server.")
    channels.require_permissions_here(interaction)
    await require_allowed(interaction)
    await context.tables.set_address(table.id, home=here.id, channel=here.id, lobby=None, card=None)
    # If that fails now, the publisher goes on trying.
    with contextlib.suppress(*CONNECTION_ERRORS):
        await interaction.client.publisher.restore(table.id)
    if is_orphaned(await context.tables.get(table.id)):
        raise channels.refused_in(here.id)
    return gettext("Table {number} continues here.", number=table.id)
