"""How a table begins on Discord: its lobby is the answer to whoever opens it."""

from __future__ import annotations

import contextlib
from typing import Any

import discord

from bot.components.cards import table_cards
from bot.components.interactions import channels
from bot.components.interactions.card import files, layout, mentions
from bot.components.interactions.context import house_of, key_of, person_of
from bot.components.interactions.replies import CONNECTION, look_first
from bot.components.publishing.publisher import publisher_of
from bot.games.core import Game
from bot.tables import server_rules, table_limits
from bot.tables.errors import TableError
from bot.tables.events import moves, opening
from bot.tables.model.pace import NONE, Pace, PaceError
from bot.tables.model.pace import read as read_pace
from bot.tables.model.table import Person, Snapshot
from bot.tables.people import preferences
from bot.tables.people.display_names import named
from data.store.queries.limits import Limits
from data.store.records import NOWHERE, Address

from . import preconditions


async def start_table(
    interaction: discord.Interaction[Any],
    game: Game[Any, Any],
    rival: Person | None,
    side: str | None,
    given: dict[str, str],
    pace: str | None,
) -> None:
    """Open a table and show its lobby; a game for one starts at once. Without a ``pace``: the server's."""
    if interaction.context.dm_channel and game.people[0] > 1:
        raise TableError(
            f"Nobody could join you here: {game.title} needs a second player. Open the table in a server’s "
            f"channel; the private part of it comes to you here."
        )
    opening.require_side(game, given, side)
    chosen = read_pace(pace) if pace is not None else None
    host = person_of(interaction.user)
    if rival is not None:
        moves.require_challenge(game, host, rival)
    measure, most = await look_first(interaction, _look(interaction, game, host, rival, chosen))
    sessions = house_of(interaction).sessions
    assert interaction.channel_id is not None
    channel = NOWHERE if channels.only_answers(interaction) else None
    table = await sessions.open(
        game.key,
        host,
        given,
        Address(guild=interaction.guild_id, home=interaction.channel_id, channel=channel),
        opponent=rival,
        side=side,
        measure=measure,
        most=most,
        key=key_of(interaction),
    )
    with publisher_of(interaction).beginning(table.id):
        await _show(interaction, table)


async def _show(interaction: discord.Interaction[Any], table: Snapshot) -> None:
    sessions = house_of(interaction).sessions
    card = await publisher_of(interaction).pings.heed(table, table_cards.lobby_card(table))
    try:
        message = await interaction.followup.send(
            view=layout(card), files=files(card), allowed_mentions=mentions(card), wait=True
        )
    except CONNECTION:
        # The table is open: the publisher brings its lobby.
        sessions.on_change(table.id)
        raise
    if table.status == "lobby":
        await sessions.store.set_address(table.id, lobby=message.id, shown=table.version)
    else:
        # A game for one has begun: its card follows.
        await sessions.store.set_address(table.id, lobby=message.id)
    sessions.on_change(table.id)


async def _look(
    interaction: discord.Interaction[Any],
    game: Game[Any, Any],
    host: Person,
    rival: Person | None,
    chosen: Pace | None,
) -> tuple[Pace, Limits]:
    """What the database says before a table is opened: its pace, and how many there may be.

    :raises TableError: when it may not be opened here and now.
    """
    house = house_of(interaction)
    store = house.sessions.store
    if rival is not None and (standing := await store.challenge(host.id, rival.id, game.key)) is not None:
        raise opening.challenged(rival, game, standing)
    most = await preconditions.require_place(interaction)
    await table_limits.require_room(store, host.id, interaction.guild_id, most)
    measure = await _usual(interaction) if chosen is None else chosen
    if rival is not None:
        if not (await preferences.load(store, rival.id)).takes_challenges_of(host.id):
            raise TableError(
                f"{named(rival.name)} isn’t taking challenges. Leave the opponent out, and anybody may join."
            )
        house.restraint.require_pair("challenge", host.id, rival, house.sessions.now())
    return measure, most


async def _usual(interaction: discord.Interaction[Any]) -> Pace:
    """The pace of tables whose host names none."""
    rules = await server_rules.load(house_of(interaction).sessions.store, interaction.guild_id)
    with contextlib.suppress(PaceError):
        return read_pace(rules.pace)
    return NONE
