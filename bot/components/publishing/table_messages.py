"""Shows one version of a table on Discord: its lobby, its thread, its cards, its charts.

A new turn gets a new card and one ping, and the card before it loses its buttons; later parts of the same
turn edit the card, and so does every turn of somebody who plays alone. So does what people ask of each other:
a line below it notifies those who have to answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext
from bot.components.interactions import channels
from bot.components.interactions.card import Card, files, layout
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, UNKNOWN_CHANNEL, lost, passes
from bot.components.interactions.replies import answered_with
from bot.components.interactions.reply_tokens import ReplyTokens
from bot.components.interactions.visibility import still_sees
from bot.languages import gettext, names, speak, speaking, spoken
from bot.tables import server_rules
from bot.tables.errors import TableError, TryAgainError
from bot.tables.events import timeouts
from bot.tables.model.table import LIVE, Table
from bot.tables.pending_followups import Followup
from bot.tables.service import KeyedLocks
from data.store.records import NOWHERE

from . import posting, text
from .followups import Followups
from .notifications import Notifications, send_direct_message
from .private_charts import PrivateCharts

log: Final = structlog.get_logger(__name__)
MAX_CARDS: Final = 4096
"""Cards whose language is known; an older one is retired in the language of its server."""
CLOCKS_DIFFER: Final = timedelta(minutes=10)
"""By how much Discord's clock may be behind this machine's."""


class TableMessages:
    """Shows tables on Discord; the caller retries after an error."""

    def __init__(self, context: BotContext, client: discord.Client) -> None:
        self._context = context
        self._service = context.tables
        self._client = client
        self.locks: KeyedLocks[int] = KeyedLocks()
        """By a table's number: one change of its public messages at a time."""
        self.followups = Followups(context.tables, self._follow_up, self._is_ours)
        self.charts = PrivateCharts(context, client, self.followups.wake)
        self.notifications = Notifications(context, client, self.followups)
        self.reply_tokens = ReplyTokens()
        self.languages: LRUCache[int, str] = LRUCache(MAX_CARDS)
        """In which language each card stands, by its message."""
        self.answering: set[tuple[int, int]] = set()
        """The draw offers whose presses are still being answered: their tables, and who made them."""

    async def show(self, table: Table) -> bool:
        """Show ``table`` and note that. Returns whether that was possible.

        :raises discord.HTTPException: when the error may pass, or the channel refuses for good.
        """
        begun = table
        if table.private:
            return await self._note(begun)
        if table.game.secrets and table.state is not None:
            self.followups.expect(table.id, Followup("charts"))
            interaction = self.reply_tokens.latest(table.id)
            if interaction is not None and self.charts.played(table, interaction):
                self.followups.expect(table.id, Followup("charts", person=interaction.user.id))
        if not channels.can_post(self._client, table):
            return await self._answer(table)
        before = await self._before(table)
        if table.seating.left != (before.seating.left if before is not None else frozenset()):
            # The store has noted the charts of those who were replaced.
            await self.followups.resume()
            self.followups.expect(table.id, Followup("lobby", channel=table.address.channel or 0))
        begins_or_ends = before is None or before.status != "playing" or table.status != "playing"
        ended_before = before is not None and before.status == table.status == "over"
        if table.status == "over" and not ended_before:
            for person in await self._also_told(table):
                self.followups.expect(table.id, Followup("letter", table.version, person))
        if begins_or_ends and not ended_before:
            try:
                await self.lobby(table)
            except discord.HTTPException as error:
                if not lost(error) or not await self._without_home(table, error):
                    raise
                return await self._note(table)
            table = await self._service.get(table.id)
        if table.status not in (begun.status, "playing"):
            # It has ended meanwhile; its lobby shows that as well.
            await self.lobby(table)
        if table.address.channel is None:
            # A game that has begun meanwhile gets its thread with its own version.
            return await self._note(begun)
        return await self._board(table, before) or await self._note(table)

    async def _note(self, table: Table) -> bool:
        """Note that this version of ``table`` is shown. Returns True."""
        await self.followups.note(table.id, shown=table.version)
        return True

    async def _follow_up(self, table_id: int, followup: Followup, last: bool) -> bool | None:
        """Do one follow-up of a table. Returns False when Discord refuses it for now, None if it waits.

        :raises Exception: when it may succeed later.
        """
        async with self.locks.lock(table_id):
            pass  # the card comes first
        try:
            table = await self._service.get(table_id)
        except TableError:
            return True
        speak(await self._context.languages.of_table(table))
        match followup.kind:
            case "charts" if self.charts.waits(table, followup.person):
                return None
            case "charts":
                # What happens meanwhile asks for them again.
                await self.charts.deliver(table, followup.person or None)
                return True
            case "letter":
                return await self._send_message(table, followup, last=last)
            case "lobby":
                return await self._update_lobby(table, followup.channel)
            case "card":
                return await self._remove_buttons(table, followup)

    async def _is_ours(self, table_id: int) -> bool:
        """Whether this process looks after a table, or after what is left of one that is gone."""
        try:
            table = await self._service.get(table_id)
        except (TableError, TryAgainError):
            return True
        return self._service.store.part.holds(table.address.guild)

    async def _send_message(self, table: Table, message: Followup, *, last: bool) -> bool:
        """Notify somebody by direct message; if that isn't possible, at the table."""
        person = message.person
        chosen = await self.notifications.chosen_by(person, table)
        involved = (
            person == table.header.opponent or person in table.seating or table.agreements.replaced(person)
        )
        watches = not involved and (
            # Each turn, or at the end.
            person in (await self._context.features.turn_extras(self._context, table)).pings
            if table.status == "playing"
            else person in await self._also_told(table)
        )
        if chosen not in ("direct", "both") and table.status in ("lobby", "playing"):
            return True
        if not (involved or watches) or not (
            message.version == table.version or text.still_concerns(table, person)
        ):
            return True
        # Who only watches may have lost the channel, and then the game is none of theirs any more.
        if watches and not await still_sees(self._client, table, person):
            return True
        known = person in self.notifications.refused
        try:
            if await self.notifications.message(table, person):
                return True
        except CONNECTION_ERRORS as error:
            if passes(error) and not (last and chosen == "direct"):
                raise
            log.warning("a direct message couldn't be sent", error=str(error), table=table.id)
        if chosen == "direct" and not known and (involved or table.status == "playing"):
            await self._notify_here(table.id, person)
        return True

    async def _notify_here(self, table_id: int, person: int) -> None:
        """Notify somebody at the table, whom no direct message reached.

        :raises Exception: when that may succeed later.
        """
        async with self.locks.lock(table_id):
            table = await self._service.get(table_id)
            address = table.address
            line = text.fallback_line(table, person)
            if not line.heading:
                return
            try:
                if not channels.can_post(self._client, table):
                    await self.reply_tokens.reply(
                        table.id, line, (address.home, address.channel or address.home)
                    )
                elif address.channel:
                    await self.notifications.post_line(table, line, person)
                elif address.channel is None:
                    once = posting.nonce(f"cn{table.id}.{table.version}", address.home, person)
                    await posting.post_in(self._client, address.home, line, once)
            except CONNECTION_ERRORS as error:
                if passes(error):
                    raise
                log.warning(
                    "a notification in the table's channel couldn't be posted; giving up",
                    error=str(error),
                    table=table.id,
                )

    async def _update_lobby(self, table: Table, thread: int) -> bool:
        """Bring a lobby up to date, and the name of ``thread``. Returns False when Discord still refuses."""
        address = table.address
        # It isn't named after one of several games that go on there.
        if thread and await self._service.store.table_ids_in(thread, LIVE, 2) == [table.id]:
            await channels.rename_thread(self._client, table, thread)
        if address.lobby is None or not channels.can_post(self._client, table):
            return True
        lobby = await self._lobby_card(table)
        cards = [lobby]
        if (
            table.status == "over"
            # In the same channel the final card has the picture.
            and address.channel != address.home
            and channels.may_attach(self._client, address.guild, address.home)
        ):
            picture = await table_cards.illustrate(self._context, table, table.view_for(None))
            cards.insert(0, replace(lobby, pictures=(picture,)))
        return await posting.remove_buttons(self._client, address.home, address.lobby, cards)

    async def _remove_buttons(self, table: Table, old: Followup) -> bool:
        """Take the buttons off an older card. Returns False when Discord refuses.

        A card in somebody's direct messages keeps them as long as it is the newest.
        """
        address = table.address
        if old.message in (address.card, address.lobby):
            return True
        if old.person:
            speak(await self._context.languages.of_person(old.person))
        if old.person and old.version >= table.version and table.status == "playing":
            return False
        if old.person and old.person not in table.seating:
            lines = (
                gettext("Somebody else has taken over your seat, so this card is no longer kept up to date."),
                table_text.way_back(table),
            )
            cards = iter([Card(table_text.heading(table), lines=lines)])
        else:
            before = await self._service.at(table, old.version)
            return await self._retire(table, before, old)
        return await posting.remove_buttons(self._client, old.channel, old.message, cards)

    async def _retire(self, table: Table, before: Table | None, old: Followup) -> bool:
        """Take the buttons off the card that shows ``before``. Returns False when Discord refuses."""
        past = chain(await self._repainted(before, old), self._past(table, before, old))
        return await posting.remove_buttons(self._client, old.channel, old.message, past)

    async def _repainted(self, before: Table | None, old: Followup) -> list[Card]:
        """It with its picture painted anew where that may be the preview of somebody who plays alone."""
        if before is None or not before.solo or before.status != "playing":
            return []
        with suppress(Exception), speaking(self.languages.get(old.message, spoken())):
            picture = await table_cards.illustrate(self._context, before, before.view_for(None))
            past = replace(table_cards.past_card(before), pictures=(picture,))
            return [posting.fitted(self._client, before, past, old.channel)]
        return []

    def _past(self, table: Table, before: Table | None, old: Followup) -> Iterator[Card]:
        """What it may become: its picture stays, whose words are in the language of its file."""
        known = self.languages.get(old.message)
        for language in dict.fromkeys([spoken(), *names()] if known is None else [known, spoken()]):
            with speaking(language):
                past = next(self._without_buttons(table, before, old.channel))
            yield past
        with speaking(known or spoken()):
            as_text = [*self._without_buttons(table, before, old.channel)][1:]
        yield from as_text

    def _without_buttons(self, table: Table, before: Table | None, place: int) -> Iterator[Card]:
        """What an older card in ``place`` may become: what happened, with its picture or as text."""
        if before is None or before.status != "playing" or before.state is None:
            lines = (gettext(table_text.OLD_CARD), table_text.way_back(table))
            return iter([Card(table_text.heading(table), lines=lines)])
        try:
            past = table_cards.past_card(before)
        except Exception:
            log.exception("an older card couldn't be made", game=table.game.key)
            return iter([replace(table_cards.blank_card(before), rows=())])
        return _with_or_without_files(posting.fitted(self._client, before, past, place), before)

    async def _before(self, table: Table) -> Table | None:
        """The version of ``table`` that is shown; None if it was frozen since."""
        shown = table.address.shown
        return await self._service.at(table, shown) if shown >= table.recovered_at else None

    async def lobby(self, table: Table) -> None:
        """Bring the lobby card up to date, and open the table's thread."""
        address = table.address
        if address.channel is not None and table.address.lobby is None:
            return
        lobby, begins = address.lobby, table.status == "playing" and address.channel is None
        outdated, renamed = lobby is not None, 0
        # A game that nobody had to join has begun without a lobby, and so has no thread yet.
        if lobby is None and (table.status == "lobby" or begins):
            card = await self.notifications.mention_in(table, await self._lobby_card(table))
            adopted = await self.reply_tokens.adopt(table.id, card)
            lobby = adopted or await self._post_lobby(table, address.home, card)
            await self._service.set_address(table.id, lobby=lobby)
            self.reply_tokens.heard(table.id)
        if begins:
            table = await self._service.get(table.id)
            rules = await server_rules.load(self._service.store, address.guild)
            wanted = lobby is not None and rules.threads
            thread = await channels.open_thread(self._client, table) if wanted else None
            await self._service.set_address(table.id, channel=thread or address.home)
            # What was posted just now couldn't say where the game is played.
            outdated, renamed = outdated or thread is not None, 0 if thread else address.home
        if lobby is not None and outdated:
            fresh = await self._service.get(table.id)
            if fresh.status in ("playing", "over"):
                # It comes after the card, which people wait for.
                self.followups.expect(table.id, Followup("lobby", channel=renamed))
            elif not await posting.remove_buttons(
                self._client, address.home, lobby, [await self._lobby_card(fresh)]
            ):
                await self.followups.add(table.id, Followup("lobby"))

    async def _post_lobby(self, table: Table, place: int, card: Card, *parts: object) -> int:
        """The message that shows a lobby now; ``parts``: see ``nonce``."""
        if earlier := await self._posted_earlier(table, card, (place,)):
            await self._edited(table, place, earlier.id, card)
            return earlier.id
        once = posting.nonce(f"cl{table.id}", place, *parts)
        return (await posting.post_once(self._client, place, card, once)).id

    async def _posted_earlier(self, table: Table, card: Card, places: Iterable[int]) -> posting.Sent | None:
        """Our message that shows what isn't noted as shown, if Discord may know its nonce no more."""
        address = table.address
        since = await self._behind_since(table)
        if abs(self._service.now() - since) < posting.NONCE_MS:  # a clock may be set back
            return None
        before = datetime.fromtimestamp(since / 1000, UTC) - CLOCKS_DIFFER
        after = address.card or address.lobby or discord.utils.time_snowflake(before)
        found = [await posting.posted_earlier(self._client, table, card, place, after) for place in places]
        return max(filter(None, found), key=lambda each: each.id, default=None)

    async def _behind_since(self, table: Table) -> int:
        """When the first thing happened that isn't noted as shown of ``table``."""
        first = table.address.shown + 1
        for turn in table.turns:
            if turn.seq == first:
                return turn.at
        return (await self._service.at(table, first) or table).last_activity

    async def _answer(self, table: Table) -> bool:
        """Show a table where the bot can only reply; without a reply token, with the next reply."""
        address = table.address
        here = (address.home, address.channel or address.home)
        lobby = await self._lobby_card(table)
        updated = await self.reply_tokens.update_pressed(table.id, address.lobby, lobby, here)
        if table.state is None:
            # What was pressed on a private card, or typed, gets a new lobby: the old one can't be edited.
            if not updated:
                sent = await self.reply_tokens.adopt(table.id, lobby) or await self.reply_tokens.reply(
                    table.id, replace(lobby, pings=()), here
                )
                await self._service.set_address(table.id, lobby=sent or address.lobby)
                self.reply_tokens.heard(table.id)
            return await self._note(table)
        before = await self._before(table)
        if before is not None and before.computers_next and table.computers_next:
            # Several moves of computers would take more replies than there are; the last one shows them all.
            return False
        card = await self._card(table)
        if before is not None and table_cards.same_turn(before, table):
            card = replace(card, pings=text.can_go_on(before, table))
        declined = text.declined_line(before, table, self.answering)
        lines = (text.asked_line, text.reminder_line, text.rematch_line)
        card = text.also_for(card, declined, *(line(before, table) for line in lines))
        card = await self.notifications.mention_in(table, card)
        message = address.card
        stays = table.solo and message and await self._stays(table, before, message, card)
        if not (stays and await self.reply_tokens.update_pressed(table.id, message, card, here)):
            message = await self.reply_tokens.reply(table.id, card, here)
        if message is None:
            return False
        channel = NOWHERE if address.channel is None else address.channel
        await self.followups.note(table.id, shown=table.version, card=message, channel=channel)
        return True

    async def _also_told(self, table: Table) -> list[int]:
        """Those who don't sit at ``table`` and want to hear of its end."""
        context = self._context
        return [told for each in context.features.all for told in await each.also_told(context, table.id)]

    async def _lobby_card(self, table: Table) -> Card:
        extras = await self._context.features.extras(self._context, table)
        card = await table_cards.lobby_card(self._context, table, extras)
        return posting.fitted(self._client, table, card, table.address.home)

    async def _card(self, table: Table) -> Card:
        """The card of a table; one without a board if the game's text functions fail."""
        features = self._context.features
        if table.status != "playing":
            extras = await features.extras(self._context, table)
        else:
            extras = await features.turn_extras(self._context, table)
        try:
            if table.status == "over":
                # Its record goes with it.
                table = await self._service.history(table)
            return await table_cards.table_card(self._context, table, extras)
        except Exception:
            log.exception("a card couldn't be made; showing the table without its board", game=table.game.key)
            return table_cards.blank_card(table)

    async def _board(self, table: Table, before: Table | None) -> bool:
        """Edit the table's card and notify people by a line below it, or post a new card.

        Gives whether the shown version is noted.
        """
        address = table.address
        assert address.channel is not None
        card = await self._card(table)
        same = before is not None and (table_cards.same_turn(before, table) or text.unmoved(before, table))
        reminder = text.reminder_line(before, table)
        declined = text.declined_line(before, table, self.answering)
        asked, waiting = text.asked_line(before, table), text.can_go_on(before, table)
        if same and (asked.pings or waiting):
            card = replace(card, pings=waiting)
        if (
            address.card is not None
            and (same or await self._stays(table, before, address.card, card))
            and await self._edited(table, address.channel, address.card, card)
        ):
            turn = text.turn_line(table, waiting if same else card.pings)
            line = text.joined(asked, turn, declined, reminder, text.rematch_line(before, table))
            if line.heading:
                line = await self.notifications.mention_in(table, line)
                await self.notifications.post_line(table, line)
            elif not same or text.outdated(before, table):
                await self.notifications.remove_line(table)
            return False
        if reminder.heading:
            card = replace(card, lines=(*card.lines, reminder.heading))
        return await self.post(table, before, text.also_for(card, asked, reminder, declined))

    async def post(self, table: Table, before: Table | None, card: Card) -> bool:
        """Post a new card of a table; the one that shows ``before`` then loses its buttons.

        Returns whether the shown version is noted.
        """
        card_before, place = table.address.card, table.address.channel or 0
        version = before.version if before is not None else 0
        old = Followup("card", version, channel=place, message=card_before) if card_before else None
        here = await self.notifications.mention_in(table, card)
        try:
            message, notify = await self._posted(table, here)
        except discord.HTTPException as error:
            if not lost(error):
                raise
            if old is not None:
                self.followups.expect(table.id, old)
            if not await self._without_channel(table, card):
                raise
            return False
        moved = {"channel": message.channel} if message.channel != table.address.channel else {}
        if notify:
            # Before the card is noted: a restart in between would leave people without it.
            await self.notifications.post_line(table, text.turn_line(table, here.pings))
        if old is not None:
            await self.followups.at_once(table.id, old, partial(self._retire, table, before, old))
        # Noted together: a restart in between would take the buttons off the new card, or leave the old ones.
        await self.followups.note(table.id, shown=table.version, card=message.id, **moved)
        if not (notify and here.pings):
            await self.notifications.remove_line(table)
        return True

    async def _posted(self, table: Table, card: Card) -> tuple[posting.Sent, bool]:
        """The message that shows ``card`` now, and whether it was there already and people must be notified.

        A card's nonce is made of the card before it; where none stands, of the version before it, since a
        table may come back to where it had one. So a message whose answer was lost, or that was sent just
        before a kill, comes back, even if the table has gone on since; it is edited then.
        """
        address = table.address
        predecessor = address.card or min(address.shown, table.version - 1)
        earlier = await self._posted_earlier(table, card, posting.places(table))
        while True:
            message = earlier or await posting.post(self._client, table, card, f"ct{table.id}", predecessor)
            earlier = None
            self.languages[message.id] = spoken()
            if message.fresh:
                # One that was edited notified people of an earlier version.
                return message, message.edited
            if await self._edited(table, message.channel, message.id, card):
                return message, True
            # Another attempt can't find it where it was: its channel may be gone.
            await self._service.set_address(table.id, card=message.id)
            predecessor = message.id

    async def _edited(self, table: Table, place: int, message: int, card: Card) -> bool:
        """Show ``card`` in the place of a message. Returns False when that is gone or can't be edited."""
        shown = posting.fitted(self._client, table, card, place)
        self.languages[message] = spoken()
        # Whoever pressed a button there waits for an answer: then this is it.
        press = self.reply_tokens.press_on(table.id, message)
        if press is not None and await answered_with(press, shown):
            return True
        return await posting.edit_card(self._client, place, message, shown) is None

    async def _without_home(self, table: Table, error: discord.HTTPException) -> bool:
        """Show a table whose channel refuses its first message. Returns whether that worked."""
        if table.status == "playing":
            return await self._without_channel(table, await self._card(table))
        if error.code == UNKNOWN_CHANNEL:
            await self.close_lobby(table.id)
        return False

    async def _without_channel(self, table: Table, card: Card) -> bool:
        """Show the table by direct message or reply: all its channels refuse. Returns whether it worked."""
        if table.address.guild is None:
            # Direct messages may be possible again with the next turn.
            return await self._answer(table)
        await self.followups.note(table.id, channel=NOWHERE, card=None)
        table = await self._service.get(table.id)
        if not channels.can_post(self._client, table):
            return await self._answer(table)
        # By direct message the card itself is what people need, also if they have just moved.
        claimants = (each.id for each in table.claimants)
        people = tuple(dict.fromkeys((*card.pings, *table_cards.concerned(table), *claimants)))
        # It loses its buttons after the next move, so whoever plays alone chooses on a private card, too.
        rows = tuple(
            tuple(replace(each, verb="first") if each.verb == "pick" else each for each in row)
            for row in card.rows
        )
        return await self._deliver(
            table,
            replace(
                card,
                pings=people,
                rows=rows,
                lines=(
                    gettext(
                        "*The bot can’t reach this table’s channel, so the game continues here and with* "
                        "`/move`*.*"
                    ),
                    *card.lines,
                ),
            ),
        )

    async def _deliver(self, table: Table, card: Card) -> bool:
        """Send ``card`` by direct message to whom it notifies. Returns whether it reached anybody.

        :raises discord.HTTPException: for an error that may pass, after all others got theirs.
        """
        reached, failure = not card.pings, None
        for person in await self.notifications.reachable(card.pings, table):
            try:
                message = await send_direct_message(
                    self._client,
                    person,
                    view=layout(card),
                    files=files(card),
                    nonce=posting.nonce(f"ca{table.id}.{table.version}", person),
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
                await self.followups.add(table.id, old)
        if failure is not None:
            raise failure
        return reached

    async def close_lobby(self, table_id: int) -> None:
        """Close a lobby whose channel is gone, and tell its people."""
        service = self._service
        closed = await service.change(
            table_id, lambda table: timeouts.close_unreachable(table, service.now())
        )
        await self.notifications.message_everyone(closed)

    async def _stays(self, table: Table, before: Table | None, message: int, card: Card) -> bool:
        """Whether ``card``, the next turn's, takes the place of the last one's message.

        It does if somebody plays solo, up to the end if they are there to see it; and if a server wants it.
        After an hour it does only as the answer to a press there, which it is where somebody plays solo.
        """
        pressed = self.reply_tokens.press_on(table.id, message) is not None
        if before is None or before.status != "playing" or not (pressed or posting.can_still_edit(message)):
            return False
        if table.status != "playing":
            return table.solo and table.status == "over" and not card.pings
        return (
            table.solo or (await server_rules.load(self._service.store, table.address.guild)).cards == "edit"
        )

    async def restore(self, table: Table) -> bool:
        """Bring a table's newest card and its charts up to date. Returns whether the card is a new one."""
        if table.game.secrets and table.state is not None:
            await self.followups.add(table.id, Followup("charts"))
        address, lobby = table.address, table.status == "lobby"
        place, message = (address.home, address.lobby) if lobby else (address.channel, address.card)
        assert place
        card = await (self._lobby_card(table) if lobby else self._card(table))
        if message is not None and await self._edited(table, place, message, card):
            return False
        if lobby:
            sent = await self._post_lobby(table, place, replace(card, pings=()), message)
            await self._service.set_address(table.id, lobby=sent, shown=table.version)
            if message is not None:
                old = Followup("card", table.version, channel=place, message=message)
                await self.followups.add(table.id, old)
        else:
            try:
                # People were notified when the turn began.
                await self.post(table, table, replace(card, pings=()))
            finally:
                # If no other card stands, the old one is kept.
                self.followups.wake(table.id)
        return True


def _with_or_without_files(card: Card, table: Table) -> Iterator[Card]:
    """``card``, and then its board as text, which is hardly ever needed and made only then."""
    yield card
    if card.pictures:
        yield posting.without_files(card, table)
