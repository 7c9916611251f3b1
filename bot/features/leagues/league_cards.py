"""The card of a league: its standings, or who has joined.

It is edited whenever something changes. A season gets a card of its own. Those who played in the last one
are told once: by a ping there, or by direct message.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import Final

import discord
import structlog
from cachetools import LRUCache

from bot.components.cards import table_cards
from bot.components.cards.text import link, mention, moment, pace, results, span, table_link
from bot.components.hooks import BotContext
from bot.components.interactions import channels
from bot.components.interactions.card import Card, CardImage, Control, Style, rows
from bot.components.interactions.context import remove_person
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, UNKNOWN_CHANNEL, attempt
from bot.components.publishing import posting
from bot.components.publishing.notifications import CACHE_SIZE, send_direct_message
from bot.components.publishing.publisher import PublishingClient
from bot.components.publishing.server_events import ServerEvents
from bot.games.core import Games
from bot.languages import gettext, gettext_noop, listed, ngettext, speaking
from bot.people import settings
from bot.people.display_names import plain, safe
from bot.people.kinds import Kind, kind_of
from bot.people.preferences import PINGS
from bot.tables.errors import TableError
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.pace import read
from bot.tables.pending_followups import Followup
from data.store.queries import leagues
from data.store.queries.leagues import League, Season
from rendering.scene import LeagueView

from . import league_events
from .league_pictures import CROWD, Drawn, points_of, told, view_of
from .schedule import BYE, LEAST
from .service import AT_THE_END, LeagueService, divisions
from .standings import MOVED, StandingsLine, winners

log: Final = structlog.get_logger(__name__)
GOLD: Final = 0xCBA45C
"""The accent of what a server shows."""


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
    return f"{gettext(kind, game=title)} {times_of(league)}"


def times_of(league: League) -> str:
    """How long turns and rounds may take."""
    limit = gettext("Time limit: {limit}.", limit=pace(read(league.pace)))
    return f"{limit} {gettext('A round lasts {time}.', time=span(league.round_ms))}"


def standing_line(place: int, each: StandingsLine) -> str:
    points = points_of(each)
    won_and_lost = results(each.won, each.drawn, each.lost)
    line = f"{place}. {mention(each.person)} **{points}** · {won_and_lost}"
    return gettext("{line} (withdrew)", line=line) if each.out else line


@dataclass(frozen=True, slots=True)
class Words:
    """What a league's card says."""

    above: tuple[str, ...] = ()
    """What comes before the standings, after what kind of league it is."""
    standings: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    controls: tuple[Control, ...] = ()


def league_card(season: Season, number: int, games: Games) -> Card:
    """The card of a league's season ``number``, in words: the present one, or one that is over."""
    words = _words(season, number)
    lines = (about_line(season.league, games), *words.above, *words.standings, *words.below)
    return Card(heading_of(season.league, number), lines=lines, rows=rows([*words.controls]), accent=GOLD)


def _words(season: Season, number: int) -> Words:
    league = season.league
    present = number == league.season
    closed = present and league.status == "closed" and not (league.swiss and played_out(season))
    leave = Control("leagueleave", gettext("Leave"), version=league.version, rest=str(league.id))
    if present and league.status == "joining":
        return _joining(season, leave)
    above, below = list[str](), list[str]()
    standings, going = divisions(season), present and league.status == "playing"
    if going:
        played = [game for game in season.games if game.round == league.round and game.second != BYE]
        finished, of = sum(game.result is not None for game in played), len(played)
        above.append(
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
        above.append(f"{over} {praise}")
    lines = list[str]()
    for place, group in enumerate(standings, 1):
        lines += [gettext("**Division {number}**", number=place)] if len(standings) > 1 else []
        lines += [standing_line(row, each) for row, each in enumerate(group, 1)]
    if going and len(standings) > 1:
        below.append(
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
        below.append(f"{is_closed} {why}")
    return Words(tuple(above), tuple(lines), tuple(below), (leave,) if going else ())


def _joining(season: Season, leave: Control) -> Words:
    league = season.league
    names = ", ".join(mention(entry.person) for entry in season.entries)
    when = gettext(
        "It starts {start} with everybody who has joined, if that’s at least {least} people. Your games "
        "open automatically.",
        least=LEAST,
        start=moment(league.ends),
    )
    joined = (
        gettext("**Joined ({number}):** {names}", number=len(season.entries), names=names)
        if names
        else gettext("Nobody has joined yet.")
    )
    rules = f"-# {gettext('If you run out of time, you lose that game.')} {gettext(AT_THE_END)}"
    controls = [replace(leave, verb="leaguejoin", label=gettext("Join"), style=Style.success), leave]
    if len(season.entries) >= LEAST:
        # Everybody sees it; whoever may not press it is told so.
        controls.append(replace(leave, verb="leaguestart", label=gettext("Start Now")))
    return Words((joined, when, rules), controls=tuple(controls))


async def drawn_card(context: BotContext, season: Season, number: int, now: str) -> Card:
    """The card of a season with its picture; in words where there is none. ``now``: the games in play."""
    games, league = context.tables.games, season.league
    few = [each.person for each in season.entries] if len(season.entries) <= CROWD else []
    avatars = await context.avatars.of(few)
    drawn = Drawn(season, number, games, avatars)
    view = view_of(drawn)
    if view is None:
        return league_card(season, number, games)
    kind = "league" if isinstance(view, LeagueView) else "swiss"
    picture = await table_cards.painted(context, kind, view, None)
    if picture is None:
        return league_card(season, number, games)
    words, which = _words(season, number), f"{league.id}|{number}"
    in_words = Control("leaguewords", gettext("In Words"), version=league.version, rest=which)
    above: tuple[str, ...] = words.above
    controls = [in_words]
    if drawn.going:
        above = (now, gettext("The round ends {when}.", when=moment(league.ends)))
        own = Control("leaguegames", gettext("My Games"), version=league.version, rest=str(league.id))
        controls = [replace(own, style=Style.primary), in_words, *words.controls]
    return Card(
        "",
        (CardImage(told(view, drawn), picture),),
        (*above, *words.below),
        rows=(tuple(controls),),
        accent=GOLD,
    )


def played_out(season: Season) -> bool:
    """Whether a Swiss tournament ended by itself: after its last round, or when hardly anybody was left."""
    league, left = season.league, sum(not entry.out for entry in season.entries)
    # Before its first round it has no games.
    decided = league.round and all(game.result is not None for game in season.games)
    return bool(decided) and (league.round == league.rounds or left < 2)


class LeagueCards:
    """Keeps the cards of all leagues up to date."""

    def __init__(self, context: BotContext, service: LeagueService, client: PublishingClient) -> None:
        self._context = context
        self._store = context.tables.store
        self._languages = context.languages
        self._service = service
        self._client = client
        self._events = ServerEvents(context, client)
        self._told: LRUCache[tuple[int, int, int], bool] = LRUCache(CACHE_SIZE)
        """League, season and person of direct messages: they aren't sent again when showing is repeated."""
        self._unlinked: dict[int, int] = {}
        """Tables that had no card yet when their league named them, with the league."""
        self._again: set[int] = set()
        """Leagues whose tables have one now."""
        self.tasks = Retries("league", self._attempt, subject="league", lookout=context.tables.lookout)

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        remove_person(self._told, person)

    def table_shown(self, table_id: int) -> None:
        """The card of a table stands: once those of all new tables of a league do, it is linked to them."""
        league = self._unlinked.pop(table_id, None)
        if league is not None and league not in self._unlinked.values():
            self._again.add(league)
            self.tasks.wake(league)

    async def reconcile(self) -> None:
        """Show soon all leagues whose card is out of date."""
        for league in await leagues.unshown(self._store):
            self.tasks.wake(league)

    async def leave_channel(self, guild: int, channel: int) -> None:
        """Close the leagues of a channel that is gone."""
        for league in await leagues.in_server(self._store, guild):
            if league.channel == channel:
                await self._lost(league.id)

    async def _attempt(self, league: int, _last: bool) -> Outcome:
        """Show a league. Returns what came of it."""
        return await attempt("a league's card can't be shown", self._show_or_close(league))

    async def _show_or_close(self, league: int) -> None:
        try:
            await self.refresh(league, again=league in self._again)
            self._again.discard(league)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await self._lost(league)

    async def _lost(self, number: int) -> None:
        """Close a league whose channel is gone; one that is closed has nothing left to show."""
        league = await leagues.load(self._store, number)
        assert league is not None
        if league.status not in leagues.ALIVE:
            await leagues.set_card(self._store, league, league.message, league.event, shown=league.version)
            return
        log.info("a league is closed: its channel is gone")
        await league_events.end(self._events, league)
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
            event = league.event
            if league.card_season != league.season:
                await league_events.end(self._events, league)
                event = None
            message = await self._show(season)
            if message != league.message:
                # It stands, even while Discord takes no events.
                await leagues.set_card(self._store, league, message, event, shown=league.shown)
            event = await league_events.follow(self._events, self._context.tables, season, message, event)
        if league.status == "closed":
            await self._release(season)
        await leagues.set_card(self._store, league, message, event, shown=league.version)
        return message != league.message

    async def _release(self, season: Season) -> None:
        """The games of a closed league that go on no longer say what its round's end means."""
        publisher = self._client.publisher
        for game in season.games:
            if game.result is None and game.table_id is not None:
                await publisher.messages.followups.add(game.table_id, Followup("lobby"))
                with contextlib.suppress(TableError, *CONNECTION_ERRORS):
                    if (await self._context.tables.get(game.table_id)).seating.away:
                        await publisher.restore(game.table_id)

    async def _show(self, season: Season) -> int:
        """Edit a league's card, or post a new one. Returns the message that has it."""
        league = season.league
        channel = channels.partial_channel(self._client, league.guild, league.channel)
        card, message = await self._card(season, league.season), league.message
        if message is not None and league.card_season != league.season:
            pings = await self._show_end(season, channel, message)
            message = None
            if pings:
                called = (gettext("In for another season? Press **Join**."), *map(mention, pings))
                card = replace(card, lines=(*card.lines, " ".join(called)), pings=pings)
        return await self._put(league, channel, message, card)

    async def _card(self, season: Season, number: int) -> Card:
        """The card of a season, with links to the games that are being played."""
        return await drawn_card(self._context, season, number, await self._in_play(season, number))

    async def _in_play(self, season: Season, number: int) -> str:
        league, links = season.league, list[str]()
        names = Drawn(season, number, self._context.tables.games)
        for game in season.games if names.going else ():
            if game.result is None and game.table_id is not None:
                with contextlib.suppress(TableError):
                    table = await self._context.tables.get(game.table_id, keep=False)
                    if table.address.card is None:
                        self._unlinked[table.id] = league.id
                    pair = " – ".join(
                        safe(plain(names.face(each).name)) for each in (game.first, game.second)
                    )
                    links.append(f"[{pair}]({table_link(table)})")
        return gettext("Games in progress: {games}", games=" · ".join(links)) if links else ""

    async def _show_end(
        self, season: Season, channel: discord.PartialMessageable, message: int
    ) -> tuple[int, ...]:
        """Make a card show how its season has ended. Returns the people to ping about the next one."""
        number = season.league.card_season
        old = await leagues.season(self._store, season.league.id, number)
        assert old is not None
        card = await self._card(old, number)
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
                "**{league}** continues with season {number}, which starts {start}. In for another season? "
                "Press **Join** on [its card]({link}).",
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
