"""Seasons and Swiss tournaments among the events of their server, if it wants that and the bot may.

An event is made once the card of a season stands, begins with it, and ends with its first round, or with the
tournament. What was told of it last is remembered until the bot stops; telling it again does no harm.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.components.cards.text import link
from bot.components.hooks import BotContext
from bot.components.publishing import server_events
from bot.components.publishing.server_events import OVER, ServerEvent
from bot.languages import gettext
from bot.people.display_names import plain
from data.store.queries.leagues import League, Season

from .schedule import swiss_rounds
from .service import MAX_TITLE

MOST_KNOWN: Final = 4096


class LeagueEvents:
    """The events of all leagues."""

    def __init__(self, context: BotContext, client: discord.Client) -> None:
        self._context = context
        self._client = client
        self._told: LRUCache[int, Any] = LRUCache(MOST_KNOWN)
        """What was told of events last, by their number."""

    async def follow(self, season: Season, message: int, event: int | None) -> int | None:
        """Let the event of a season be as far as that is, whose card is ``message``. Its number, or ``OVER``.

        :raises discord.HTTPException: when the error may pass.
        """
        league = season.league
        if league.status == "joining":
            return await self._planned(season, event, message)
        if not event:
            return event
        if league.status == "playing" and (league.swiss or league.round == 1):
            if self._told.get(event) != league.status:
                await server_events.begin(self._client, league.guild, event)
                self._told[event] = league.status
            return event
        await self.end(league)
        return OVER

    async def _planned(self, season: Season, event: int | None, message: int) -> int | None:
        league, now = season.league, self._context.tables.now()
        if event == OVER or league.ends <= now:
            return event
        planned = self._event(season, message)
        if event is None:
            if not await server_events.wanted(self._context, self._client, league.guild, league.channel):
                return None
            event = (await server_events.create(self._client, league.guild, planned)).number
        elif self._told.get(event) != planned:
            await server_events.change(self._client, league.guild, event, planned)
        if event:
            self._told[event] = planned
        return event

    def _event(self, season: Season, message: int) -> ServerEvent:
        league, games = season.league, self._context.tables.games
        game = games[league.game].title if league.game in games else league.game
        name = plain(league.title, MAX_TITLE)
        rounds = 1
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

    async def end(self, league: League) -> None:
        """End the event of a league, or cancel it if that hasn't begun.

        :raises discord.HTTPException: when the error may pass.
        """
        if league.event:
            begun = league.round > 0 or league.card_season != league.season
            await server_events.end(self._client, league.guild, league.event, begun=begun)
            self._told.pop(league.event, None)
