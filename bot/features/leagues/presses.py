"""What people ask of leagues, by command or by a button on a league's card."""

from __future__ import annotations

import discord

from bot.components.cards import text as table_text
from bot.components.interactions import visibility
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import Interaction, person_of
from bot.components.interactions.replies import replace_card, send_card, send_text
from bot.components.interactions.routing import Ambiguous, number_in, on_button
from bot.people.display_names import plain
from bot.tables.errors import TableError
from data.store.queries import leagues
from data.store.queries.leagues import League

from . import text
from .league_cards import league_card
from .service import LeagueService


async def visible(interaction: Interaction) -> list[League]:
    """The leagues of this server whose channels the person can see, those of this channel first."""
    if interaction.guild_id is None:
        return []
    found = await leagues.in_server(interaction.client.context.tables.store, interaction.guild_id)
    here = interaction.channel
    place = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    seen = [league for league in found if visibility.can_read(interaction, league.channel)]
    return sorted(seen, key=lambda league: league.channel != place)


async def chosen(interaction: Interaction, number: int | None) -> League:
    """The league that a command means: the one with this number, or the only one here.

    :raises Ambiguous: when there is more than one.
    :raises TableError: when there is none.
    """
    found = await visible(interaction)
    if number is not None:
        found = [league for league in found if league.id == number]
        if not found:
            raise TableError(text.NO_SUCH_LEAGUE)
    if not found:
        raise TableError(text.NO_LEAGUES)
    at_hand = [league for league in found if league.channel == found[0].channel]
    if len(at_hand) > 1 or (len(found) > 1 and not _is_here(interaction, found[0])):
        entries = [(plain(league.title), league.id) for league in found]
        raise Ambiguous(text.which(league.title for league in found), "league", text.WHICH_LEAGUE, entries)
    return found[0]


def _is_here(interaction: Interaction, league: League) -> bool:
    here = interaction.channel
    return league.channel in (interaction.channel_id, getattr(here, "parent_id", None))


async def join(interaction: Interaction, number: int) -> None:
    """Take part."""
    season = await interaction.client.context.parts[LeagueService].join(number, person_of(interaction.user))
    await send_text(interaction, text.you_joined(season.league))


async def leave(interaction: Interaction, number: int) -> None:
    """Leave, after asking once if that ends games."""
    service, person = interaction.client.context.parts[LeagueService], person_of(interaction.user)
    season = await service.get(number)
    takes_part = any(entry.person == person.id and not entry.out for entry in season.entries)
    if season.league.status != "playing" or not takes_part:
        await send_text(interaction, text.you_left((await service.leave(number, person)).league))
        return
    which = f"{number}|{season.league.season}"
    sure = Control("leaguequit", "Leave the Season", rest=which, style=Style.danger)
    await send_card(
        interaction,
        Card(
            text.heading(season.league, season.league.season),
            lines=(text.CONFIRM_LEAVING,),
            rows=((sure, Control("dismiss", "Stay")),),
        ),
    )


async def ask_to_close(interaction: Interaction, league: League) -> None:
    """Ask a manager whether to close a league."""
    sure = Control("leagueclose", "Close the League", rest=str(league.id), style=Style.danger)
    card = Card(
        text.heading(league, league.season),
        lines=(text.confirm_closing(league),),
        rows=((sure, Control("dismiss", "Keep It")),),
    )
    await send_card(interaction, card)


async def show(interaction: Interaction, league: League) -> None:
    """A league's card for one person, with links to the public one and to their own games."""
    context = interaction.client.context
    season = await context.parts[LeagueService].get(league.id)
    own = [
        await context.tables.get(game.table_id, keep=False)
        for game in season.games
        if game.table_id is not None
        and game.result is None
        and interaction.user.id in (game.first, game.second)
    ]
    links = [f"[{table_text.title(table)}]({table_text.table_link(table)})" for table in own]
    game = context.tables.games.get(league.game)
    card = league_card(season, league.season, game.title if game is not None else league.game)
    lines, below = card.lines, [text.own_games(links)] if season.league.status == "playing" else []
    if season.league.status == "joining" and league.season > 1:
        last = await leagues.season(context.tables.store, league.id, league.season - 1)
        assert last is not None
        # Without those who are in so far, whom the public card names: both wouldn't fit.
        lines = (*lines[:-1], *league_card(last, league.season - 1, "").lines[1:])
    if league.message is not None:
        below.append(text.card_link(table_text.link(league.guild, league.channel, league.message)))
    await send_card(interaction, Card(card.heading, (), (*lines, *below), accent=card.accent))


async def _pressed(interaction: Interaction, rest: str) -> int:
    """The number of the league whose button, with this in its custom_id, was pressed.

    :raises TableError: when the person can't see it, or it is gone.
    """
    number = number_in(rest)
    if all(league.id != number for league in await visible(interaction)):
        raise TableError(text.NO_SUCH_LEAGUE)
    return number


@on_button("leaguejoin", reply="private")
async def press_join(interaction: Interaction, control: Control) -> None:
    """**Join** on a league's card."""
    await join(interaction, await _pressed(interaction, control.rest))


@on_button("leagueleave", reply="private")
async def press_leave(interaction: Interaction, control: Control) -> None:
    """**Leave** on a league's card."""
    await leave(interaction, await _pressed(interaction, control.rest))


@on_button("leaguequit")
async def press_quit(interaction: Interaction, control: Control) -> None:
    """**Leave the Season**."""
    which, _, asked = control.rest.partition("|")
    number, service = await _pressed(interaction, which), interaction.client.context.parts[LeagueService]
    if (await service.get(number)).league.season != number_in(asked):
        raise TableError(text.SEASON_OVER)
    season = await service.leave(number, person_of(interaction.user))
    await replace_card(interaction, Card(text.you_left(season.league)))


@on_button("leagueclose")
async def press_close(interaction: Interaction, control: Control) -> None:
    """**Close the League**."""
    number = await _pressed(interaction, control.rest)
    if not interaction.permissions.manage_guild:
        raise TableError(text.NEEDS_MANAGER_TO_CLOSE)
    await replace_card(
        interaction,
        Card(text.was_closed(await interaction.client.context.parts[LeagueService].close(number))),
    )
