"""The card of a league: its standings, or who has joined.

It is edited whenever something changes. A season gets a card of its own. Those who played in the last one
are told once: by a ping there, or by direct message.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from bot.components.cards.text import link, mention_id, moment, pace, results, safe
from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import BotContext, remove_person
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, UNKNOWN_CHANNEL
from bot.components.publishing import posting
from bot.components.publishing.notifications import CACHE_SIZE, send_direct_message
from bot.games.plurals import listed, plural
from bot.people import settings
from bot.people.kinds import Kind, kind_of
from bot.people.preferences import PINGS
from bot.tables.errors import TableError
from bot.tables.jobs.retries import RETRY_PAUSES_S, Retries
from bot.tables.model.pace import read
from data.store.queries import leagues
from data.store.queries.leagues import League, Season

from .schedule import BYE, LEAST
from .service import LeagueService, divisions
from .standings import MOVED, StandingsLine, winners

log: Final = structlog.get_logger(__name__)
ACCENT: Final = 0xB8860B


def heading_of(league: League, season: int) -> str:
    return f"### {safe(league.title)}" if league.swiss else f"### {safe(league.title)} · Season {season}"


def about_line(league: League, title: str) -> str:
    """What kind of league it is."""
    limit = pace(read(league.pace))
    if league.swiss:
        return (
            f"A {title} Swiss tournament: each round, you play somebody with about the same score. "
            f"Time limit: {limit}."
        )
    times = "twice, once on each side" if league.twice else "once"
    return f"A {title} league: you play everybody in your division {times}. Time limit: {limit}."


def start_line(league: League) -> str:
    what = "The first round" if league.swiss else f"Season {league.season}"
    return (
        f"{what} starts with everybody who has joined, if there are at least {LEAST}. Your games then "
        f"open automatically. Start: {moment(league.ends)}."
    )


def joined_line(people: Sequence[int]) -> str:
    if not people:
        return "Nobody has joined yet."
    return f"**Joined so far ({len(people)}):** {', '.join(map(mention_id, people))}"


def progress_line(league: League, finished: int, games: int) -> str:
    return (
        f"Round {league.round} of {league.rounds}: {finished} of {plural(games, '1 game', f'{games} games')} "
        f"finished. Deadline: {moment(league.ends)}."
    )


def over_line(league: League, season: int, winners: Sequence[Sequence[int]]) -> str:
    """The end of a season, with the winners of each division."""
    what = "The tournament" if league.swiss else f"Season {season}"
    return f"{what} is over. {congratulations(winners)}"


def congratulations(winners: Sequence[Sequence[int]]) -> str:
    names = listed(mention_id(person) for division in winners for person in division)
    if not names:
        return "Nobody has won."
    if len(winners) < 2:
        return f"Congratulations, {names}!"
    return f"Congratulations to the winners of the divisions: {names}!"


def points(halves: int) -> str:
    """Half points as points: 5 is “2½”."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else '0')}{'½' if half else ''}"


def standing_line(place: int, each: StandingsLine) -> str:
    left = " (left)" if each.out else ""
    won_and_lost = results(each.won, each.drawn, each.lost)
    return f"{place}. {mention_id(each.person)} **{points(each.halves)}** · {won_and_lost}{left}"


def league_card(season: Season, number: int, title: str) -> Card:
    """The card of a league's season ``number``: the present one, or one that is over."""
    league = season.league
    present = number == league.season
    closed = present and league.status == "closed" and not (league.swiss and _played_out(season))
    lines, controls = [about_line(league, title)], list[Control]()
    if present and league.status == "joining":
        lines += [start_line(league), joined_line([entry.person for entry in season.entries])]
        controls = [
            Control("leaguejoin", "Join", version=league.version, rest=str(league.id), style=Style.success),
            Control("leagueleave", "Leave", version=league.version, rest=str(league.id)),
        ]
    else:
        standings = divisions(season)
        going = present and league.status == "playing"
        if going:
            games = [game for game in season.games if game.round == league.round and game.second != BYE]
            finished = sum(game.result is not None for game in games)
            lines.append(progress_line(league, finished, len(games)))
            controls = [Control("leagueleave", "Leave", version=league.version, rest=str(league.id))]
        elif standings and not closed:
            lines.append(over_line(league, number, list(map(winners, standings))))
        for place, group in enumerate(standings, 1):
            lines += [f"**Division {place}**"] if len(standings) > 1 else []
            lines += [standing_line(row, each) for row, each in enumerate(group, 1)]
        if going and len(standings) > 1:
            lines.append(
                f"-# After the season, the top {MOVED} of a division move up and the bottom {MOVED} move "
                "down."
            )
        if closed:
            short = not season.games and len(season.entries) < LEAST
            why = f"Fewer than {LEAST} people had joined." if short else "Thanks for playing!"
            kind = "Swiss tournament" if league.swiss else "league"
            lines.append(f"This {kind} is closed. {why}")
    return Card(
        heading_of(league, number),
        (),
        tuple(lines),
        (tuple(controls),) if controls else (),
        ACCENT,
    )


def _played_out(season: Season) -> bool:
    """Whether a Swiss tournament ended by itself: after its last round, or when hardly anybody was left."""
    league, games = season.league, season.games
    left = sum(not entry.out for entry in season.entries)
    decided = bool(games) and all(game.result is not None for game in games)
    return decided and (league.round == league.rounds or left < 2)


class LeagueCards:
    """Keeps the cards of all leagues up to date."""

    def __init__(self, context: BotContext, service: LeagueService, client: discord.Client) -> None:
        self._tables = context.tables
        self._store = context.tables.store
        self._service = service
        self._client = client
        self._told: LRUCache[tuple[int, int, int], bool] = LRUCache(CACHE_SIZE)
        """League, season and person of direct messages: they aren't sent again when showing is repeated."""
        context.on_forgotten.append(partial(remove_person, self._told))
        self.tasks = Retries("league", self._attempt, lambda: RETRY_PAUSES_S, subject="league")

    async def reconcile(self) -> None:
        """Show soon all leagues whose card is out of date."""
        for league in await leagues.unshown(self._store):
            self.tasks.wake(league)

    async def leave_channel(self, guild: int, channel: int) -> None:
        """Close the leagues of a channel that is gone."""
        for league in await leagues.in_server(self._store, guild):
            if league.channel == channel:
                await self._lost(league.id)

    async def _attempt(self, league: int, last: bool) -> bool:
        """Show a league; whether another attempt may help."""
        try:
            try:
                await self.refresh(league)
            except discord.HTTPException as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                await self._lost(league)
        except discord.HTTPException as error:
            again = error.status not in (401, 403, 404)
            level = logging.INFO if again and not last else logging.WARNING
            log.log(level, "a league's card can't be shown", code=error.code)
            return again
        except CONNECTION_ERRORS as error:
            log.info("a league's card can't be shown", error=str(error))
            return True
        except Exception:
            log.exception("a league's card can't be shown")
            return True
        return False

    async def _lost(self, number: int) -> None:
        """Close a league whose channel is gone; one that is closed has nothing left to show."""
        league = await leagues.load(self._store, number)
        assert league is not None
        if league.status not in leagues.ALIVE:
            await leagues.set_card(self._store, league, league.message)
            return
        log.info("a league is closed: its channel is gone")
        with contextlib.suppress(TableError):
            await self._service.close(number)

    async def refresh(self, number: int, *, again: bool = False) -> bool:
        """Bring a league's card up to date (``again``: even if it should be); whether a new one is posted.

        :raises discord.HTTPException: when Discord refuses.
        """
        season = await leagues.season(self._store, number)
        if season is None or (season.league.shown >= season.league.version and not again):
            return False
        league = season.league
        if not self._store.part.holds(league.guild) or not channels.is_member(self._client, league.guild):
            return False
        channel = channels.partial_channel(self._client, league.guild, league.channel)
        card = league_card(season, league.season, self._title(season))
        message, pings = league.message, tuple[int, ...]()
        if message is not None and league.card_season != league.season:
            pings = await self._show_end(season, channel, message)
            message = None
        message = await self._put(season, channel, message, card, pings)
        await leagues.set_card(self._store, league, message)
        return message != league.message

    async def _show_end(
        self, season: Season, channel: discord.PartialMessageable, message: int
    ) -> tuple[int, ...]:
        """Make a card show how its season has ended; the people to ping about the next one."""
        number = season.league.card_season
        old = await leagues.season(self._store, season.league.id, number)
        assert old is not None
        card = league_card(old, number, self._title(old))
        await self._put(replace(old, league=replace(old.league, season=number)), channel, message, card, ())
        if season.league.status != "joining":
            return ()
        here = []
        for person in [
            entry.person for entry in old.entries if kind_of(entry.person) is Kind.PERSON and not entry.out
        ]:
            how = (await settings.load(self._store, person))[PINGS]
            told = how in ("direct", "both") and await self._tell(season.league, person)
            if how in ("table", "both") or (how == "direct" and not told):
                here.append(person)
        return tuple(here)

    async def _tell(self, league: League, person: int) -> bool:
        """Tell ``person`` of the next season by direct message; whether that was possible."""
        key = (league.id, league.season, person)
        if key in self._told:
            return True
        try:
            message = await send_direct_message(
                self._client,
                person,
                content=(
                    f"**{safe(league.title)}** goes on with season {league.season}. Start: "
                    f"{moment(league.ends)}. In for another season? Press **Join** on [its "
                    f"card]({link(league.guild, league.channel)})."
                ),
                suppress_embeds=True,
                nonce=posting.nonce(f"cs{league.id}.{league.season}", person),
            )
        except CONNECTION_ERRORS as error:
            log.info("a direct message about a league couldn't be sent", error=str(error), league=league.id)
            return False
        if message is not None:
            self._told[key] = True
        return message is not None

    async def _put(
        self,
        season: Season,
        channel: discord.PartialMessageable,
        message: int | None,
        card: Card,
        pings: tuple[int, ...],
    ) -> int:
        """Edit a card; if there is none, or it is too old for that, a new one takes its place."""
        if message is not None and await posting.edit_card(self._client, channel.id, message, card):
            return message
        new = await self._post(season, channel, card, pings)
        if message is not None:
            with contextlib.suppress(discord.HTTPException):
                await channel.get_partial_message(message).delete()
        return new

    async def _post(
        self, season: Season, channel: discord.PartialMessageable, card: Card, pings: tuple[int, ...]
    ) -> int:
        """Post a new card; Discord posts none twice that has the same card before it."""
        league = season.league
        if pings:
            called = ("In for another season? Press **Join**.", *map(mention_id, pings))
            card = Card(card.heading, (), (*card.lines, " ".join(called)), card.rows, card.accent, pings)
        once = posting.nonce(f"cg{league.id}", league.season, league.message)
        return (await posting.post_once(self._client, channel.id, card, once)).id

    def _title(self, season: Season) -> str:
        game = self._tables.games.get(season.league.game)
        return game.title if game is not None else season.league.game
