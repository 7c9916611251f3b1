"""Pings: who is told of a turn, and where, as each of them chose."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.components.boundary.answering import CONNECTION
from bot.components.boundary.card import Card
from bot.components.boundary.house import House
from bot.sessions import preferences
from bot.sessions.snapshot import Snapshot

from . import letters, posting

log: Final = structlog.get_logger(__name__)
REMEMBERED: Final = 4096
"""Direct messages that are not sent again when publishing is repeated."""


class Pings:
    """Sorts the people of a card: told at the table, by direct message, by both, or not at all."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._store = house.sessions.store
        self._client = client
        self._told: OrderedDict[tuple[int, int, int], None] = OrderedDict()
        self.refused: set[int] = set()
        """Those whose direct messages Discord refused since the start; they are told at the table."""

    async def heed(self, table: Snapshot, card: Card) -> Card:
        """``card`` with leave to notify those who want that here; whoever wants a direct message gets it."""
        here: list[int] = []
        for person in card.pings:
            if person <= 0:
                # A nameless seat.
                continue
            chosen = (await preferences.load(self._store, person)).pings
            delivered = chosen in ("direct", "both") and await self._told_directly(table, person)
            if chosen in ("table", "both") or (chosen == "direct" and not delivered):
                here.append(person)
        return replace(card, pings=tuple(here))

    async def write(self, table: Snapshot) -> None:
        """Tell those who sit at ``table`` by direct message, since no other place is left to tell them."""
        for person in table.people:
            if person.id > 0 and (await preferences.load(self._store, person.id)).pings != "none":
                try:
                    await self._told_directly(table, person.id)
                except CONNECTION as error:
                    log.info("direct message lost", error=str(error), table=table.id)

    async def _told_directly(self, table: Snapshot, person: int) -> bool:
        """A short direct message, once a version; False when Discord refuses it."""
        told = (table.id, table.version, person)
        if told in self._told:
            return True
        try:
            direct = await self._client.create_dm(discord.Object(person))
            await direct.send(
                letters.letter(table, person),
                suppress_embeds=True,
                nonce=posting.nonce(f"cd{table.id}.{table.version}", person),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            log.info("direct message refused", code=error.code, table=table.id)
            self.refused.add(person)
            return False
        self.refused.discard(person)
        self._told[told] = None
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return True
