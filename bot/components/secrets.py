"""Private charts: what only one player may see, by direct message, or by **My View** where that is refused.

At the start of a game with secrets each player gets the own chart by direct message, with the controls to
place; during the game the same message is kept up to date. Nothing here goes to a channel.
"""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.games.core import Placement
from bot.sessions.snapshot import Person, Snapshot

from . import boards, words
from .card import Card, files, layout, mentions
from .house import House
from .placing import placing_card

log: Final = structlog.get_logger(__name__)
REFUSED: Final = (50007, 50278)
"""Discord's codes for a member who takes no direct messages, or shares no server with the bot any more."""


class Charts:
    """Delivers private charts."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._house = house
        self._client = client

    async def deliver(self, table: Snapshot) -> None:
        """Bring every player's chart up to date."""
        if not table.game.secrets or table.state is None:
            return
        for person in table.people:
            await self._deliver(table, person)

    async def _deliver(self, table: Snapshot, person: Person) -> None:
        row = next((row for row in table.seats if row.person == person.id), None)
        if row is None or row.chart_state == "closed":
            return
        card = await self._card(table, person)
        try:
            if row.chart is not None and row.chart_channel is not None:
                channel = self._client.get_partial_messageable(row.chart_channel)
                await channel.get_partial_message(row.chart).edit(view=layout(card), attachments=files(card))
                return
            direct = await self._client.create_dm(discord.Object(person.id))
            message = await direct.send(
                view=layout(card),
                files=files(card),
                allowed_mentions=mentions(card),
                nonce=f"ct{table.id}.{row.seat}"[:25],
            )
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            log.info("direct message refused", code=error.code, table=table.id)
            await self._house.sessions.store.set_seat(table.id, row.seat, chart=None, chart_state="closed")
            return
        await self._house.sessions.store.set_seat(
            table.id, row.seat, chart_channel=direct.id, chart=message.id, chart_state="open"
        )

    async def _card(self, table: Snapshot, person: Person) -> Card:
        seat = table.acting_seat(person.id)
        legal = table.legal(seat) if seat else ()
        if seat is not None and isinstance(legal, Placement):
            return await placing_card(self._house, table, seat, legal)
        card = await boards.own_card(self._house.studio, table, person.id)
        return Card(
            card.heading,
            card.pictures,
            (*card.lines, words.way_back(table)),
            card.rows,
            card.accent,
            card.pings,
        )
