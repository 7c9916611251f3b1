"""What one version of a table brings to Discord: its lobby, its thread, its cards, its charts.

A new turn gets a new card, one ping, and the card before it loses its controls; parts of one turn change the
card in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
import structlog

from bot.components.cards import table_cards, table_text
from bot.components.interactions import channels
from bot.components.interactions.card import Card, layout, mentions
from bot.components.interactions.context import BotContext
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, lost, passes
from bot.components.interactions.reply_tokens import ReplyTokens
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.locks import KeyedLocks
from bot.tables.model.table import Table
from bot.tables.people import preferences
from data.store.records import NOWHERE

from . import notification_text, orphaned_tables, posting
from .followups import Followup, Followups
from .notifications import Notifications, PingLines
from .private_charts import PrivateCharts

log: Final = structlog.get_logger(__name__)
EDIT_WINDOW: Final = timedelta(hours=1)
"""How long a card is edited where a server wants that: Discord refuses more edits of older ones (30046)."""


class Sync:
    """Shows tables on Discord in their present state; the caller retries after an error."""

    def __init__(
        self, context: BotContext, client: discord.Client, pauses: Callable[[], Sequence[float]]
    ) -> None:
        self._context = context
        self._service = context.tables
        self._studio = context.studio
        self._client = client
        self._charts = PrivateCharts(context, client)
        self.locks: KeyedLocks[int] = KeyedLocks()
        """By a table's number: changes of its public messages wait for each other."""
        self.followups = Followups(context.tables.store, self._follow_up, self._is_ours, pauses)
        self.notifications = Notifications(context, client, self.followups)
        self._lines = PingLines(context.tables.store, client, self.notifications)
        self.reply_tokens = ReplyTokens()
        self.edited_for = EDIT_WINDOW

    async def show(self, table: Table) -> bool:
        """Show ``table`` in its present state and note that; whether that was possible.

        :raises discord.HTTPException: when the fault may pass, or the place refuses for good.
        """
        begun = table
        if table.private:
            return await self._note(begun)
        if table.game.secrets and table.state is not None:
            await self.followups.add(table.id, Followup("charts"))
        if not channels.can_post(self._client, table):
            return await self._answer(table)
        self.reply_tokens.drop(table.id)
        before = await self._before(table)
        begins_or_ends = before is None or before.status != "playing" or table.status != "playing"
        if begins_or_ends:
            await self._lobby(table)
            table = await self._service.get(table.id)
        if table.status not in (begun.status, "playing"):
            # It has ended meanwhile, which its lobby says as well.
            await self._lobby(table)
        if table.address.channel is None:
            # Whatever has happened meanwhile has its own turn: a game that has begun has no thread yet.
            return await self._note(begun)
        return await self._board(table, before) or await self._note(table)

    async def _note(self, table: Table) -> bool:
        """Note that this version of ``table`` is shown; True."""
        await self._service.store.set_address(table.id, shown=table.version)
        return True

    async def _follow_up(self, table_id: int, followup: Followup, last: bool) -> bool:
        """Do what follows the card of a table; False when Discord refuses it for now.

        :raises Exception: when it may succeed later.
        """
        async with self.locks.lock(table_id):
            # The card comes first.
            pass
        try:
            table = await self._service.get(table_id)
        except TableError:
            return True
        match followup.kind:
            case "charts":
                return await self._deliver_charts(table)
            case "letter":
                return await self._write_letter(table, followup, last=last)
            case "lobby":
                return await self._update_lobby(table)
            case "card":
                return await self._strip(table, followup)

    async def _is_ours(self, table_id: int) -> bool:
        """Whether this process looks after a table, or after what is left of one that is gone."""
        try:
            table = await self._service.get(table_id)
        except TableError:
            return True
        return self._service.store.part.holds(table.address.guild)

    async def _deliver_charts(self, table: Table) -> bool:
        """Bring the private charts up to date, with what happens meanwhile; the card says who gets none."""
        told = table_text.closed_charts(table)
        try:
            while True:
                await self._charts.deliver(table)
                charted, table = table, await self._service.get(table.id)
                if table.version == charted.version:
                    return True
        finally:
            async with self.locks.lock(table.id):
                table = await self._service.get(table.id)
                if table_text.closed_charts(table) != told:
                    await self._refresh(table)

    async def _refresh(self, table: Table) -> None:
        """Bring a card that shows the newest version up to date in place."""
        address = table.address
        if address.card is None or address.shown < table.version or table.state is None:
            return
        card = await self._card(table)
        if not channels.can_post(self._client, table):
            await self.reply_tokens.update_reply(table.id, address.card, card)
        elif address.channel:
            channel = channels.partial_channel(self._client, address.guild, address.channel)
            await posting.edit_card(self._client, channel, address.card, card)

    async def _write_letter(self, table: Table, letter: Followup, *, last: bool) -> bool:
        """Tell somebody of a table by direct message; at the table where that is not possible."""
        person = letter.person
        chosen = (await preferences.load(self._service.store, person)).pings
        involved = person == table.header.opponent or any(each.id == person for each in table.people)
        if chosen not in ("direct", "both") and table.status in ("lobby", "playing"):
            return True
        if not involved or not (
            letter.version == table.version or notification_text.still_concerns(table, person)
        ):
            return True
        known = person in self.notifications.refused
        try:
            if await self.notifications.message(table, person):
                return True
        except discord.HTTPException as error:
            if passes(error) and not last:
                raise
            log.warning("a direct message is given up", code=error.code, table=table.id)
        except CONNECTION_ERRORS:
            if not last:
                raise
        if chosen == "direct" and not known:
            await self._tell_here(table.id, person)
        return True

    async def _tell_here(self, table_id: int, person: int) -> None:
        """Tell somebody at the table what a direct message could not."""
        async with self.locks.lock(table_id):
            table = await self._service.get(table_id)
            address = table.address
            line = notification_text.fallback_line(table, person)
            if line is None:
                return
            try:
                if not channels.can_post(self._client, table):
                    await self.reply_tokens.reply(
                        table.id, line, (address.home, address.channel or address.home)
                    )
                elif address.channel:
                    await self._lines.post(table, line, person)
                elif address.channel is None:
                    home = channels.partial_channel(self._client, address.guild, address.home)
                    once = posting.nonce(f"cn{table.id}.{table.version}", home.id, person)
                    await home.send(view=layout(line), allowed_mentions=mentions(line), nonce=once)
            except CONNECTION_ERRORS as error:
                log.warning("a line is given up", error=str(error), table=table.id)

    async def _update_lobby(self, table: Table) -> bool:
        """Bring a lobby that could not be changed up to date; False when Discord still refuses."""
        address = table.address
        if address.lobby is None or not channels.can_post(self._client, table):
            return True
        home = channels.partial_channel(self._client, address.guild, address.home)
        return await posting.remove_buttons(self._client, home, address.lobby, table_cards.lobby_card(table))

    async def _strip(self, table: Table, old: Followup) -> bool:
        """Take the buttons off an older card; False when Discord refuses.

        A card in somebody's direct messages keeps them as long as it is the newest.
        """
        address = table.address
        if old.message in (address.card, address.lobby):
            return True
        if old.person and old.version >= table.version and table.status == "playing":
            return False
        channel = channels.partial_channel(self._client, address.guild, old.channel)
        before = await self._service.at(table, old.version)
        return await posting.remove_buttons(
            self._client, channel, old.message, *await self._without_buttons(table, before)
        )

    async def _without_buttons(self, table: Table, before: Table | None) -> tuple[Card, ...]:
        """What an older card may become: as it was ``before``, with its picture or with the board as text."""
        if before is None or before.status != "playing" or before.state is None:
            way = table_text.way_back(table)
            return (Card(f"### {table_text.title(table)}", lines=("This card is out of date.", way)),)
        bare = (await self._card(before, painted=False)).bare()
        return (bare, posting.without_files(bare, before)) if bare.pictures else (bare,)

    async def _retire(self, table: Table, before: Table | None) -> None:
        """Take the buttons off the card that was a table's newest; later, where that is not possible now."""
        address = table.address
        assert address.card is not None
        assert address.channel is not None
        channel = channels.partial_channel(self._client, address.guild, address.channel)
        cards = await self._without_buttons(table, before)
        try:
            if await posting.remove_buttons(self._client, channel, address.card, *cards):
                return
        except CONNECTION_ERRORS as error:
            log.info("an older card keeps its buttons for now", error=str(error), table=table.id)
        version = before.version if before is not None else 0
        old = Followup("card", version, channel=address.channel, message=address.card)
        await self.followups.add(table.id, old)

    async def _before(self, table: Table) -> Table | None:
        """The version of ``table`` that is shown; None where it was frozen since."""
        shown = table.address.shown
        return await self._service.at(table, shown) if shown >= table.recovered_at else None

    async def _lobby(self, table: Table) -> None:
        """Bring the lobby card up to date, and open the table's thread."""
        address = table.address
        if address.channel is not None and table.address.lobby is None:
            return
        home = channels.partial_channel(self._client, address.guild, address.home)
        lobby = address.lobby
        if lobby is None and table.status == "lobby":
            card = await self.notifications.mention_in(table, table_cards.lobby_card(table))
            message = await home.send(
                view=layout(card),
                allowed_mentions=mentions(card),
                nonce=posting.nonce(f"cl{table.id}", home.id),
                silent=not card.pings,
            )
            lobby = message.id
            await self._service.store.set_address(table.id, lobby=lobby)
        if table.status == "playing" and address.channel is None:
            rules = await server_rules.load(self._service.store, address.guild)
            wanted = lobby is not None and rules.threads
            thread = await channels.open_thread(self._client, table) if wanted else None
            await self._service.store.set_address(table.id, channel=thread or address.home)
        if lobby is not None and address.lobby is not None:
            fresh = await self._service.get(table.id)
            if not await posting.remove_buttons(self._client, home, lobby, table_cards.lobby_card(fresh)):
                await self.followups.add(table.id, Followup("lobby"))

    async def _answer(self, table: Table) -> bool:
        """Show a table where the bot can only reply; without a reply token, with the next reply."""
        begun = table
        address = table.address
        here = (address.home, address.channel or address.home)
        await self.reply_tokens.update_pressed(table.id, address.lobby, table_cards.lobby_card(table), here)
        if table.state is None:
            return await self._note(begun)
        before = await self._before(table)
        asked = Card("", pings=notification_text.newly_asked(before, table))
        card = notification_text.also_for(
            await self._card(table), asked, notification_text.declined_line(before, table)
        )
        card = await self.notifications.mention_in(table, card)
        message = await self.reply_tokens.reply(table.id, card, here)
        if message is None:
            return False
        channel = NOWHERE if address.channel is None else address.channel
        await self._service.store.set_address(table.id, card=message, channel=channel, shown=table.version)
        return True

    async def _card(self, table: Table, *, painted: bool = True) -> Card:
        """The card of a table; one that says so where the game's own parts fail."""
        try:
            return await table_cards.table_card(self._studio if painted else None, table)
        except Exception:
            # An error in a game's texts hides its board, and stops no table.
            log.exception("a card can't be made", game=table.game.key)
            return table_cards.blank_card(table)

    async def _board(self, table: Table, before: Table | None) -> bool:
        """Edit the table's card, with a line below it for those to be notified, or post a new one.

        Whether it is noted what is shown.
        """
        address = table.address
        assert address.channel is not None
        channel = channels.partial_channel(self._client, address.guild, address.channel)
        card = await self._card(table)
        same = before is not None and table_cards.same_turn(before, table)
        reminder, declined = (
            notification_text.reminder_line(before, table),
            notification_text.declined_line(before, table),
        )
        if asked := notification_text.newly_asked(before, table):
            # An edit notifies nobody: what somebody has to answer gets a new card.
            card = replace(card, pings=asked if same else tuple(dict.fromkeys((*card.pings, *asked))))
            same = False
        stays = address.card is not None and (same or await self._stays(table, before))
        if stays and await posting.edit_card(self._client, channel, address.card or 0, card):
            turn = None if same else notification_text.turn_line(card, asked)
            line = notification_text.joined(turn, declined, reminder)
            if line is not None:
                await self._lines.notify(table, line)
            elif notification_text.deadlines_changed(before, table):
                await self._lines.remove(table)
            return False
        if address.card is not None:
            await self._retire(table, before)
        return await self._post(
            table, notification_text.also_for(notification_text.with_line(card, reminder), declined)
        )

    async def _post(self, table: Table, card: Card) -> bool:
        """A new card of a table, in the place of the one that was its newest; whether that is noted."""
        here = await self.notifications.mention_in(table, card)
        try:
            message, calls = await self._posted(table, here)
        except discord.HTTPException as error:
            if not lost(error) or not await self._without_channel(table, card):
                raise
            return False
        moved = {"channel": message.channel.id} if message.channel.id != table.address.channel else {}
        # Noted at once with what it shows: a start in between would take the buttons off the new card.
        await self._service.store.set_address(table.id, card=message.id, shown=table.version, **moved)
        await self._lines.remove(table)
        if calls and here.pings:
            table = await self._service.get(table.id)
            await self._lines.post(table, notification_text.turn_line(here, ()))
        return True

    async def _posted(self, table: Table, card: Card) -> tuple[discord.Message, bool]:
        """The message that shows ``card`` now; whether it was there and still has to notify people.

        A card's nonce is made of the one before it: a message whose answer was lost, or that was sent just
        before a kill, comes back though the table has gone on since, and keeps no buttons of its own.
        """
        predecessor = table.address.card
        while True:
            message = await posting.post(self._client, table, card, f"ct{table.id}", predecessor)
            if posting.has_buttons_of(message, card):
                return message, False
            channel = channels.partial_channel(self._client, table.address.guild, message.channel.id)
            if await posting.edit_card(self._client, channel, message.id, card):
                return message, True
            predecessor = message.id

    async def _without_channel(self, table: Table, card: Card) -> bool:
        """Go on by direct message or reply, since every channel of the table refuses; whether it worked."""
        await self._service.store.set_address(table.id, channel=NOWHERE, card=None)
        table = await self._service.get(table.id)
        if not channels.can_post(self._client, table):
            return await self._answer(table)
        return await orphaned_tables.deliver(self._context, self._client, self.followups, table, card)

    async def _stays(self, table: Table, before: Table | None) -> bool:
        """Whether the next turn edits the present card: where the server wants that, within an hour."""
        card = table.address.card
        if card is None or before is None or not before.status == table.status == "playing":
            return False
        if discord.utils.utcnow() - discord.utils.snowflake_time(card) >= self.edited_for:
            return False
        return (await server_rules.load(self._service.store, table.address.guild)).cards == "edit"

    async def restore(self, table: Table) -> bool:
        """Bring the newest card of a live table up to date; True when it was lost and is posted again."""
        address, lobby = table.address, table.status == "lobby"
        place, message = (address.home, address.lobby) if lobby else (address.channel, address.card)
        assert place
        card = table_cards.lobby_card(table) if lobby else await self._card(table)
        channel = channels.partial_channel(self._client, address.guild, place)
        if message is not None and await posting.edit_card(self._client, channel, message, card):
            return False
        if lobby:
            once = posting.nonce(f"cl{table.id}", channel.id, message)
            sent = await channel.send(
                view=layout(card), nonce=once, silent=True, allowed_mentions=discord.AllowedMentions.none()
            )
            await self._service.store.set_address(table.id, lobby=sent.id, shown=table.version)
            if message is not None:
                old = Followup("card", table.version, channel=place, message=message)
                await self.followups.add(table.id, old)
        else:
            if message is not None:
                await self._retire(table, table)
            # Those who are to act were notified when the turn began.
            await self._post(table, replace(card, pings=()))
        return True
