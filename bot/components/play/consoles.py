"""Private cards that stay: one a person and table, which is sent, edited, refreshed and cleared away here."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import discord
import structlog

from bot.components.interactions.card import Card, as_edit
from bot.components.interactions.consoles import Console, PrivateMessage
from bot.components.interactions.context import BotContext, Interaction
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.interactions.replies import acknowledged, replace_card, send_card
from bot.components.publishing.publisher import Publisher
from bot.games.core import RulesError
from bot.tables.jobs.retries import Retries
from bot.tables.model.table import Table

log: Final = structlog.get_logger(__name__)
NextCard: TypeAlias = Callable[[BotContext, Table, int], Awaitable[Card]]
"""The card of a person after something happened at a table."""


async def open_console(interaction: Interaction, table: Table, card: Card, *, plays: bool = True) -> None:
    """Send ``card`` of ``table`` as the person's private card; the one before goes.

    ``plays``: see ``Console``.
    """
    await _keep(interaction, table, await send_card(interaction, card), plays=plays)


async def update_console(interaction: Interaction, table: Table, card: Card, *, plays: bool = True) -> None:
    """Show ``card`` of ``table`` on the private card whose button was pressed.

    ``plays``: see ``Console``.
    """
    if (message := await replace_card(interaction, card)) is not None:
        await _keep(interaction, table, message, plays=plays)


async def move_console(interaction: Interaction, table: Table, card: Card) -> None:
    """Send ``card`` of ``table`` below everything else, instead of the private card that was pressed."""
    await acknowledged(interaction)
    message = await send_card(interaction, card)
    with contextlib.suppress(discord.HTTPException):
        await interaction.delete_original_response()
    if interaction.message is not None:
        consoles = interaction.client.context.consoles
        consoles.forget(table.id, interaction.user.id, interaction.message.id)
    await _keep(interaction, table, message, plays=True)


async def _keep(interaction: Interaction, table: Table, message: PrivateMessage, *, plays: bool) -> None:
    """Note ``message`` as the person's private card of ``table``, and delete the one before."""
    context, person = interaction.client.context, interaction.user.id
    asks = table.acting_seat(person) is not None
    console = Console(message, interaction.expires_at, table.version, asks, plays)
    before = context.consoles.keep(table.id, person, console)
    if before is not None:
        await _delete(before.message)
    newest = context.tables.cache.kept.get(table.id)
    if plays and (newest is None or newest.version != table.version):
        # What happened meanwhile found the console held.
        context.parts[Publisher].shown(table.id)


async def _delete(message: PrivateMessage) -> None:
    try:
        await message.delete()
    except CONNECTION_ERRORS as error:
        log.info("an older private card couldn't be deleted", error=str(error))


class ConsoleRefresher:
    """Shows the next turn on the consoles of a table, after its public card."""

    def __init__(self, context: BotContext, next_card: NextCard) -> None:
        self._context = context
        self._next_card = next_card
        self.tasks = Retries("consoles", self._attempt, lambda: (), hold=context.tables.cache.peek)

    def table_shown(self, table_id: int) -> None:
        """Refresh the consoles of a table soon. Never blocks, never raises."""
        if self._context.consoles.idle(table_id):
            self.tasks.wake(table_id)

    async def close(self) -> None:
        """Stop."""
        await self.tasks.close()

    async def _attempt(self, table_id: int, _last: bool) -> bool:
        try:
            table = await self._context.tables.get(table_id)
            for person, console in self._context.consoles.idle(table_id).items():
                await self._refresh(table, person, console)
        except Exception:
            log.exception("the private cards of a table couldn't be refreshed")
        return False

    async def _refresh(self, table: Table, person: int, console: Console) -> None:
        consoles = self._context.consoles
        if table.private:
            return
        if table.status != "playing":
            seen = await self._context.tables.at(table, console.version)
            if console.plays or (seen is not None and seen.status == "playing"):
                # The public card tells the end.
                consoles.forget(table.id, person, console.message.id)
                await _delete(console.message)
            return
        if not console.plays:
            return
        seat = table.acting_seat(person)
        if not console.asks if seat is None else console.asks and not table.is_stale(seat, console.version):
            return
        try:
            card = await self._next_card(self._context, table, person)
        except RulesError as refusal:
            log.info("a private card has nothing to show", reason=str(refusal), table=table.id)
            return
        if consoles.of(table.id, person) is not console:
            return  # it was pressed meanwhile
        fresh = Console(console.message, console.expires, table.version, seat is not None, plays=True)
        consoles.keep(table.id, person, fresh)
        try:
            await console.message.edit(**as_edit(card))
        except CONNECTION_ERRORS as error:
            log.info("a private card couldn't be refreshed", error=str(error), table=table.id)
            consoles.forget(table.id, person, console.message.id)
