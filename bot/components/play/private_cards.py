"""Private cards: on these people play a table, one each.

They are sent, edited, refreshed and cleared away here. Discord lets a private card be edited or deleted for
15 minutes after the latest press on it. After that, and after a restart, it is forgotten, unless a feature
has stored its token (:func:`webhook_of`), and the public card's buttons open a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

import discord
import structlog
from cachetools import TTLCache

from bot.components.hooks import BotContext
from bot.components.interactions import channels
from bot.components.interactions.card import Card, as_edit
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.interactions.replies import (
    DEFERRAL,
    acknowledged,
    replace_card,
    send_card,
)
from bot.components.interactions.reply_tokens import can_only_reply
from bot.components.publishing.publisher import PublishingClient
from bot.games.core import RulesError
from bot.languages import speak, spoken
from bot.tables.errors import Stale
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.table import Table

log: Final = structlog.get_logger(__name__)
MAX_TABLES: Final = 1024
"""Tables whose private cards are known; those least recently played are forgotten."""
TOKEN_SECONDS: Final = 15 * 60
"""How long an interaction's token lives."""
NextCard: TypeAlias = Callable[[BotContext, Table, int], Awaitable[Card]]
"""The card of a person after something happened at a table."""
News: TypeAlias = Callable[[BotContext, Table, int, int], Awaitable[Card | None]]
"""What somebody who only watches gets to know since the version that their card shows; None: nothing."""
Over: TypeAlias = Callable[[Table], bool]
"""Whether what a card asks or tells is settled."""


@dataclass(frozen=True, slots=True)
class PrivateCard:
    """One person's private card of one table."""

    webhook: discord.Webhook
    """Edits its message as long as the token lives. A thousand whole interactions would take much memory."""
    message: int
    expires: datetime
    version: int
    """The version of the table that it shows."""
    asks: bool
    """Whether it asks the person for a move."""
    plays: bool
    """Whether it becomes the next turn's; **Board in Words** and the like stay what they are to the end."""
    held: bool = False
    """Whether a press on it is being answered: nobody else edits it."""
    ready: bool = False
    """Whether it asks for a turn and hasn't been pressed since."""
    passed_over: bool = False
    """Whether they began a turn on the public card though theirs was ready: so it needn't be any more."""
    news: News | None = None
    """Asked after something happened, for a card that isn't one to play on."""
    over: Over | None = None
    """Asked after something happened: once what it asks or tells is settled, it goes."""
    view: bool = False
    """Whether it only shows the table to somebody who isn't to move yet."""

    @property
    def alive(self) -> bool:
        """Whether Discord still lets the bot edit or delete it."""
        return discord.utils.utcnow() < self.expires


def webhook_of(client: discord.Client, token: str) -> discord.Webhook:
    """What edits the messages of an interaction with this token, as ``Interaction.followup`` does."""
    data: Any = {"id": client.application_id, "type": discord.WebhookType.application.value, "token": token}
    return discord.Webhook.from_state(data, client._connection)


class PrivateCards:
    """The private cards that can still be edited; they show the next turn after a table's public card."""

    def __init__(self, context: BotContext, next_card: NextCard) -> None:
        self._context = context
        self._next_card = next_card
        self._tables: TTLCache[int, dict[int, PrivateCard]] = TTLCache(MAX_TABLES, TOKEN_SECONDS)
        self.tasks = Retries("private cards", self._attempt, pauses=())

    def of(self, table_id: int, person: int) -> PrivateCard | None:
        """A person's private card of a table; None when it can't be edited any more."""
        private = self._tables.get(table_id, {}).get(person)
        return private if private is not None and private.alive else None

    def idle(self, table_id: int) -> dict[int, PrivateCard]:
        """The private cards of a table that nobody is pressing on, by person."""
        found = self._tables.get(table_id, {})
        return {who: each for who, each in found.items() if each.alive and not each.held}

    def hold(self, table_id: int, person: int) -> None:
        """A press is being answered by this task: until ``keep``, or its end, nobody else edits the card."""
        task = asyncio.current_task()
        if (private := self.of(table_id, person)) is not None and task is not None:
            held = self._tables[table_id][person] = replace(private, held=True)
            task.add_done_callback(lambda _: self._release(table_id, person, held))

    def _release(self, table_id: int, person: int, held: PrivateCard) -> None:
        """A press that kept nothing, such as one that failed, is over."""
        if self.of(table_id, person) is held:
            self._tables[table_id][person] = replace(held, held=False)
            self.table_shown(table_id)

    def keep(self, table_id: int, person: int, private: PrivateCard) -> PrivateCard | None:
        """Note the private card of a person; another one that it takes the place of."""
        alive = {who: each for who, each in self._tables.get(table_id, {}).items() if each.alive}
        self._tables[table_id] = alive | {person: private}
        before = alive.get(person)
        return before if before is not None and before.message != private.message else None

    def forget_person(self, person: int) -> None:
        """Somebody is forgotten, and so are their private cards."""
        for cards in self._tables.values():
            cards.pop(person, None)

    def forget(self, table_id: int, person: int, message: int) -> None:
        """A message is no private card any more."""
        cards = self._tables.get(table_id, {})
        if person in cards and cards[person].message == message:
            del cards[person]

    def table_shown(self, table_id: int) -> None:
        """Refresh the private cards of a table soon. Never blocks, never raises."""
        seen = {private.version for private in self.idle(table_id).values()}
        newest = self._context.tables.cache.peek(table_id)
        # Whoever has just played has the next choice already.
        if seen and (newest is None or newest.status != "playing" or seen != {newest.version}):
            self.tasks.wake(table_id, newest)

    async def _attempt(self, table_id: int, _last: bool) -> Outcome:
        try:
            table = await self._context.tables.get(table_id)
            for person, private in self.idle(table_id).items():
                await self._refresh(table, person, private)
        except Exception:
            log.exception("the private cards of a table couldn't be refreshed")
        return "done"

    async def _refresh(self, table: Table, person: int, private: PrivateCard) -> None:
        if table.private:
            return
        if private.news is not None and private.version != table.version:
            speak(await self._context.languages.of_person(person))
            if (card := await private.news(self._context, table, person, private.version)) is not None:
                await self._edit(table, person, private, card)
                if table.status != "playing":
                    self.forget(table.id, person, private.message)
                return
        if table.status != "playing":
            seen = await self._context.tables.at(table, private.version)
            if private.plays or (seen is not None and seen.status == "playing"):
                # The public card tells the end.
                self.forget(table.id, person, private.message)
                await _delete(private)
            return
        if private.over is not None and private.over(table):
            self.forget(table.id, person, private.message)
            await _delete(private)
            return
        if not private.plays:
            return
        seat = table.acting_seat(person)
        if not private.asks if seat is None else private.asks and not table.is_stale(seat, private.version):
            return
        if seat is not None and private.passed_over:
            return
        # Until it is sent: its lists and buttons are spelt out then.
        speak(await self._context.languages.of_person(person))
        try:
            card = await self._next_card(self._context, table, person)
        except RulesError as refusal:
            log.info("a private card has nothing to show", reason=str(refusal), table=table.id)
            return
        await self._edit(table, person, private, card, asks=seat is not None)

    async def _edit(
        self, table: Table, person: int, private: PrivateCard, card: Card, *, asks: bool = False
    ) -> None:
        if self.of(table.id, person) is not private:
            return  # it was pressed meanwhile
        fresh = replace(private, version=table.version, asks=asks, ready=asks, view=False)
        self.keep(table.id, person, fresh)
        try:
            await private.webhook.edit_message(private.message, **as_edit(card))
        except CONNECTION_ERRORS as error:
            log.info("a private card couldn't be refreshed", error=str(error), table=table.id)
            self.forget(table.id, person, private.message)


class PlayClient(PublishingClient):
    """The bot as those who play know it."""

    private_cards: PrivateCards


Interaction: TypeAlias = discord.Interaction[PlayClient]
"""A command, press or form, for what needs the private cards."""


async def answered_publicly(interaction: Interaction, table: Table) -> bool:
    """Whether everybody sees the card to play on that was pressed.

    Whoever plays alone chooses there, in everybody's language. Otherwise nobody else edits the person's
    private card until it is answered.
    """
    message = interaction.message
    public = (
        message is not None
        and not message.flags.ephemeral
        # In a game with others, the buttons that everybody sees are answered in private.
        and interaction.extras[DEFERRAL].private is None
        and table.alone
        and not table.private
        # In direct messages, private cards are messages like any other.
        and (
            interaction.guild_id is not None
            or can_only_reply(interaction)
            or message.id == await _newest_card(interaction, table)
        )
    )
    if public:
        speak(await interaction.client.context.languages.of_table(table))
    else:
        interaction.client.private_cards.hold(table.id, interaction.user.id)
    return public


async def _newest_card(interaction: Interaction, table: Table) -> int | None:
    """The message that is the newest card of ``table``."""
    if table.address.shown < table.version:
        # It can be pressed before it's noted.
        async with interaction.client.publisher.messages.locks.lock(table.id):
            table = await interaction.client.context.tables.get(table.id)
    return table.address.card


async def open_private_card(
    interaction: Interaction,
    table: Table,
    card: Card,
    *,
    plays: bool = True,
    news: News | None = None,
    over: Over | None = None,
    view: bool = False,
) -> None:
    """Send ``card`` of ``table`` as the person's private card; the one before goes.

    ``plays``, ``news``, ``over``, ``view``: see ``PrivateCard``.
    """
    message = await send_card(interaction, card)
    await _keep(interaction, table, message.id, plays=plays, news=news, over=over, view=view)


async def open_aside(interaction: Interaction, table: Table, card: Card, over: Over) -> None:
    """Send ``card``, which goes once it is ``over``; where a card to play on is open, that stays theirs."""
    if _playing(interaction, table):
        await send_card(interaction, card)
        return
    await open_private_card(interaction, table, card, plays=False, over=over)


async def update_aside(interaction: Interaction, table: Table, card: Card, over: Over | None) -> None:
    """Show ``card`` on the card of :func:`open_aside` whose button was pressed."""
    if _playing(interaction, table):
        await replace_card(interaction, card)
        return
    await update_private_card(interaction, table, card, plays=False, over=over)


def _playing(interaction: Interaction, table: Table) -> bool:
    """Whether the person has a card to play on that can still be edited."""
    private = interaction.client.private_cards.of(table.id, interaction.user.id)
    return private is not None and private.plays


async def update_private_card(
    interaction: Interaction,
    table: Table,
    card: Card,
    *,
    plays: bool = True,
    ready: bool = False,
    news: News | None = None,
    over: Over | None = None,
    view: bool = False,
) -> None:
    """Show ``card`` of ``table`` on the private card whose button was pressed.

    ``plays``, ``ready``, ``news``, ``over``, ``view``: see ``PrivateCard``.
    """
    if (message := await replace_card(interaction, card)) is not None:
        about = {"plays": plays, "ready": ready, "view": view}
        await _keep(interaction, table, message.id, **about, news=news, over=over)


async def update_table_card(interaction: Interaction, table: Table, card: Card) -> None:
    """Show ``card`` of ``table`` on everybody's card whose button was pressed.

    :raises Stale: when the table has gone on, or that card isn't its newest.
    """
    context = interaction.client.context
    if interaction.message is not None:
        interaction.client.publisher.messages.languages[interaction.message.id] = spoken()
    if interaction.guild_id is None or not channels.can_post(interaction.client, table):
        # The publisher may have only this press to show it with, and wait for its answer.
        await replace_card(interaction, card)
        return
    publisher = interaction.client.publisher
    # It comes after what has happened so far, such as a first hint, and before what happens next.
    await publisher.tasks.attempted(table.id)
    async with publisher.messages.locks.lock(table.id):
        newest = await context.tables.get(table.id)
        message = interaction.message
        if newest.version != table.version or message is None or message.id != newest.address.card:
            raise Stale
        await replace_card(interaction, card)


async def move_private_card(interaction: Interaction, table: Table, card: Card) -> None:
    """Send ``card`` of ``table`` below everything else, instead of the private card that was pressed."""
    await acknowledged(interaction)
    message = await send_card(interaction, card)
    with contextlib.suppress(discord.HTTPException):
        await interaction.delete_original_response()
    if interaction.message is not None:
        cards = interaction.client.private_cards
        cards.forget(table.id, interaction.user.id, interaction.message.id)
    await _keep(interaction, table, message.id, plays=True)


async def _keep(
    interaction: Interaction,
    table: Table,
    message: int,
    *,
    plays: bool,
    ready: bool = False,
    news: News | None = None,
    over: Over | None = None,
    view: bool = False,
) -> None:
    """Note ``message`` as the person's private card of ``table``; the one before goes."""
    context, person, number = interaction.client.context, interaction.user.id, table.header.id
    asks = table.acting_seat(person) is not None
    cards = interaction.client.private_cards
    private = PrivateCard(
        *(interaction.followup, message, interaction.expires_at, table.version, asks, plays),
        ready=ready and asks,
        news=news,
        over=over,
        view=view,
    )
    if (last := cards.of(number, person)) is not None:
        passed_over = last.passed_over or (last.ready and last.message != message)
        private = replace(private, passed_over=passed_over)
    before = cards.keep(number, person, private)
    if before is not None:
        await _replaced(before)
    newest = context.tables.cache.kept.get(number)
    waits = plays or over is not None or news is not None
    if waits and (newest is None or newest.version != table.version or newest.status != "playing"):
        # What happened meanwhile found the private card held.
        interaction.client.publisher.shown(number)


async def _replaced(private: PrivateCard) -> None:
    """Delete a private card, unless all that it does is tell how a turn was played."""
    if private.asks or private.view or not private.plays:
        await _delete(private)


async def _delete(private: PrivateCard) -> None:
    try:
        await private.webhook.delete_message(private.message)
    except CONNECTION_ERRORS as error:
        log.info("an older private card couldn't be deleted", error=str(error))
