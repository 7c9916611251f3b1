"""Opens a table on Discord, its lobby as the reply to the command or button; and who may be challenged."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

import discord

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, Style, close_button, rows
from bot.components.interactions.context import key_of, person_of
from bot.components.interactions.rate_limits import AskLimit
from bot.components.interactions.replies import replace_card
from bot.components.interactions.reply_tokens import can_only_reply
from bot.components.interactions.routing import number_in, on_button
from bot.components.publishing.publisher import Interaction
from bot.games.core import AnyGame
from bot.languages import gettext, gettext_noop, speaking, spoken
from bot.people.computers import FOR_BEGINNERS, USUAL_LEVEL
from bot.people.display_names import SOMEBODY, escape_markdown, sanitize
from bot.people.preferences import takes_challenges_of
from bot.players.player import LEVELS
from bot.tables import lists, server_rules, table_limits
from bot.tables.errors import TableError
from bot.tables.events import opening
from bot.tables.model.pace import NONE, Pace, PaceError
from bot.tables.model.pace import read as read_pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup
from bot.tables.server_rules import ServerRules
from bot.tables.service import TableService
from data.store.records import NOWHERE, Address, Limits

CHALLENGES: Final = AskLimit(
    "challenge",
    3,
    gettext_noop("You’ve challenged {name} a lot lately. You can challenge them again {time}."),
)


def is_this_bot(interaction: Interaction, member: discord.abc.User | None) -> bool:
    """Whether ``member`` is the bot itself: challenging it means playing against the computer."""
    user = interaction.client.user
    return member is not None and user is not None and member.id == user.id


def require_player(member: discord.abc.User | None, server: int | None) -> None:
    """:raises TableError: if ``member`` is a bot, or not in ``server``."""
    if member is None:
        return
    if member.bot:
        raise TableError(
            "Bots don’t play here. Challenge a person, or leave out `opponent` so that anyone can join."
        )
    if server is not None and not isinstance(member, discord.Member):
        raise TableError(
            "{name} isn’t in this server, so they can’t join. Challenge a member, or leave out `opponent`.",
            name=escape_markdown(member.display_name),
        )


def challenge_card(
    games: Iterable[AnyGame],
    caller: discord.abc.User,
    target: discord.abc.User,
    *,
    computer: bool,
) -> Card:
    """The games to which ``caller`` can challenge ``target``, a button each.

    ``computer``: ``target`` is this bot, which offers the games that have a computer player.

    :raises TableError: if ``target`` is another bot, not in the caller's server, or the caller.
    """
    games = [game for game in games if game.people[1] > 1 and (game.computer or not computer)]
    if not computer or not games:
        require_player(target, caller.guild.id if isinstance(caller, discord.Member) else None)
    return choice_of_challenges(games, person_of(caller), person_of(target))


def choice_of_challenges(games: Iterable[AnyGame], caller: Person, target: Person) -> Card:
    """A button for each of ``games`` to which ``caller`` can challenge ``target``.

    :raises TableError: if they are the same.
    """
    controls = []
    for game in games:
        if game.people[1] > 1:
            opening.require_challenge(game, caller, target)
            # A press tells the bot nothing about the target, so the button carries the name.
            rest = f"{game.key}|{target.id}|{target.name}"
            controls.append(Control("challenge", game.title, rest=rest[:80], style=Style.primary))
    controls.append(close_button())
    question = gettext("Which game would you like to play with {name}?", name=table_text.mention(target))
    return Card(gettext("### A challenge"), lines=(question,), rows=rows(controls))


async def start_table(
    interaction: Interaction,
    game: AnyGame,
    rival: Person | None,
    side: str | None,
    given: Mapping[str, str] | None,
    pace: str | None,
    *,
    computer: str | None = None,
    rated: str = "people",
    here: bool = False,
) -> Table:
    """The new table, with its lobby shown; a game for one, or against a ``computer``, starts at once.

    Options that are ``given`` as None are up to the bot. Without a ``pace`` the server's default time limit
    holds. ``here``: a game that begins at once and hides nothing is played where it was asked for, without a
    lobby and a thread.

    :raises RulesError: if the table can't be opened here, or an option is wrong.
    """
    if interaction.context.dm_channel and rival is None and game.people[0] > 1 and game.computer:
        computer = computer or USUAL_LEVEL  # Nobody else can join here.
    if computer is not None and rival is not None:
        raise TableError("Choose an `opponent` or a `computer`, not both.")
    if interaction.context.dm_channel and game.people[0] > 1 and computer is None:
        if not game.computer:
            raise TableError(
                "{game} needs at least two players, and nobody can join you here. Open a table in a server "
                "channel instead. Anything secret will still come to you here.",
                game=game.title,
            )
        raise TableError(
            "{game} needs two players or more, and nobody can join you here. Use `/{command} start` with "
            "`computer` to play against the computer, or open a table in a server channel.",
            game=game.title,
            command=game.key,
        )
    host = person_of(interaction.user)
    service = interaction.client.context.tables
    given = await _first_options(service, game, host, given, computer)
    opening.require_side(game, given, side)
    chosen = read_pace(pace) if pace is not None else None
    if rival is not None:
        opening.require_challenge(game, host, rival)
    waits = game.people[1] > 1 and computer is None
    home = channels.channel_of(interaction)
    channel = home if here and not waits and not game.secrets else None
    if can_only_reply(interaction):
        channel = NOWHERE
    address = Address(guild=interaction.guild_id, home=home, channel=channel)
    measure, most = await _check(interaction, game, host, rival, chosen, waits=waits)
    table = await service.open(
        game.key,
        host,
        given,
        address,
        opponent=rival,
        side=side,
        computer=computer,
        measure=measure,
        rated=rated,
        most=most,
        key=key_of(interaction),
    )
    await _show(interaction, table)
    return table


async def _first_options(
    service: TableService, game: AnyGame, host: Person, given: Mapping[str, str] | None, computer: str | None
) -> Mapping[str, str]:
    """The options that are ``given``, with those of first games where they are meant.

    They are against weak computers, unless one of them is given, and when ``host`` who has never played the
    game leaves all options to the bot: alone, or with None.
    """
    if computer in FOR_BEGINNERS:
        first = not game.first_options.keys() & (given or {}).keys()
    else:
        left = given is None or (not given and game.people[1] == 1)
        first = left and not await lists.has_played(service, host.id, game.key)
    return {**game.first_options, **(given or {})} if first else given or {}


async def _show(interaction: Interaction, table: Table) -> None:
    """Make the lobby of a new table, or its first card, the reply; if that fails, the publisher posts it."""
    context = interaction.client.context
    service, publisher = context.tables, interaction.client.publisher
    at_once = table.address.channel == table.address.home
    # What happens meanwhile is shown once this is noted: people see its buttons before, and may press them.
    async with publisher.messages.locks.lock(table.id):
        try:
            # Everybody sees it.
            with speaking(await context.languages.of_table(table)):
                if at_once:
                    extras = await context.features.turn_extras(context, table)
                    # Whoever plays alone is looking.
                    card = replace(await table_cards.board_card(context, table, extras), pings=())
                else:
                    extras = await context.features.extras(context, table)
                    lobby = await table_cards.lobby_card(context, table, extras)
                    card = await publisher.notifications.mention_in(table, lobby)
                message = await replace_card(interaction, card)
                if message is not None:
                    publisher.messages.languages[message.id] = spoken()
            if message is not None:
                # Below the lobby of a game that has begun, its card is still to be shown.
                shown = {"shown": table.version} if at_once or table.status == "lobby" else {}
                await service.set_address(table.id, **{"card" if at_once else "lobby": message.id}, **shown)
            if at_once and isinstance(interaction.channel, discord.Thread):
                await publisher.messages.followups.add(
                    table.id, Followup("lobby", channel=table.address.home)
                )
        except Exception:
            publisher.messages.reply_tokens.unheard(table.id, interaction)
            raise
        finally:
            service.changed(table.id)


async def _check(
    interaction: Interaction,
    game: AnyGame,
    host: Person,
    rival: Person | None,
    chosen: Pace | None,
    *,
    waits: bool,
) -> tuple[Pace, Limits]:
    """The new table's time limit, and the limits on open tables here.

    ``waits``: the table waits for players, so that it counts among those that do.

    :raises TableError: if no table may be opened here and now.
    """
    context = interaction.client.context
    store = context.tables.store
    if rival is not None and (standing := await store.challenge(host.id, rival.id, game.key)) is not None:
        raise opening.already_challenged(rival, game, standing)
    most = await require_place(interaction)
    limits = most if waits else replace(most, waiting=0)
    await table_limits.require_room(store, host.id, interaction.guild_id, limits)
    measure = chosen if chosen is not None else NONE
    if chosen is None:
        rules = await server_rules.load(store, interaction.guild_id)
        with contextlib.suppress(PaceError):
            measure = read_pace(rules.pace)
    if rival is not None:
        if not takes_challenges_of(await context.settings_of(rival.id), host.id):
            raise TableError(
                "{name} isn’t taking challenges. Leave out `opponent`, and anyone can join.",
                name=escape_markdown(rival.name),
            )
        context.rate_limiter.ask(CHALLENGES, host.id, rival, context.tables.now())
    return measure, most


async def require_place(interaction: Interaction) -> Limits:
    """The limits on open tables here.

    :raises TableError: if the bot is missing a permission, or games aren't allowed in this channel.
    """
    server = interaction.guild_id
    if server is None:
        return table_limits.DEFAULT_LIMITS
    if can_only_reply(interaction):
        if not interaction.permissions.use_external_apps:
            raise TableError(
                "You can’t open a table here, because only you would see the bot’s replies. Ask a "
                "moderator to allow **Use External Apps**, or to add the bot to the server."
            )
        return table_limits.DEFAULT_LIMITS
    channels.require_permissions_here(interaction)
    return table_limits.limits(await require_allowed(interaction))


async def require_allowed(interaction: Interaction) -> ServerRules:
    """The server's rules.

    :raises TableError: if they don't allow games in this channel.
    """
    rules = await server_rules.load(interaction.client.context.tables.store, interaction.guild_id)
    parent = getattr(interaction.channel, "parent_id", None)
    server_rules.require_channel(rules, interaction.channel_id, parent)
    return rules


@on_button("challenge", reply="public", cost="table")
async def challenge(interaction: Interaction, control: Control) -> None:
    """A game's button on a challenge: its lobby opens in this channel."""
    key, number, name = [*control.rest.split("|", 2), "", ""][:3]
    rival = Person(number_in(number), sanitize(name) or SOMEBODY)
    if interaction.client.user is not None and rival.id == interaction.client.user.id:
        await _open(interaction, key, None, computer=USUAL_LEVEL)
    else:
        await _open(interaction, key, rival)


@on_button("open", reply="public", cost="table")
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
        raise TableError("This bot doesn’t have that game any more. `/help` shows the ones it has.")
    await start_table(interaction, game, rival, None, {}, None, computer=computer)
