"""How a table begins on Discord: its lobby is the answer to whoever opens it."""

from __future__ import annotations

import contextlib
from typing import Any

import discord

from bot.games.core import Game
from bot.sessions import crowds, moves, opening, server_rules
from bot.sessions.pace import NONE, Pace, PaceError
from bot.sessions.pace import read as read_pace
from bot.sessions.refusals import TableError
from bot.sessions.snapshot import Person
from data.store.records import NOWHERE, Address

from . import admission, boards, places
from .answering import CONNECTION, acknowledge
from .card import files, layout, mentions
from .house import house_of, key_of, person_of
from .publisher import publisher_of


async def pace_of(interaction: discord.Interaction[Any], chosen: str | None) -> Pace:
    """The pace that a host chose, or else the server's.

    :raises PaceError: when ``chosen`` is none.
    """
    if chosen is not None:
        return read_pace(chosen)
    rules = await server_rules.load(house_of(interaction).sessions.store, interaction.guild_id)
    with contextlib.suppress(PaceError):
        return read_pace(rules.pace)
    return NONE


async def start_table(
    interaction: discord.Interaction[Any],
    game: Game[Any, Any],
    rival: Person | None,
    side: str | None,
    given: dict[str, str],
    measure: Pace,
) -> None:
    """Open a table and show its lobby; a game for one starts at once."""
    if interaction.context.dm_channel and game.people[0] > 1:
        raise TableError(
            f"Nobody could join you here: {game.title} needs a second player. Open the table in a server’s "
            f"channel; the private part of it comes to you here."
        )
    # The first answer to a public “thinking…” is public: what the host typed is looked at before.
    opening.require_side(game, given, side)
    host = person_of(interaction.user)
    if rival is not None:
        moves.require_challenge(game, host, rival)
    store = house_of(interaction).sessions.store
    if rival is not None and (standing := await store.challenge(host.id, rival.id, game.key)) is not None:
        raise opening.challenged(rival, game, standing)
    most = await admission.require_place(interaction)
    await crowds.require_room(store, interaction.user.id, interaction.guild_id, most)
    await acknowledge(interaction, private=False)
    sessions = house_of(interaction).sessions
    assert interaction.channel_id is not None
    channel = NOWHERE if places.only_answers(interaction) else None
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
    card = await publisher_of(interaction).pings.heed(table, boards.lobby_card(table))
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
