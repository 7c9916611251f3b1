"""Where a private card goes on: in its place, or below the card of a new turn."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import discord

from bot.components.interactions import channels
from bot.components.interactions.card import Card
from bot.components.interactions.context import Interaction
from bot.components.interactions.replies import replace_card, send_card
from bot.tables.model.table import Table

REFRESH_TIMEOUT_S: Final = 2.5
"""Seconds to wait for the new turn's card."""
SHOWN_TIMEOUT_S: Final = 0.02
"""Seconds between two looks whether it stands."""


async def go_on(interaction: Interaction, before: Table, after: Table, card: Card) -> None:
    """Show ``card``, the next choice of whoever turned ``before`` into ``after`` with a private card.

    A new turn of the same person posts a card for all who watch. The choice then comes below it, so that
    nobody has to scroll back for the buttons.
    """
    here = channels.reachable(interaction.client, after)
    if not here or not _turned(before, after, interaction.user.id):
        await replace_card(interaction, card)
        return
    publisher = interaction.client.publisher
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(REFRESH_TIMEOUT_S):
            while publisher.busy(after.id):  # noqa: ASYNC110 (it may be busy with several versions)
                await asyncio.sleep(SHOWN_TIMEOUT_S)
    await send_card(interaction, card)
    with contextlib.suppress(discord.HTTPException):
        await interaction.delete_original_response()


def _turned(before: Table, after: Table, person: int) -> bool:
    if after.private or after.acting_seat(person) is None or before.state is None or after.state is None:
        return False
    return before.state.turn_key != after.state.turn_key
