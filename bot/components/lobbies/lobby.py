"""The lobby's buttons: join, leave, start, cancel; and the rematch."""

from __future__ import annotations

from typing import Any

import discord

from bot.components.cards import table_cards, table_text
from bot.components.interactions.card import Card, Control, layout, mentions
from bot.components.interactions.context import house_of, key_of, person_of
from bot.components.interactions.replies import tell
from bot.components.interactions.routing import on
from bot.components.publishing.publisher import publisher_of
from bot.games.core import Seat
from bot.games.plurals import listed
from bot.tables.errors import TableError
from bot.tables.model.table import Snapshot
from bot.tables.people.display_names import named


@on("join")
async def join(interaction: discord.Interaction[Any], control: Control) -> None:
    """Sit down."""
    await sit_down(interaction, control.session, Seat(control.rest) or None)


async def sit_down(interaction: discord.Interaction[Any], session: int, chair: Seat | None) -> Snapshot:
    """Seat whoever is behind ``interaction``; somebody who takes a challenge can be challenged anew."""
    house, person = house_of(interaction), person_of(interaction.user)
    table = await house.sessions.join(session, person, chair, key_of(interaction))
    if table.header.opponent == person.id:
        house.restraint.agreed("challenge", table.header.host, person.id)
    return table


@on("leave")
async def leave(interaction: discord.Interaction[Any], control: Control) -> None:
    """Get up before the start."""
    await house_of(interaction).sessions.leave(
        control.session, person_of(interaction.user), key_of(interaction)
    )


@on("start")
async def start(interaction: discord.Interaction[Any], control: Control) -> None:
    """The host begins with those who are there."""
    await house_of(interaction).sessions.start(
        control.session, person_of(interaction.user), key_of(interaction)
    )


@on("cancel")
async def cancel(interaction: discord.Interaction[Any], control: Control) -> None:
    """Call the table off; the lobby says so at once, where the bot may not edit it later."""
    table = await house_of(interaction).sessions.close(
        control.session, person_of(interaction.user), key_of(interaction)
    )
    if interaction.message is not None and table.address.lobby == interaction.message.id:
        await interaction.edit_original_response(
            view=layout(table_cards.lobby_card(table)), allowed_mentions=discord.AllowedMentions.none()
        )
    if interaction.user.id != table.header.host:
        # An edit notifies nobody, and the host waits.
        told = Card(f"{table_text.who(table.header.host)}: {table_text.safe(table.word)}", pings=(table.header.host,))
        await publish(interaction, await publisher_of(interaction).pings.heed(table, told))


async def publish(interaction: discord.Interaction[Any], card: Card) -> None:
    """A line for those whom it calls, where everybody may read it; nothing when it calls nobody."""
    if card.pings:
        await interaction.followup.send(view=layout(card), allowed_mentions=mentions(card))


@on("rematch")
async def rematch(interaction: discord.Interaction[Any], control: Control) -> None:
    """Ask to play again; with everybody's word the new table begins, sides swapped."""
    table, new = await house_of(interaction).sessions.rematch(
        control.session, person_of(interaction.user), key_of(interaction)
    )
    await tell(interaction, again(table, new))


def again(table: Snapshot, new: int | None) -> str:
    """What somebody who wants another game is told; ``new`` is its number once it has begun.

    :raises TableError: when somebody else's word has opened it already.
    """
    if new is not None:
        called = "rematch" if len(table.people) > 1 else "new game"
        return f"The {called} is table {new}: its card is on the way."
    missing = [named(person.name) for person in table.people if person.id not in table.rematching]
    if not missing:
        raise TableError("The rematch has been opened already.")
    return f"Noted. {listed(missing)} {'has' if len(missing) == 1 else 'have'} to ask for it, too."
