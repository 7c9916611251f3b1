"""Who may be challenged to a game, how often, and *Challenge to a Game* in a member's menu."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import discord

from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import BotContext, Interaction, person_of
from bot.components.interactions.rate_limits import AskLimit
from bot.games.core import Game
from bot.people import settings
from bot.people.display_names import escape_markdown
from bot.people.preferences import takes_challenges_of
from bot.tables.errors import TableError
from bot.tables.events import opening
from bot.tables.model.seating import Person

from . import text

CHALLENGES: Final = AskLimit("challenge", 3, text.challenged_too_often)


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


async def require_willing(context: BotContext, host: Person, rival: Person) -> None:
    """:raises TableError: if ``rival`` takes no challenges, or has left too many of the host's unanswered."""
    if not takes_challenges_of(await settings.load(context.tables.store, rival.id), host.id):
        raise TableError(text.takes_no_challenges(escape_markdown(rival.name)))
    context.rate_limiter.ask(CHALLENGES, host.id, rival, context.tables.now())


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
