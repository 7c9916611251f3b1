"""``/allhands``: begins a game that everybody in a channel plays together; a vote that is typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.hooks import Feature, asked_by
from bot.components.interactions import channels
from bot.components.interactions.card import MENU
from bot.components.interactions.context import key_of, person_of
from bot.components.interactions.reply_tokens import can_only_reply
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.lobbies.open_table import require_place
from bot.components.play.autocomplete import complete_pace, game_choices, suggestions
from bot.components.play.resolve_table import table_command, table_typed
from bot.components.publishing.publisher import Interaction, PublishingClient
from bot.games.core import AnyGame, ChoiceOption, options_in
from bot.languages import gettext, typed_times
from bot.people import computers, crowds
from bot.people.display_names import safe
from bot.people.kinds import Role
from bot.players.player import LEVELS
from bot.tables import table_limits
from bot.tables.errors import TableError
from bot.tables.events.moves import read_action
from bot.tables.exports import exporting
from bot.tables.model import pace
from bot.tables.model.pace import DAY, HOUR
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.queries import ballots, people
from data.store.queries.ballots import Rules
from data.store.records import Address

from . import vote_cards, votes
from .crowd_events import CrowdEvents
from .crowd_turns import CrowdTurns, require_voter

ONE_OF_US, ITSELF = "me", "itself"
USUAL_TIME: Final = 12 * HOUR
BOUNDS: Final = (HOUR, DAY)
"""The shortest and the longest vote, in milliseconds."""
MOST_QUORUM: Final = 1000
FEW: Final = 10
"""The most numbers of an option that are all suggested."""


def _crowd(number: int) -> Person:
    return Person(number, crowds.name_of(number))


def sides_of(
    game: AnyGame, given: Mapping[str, str], against: str, caller: Person, *, second: bool
) -> list[Person]:
    """Who sits on each side with the ``given`` options: everybody, and whom they play ``against``.

    :raises OptionError: when one of them is wrong.
    """
    slots = game.sides(game.new_options(given))
    everybody = _crowd(crowds.EVERYBODY)
    if len(slots) == 1:
        return [everybody]
    if against == ITSELF:
        return [_crowd(number) for number in crowds.WATCHES]
    if against == ONE_OF_US:
        other = caller
    else:
        number = computers.newcomer(against, ())
        other = Person(number, computers.name_of(number))
    return [other, everybody] if second else [everybody, other]


def time_of(typed: str | None) -> int:
    """How long a vote lasts, in milliseconds.

    :raises TableError: when that isn't from an hour to a day.
    """
    length = typed_times.read_length(typed[:60]) if typed is not None else USUAL_TIME
    if length is None or not BOUNDS[0] <= length <= BOUNDS[1]:
        raise TableError("A vote can last from one hour (`1h`) to one day (`1d`).")
    return length


def suggested_options(game: AnyGame, typed: str) -> list[tuple[str, str]]:
    """What ``typed`` options of ``game`` may become: one more, each with what it means."""
    *done, begun = f" {typed}".split(" ")
    chosen, found = options_in(" ".join(done)), list[tuple[str, str]]()
    for name, option in game.options.items():
        values: Iterable[int | str]
        if isinstance(option, ChoiceOption):
            values = option.choices
        elif option.high - option.low < FEW:
            values = range(option.low, option.high + 1)
        else:
            number = begun.removeprefix(f"{name}=")
            in_bounds = number.isdecimal() and option.low <= int(number[:20]) <= option.high
            values = [int(number)] if in_bounds else [] if option.default is None else [option.default]
        words = [(f"{name}={value}", option.say(value)) for value in values if name not in chosen]
        found += [(word, told) for word, told in words if word.startswith(begun)]
    whole = [(" ".join(filter(None, (*done, word))), told) for word, told in found]
    return [(f"{text} · {told}"[:100], text[:100]) for text, told in whole[:MENU]]


def _require_role(interaction: Interaction, role: discord.Role) -> None:
    """:raises TableError: when a game's turns may not ping ``role``, or the bot can't."""
    called = table_text.mention(Role(role.id))
    if role.is_default():
        raise TableError(
            "That would ping everyone. Choose a role for people who want to hear about each turn."
        )
    if role.mentionable:
        return
    if not interaction.permissions.mention_everyone:
        raise TableError(
            "You can’t ping {role} yourself. Choose a role that anyone can mention.", role=called
        )
    if not interaction.app_permissions.mention_everyone:
        raise TableError("The bot can’t ping {role}. Choose a role that anyone can mention.", role=called)


hands_group: Final = app_commands.guild_only(
    app_commands.allowed_installs(guilds=True, users=False)(
        app_commands.Group(name="allhands", description="Play a game together with everyone in this channel")
    )
)


@autocomplete_handler
async def complete_options(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The options of the game that is chosen."""
    game = interaction.client.context.tables.games.get(getattr(interaction.namespace, "game", ""))
    return suggested_options(game, typed[:100]) if game is not None else []


@hands_group.command(description="Start a game that everyone in this channel plays together, by voting")
@app_commands.describe(
    game="The game to play (only games without secrets)",
    against="Who you all play against (the Captain if left out)",
    every="How long each vote is open, from 1h to 1d (12h if left out)",
    quorum=f"Close the vote early after this many votes; never if left out (1–{MOST_QUORUM})",
    second="Let the other side move first",
    open_votes="Show everyone the count while the vote is open",
    ping="A role to ping once at each turn (after voting, people can also ask to be pinged)",
    options="The game’s options, such as pie=off stones=2 (the list shows them all)",
)
@app_commands.rename(open_votes="open")
@app_commands.choices(
    # What is secret couldn't be voted on.
    game=game_choices(lambda game: not game.secrets),
    against=[
        *(app_commands.Choice(name=level.title, value=level.key) for level in reversed(LEVELS)),
        app_commands.Choice(name="Me", value=ONE_OF_US),
        app_commands.Choice(name="Ourselves, in two watches", value=ITSELF),
    ],
)
@app_commands.autocomplete(every=complete_pace, options=complete_options)
@command_handler(cost="table")
async def start(
    interaction: Interaction,
    game: str,
    against: str = LEVELS[-1].key,
    every: str | None = None,
    quorum: app_commands.Range[int, 1, MOST_QUORUM] | None = None,
    second: bool = False,
    open_votes: bool = False,
    ping: discord.Role | None = None,
    options: str = "",
) -> str:
    """A new game for everybody in this channel."""
    context, person = asked_by(interaction)
    chosen = context.tables.games[game]
    length, given = time_of(every), options_in(options)
    if ping is not None:
        _require_role(interaction, ping)
    if can_only_reply(interaction):
        raise TableError(
            "Games for everyone only work in servers that have the bot. Add it to this one first."
        )
    most = await require_place(interaction)
    home = channels.channel_of(interaction)
    await table_limits.require_room(
        context.tables.store, person.id, interaction.guild_id, replace(most, waiting=0)
    )
    sides = sides_of(chosen, given, against, person, second=second)
    rules = Rules(length, quorum or 0, open_votes, ping.id if ping is not None else 0)
    measure = pace.Pace(length) if person in sides else pace.NONE
    try:
        table = await context.tables.begin(
            game,
            sides,
            person,
            Address(guild=interaction.guild_id, home=home),
            measure=measure,
            most=most,
            keep=ballots.keeping(rules, home),
            given=given,
            key=key_of(interaction),
        )
    except ballots.AlreadyPlaying as standing:
        raise TableError(
            "You’re already playing together in this channel: {table}. Finish that game first.",
            table=table_text.linked(await context.tables.get(standing.table_id)),
        ) from None
    context.tables.changed(table.id)
    return gettext("Table {number} is on: everyone who can see this channel can vote there.", number=table.id)


@autocomplete_handler
async def complete_vote(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The moves that can be voted for."""
    table = await table_typed(interaction)
    return suggestions(table, require_voter(table, person_of(interaction.user)).id, typed)


@hands_group.command(description="Vote for a move by typing it")
@app_commands.describe(move="The move you’d like everyone to play")
@app_commands.autocomplete(move=complete_vote)
@table_command(typed="move")
async def vote(interaction: Interaction, move: str, table: Table) -> str:
    """A vote that is typed: the first move of a turn."""
    context, person = asked_by(interaction)
    crowd = require_voter(table, person)
    seat = votes.seat_of(table, crowd)
    action = read_action(table, seat, move)
    table.after(seat, action)
    choice = votes.written([action])
    await context.features.part(CrowdTurns).vote(table, person, interaction.id, choice)
    said = gettext("You’ve voted for **{choice}**.", choice=safe(votes.told(table, seat, choice)))
    return f"{said} {gettext(vote_cards.CHANGEABLE)}"


def _open(bot: PublishingClient) -> Feature:
    turns, events = CrowdTurns(bot), CrowdEvents(bot)

    async def close() -> None:
        await turns.cards.close()
        await events.tasks.close()

    return replace(
        FEATURE,
        parts=(turns,),
        start=events.reconcile,
        reconcile=events.reconcile,
        close=close,
        table_shown=events.table_shown,
    )


FEATURE: Final = Feature(
    name="all hands",
    commands=(hands_group,),
    open=_open,
    controls={"turn": vote_cards.controls},
    turn_extras=vote_cards.turn_extras,
    extras=vote_cards.end_extras,
    film_lines=vote_cards.film_lines,
    data_note="**All hands**: your latest vote in each game that everyone in a channel plays together, and "
    "whether you’re pinged there.",
    export=exporting(votes=("ballot", "table=table_id", "choice", "at", "pinged=called")),
    forget=people.removing("ballot"),
)
