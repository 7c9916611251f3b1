"""Tables opened by buttons: *Challenge to a Game* in a member's menu, and **Start a Game** in ``/help``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import Interaction, person_of
from bot.components.interactions.routing import number_in, on_button
from bot.games.core import Game
from bot.people.computers import USUAL_LEVEL
from bot.people.display_names import SOMEBODY, escape_markdown, sanitize
from bot.players.levels import LEVELS
from bot.tables.errors import TableError
from bot.tables.events import opening
from bot.tables.model.seating import Person

from . import text
from .open_table import start_table


def is_this_bot(interaction: Interaction, member: discord.abc.User | None) -> bool:
    """Whether ``member`` is the bot itself: challenging it means playing against the computer."""
    user = interaction.client.user
    return member is not None and user is not None and member.id == user.id


def require_player(member: discord.abc.User | None, server: int | None) -> None:
    """:raises TableError: if ``member`` is a bot, or not in ``server``."""
    if member is None:
        return
    if member.bot:
        raise TableError(text.NO_BOTS)
    if server is not None and not isinstance(member, discord.Member):
        raise TableError(text.not_a_member(escape_markdown(member.display_name)))


def challenge_card(
    games: Iterable[Game[Any, Any]],
    caller: discord.abc.User,
    target: discord.abc.User,
    *,
    computer: bool = False,
) -> Card:
    """The games to which ``caller`` can challenge ``target``, a button each.

    ``computer``: ``target`` is this bot, which offers the games that have a computer player.

    :raises TableError: if ``target`` is another bot, not in the caller's server, or the caller.
    """
    games = [game for game in games if game.people[1] > 1 and (game.computer or not computer)]
    if not computer or not games:
        require_player(target, caller.guild.id if isinstance(caller, discord.Member) else None)
    controls = []
    for game in games:
        opening.require_challenge(game, person_of(caller), person_of(target))
        # A press tells the bot nothing about the target, so the button carries the name.
        rest = f"{game.key}|{target.id}|{person_of(target).name}"
        controls.append(Control("challenge", game.title, rest=rest[:80], style=Style.primary))
    controls.append(Control("dismiss", "Close"))
    question = text.which_game(table_text.mention(person_of(target)))
    return Card("### A challenge", lines=(question,), rows=rows(controls))


@on_button("challenge", reply="own", cost="table")
async def challenge(interaction: Interaction, control: Control) -> None:
    """A game's button on a challenge: its lobby opens in this channel."""
    key, number, name = [*control.rest.split("|", 2), "", ""][:3]
    rival = Person(number_in(number), sanitize(name) or SOMEBODY)
    if interaction.client.user is not None and rival.id == interaction.client.user.id:
        await _open(interaction, key, None, computer=USUAL_LEVEL)
    else:
        await _open(interaction, key, rival)


@on_button("open", reply="own", cost="table", needs_sight=False)
async def open_for_anyone(interaction: Interaction, control: Control) -> None:
    """A game's button under **Start a Game**: a lobby that anyone may join; or against a computer's level."""
    key, _, level = control.rest.partition("|")
    known = next((each.key for each in LEVELS if each.key == level), None)
    await _open(interaction, key, None, computer=known)


async def _open(
    interaction: Interaction, key: str, rival: Person | None, *, computer: str | None = None
) -> None:
    game = interaction.client.context.tables.games.get(key)
    if game is None:
        raise TableError(text.NO_SUCH_GAME)
    await start_table(interaction, game, rival, None, {}, None, computer=computer)
