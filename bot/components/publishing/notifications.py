"""Notifications: who gets a line at the table and who a direct message, and how both are sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import discord
import structlog
from cachetools import LRUCache

from bot.components.hooks import BotContext
from bot.components.interactions.card import NOBODY, Card
from bot.components.interactions.context import remove_person
from bot.components.interactions.discord_errors import direct_messages_closed, passes
from bot.languages import speaking
from bot.people import settings
from bot.people.kinds import Kind, kind_of
from bot.people.preferences import PINGS
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup

from . import posting, text
from .followups import Followups

log: Final = structlog.get_logger(__name__)
CACHE_SIZE: Final = 4096
"""Direct messages that aren't sent again when publishing is repeated."""


async def send_direct_message(client: discord.Client, person: int, **content: Any) -> discord.Message | None:
    """Send a direct message. Returns None when ``person`` takes none from the bot.

    :raises discord.HTTPException: for any other refusal, which says nothing about the person's settings.
    """
    try:
        channel = await client.create_dm(discord.Object(person))
        return await channel.send(allowed_mentions=NOBODY, **content)
    except discord.HTTPException as error:
        if not direct_messages_closed(error):
            raise
        log.info("direct messages are closed", code=error.code)
        return None


class Notifications:
    """Notifies people as they chose: at the table, by direct message, both, or not at all.

    An edit of a table's card notifies nobody, so a line is posted below it. A table has one at a time; it is
    deleted when another one or a new card comes.
    """

    def __init__(self, context: BotContext, client: discord.Client, followups: Followups) -> None:
        self._service = context.tables
        self._languages = context.languages
        self._features = context.features
        self._client = client
        self._followups = followups
        self._sent: LRUCache[tuple[int, int, int], bool] = LRUCache(CACHE_SIZE)
        self.refused: set[int] = set()
        """People whose direct messages Discord refused since the start; they are notified at the table."""

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        self.refused.discard(person)
        remove_person(self._sent, person)
        self._followups.forget(person)

    async def mention_in(self, table: Table, card: Card) -> Card:
        """``card``, notifying those who want that at the table; the others get a direct message."""
        here: list[int] = []
        by_message: list[int] = []
        for person in card.pings:
            if (kind := kind_of(person)) is Kind.ROLE:
                here.append(person)
            if kind is not Kind.PERSON:
                continue
            chosen = await self.chosen_by(person, table)
            if chosen in ("direct", "both"):
                by_message.append(person)
            if chosen in ("table", "both") or (chosen == "direct" and person in self.refused):
                here.append(person)
        await self._schedule(table, by_message)
        return replace(card, pings=tuple(here)) if len(here) < len(card.pings) else card

    async def message_everyone(self, table: Table) -> None:
        """Send everyone at ``table`` a direct message."""
        await self._schedule(table, await self.reachable((each.id for each in table.seating.humans), table))

    async def chosen_by(self, person: int, table: Table) -> str:
        """How ``person`` wants to be notified of ``table``."""
        chosen = await settings.load(self._service.store, person)
        quiet = any(each.quiet(table, chosen) for each in self._features.all)
        return "none" if quiet else chosen[PINGS]

    async def reachable(self, people: Iterable[int], table: Table) -> list[int]:
        """Those of ``people`` who want to be notified of ``table`` at all."""
        known = [each for each in people if kind_of(each) is Kind.PERSON]
        return [each for each in known if await self.chosen_by(each, table) != "none"]

    async def _schedule(self, table: Table, people: Iterable[int]) -> None:
        """Schedule a direct message to each of ``people``, one for each version of the table."""
        new = [person for person in people if (table.id, table.version, person) not in self._sent]
        letters = {Followup("letter", table.version, each) for each in new}
        await self._followups.add(table.id, *(letters - self._followups.pending(table.id)))

    async def message(self, table: Table, person: int) -> bool:
        """Send a short direct message about ``table``. Returns False when ``person`` takes none.

        :raises discord.HTTPException: for any other refusal.
        """
        with speaking(await self._languages.of_person(person)):
            content = text.direct_message(table, person)
        message = await send_direct_message(
            self._client,
            person,
            content=content,
            suppress_embeds=True,
            nonce=posting.nonce(f"cd{table.id}.{table.version}", person),
        )
        if message is None:
            self.refused.add(person)
            return False
        self.refused.discard(person)
        self._sent[table.id, table.version, person] = True
        return True

    async def post_line(self, table: Table, line: Card, *parts: object) -> None:
        """Replace the table's line by ``line``, for all whom it notifies; ``parts``: see ``nonce``."""
        if not line.pings:
            await self.remove_line(table)
            return
        message = await posting.post(self._client, table, line, f"cn{table.id}.{table.version}", *parts)
        await self._service.set_address(table.id, call=message.id)
        if message.id != table.address.call:
            # The old one goes after it: Discord may let that wait for seconds.
            await self._deleted_line(table)

    async def remove_line(self, table: Table) -> None:
        """Delete the table's line."""
        if table.address.call is not None and await self._deleted_line(table):
            await self._service.set_address(table.id, call=None)

    async def _deleted_line(self, table: Table) -> bool:
        """Delete the line that ``table`` had. Returns False when that may be possible later."""
        if (line := table.address.call) is None:
            return True
        # It is in the channel if the thread was closed then; which of the two isn't noted.
        for place in posting.places(table):
            try:
                await self._client.http.delete_message(place, line)
                break
            except discord.HTTPException as error:
                if passes(error):
                    log.info(
                        "an old notification couldn't be deleted; trying again later",
                        code=error.code,
                        table=table.id,
                    )
                    return False
        return True
