"""Games that everybody plays together among the events of their server, if it wants that and the bot may.

An event begins as soon as its game has a lobby that it can link to, and ends with the game.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from cachetools import LRUCache

from bot.components.cards.text import link
from bot.components.hooks import BotContext
from bot.components.interactions import channels
from bot.components.interactions.discord_errors import attempt
from bot.components.publishing.publisher import PublishingClient
from bot.components.publishing.server_events import OVER, ServerEvent, ServerEvents
from bot.languages import gettext, speaking
from bot.people import crowds
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.pace import MINUTE
from bot.tables.model.table import Table
from data.store.queries import ballots

LONGEST_MS: Final = round(timedelta(days=30).total_seconds() * 1000)
"""Milliseconds after which Discord ends an event whose game still goes on."""
MOST_KNOWN: Final = 1024


class CrowdEvents:
    """The events of all games that crowds play."""

    def __init__(self, bot: PublishingClient) -> None:
        self._bot = bot
        self._context: BotContext = bot.context
        self._tables = bot.context.tables
        self._events = ServerEvents(bot.context, bot)
        self._done: LRUCache[int, str] = LRUCache(MOST_KNOWN)
        """By table, the status of which its event tells."""
        self.tasks = Retries("crowd events", self._attempt, lookout=self._tables.lookout)

    def table_shown(self, table_id: int) -> None:
        """Let the event of a table be as far as its game soon. Never blocks, never raises."""
        table = self._tables.cache.peek(table_id)
        if table is None or (table.seating.crowds and self._done.get(table_id) != table.status):
            self.tasks.wake(table_id)

    async def reconcile(self) -> None:
        """Look at all games that crowds play, and at those that have ended with an event left."""
        store = self._tables.store
        for table_id in {*await store.played_by(crowds.IDS), *await ballots.with_events(store)}:
            self.tasks.wake(table_id)

    async def _attempt(self, table_id: int, _last: bool) -> Outcome:
        return await attempt("the event of a game can't be told", self._follow(table_id))

    async def _follow(self, table_id: int) -> None:
        """Let the event of a table be as far as its game.

        :raises discord.HTTPException: when the error may pass.
        """
        if await ballots.rules_of(self._tables.store, table_id) is None:
            return
        table = await self._tables.get(table_id)
        server, store = table.address.guild, self._tables.store
        if not (table.seating.crowds and server and store.part.holds(server)):
            return
        if not channels.is_member(self._bot, server):
            return
        event = await ballots.event_of(store, table.id)
        if table.status == "playing" and event is None:
            if (event := await self._begun(table, server)) is None:
                return
            await ballots.set_event(store, table.id, event)
        elif table.status in ("over", "closed") and event:
            await self._events.end(server, event, begun=True)
            await ballots.set_event(store, table.id, OVER)
        self._done[table.id] = table.status

    async def _begun(self, table: Table, server: int) -> int | None:
        """The event of a game that has begun; None without one, ``OVER`` if Discord doesn't want it."""
        address = table.address
        if address.lobby is None:
            return None
        starts = self._tables.now() + MINUTE
        with speaking(await self._context.languages.of_server(server)):
            where = link(server, address.home, address.lobby)
            name = gettext("All hands: {game}", game=table.game.title)
            about = gettext(
                "Everyone in this channel plays together, by voting. To take part, press Vote: {link}",
                link=where,
            )
        planned = ServerEvent(name, about, where, starts, starts + LONGEST_MS)
        number = await self._events.announce(server, address.home, None, planned)
        if number:
            await self._events.begin(server, number)
        return number
