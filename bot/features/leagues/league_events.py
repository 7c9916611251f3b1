"""Seasons and Swiss tournaments among the events of their server, if it wants that and the bot may.

An event is made once the card of a season stands, begins with it, and ends with its first round, or with the
tournament.
"""

from __future__ import annotations

from bot.components.cards.text import link
from bot.components.publishing.server_events import OVER, ServerEvent, ServerEvents
from bot.languages import gettext
from bot.people.display_names import plain
from bot.tables.service import TableService
from data.store.queries.leagues import League, Season

from .schedule import swiss_rounds
from .service import MAX_TITLE


async def follow(
    events: ServerEvents, tables: TableService, season: Season, message: int, event: int | None
) -> int | None:
    """Let the event of a season be as far as that is, whose card is ``message``. Its number, or ``OVER``.

    :raises discord.HTTPException: when the error may pass.
    """
    league = season.league
    if league.status == "joining":
        if event == OVER or league.ends <= tables.now():
            return event
        game = tables.games[league.game].title if league.game in tables.games else league.game
        return await events.announce(league.guild, league.channel, event, _event(season, game, message))
    if event and league.status == "playing" and (league.swiss or league.round == 1):
        await events.begin(league.guild, event)
        return event
    await end(events, league)
    return OVER if event else event


def _event(season: Season, game: str, message: int) -> ServerEvent:
    league, name, rounds = season.league, plain(season.league.title, MAX_TITLE), 1
    if league.swiss:
        about = gettext("A Swiss tournament in {game}.", game=game)
        rounds = league.rounds or swiss_rounds(max(len(season.entries), 2))
    else:
        name = gettext("{league}, season {number}", league=name, number=league.season)
        about = gettext("The first round of a season in {game}.", game=game)
    where = link(league.guild, league.channel, message)
    join = gettext("To take part, press Join on its card: {link}", link=where)
    ends = league.ends + rounds * league.round_ms
    return ServerEvent(name, f"{about} {join}", where, league.ends, ends)


async def end(events: ServerEvents, league: League) -> None:
    """End the event of a league, or cancel it if that hasn't begun.

    :raises discord.HTTPException: when the error may pass.
    """
    if league.event:
        begun = league.round > 0 or league.card_season != league.season
        await events.end(league.guild, league.event, begun=begun)
