"""The card of a league: its standings, or who has joined.

It is edited whenever something changes. A season gets a card of its own. Those who played in the last one
are told once: by a ping there, or by direct message.
"""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from bot.components.cards.text import link, mention, moment, pace, results
from bot.components.hooks import BotContext
from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import remove_person
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, UNKNOWN_CHANNEL, outcome_of
from bot.components.publishing import posting
from bot.components.publishing.notifications import CACHE_SIZE, send_direct_message
from bot.games.core import Games
from bot.languages import gettext, gettext_noop, listed, ngettext, speaking
from bot.people import settings
from bot.people.display_names import safe
from bot.people.kinds import Kind, kind_of
from bot.people.preferences import PINGS
from bot.tables.errors import TableError
from bot.tables.jobs.retries import RETRY_PAUSES_S, Outcome, Retries
from bot.tables.model.pace import read
from data.store.queries import leagues
from data.store.queries.leagues import League, Season

from .schedule import BYE, LEAST
from .service import LeagueService, divisions
from .standings import MOVED, StandingsLine, winners

log: Final = structlog.get_logger(__name__)


def heading_of(league: League, season: int) -> str:
    return (
        f"### {safe(league.title)}"
        if league.swiss
        else gettext("### {league} · Season {number}", league=safe(league.title), number=season)
    )


def about_line(league: League, games: Games) -> str:
    """What kind of league it is."""
    game = games.get(league.game)
    title = game.title if game is not None else league.game
    if league.swiss:
        kind = gettext_noop(
            "{game} Swiss tournament: each round, you play somebody with about the same score."
        )
    elif league.twice:
        kind = gettext_noop("{game} league: you play everybody in your division twice, once on each side.")
    else:
        kind = gettext_noop("{game} league: you play everybody in your division once.")
    limit = gettext("Time limit: {limit}.", limit=pace(read(league.pace)))
    return f"{gettext(kind, game=title)} {limit}"


def standing_line(place: int, each: StandingsLine) -> str:
    points = f"{each.halves // 2 or ''}{'½' * (each.halves % 2)}" or "0"
    won_and_lost = results(each.won, each.drawn, each.lost)
    line = f"{place}. {mention(each.person)} **{points}** · {won_and_lost}"
    return gettext("{line} (left)", line=line) if each.out else line


def league_card(season: Season, number: int, games: Games) -> Card:
    """The card of a league's season ``number``: the present one, or one that is over."""
    league = season.league
    present = number == league.season
    closed = present and league.status == "closed" and not (league.swiss and _played_out(season))
    lines, controls = [about_line(league, games)], list[Control]()
    leave = Control("leagueleave", gettext("Leave"), version=league.version, rest=str(league.id))
    if present and league.status == "joining":
        names = ", ".join(mention(entry.person) for entry in season.entries)
        lines.append(
            gettext(
                "The first round starts with everybody who has joined, if there are at least {least}. Your "
                "games then open automatically. Start: {start}.",
                least=LEAST,
                start=moment(league.ends),
            )
        )
        lines.append(
            gettext("**Joined so far ({number}):** {names}", number=len(season.entries), names=names)
            if names
            else gettext("Nobody has joined yet.")
        )
        controls = [replace(leave, verb="leaguejoin", label=gettext("Join"), style=Style.success), leave]
    else:
        standings = divisions(season)
        going = present and league.status == "playing"
        if going:
            played = [game for game in season.games if game.round == league.round and game.second != BYE]
            finished, of = sum(game.result is not None for game in played), len(played)
            lines.append(
                ngettext(
                    "Round {round} of {rounds}: {finished} of 1 game finished. Deadline: {deadline}.",
                    "Round {round} of {rounds}: {finished} of {number} games finished. Deadline: {deadline}.",
                    of,
                    round=league.round,
                    rounds=league.rounds,
                    finished=finished,
                    deadline=moment(league.ends),
                )
            )
            controls = [leave]
        elif standings and not closed:
            over = (
                gettext("The tournament is over.")
                if league.swiss
                else gettext("Season {number} is over.", number=number)
            )
            names = listed(mention(person) for division in standings for person in winners(division))
            praise = gettext("Congratulations, {names}!", names=names)
            if not names:
                praise = gettext("Nobody won.")
            elif len(standings) > 1:
                praise = gettext("Congratulations to our division winners: {names}!", names=names)
            lines.append(f"{over} {praise}")
        for place, group in enumerate(standings, 1):
            lines += [gettext("**Division {number}**", number=place)] if len(standings) > 1 else []
            lines += [standing_line(row, each) for row, each in enumerate(group, 1)]
        if going and len(standings) > 1:
            lines.append(
                gettext(
                    "-# After the season, the top {number} of a division move up and the bottom {number} "
                    "move down.",
                    number=MOVED,
                )
            )
        if closed:
            short = not season.games and len(season.entries) < LEAST
            why = (
                gettext("Fewer than {number} people had joined.", number=LEAST)
                if short
                else gettext("Thanks for playing!")
            )
            is_closed = gettext("**{league}** is closed.", league=safe(league.title))
            lines.append(f"{is_closed} {why}")
    return Card(heading_of(league, number), lines=tuple(lines), rows=rows(controls), accent=0xB8860B)


def _played_out(season: Season) -> bool:
    """Whether a Swiss tournament ended by itself: after its last round, or when hardly anybody was left."""
    league, left = season.league, sum(not entry.out for entry in season.entries)
    # Before its first round it has no games.
    decided = league.round and all(game.result is not None for game in season.games)
    return bool(decided) and (league.round == league.rounds or left < 2)


class LeagueCards:
    """Keeps the cards of all leagues up to date."""

    def __init__(self, context: BotContext, service: LeagueService, client: discord.Client) -> None:
        self._games = context.tables.games
        self._store = context.tables.store
        self._languages = context.languages
        self._service = service
        self._client = client
        self._told: LRUCache[tuple[int, int, int], bool] = LRUCache(CACHE_SIZE)
        """League, season and person of direct messages: they aren't sent again when showing is repeated."""
        self.tasks = Retries(
            "league", self._attempt, lambda: RETRY_PAUSES_S, subject="league", lookout=context.tables.lookout
        )

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        remove_person(self._told, person)

    async def reconcile(self) -> None:
        """Show soon all leagues whose card is out of date."""
        for league in await leagues.unshown(self._store):
            self.tasks.wake(league)

    async def leave_channel(self, guild: int, channel: int) -> None:
        """Close the leagues of a channel that is gone."""
        for league in await leagues.in_server(self._store, guild):
            if league.channel == channel:
                await self._lost(league.id)

    async def _attempt(self, league: int, last: bool) -> Outcome:
        """Show a league. Returns what came of it."""
        try:
            try:
                await self.refresh(league)
            except discord.HTTPException as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                await self._lost(league)
        except CONNECTION_ERRORS as error:
            outcome = outcome_of(error)
            level = logging.INFO if outcome == "unanswered" and not last else logging.WARNING
            log.log(level, "a league's card can't be shown", error=str(error))
            return outcome
        except Exception:
            log.exception("a league's card can't be shown")
            return "failed"
        return "done"

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
        """Bring a league's card up to date (``again``: even if it should be). Returns whether it's a new one.

        :raises discord.HTTPException: when Discord refuses.
        """
        season = await leagues.season(self._store, number)
        if season is None or (season.league.shown >= season.league.version and not again):
            return False
        league = season.league
        if not self._store.part.holds(league.guild) or not channels.is_member(self._client, league.guild):
            return False
        with speaking(await self._languages.of_server(league.guild)):
            message = await self._show(season)
        await leagues.set_card(self._store, league, message)
        return message != league.message

    async def _show(self, season: Season) -> int:
        """Edit a league's card, or post a new one. Returns the message that has it."""
        league = season.league
        channel = channels.partial_channel(self._client, league.guild, league.channel)
        card, message = league_card(season, league.season, self._games), league.message
        if message is not None and league.card_season != league.season:
            pings = await self._show_end(season, channel, message)
            message = None
            if pings:
                called = (gettext("In for another season? Press **Join**."), *map(mention, pings))
                card = replace(card, lines=(*card.lines, " ".join(called)), pings=pings)
        return await self._put(league, channel, message, card)

    async def _show_end(
        self, season: Season, channel: discord.PartialMessageable, message: int
    ) -> tuple[int, ...]:
        """Make a card show how its season has ended. Returns the people to ping about the next one."""
        number = season.league.card_season
        old = await leagues.season(self._store, season.league.id, number)
        assert old is not None
        card = league_card(old, number, self._games)
        await self._put(replace(old.league, season=number), channel, message, card)
        here = []
        for entry in old.entries if season.league.status == "joining" else ():
            if kind_of(entry.person) is Kind.PERSON and not entry.out:
                how = (await settings.load(self._store, entry.person))[PINGS]
                told = how in ("direct", "both") and await self._tell(season.league, entry.person)
                if how in ("table", "both") or (how == "direct" and not told):
                    here.append(entry.person)
        return tuple(here)

    async def _tell(self, league: League, person: int) -> bool:
        """Tell ``person`` of the next season by direct message. Returns whether that was possible."""
        key = (league.id, league.season, person)
        if key in self._told:
            return True
        with speaking(await self._languages.of_person(person)):
            content = gettext(
                "**{league}** goes on with season {number}. Start: {start}. In for another season? Press "
                "**Join** on [its card]({link}).",
                league=safe(league.title),
                number=league.season,
                start=moment(league.ends),
                link=link(league.guild, league.channel),
            )
        try:
            message = await send_direct_message(
                self._client,
                person,
                content=content,
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
        self, league: League, channel: discord.PartialMessageable, message: int | None, card: Card
    ) -> int:
        """Edit a card, or post a new one if that isn't possible. Returns the message that has it."""
        if message is not None and await posting.edit_card(self._client, channel.id, message, card) is None:
            return message
        # Discord posts none twice that has the same card before it.
        once = posting.nonce(f"cg{league.id}", league.season, league.message)
        new = await posting.post_once(self._client, channel.id, card, once)
        if message is not None:
            with contextlib.suppress(discord.HTTPException):
                await channel.get_partial_message(message).delete()
        return new.id
