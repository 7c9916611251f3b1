"""What people ask of leagues, by command or by a button."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.cards.text import moment
from bot.components.hooks import BotClient
from bot.components.interactions import channels, visibility
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import (
    Ambiguous,
    autocomplete_handler,
    command_handler,
    number_in,
    on_button,
)
from bot.components.lobbies.open_table import require_place
from bot.components.play.autocomplete import complete_pace, game_choices
from bot.components.publishing.publisher import Interaction
from bot.components.servers.settings import require_manager
from bot.languages import gettext, listed, ngettext
from bot.people.display_names import plain, safe
from bot.tables.errors import TableError
from data.store.queries import leagues
from data.store.queries.leagues import League, Season

from .league_cards import heading_of, league_card, times_of
from .schedule import DIVISION, USUAL_DIVISION
from .service import MAX_TITLE, MOST_ROUNDS, NO_SUCH_LEAGUE, LeagueService, playable


def you_left(league: League) -> str:
    return gettext("You’ve left **{league}**.", league=safe(league.title))


def _service(interaction: Interaction) -> LeagueService:
    return interaction.client.context.features.part(LeagueService)


async def seen_in(interaction: discord.Interaction[BotClient], server: int) -> list[League]:
    """The leagues of a server whose channels the person can see."""
    found = await leagues.in_server(interaction.client.context.tables.store, server)
    return [league for league in found if visibility.can_read(interaction, league.channel)]


async def visible(interaction: Interaction) -> list[League]:
    """The leagues of this server whose channels the person can see, those of this channel first."""
    if interaction.guild_id is None:
        return []
    seen = await seen_in(interaction, interaction.guild_id)
    return sorted(seen, key=lambda league: league.channel != _place(interaction))


def _place(interaction: Interaction) -> int | None:
    return getattr(interaction.channel, "parent_id", None) or interaction.channel_id


async def chosen(interaction: Interaction, number: int | None) -> League:
    """The league that a command means: the one with this number, or the only one here.

    :raises Ambiguous: when there is more than one.
    :raises TableError: when there is none.
    """
    found = await visible(interaction)
    if number is not None:
        return _numbered(found, number)
    if not found:
        raise TableError(
            "There’s no league in this server right now. Members with the **Manage Server** permission can "
            "start one with `/league create`."
        )
    at_hand = [league for league in found if league.channel == found[0].channel]
    if len(at_hand) > 1 or (len(found) > 1 and found[0].channel != _place(interaction)):
        entries = [(plain(league.title, MAX_TITLE), league.id) for league in found]
        titles = listed(safe(league.title) for league in found)
        several = gettext(
            "There are several leagues here: {leagues}. Choose one with the option `league`.", leagues=titles
        )
        raise Ambiguous(several, "league", gettext("Which league do you mean?"), entries)
    return found[0]


async def take_part(interaction: Interaction, number: int) -> str:
    """Take part."""
    season = await _service(interaction).join(number, person_of(interaction.user))
    title = safe(season.league.title)
    return gettext("You’re in! Once **{league}** starts, your games open automatically.", league=title)


async def ask_to_leave(interaction: Interaction, number: int) -> Card | str:
    """Leave, after asking once if that ends games."""
    service, person = _service(interaction), person_of(interaction.user)
    season = await service.get(number)
    takes_part = any(entry.person == person.id and not entry.out for entry in season.entries)
    if season.league.status != "playing" or not takes_part:
        return you_left((await service.leave(number, person)).league)
    which = f"{number}|{season.league.season}"
    sure = Control("leaguequit", gettext("Leave the Season"), rest=which, style=Style.danger)
    return Card(
        heading_of(season.league, season.league.season),
        lines=(
            gettext(
                "The season is under way. If you leave now, you resign from your game, lose the ones still "
                "to come, and finish below everybody who stays."
            ),
        ),
        rows=((sure, Control("dismiss", gettext("Stay"))),),
    )


async def _pressed(interaction: Interaction, rest: str) -> int:
    """The number of the league whose button, with this in its custom_id, was pressed.

    :raises TableError: when the person can't see it, or it is gone.
    """
    return _numbered(await visible(interaction), number_in(rest)).id


def _numbered(found: Iterable[League], number: int) -> League:
    if (league := next((each for each in found if each.id == number), None)) is None:
        raise TableError(NO_SUCH_LEAGUE)
    return league


@on_button("leaguejoin", reply="private")
async def press_join(interaction: Interaction, control: Control) -> str:
    """**Join** on a league's card."""
    return await take_part(interaction, await _pressed(interaction, control.rest))


@on_button("leagueleave", reply="private")
async def press_leave(interaction: Interaction, control: Control) -> Card | str:
    """**Leave** on a league's card."""
    return await ask_to_leave(interaction, await _pressed(interaction, control.rest))


@on_button("leaguequit")
async def press_quit(interaction: Interaction, control: Control) -> Card:
    """**Leave the Season**."""
    which, _, asked = control.rest.partition("|")
    number, service = await _pressed(interaction, which), _service(interaction)
    if (await service.get(number)).league.season != number_in(asked):
        raise TableError(
            "That season is over. To leave the next one, use **Leave** on the league’s newest card."
        )
    season = await service.leave(number, person_of(interaction.user))
    return Card(you_left(season.league))


@on_button("leaguestart", reply="private")
async def press_start(interaction: Interaction, control: Control) -> Card:
    """**Start Now** on a league's card: everybody sees it, and managers are asked once."""
    season = await _service(interaction).get(await _pressed(interaction, control.rest))
    league = season.league
    _require_starter(interaction, league)
    sure = Control("leaguebegin", gettext("Start"), rest=f"{league.id}|{league.season}", style=Style.success)
    asked = ngettext(
        "Start with {number} player? Nobody can join after that.",
        "Start with {number} players? Nobody can join after that.",
        len(season.entries),
    )
    wait = Control("dismiss", gettext("Wait"))
    return Card(heading_of(league, league.season), lines=(asked,), rows=((sure, wait),))


def _require_starter(interaction: Interaction, league: League) -> None:
    """:raises TableError: when the person may not start a league before its time."""
    if not interaction.permissions.manage_guild:
        raise TableError(
            "Only members with the **Manage Server** permission can start it early. Ask one of them, or "
            "wait: it starts automatically {start}.",
            start=moment(league.ends),
        )


@on_button("leaguebegin")
async def press_begin(interaction: Interaction, control: Control) -> Card:
    """**Start**: the season begins with those who are in."""
    which, _, asked = control.rest.partition("|")
    number, service = await _pressed(interaction, which), _service(interaction)
    _require_starter(interaction, (await service.get(number)).league)
    season = await service.begin(number, number_in(asked))
    told = ngettext(
        "**{league}** has started with {number} player.",
        "**{league}** has started with {number} players.",
        len(season.entries),
        league=safe(season.league.title),
    )
    return Card(told)


@on_button("leaguegames", reply="private")
async def press_games(interaction: Interaction, control: Control) -> str:
    """**My Games** on a league's card."""
    season = await _service(interaction).get(await _pressed(interaction, control.rest))
    return await _own_games(interaction, season)


@on_button("leaguewords", reply="private")
async def press_words(interaction: Interaction, control: Control) -> Card:
    """**In Words** on a league's card, that of a season that is over, too."""
    which, _, number = control.rest.partition("|")
    context = interaction.client.context
    season = await leagues.season(context.tables.store, number_in(which), number_in(number))
    if (
        season is None
        or season.league.guild != interaction.guild_id
        or not visibility.can_read(interaction, season.league.channel)
    ):
        raise TableError(NO_SUCH_LEAGUE)
    return replace(league_card(season, number_in(number), context.tables.games), rows=())


@on_button("leagueclose")
async def press_close(interaction: Interaction, control: Control) -> Card:
    """**Close the League**."""
    number = await _pressed(interaction, control.rest)
    if not interaction.permissions.manage_guild:
        raise TableError("Only members with the **Manage Server** permission can close a league.")
    league = await _service(interaction).close(number)
    return Card(gettext("**{league}** is closed.", league=safe(league.title)))


league_group: Final = app_commands.guild_only(
    app_commands.allowed_installs(guilds=True, users=False)(
        app_commands.Group(name="league", description="Play a season against the people of this server")
    )
)


@autocomplete_handler
async def complete_league(interaction: Interaction, typed: str) -> list[tuple[str, int]]:
    """The leagues that the person can see."""
    seen = await visible(interaction)
    return [(each.title, each.id) for each in seen if typed.lower() in each.title.lower()]


@league_group.command(description="Start a league or a Swiss tournament in this channel; for server managers")
@app_commands.describe(
    name="What it’s called, such as Harbour Cup",
    game="The game to play (only games for exactly two players)",
    swiss="A one-off Swiss tournament: each round, you play somebody with about the same score",
    pace="The time limit for turns (1d if left out; 10m in a Swiss tournament)",
    round_time="How long a round may take, such as 5d (7d if left out; 1h in a Swiss tournament)",
    starts="How long people have to join before it starts (2d if left out; 30m for a Swiss tournament)",
    size=f"About how many people a division has ({DIVISION.start}–{DIVISION.stop - 1})",
    twice="Everybody in a division plays everybody twice, with the sides swapped",
    rounds=f"How many rounds a Swiss tournament has; as many as needed if left out (1–{MOST_ROUNDS})",
    rated="Whether the games count for ratings (yes if left out)",
)
@app_commands.choices(game=game_choices(playable))
@app_commands.autocomplete(pace=complete_pace)
@command_handler(cost="list")
async def create(
    interaction: Interaction,
    name: app_commands.Range[str, 1, MAX_TITLE],
    game: str,
    swiss: bool = False,
    pace: str | None = None,
    round_time: str | None = None,
    starts: str | None = None,
    size: app_commands.Range[int, DIVISION.start, DIVISION.stop - 1] = USUAL_DIVISION,
    twice: bool = False,
    rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
    rated: bool = True,
) -> str:
    """A new league in this channel."""
    server, service = require_manager(interaction), _service(interaction)
    if isinstance(interaction.channel, discord.Thread):
        raise TableError(
            "A league needs a channel, because each of its games gets a thread. Use this in a channel."
        )
    await require_place(interaction)
    channels.require_permissions_here(interaction)
    number = await service.create(
        server,
        channels.channel_of(interaction),
        name,
        game,
        measure=pace or ("10m" if swiss else "1d"),
        round_time=round_time or ("1h" if swiss else "7d"),
        starts=starts or ("30m" if swiss else "2d"),
        swiss=swiss,
        size=size,
        twice=twice,
        rounds=rounds or 0,
        rated=rated,
    )
    opened = gettext(
        "**{league}** is open in {channel}. Its card there will have a **Join** button.",
        league=safe(name),
        channel=f"<#{interaction.channel_id}>",
    )
    return f"{opened}\n-# {times_of((await service.get(number)).league)}"


@league_group.command(description="Take part in a league’s next season; its games start automatically")
@app_commands.describe(league="Which league (the one in this channel if left out)")
@app_commands.autocomplete(league=complete_league)
@command_handler()
async def join(interaction: Interaction, league: int | None = None) -> str:
    """Join."""
    return await take_part(interaction, (await chosen(interaction, league)).id)


@league_group.command(description="Leave a league (in the middle of a season, the bot asks first)")
@app_commands.describe(league="Which league (the one in this channel if left out)")
@app_commands.autocomplete(league=complete_league)
@command_handler()
async def leave(interaction: Interaction, league: int | None = None) -> Card | str:
    """Leave."""
    return await ask_to_leave(interaction, (await chosen(interaction, league)).id)


async def _own_games(interaction: Interaction, season: Season) -> str:
    """The games of whoever asks, with links."""
    tables, person = interaction.client.context.tables, interaction.user.id
    links = [
        table_text.linked(await tables.get(game.table_id, keep=False))
        for game in season.games
        if game.table_id is not None and game.result is None and person in (game.first, game.second)
    ]
    if not links:
        return gettext("You have no games in this league right now.")
    return gettext("Your games: {games}.", games=listed(links))


@league_group.command(
    name="standings", description="See a league’s standings and your games in it; only you can see this"
)
@app_commands.describe(league="Which league (the one in this channel if left out)")
@app_commands.autocomplete(league=complete_league)
@command_handler()
async def own_standings(interaction: Interaction, league: int | None = None) -> Card:
    """A league's card for one person, with links to the public one and to their own games."""
    context = interaction.client.context
    season = await _service(interaction).get((await chosen(interaction, league)).id)
    present = season.league
    card = league_card(season, present.season, context.tables.games)
    lines, below = card.lines, list[str]()
    if present.status == "playing":
        below.append(await _own_games(interaction, season))
    if present.status == "joining" and present.season > 1:
        last = await leagues.season(context.tables.store, present.id, present.season - 1)
        assert last is not None
        # Without those who are in so far and the rules, which the public card tells: all wouldn't fit.
        lines = (lines[0], lines[2], *league_card(last, present.season - 1, {}).lines[1:])
    if present.message is not None:
        address = table_text.link(present.guild, present.channel, present.message)
        below.append(gettext("[Its card]({link}) updates itself.", link=address))
    return Card(card.heading, (), (*lines, *below), accent=card.accent)


@league_group.command(description="Close a league for good (the bot asks first); for server managers")
@app_commands.describe(league="Which league (the one in this channel if left out)")
@app_commands.autocomplete(league=complete_league)
@command_handler()
async def close(interaction: Interaction, league: int | None = None) -> Card:
    """The question whether to close a league."""
    require_manager(interaction)
    found = await chosen(interaction, league)
    sure = Control("leagueclose", gettext("Close the League"), rest=str(found.id), style=Style.danger)
    asked = gettext(
        "Close **{league}** for good? Nobody will be able to join, and no new games will start. Games in "
        "progress will continue as ordinary games.",
        league=safe(found.title),
    )
    return Card(
        heading_of(found, found.season),
        lines=(asked,),
        rows=((sure, Control("dismiss", gettext("Keep the League"))),),
    )
