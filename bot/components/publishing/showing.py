"""Showing: what one version of a table brings to Discord: its lobby, its thread, its cards, its charts.

A new turn gets a new card, one ping, and the card before it loses its controls; parts of one turn change the
card in place.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
import structlog

from bot.components.boundary import places
from bot.components.boundary.card import Card, layout, mentions
from bot.components.boundary.house import House
from bot.components.boundary.voices import Voices
from bot.components.cards import boards
from bot.sessions import server_rules
from bot.sessions.snapshot import Snapshot
from data.store.records import NOWHERE

from . import adrift, nudges, posting
from .calling import Calls
from .pings import Pings
from .secrets import Charts

log: Final = structlog.get_logger(__name__)
EDITED_FOR: Final = timedelta(hours=1)
"""How long a card is changed in place where a server wants that: edits of older ones are refused (30046)."""


class Showing:
    """Brings tables to Discord as they stand; whoever asks tries again after a fault."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._house = house
        self._sessions = house.sessions
        self._studio = house.studio
        self._client = client
        self._charts = Charts(house, client)
        self.pings = Pings(house, client)
        self._calls = Calls(house.sessions.store, client, self.pings)
        self.voices = Voices()
        self.edited_for = EDITED_FOR

    async def show(self, table: Snapshot) -> bool:
        """Bring ``table`` to Discord as it stands, and note what is shown then; whether that was possible.

        :raises discord.HTTPException: when the fault may pass, or the place refuses for good.
        """
        begun = table
        if table.private:
            return await self._note(begun)
        if not places.reachable(self._client, table):
            return await self._answer(table)
        self.voices.drop(table.id)
        before = await self._before(table)
        begins_or_ends = before is None or before.status != "playing" or table.status != "playing"
        if begins_or_ends:
            await self._lobby(table)
            # The charts link to the thread that was opened just now.
            table = await self._sessions.snapshot(table.id)
        if table.game.secrets:
            table = await self._charted(table)
        if table.status not in (begun.status, "playing"):
            # It has ended meanwhile, which its lobby says as well.
            await self._lobby(table)
        if table.address.channel is None:
            # Whatever has happened meanwhile has its own turn: a game that has begun has no thread yet.
            return await self._note(begun)
        return await self._board(table, before) or await self._note(table)

    async def _note(self, table: Snapshot) -> bool:
        """Note that ``table`` is shown as it stands; True."""
        await self._sessions.store.set_address(table.id, shown=table.version)
        return True

    async def _charted(self, table: Snapshot) -> Snapshot:
        """Bring the private charts up to date, with what happens meanwhile; the table that they show."""
        while True:
            await self._charts.deliver(table)
            charted, table = table, await self._sessions.snapshot(table.id)
            if table.version == charted.version:
                return table

    async def _before(self, table: Snapshot) -> Snapshot | None:
        """What is shown of ``table``; nothing that counts where it was frozen and goes on."""
        shown = table.address.shown
        return await self._sessions.at(table, shown) if shown >= table.thawed else None

    async def _lobby(self, table: Snapshot) -> None:
        """Keep the lobby card true, and open the table's thread."""
        address = table.address
        if address.channel is not None and table.address.lobby is None:
            return
        home = places.channel(self._client, address.guild, address.home)
        lobby = address.lobby
        if lobby is None and table.status == "lobby":
            card = await self.pings.heed(table, boards.lobby_card(table))
            message = await home.send(
                view=layout(card),
                allowed_mentions=mentions(card),
                nonce=posting.nonce(f"cl{table.id}", home.id),
                silent=not card.pings,
            )
            lobby = message.id
            await self._sessions.store.set_address(table.id, lobby=lobby)
        if table.status == "playing" and address.channel is None:
            rules = await server_rules.load(self._sessions.store, address.guild)
            wanted = lobby is not None and rules.threads
            thread = await places.open_thread(self._client, table) if wanted else None
            await self._sessions.store.set_address(table.id, channel=thread or address.home)
        if lobby is not None and address.lobby is not None:
            fresh = await self._sessions.snapshot(table.id)
            await posting.change(self._client, home, lobby, boards.lobby_card(fresh), pictures=False)

    async def _answer(self, table: Snapshot) -> bool:
        """Show a table where the bot can only answer; without a voice it is shown with the next answer."""
        begun = table
        if table.game.secrets:
            table = await self._charted(table)
        address = table.address
        here = (address.home, address.channel or address.home)
        await self.voices.alter(table.id, address.lobby, boards.lobby_card(table), here)
        if table.state is None:
            return await self._note(begun)
        before = await self._before(table)
        asked = Card("", pings=nudges.asked(before, table))
        card = nudges.called(await self._card(table), asked, nudges.declined(before, table))
        card = await self.pings.heed(table, card)
        message = await self.voices.say(table.id, card, here)
        if message is None:
            return False
        channel = NOWHERE if address.channel is None else address.channel
        await self._sessions.store.set_address(table.id, card=message, channel=channel, shown=table.version)
        return True

    async def _card(self, table: Snapshot, *, painted: bool = True) -> Card:
        """The card of a table; one that says so where the game's own parts fail."""
        try:
            return await boards.table_card(self._studio if painted else None, table)
        except Exception:
            # A fault in one game hides that game's board, and no table.
            log.exception("a card can't be made", game=table.game.key)
            return boards.blank_card(table)

    async def _board(self, table: Snapshot, before: Snapshot | None) -> bool:
        """Change the table's card, with a line below it for whoever has to hear of it, or post a new one.

        Whether it is noted what is shown.
        """
        address = table.address
        assert address.channel is not None
        channel = places.channel(self._client, address.guild, address.channel)
        card = await self._card(table)
        same = before is not None and boards.same_turn(before, table)
        reminder, declined = nudges.reminder(before, table), nudges.declined(before, table)
        if asked := nudges.asked(before, table):
            # An edit notifies nobody: what somebody has to answer gets a new card.
            card = replace(card, pings=asked if same else tuple(dict.fromkeys((*card.pings, *asked))))
            same = False
        if address.card is not None and (same or await self._stays(table, before)):
            if await posting.change(self._client, channel, address.card, card):
                turn = None if same else nudges.turn(card, asked)
                line = nudges.together(turn, declined, reminder)
                if line is not None:
                    await self._calls.call(table, line)
                elif nudges.outdated(before, table):
                    await self._calls.drop(table)
                return False
        elif address.card is not None and before is not None and before.status == "playing":
            bare = (await self._card(before, painted=False)).bare()
            await posting.change(self._client, channel, address.card, bare, pictures=False)
        return await self._post(table, nudges.called(nudges.carried(card, reminder), declined))

    async def _post(self, table: Snapshot, card: Card) -> bool:
        """A new card of a table, in the place of the one that was its newest; whether that is noted."""
        here = await self.pings.heed(table, card)
        try:
            message = await posting.post(
                self._client, table, here, f"ct{table.id}.{table.version}", table.address.card
            )
        except discord.HTTPException as error:
            if not posting.lost(error) or not await self._without_channel(table, card):
                raise
            return False
        moved = {"channel": message.channel.id} if message.channel.id != table.address.channel else {}
        # Noted at once with what it shows: a start in between would take the buttons off the new card.
        await self._sessions.store.set_address(table.id, card=message.id, shown=table.version, **moved)
        await self._calls.drop(table)
        return True

    async def _without_channel(self, table: Snapshot, card: Card) -> bool:
        """Every place of the table refuses: it goes on by direct message, or by answers; whether it could."""
        await self._sessions.store.set_address(table.id, channel=NOWHERE, card=None)
        table = await self._sessions.snapshot(table.id)
        if not places.reachable(self._client, table):
            return await self._answer(table)
        return await adrift.deliver(self._house, self._client, table, card)

    async def _stays(self, table: Snapshot, before: Snapshot | None) -> bool:
        """Whether the next turn changes the card that stands: where the server wants it, within an hour."""
        card = table.address.card
        if card is None or before is None or not before.status == table.status == "playing":
            return False
        if discord.utils.utcnow() - discord.utils.snowflake_time(card) >= self.edited_for:
            return False
        return (await server_rules.load(self._sessions.store, table.address.guild)).cards == "edit"

    async def restore(self, table: Snapshot) -> bool:
        """Bring the newest card of a live table up to date; True when it was lost and is posted again."""
        address, lobby = table.address, table.status == "lobby"
        place, message = (address.home, address.lobby) if lobby else (address.channel, address.card)
        assert place
        card = boards.lobby_card(table) if lobby else await self._card(table)
        channel = places.channel(self._client, address.guild, place)
        if message is not None and await posting.change(self._client, channel, message, card):
            return False
        if lobby:
            once = posting.nonce(f"cl{table.id}", channel.id, message)
            sent = await channel.send(
                view=layout(card), nonce=once, silent=True, allowed_mentions=discord.AllowedMentions.none()
            )
            await self._sessions.store.set_address(table.id, lobby=sent.id, shown=table.version)
        else:
            # Whoever is to act was called when the turn began.
            await self._post(table, replace(card, pings=()))
        return True
