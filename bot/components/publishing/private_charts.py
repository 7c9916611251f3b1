"""Private charts: what only one player may see, by direct message, or under **My View** if DMs are closed.

At the start of a game with secrets each player gets a chart by direct message, with the controls to place;
during the game the same message is kept up to date; if one plays elsewhere, within a minute. Nothing here
goes to a channel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord
import structlog

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, Interaction, asked_by
from bot.components.interactions.card import Card, Control, table_control
from bot.components.interactions.context import Seen
from bot.components.interactions.discord_errors import CHANNEL_OR_MESSAGE_GONE, direct_messages_closed
from bot.components.interactions.routing import on_button
from bot.games.core import Placement
from bot.languages import gettext, speak
from bot.people.kinds import Kind, kind_of
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.records import SeatRow

from .posting import edit_in, nonce, post_once

log: Final = structlog.get_logger(__name__)
OPEN: Final = "open"
CLOSED: Final = "closed"
WAIT_S: Final = 60.0
"""Seconds after a turn that was chosen where the game is played, in which its player looks there."""


async def chart_card(context: BotContext, table: Table, person: int, *, missed: bool = False) -> Card:
    """One's own chart of a game: with the controls to place, later with those to move and to mark.

    ``missed``: see ``own_card``.
    """
    if table.state is None:
        return await table_cards.table_card(context, table)
    seat = table.acting_seat(person)
    legal = table.legal(seat) if seat else ()
    if seat is not None and isinstance(legal, Placement):
        card = await table_cards.placing_card(context, table, seat, legal)
    else:
        card = await table_cards.own_card(context, table, person, missed=missed)
        card = replace(card, lines=(*card.lines, table_text.way_in(table)))
    row = table.row_of(person)
    if row is not None and row.chart_state == CLOSED and table.game.secrets and table.status == "playing":
        again = table_control(table, "chart", gettext("Send by Message"))
        hint = (gettext(table_text.DMS_CLOSED),) if context.hinted.add((table.id, person)) else ()
        card = replace(card, lines=(*hint, *card.lines), rows=(*card.rows[:-1], (*card.rows[-1], again)))
    return card


class PrivateCharts:
    """Delivers private charts.

    Whoever has just chosen a turn at the table looks there: their chart waits, and goes without what the next
    turn changes again. ``due`` is called with a table's number when one has waited long enough.
    """

    def __init__(
        self,
        context: BotContext,
        client: discord.Client,
        due: Callable[[int], None] = lambda _table_id: None,
    ) -> None:
        self._context = context
        self._client = client
        self._due = due
        self._waiting: dict[tuple[int, int], asyncio.TimerHandle] = {}
        """By table and person, what ends the wait of a chart."""
        self._interactions = Seen()
        """Those with which somebody has played."""

    def played(self, table: Table, interaction: discord.Interaction[Any]) -> bool:
        """Somebody has played at ``table`` with ``interaction``. Returns whether their chart waits.

        What is played automatically after that makes nobody wait anew.
        """
        key, row = (table.id, interaction.user.id), table.row_of(interaction.user.id)
        if not self._interactions.add(interaction.id):
            return self.waits(table, interaction.user.id)
        if (before := self._waiting.pop(key, None)) is not None:
            before.cancel()
        # Whoever types may read their moves off the chart.
        pressed = interaction.guild_id is not None and interaction.type is discord.InteractionType.component
        if not pressed or table.status != "playing" or row is None or row.chart is None:
            return False
        self._waiting[key] = asyncio.get_running_loop().call_later(WAIT_S, self._end_wait, key)
        return True

    def waits(self, table: Table, person: int) -> bool:
        """Whether somebody's chart waits."""
        return (table.id, person) in self._waiting and table.status == "playing"

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        for key in [key for key in self._waiting if key[1] == person]:
            self._waiting.pop(key).cancel()

    def _end_wait(self, key: tuple[int, int]) -> None:
        del self._waiting[key]
        self._due(key[0])

    async def deliver(self, table: Table, only: int | None) -> None:
        """Bring every player's chart up to date, but for those that wait; or ``only`` that of one.

        :raises Exception: the first error, after all others got theirs.
        """
        if not table.game.secrets or table.state is None:
            return
        errors = []
        for person in table.seating.humans:
            asked = not self.waits(table, person.id) if only is None else person.id == only
            if asked and kind_of(person.id) is Kind.PERSON:
                try:
                    await self._deliver(table, person)
                except Exception as error:  # noqa: BLE001 (raised below)
                    errors.append(error)
        if errors:
            raise errors[0]

    async def refresh(self, table_id: int, person: Person) -> None:
        """Bring the chart of ``person`` up to date, including what happens meanwhile."""
        table = await self._context.tables.get(table_id)
        while True:
            try:
                await self._deliver(table, person)
            except discord.HTTPException as error:
                log.info("a private chart couldn't be updated", code=error.code, table=table_id)
                return
            shown, table = table, await self._context.tables.get(table_id)
            if shown.version == table.version:
                return

    async def _deliver(self, table: Table, person: Person) -> None:
        row = table.row_of(person.id)
        if row is None or row.chart_state == CLOSED:
            return
        # Until it is sent: its lists and buttons are spelt out then.
        speak(await self._context.languages.of_person(person.id))
        card = await chart_card(self._context, table, person.id)
        try:
            if row.chart is not None and row.chart_channel is not None and await self._edited(row, card):
                return
            place = await self._client.create_dm(discord.Object(row.person))
            # A chart that was deleted is sent under another nonce, or Discord would drop it.
            once = nonce(f"cc{table.id}", row.seat, row.person, row.chart)
            message = await post_once(self._client, place.id, card, once, silent=False)
        except discord.HTTPException as error:
            if not direct_messages_closed(error):
                raise
            log.info("direct messages are closed", code=error.code)
            await self._context.tables.set_chart(table.id, row.seat, chart=None, chart_state=CLOSED)
        else:
            await self._context.tables.set_chart(
                table.id, row.seat, chart_channel=message.channel, chart=message.id, chart_state=OPEN
            )

    async def _edited(self, row: SeatRow, card: Card) -> bool:
        """Whether the message with the chart could be edited; not when it was deleted."""
        try:
            await edit_in(self._client, row.chart_channel or 0, row.chart or 0, card)
        except discord.HTTPException as error:
            if error.code in CHANNEL_OR_MESSAGE_GONE:
                return False
            raise
        return True


async def keep_up_to_date(interaction: Interaction, table: Table) -> None:
    """Refresh the chart whose button was pressed, if the reply has put an outdated ``table`` there.

    The publisher edits the same message, and may have shown a newer version before the reply.
    """
    context, person = asked_by(interaction)
    row = table.row_of(person.id)
    if row is None or interaction.message is None or interaction.message.id != row.chart:
        return
    if (await context.tables.get(table.id)).version != table.version:
        await PrivateCharts(context, interaction.client).refresh(table.id, person)


@on_button("chart", reply="private", cost="picture")
async def send_chart(interaction: Interaction, control: Control) -> str:
    """**Send by Message** on a private card, for people whose DMs were closed."""
    context, person = asked_by(interaction)
    table = await context.tables.get(control.table_id)
    row = table.row_of(person.id)
    if row is not None and table.game.secrets:
        if row.chart_state == CLOSED:
            await context.tables.set_chart(table.id, row.seat, chart_state="")
        await PrivateCharts(context, interaction.client).refresh(table.id, person)
        row = (await context.tables.get(table.id)).row_of(person.id)
    if row is None or row.chart_state != OPEN or row.chart_channel is None:
        raise TableError(
            "Discord still won’t deliver the bot’s DMs to you. Allow direct messages in this server’s "
            "privacy settings and press **Send by Message** again, or keep using **My View**."
        )
    link = table_text.link(None, row.chart_channel, row.chart)
    return gettext("Your chart is in your DMs: {link}", link=link)
