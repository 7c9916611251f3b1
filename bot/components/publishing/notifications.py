"""Pings: who is told of a turn, and where, as each of them chose."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import discord

from bot.components.interactions.card import Card
from bot.components.interactions.context import BotContext
from bot.tables.model.table import Table
from bot.tables.people import preferences

from . import direct_messages, letters, posting
from .followups import Followup, Followups

CACHE_SIZE: Final = 4096
"""Direct messages that are not sent again when publishing is repeated."""


class Notifications:
    """Sorts the people of a card: told at the table, by direct message, by both, or not at all."""

    def __init__(self, context: BotContext, client: discord.Client, followups: Followups) -> None:
        self._store = context.tables.store
        self._client = client
        self._followups = followups
        self._told: OrderedDict[tuple[int, int, int], None] = OrderedDict()
        self.refused: set[int] = set()
        """Those whose direct messages Discord refused since the start; they are told at the table."""

    async def mention_in(self, table: Table, card: Card) -> Card:
        """``card`` with leave to notify those who want that here; a direct message follows to the others."""
        here: list[int] = []
        written: list[int] = []
        for person in card.pings:
            if person <= 0:
                # A nameless seat.
                continue
            chosen = (await preferences.load(self._store, person)).pings
            if chosen in ("direct", "both"):
                written.append(person)
            if chosen in ("table", "both") or (chosen == "direct" and person in self.refused):
                here.append(person)
        await self._owe(table, written)
        return replace(card, pings=tuple(here))

    async def write(self, table: Table) -> None:
        """Tell those who sit at ``table`` by direct message, since no other place is left to tell them."""
        people = [person.id for person in table.people if person.id > 0]
        await self._owe(
            table, [each for each in people if (await preferences.load(self._store, each)).pings != "none"]
        )

    async def _owe(self, table: Table, people: Iterable[int]) -> None:
        """Let a direct message follow to each of ``people``, once a version."""
        new = [person for person in people if (table.id, table.version, person) not in self._told]
        await self._followups.add(table.id, *(Followup("letter", table.version, each) for each in new))

    async def tell(self, table: Table, person: int) -> bool:
        """Send a short direct message about ``table``; False when ``person`` takes none.

        :raises discord.HTTPException: for any other refusal.
        """
        message = await direct_messages.send(
            self._client,
            person,
            content=letters.letter(table, person),
            suppress_embeds=True,
            nonce=posting.nonce(f"cd{table.id}.{table.version}", person),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        if message is None:
            self.refused.add(person)
            return False
        self.refused.discard(person)
        self._told[table.id, table.version, person] = None
        while len(self._told) > CACHE_SIZE:
            self._told.popitem(last=False)
        return True
