"""Challenges from a member's menu: *Challenge to a Game* offers every game for two or more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import Interaction, person_of
from bot.components.interactions.routing import number_in, on_button
from bot.games.core import Game
from bot.tables.errors import TableError
from bot.tables.events import opening
from bot.tables.model.table import Person
from bot.tables.people.display_names import escape_markdown, sanitize

from .open_table import start_table


def require_player(member: discord.abc.User | None, server: int | None) -> None:
    """:raises TableError: for a bot, and in a server for somebody who is no member of it."""
    if member is None:
        return
    if member.bot:
        raise TableError("Bots don’t play here: challenge a member, or leave the opponent out.")
    if server is not None and not isinstance(member, discord.Member):
        raise TableError(
            f"{escape_markdown(member.display_name)} is not in this server and could not join: "
            f"challenge a member, or leave the opponent out."
        )


def challenge_card(
    games: Iterable[Game[Any, Any]], caller: discord.abc.User, target: discord.abc.User
) -> Card:
    """The games to which ``caller`` can challenge ``target``, a button each.

    :raises TableError: for a bot, for somebody who is no member, and for oneself.
    """
    require_player(target, caller.guild.id if isinstance(caller, discord.Member) else None)
    controls = []
    for game in games:
        if game.people[1] > 1:
            opening.require_challenge(game, person_of(caller), person_of(target))
            # The name goes with the button: whoever presses it brings no member along.
            rest = f"{game.key}|{target.id}|{person_of(target).name}"
            controls.append(Control("challenge", game.title, rest=rest[:80], style=Style.primary))
    return Card(
        "### A challenge",
        lines=(f"Which game do you want to play with {table_text.mention(person_of(target))}?",),
        rows=rows(controls),
    )


@on_button("challenge", reply="own", cost="table")
async def challenge(interaction: Interaction, control: Control) -> None:
    """One of the games: the challenge's lobby opens in this channel."""
    key, number, name = [*control.rest.split("|", 2), "", ""][:3]
    game = interaction.client.context.tables.games.get(key)
    if game is None:
        raise TableError("That game is none of this bot’s.")
    rival = Person(number_in(number), sanitize(name) or "somebody")
    await start_table(interaction, game, rival, None, {}, None)
