"""The leagues: joining and leaving, and all that happens by itself.

:meth:`LeagueService.advance` looks at a league as it is stored and does the next thing, until there is
nothing to do: it opens tables, decides games that nobody finishes, and begins rounds and seasons. Each step
is one transaction on the league as it was read, so that it can be stopped at any moment and repeated.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import sqlalchemy as sa

from bot.features.ratings.method import MEAN
from bot.features.ratings.rated_games import ladder_of
from bot.features.ratings.standings import shown_to_all
from bot.games.core import AnyGame
from bot.languages import gettext_noop, listed
from bot.people.display_names import sanitize
from bot.tables.errors import NoSuchTable, TableBusy, TableError, TryAgainError
from bot.tables.events import agreements, timeouts
from bot.tables.events.moves import Act
from bot.tables.model import pace
from bot.tables.model.pace import DAY
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import KeyedLocks, TableService
from data.store.queries import leagues
from data.store.queries.leagues import AT_ONCE, League, LeagueEntry, LeagueGame, Season
from data.store.records import Address, Event
from data.store.store import Store

from . import results, schedule
from .schedule import BYE, DIVISION, LEAST
from .standings import (
    DRAWN,
    LOST,
    MISSED,
    NEITHER,
    WON,
    StandingsLine,
    absent,
    next_order,
    standings,
)

LOG: Final = logging.getLogger(__name__)
MOST: Final = 40
"""The most people in a league."""
MOST_LEAGUES: Final = 10
"""The most leagues in a server at a time."""
MOST_ROUNDS: Final = 12
"""The most rounds of a Swiss tournament."""
MAX_TITLE: Final = 50
BREAK_MS: Final = 7 * DAY
"""Milliseconds between two seasons."""
GIVE_UP_MS: Final = 14 * DAY
"""Milliseconds without anybody joining after which a league that is short of people closes."""
KEPT_MS: Final = 30 * DAY
"""Milliseconds for which a closed league is kept."""
RETRY_MS: Final = 30_000
"""Milliseconds until a failed look at a league is repeated."""
ATTEMPTS: Final = 5
AT_THE_END: Final = gettext_noop(
    "If a game isn’t finished when its round ends, the player who is away on their turn loses. If nobody "
    "is, the one who has used more time loses."
)
"""What happens when a round ends."""
ROUND_OVER: Final = gettext_noop(
    "The league’s round has ended, so this table was closed. In the league, it counts as a loss for the "
    "player who was away on their turn, or else for the one who used more time."
)
BOTH_OUT: Final = gettext_noop(
    "Neither player made it in time, so this table was closed. Neither gets a point in the league."
)
NO_SUCH_LEAGUE: Final = gettext_noop("That league no longer exists. `/league standings` shows the others.")
BUSY: Final = gettext_noop("Somebody else in this league was a moment quicker. Please try again.")


def playable(game: AnyGame) -> bool:
    """Whether a league can play ``game``: one for exactly two people."""
    return game.people == (2, 2)


def divisions(season: Season) -> list[list[StandingsLine]]:
    """The standings of each division, the first being the strongest; empty before the season."""
    out = {entry.person for entry in season.entries if entry.out}
    begun = [entry for entry in season.entries if entry.division]
    return [standings(people, season.games, out) for people in _divided(begun)]


def _divided(entries: Sequence[LeagueEntry]) -> list[list[int]]:
    """The people of each division, in their order."""
    numbers = sorted({entry.division for entry in entries})
    return [[entry.person for entry in entries if entry.division == number] for number in numbers]


def _create(connection: sa.Connection, new: League) -> int | None:
    """Store a new league. Returns its number, or None if its server has as many as it can have."""
    return leagues.insert(connection, new) if leagues.count(connection, new.guild) < MOST_LEAGUES else None


async def withdraw(store: Store, season: Season, entry: LeagueEntry) -> bool:
    """Somebody leaves: before the season, as if they had never joined.

    Whether the league was as it was read.
    """
    before = season.league.status == "joining"
    return await leagues.change(
        store,
        season.league,
        {"due": AT_ONCE},
        entries=[] if before else [replace(entry, out=True)],
        without=entry if before else None,
    )


class LeagueService:
    """All changes to leagues go through it."""

    def __init__(self, tables: TableService, changed: Callable[[int], object] = lambda _league: None) -> None:
        self._tables = tables
        self._changed = changed
        """Called with a league's number after each change."""
        self._store = tables.store
        self._locks: KeyedLocks[int] = KeyedLocks()
        self._failed: dict[int, int] = {}
        """Leagues at which something failed, with the time of the retry."""

    # What people do

    async def create(
        self,
        guild: int,
        channel: int,
        title: str,
        game: str,
        *,
        measure: str,
        round_time: str,
        starts: str,
        swiss: bool = False,
        size: int = schedule.USUAL_DIVISION,
        twice: bool = False,
        rounds: int = 0,
        rated: bool = True,
    ) -> int:
        """A new league, which people can join until it ``starts``; its number.

        :raises TableError: when something about it isn't possible.
        """
        rules = self._tables.games[game]
        if not playable(rules):
            others = [each.title for each in self._tables.games.values() if playable(each)]
            raise TableError(
                "{game} isn’t a game for exactly two players. Leagues can play {games}.",
                game=rules.title,
                games=listed(others, "or"),
            )
        title = sanitize(title, MAX_TITLE + 1).strip()
        if not 0 < len(title) <= MAX_TITLE:
            raise TableError("Give the league a name of 1 to {most} characters.", most=MAX_TITLE)
        if size not in DIVISION:
            raise TableError(
                "A division can have {least} to {most} people.", least=DIVISION.start, most=DIVISION.stop - 1
            )
        if not 0 <= rounds <= MOST_ROUNDS:
            raise TableError("A Swiss tournament can have 1 to {most} rounds.", most=MOST_ROUNDS)
        if rounds and not swiss:
            raise TableError(
                "You can only set `rounds` for a Swiss tournament. Set `swiss` as well, or leave out "
                "`rounds`: in a league, everybody plays everybody in their division."
            )
        if twice and swiss:
            raise TableError(
                "In a Swiss tournament, people don’t play each other `twice`. Leave out either `twice` or "
                "`swiss`."
            )
        limit, round_ms, now = pace.read(measure), _length(round_time), self._tables.now()
        if not limit:
            raise TableError(
                "A league needs a time limit for its turns, such as `12h` or `1d`, so that every game ends."
            )
        if limit.time > round_ms:
            raise TableError(
                "A turn can’t take longer than a round. Choose a shorter `pace` or a longer `round_time`."
            )
        ends = now + _length(starts)
        new = League(
            guild=guild,
            channel=channel,
            title=title,
            game=game,
            pace=str(limit),
            rated="people" if rated else "no",
            swiss=swiss,
            size=size,
            twice=twice,
            rounds=rounds,
            round_ms=round_ms,
            ends=ends,
            due=ends,
        )
        number = await self._store.write(_create, new)
        if number is None:
            raise TableError(
                "This server has {number} leagues, which is the limit. Close one with `/league close` first.",
                number=MOST_LEAGUES,
            )
        self._changed(number)
        return number

    async def join(self, number: int, person: Person) -> Season:
        """``person`` takes part in the season that is about to begin.

        :raises TableError: when they can't.
        """
        # When a league is announced, many join at once.
        async with self._locks.lock(number):
            for _ in range(ATTEMPTS):
                season = await self.get(number)
                league = season.league
                if any(entry.person == person.id and not entry.out for entry in season.entries):
                    raise TableError("You’re already in. The games start automatically.")
                if league.status != "joining":
                    if league.swiss:
                        raise TableError(
                            "This Swiss tournament has already started, so nobody can join any more."
                        )
                    raise TableError(
                        "The season has already started. When it’s over, you can press **Join** on the "
                        "league’s new card for the next one."
                    )
                if len(season.entries) >= MOST:
                    raise TableError(
                        "{number} people have joined, which is as many as a league can have.", number=MOST
                    )
                entry = LeagueEntry(number, league.season, person.id, person.name, self._tables.now())
                if await leagues.change(self._store, league, {}, entries=[entry]):
                    self._changed(number)
                    return await self.get(number)
        raise TableBusy(BUSY)

    async def leave(self, number: int, person: Person) -> Season:
        """``person`` leaves; in a season that has begun they resign, and forfeit the games to come.

        :raises TableError: when they aren't in it.
        """
        for _ in range(ATTEMPTS):
            season = await self.get(number)
            own = next((entry for entry in season.entries if entry.person == person.id), None)
            if own is None:
                raise TableError("You’re not in this league right now.")
            if own.out:
                raise TableError(
                    "You’re already out of this season: you’ve left it, or missed {number} games in a row.",
                    number=MISSED,
                )
            if await withdraw(self._store, season, own):
                await self.advance(number)
                return await self.get(number)
        raise TableBusy(BUSY)

    async def begin(self, number: int, asked: int) -> Season:
        """Begin the season ``asked`` at once with those who are in, without waiting for its start.

        :raises TableError: when it has begun, or too few are in.
        """
        for _ in range(ATTEMPTS):
            season, now = await self.get(number), self._tables.now()
            league = season.league
            if league.status != "joining" or league.season != asked:
                raise TableError("The games have already started.")
            if len(season.entries) < LEAST:
                raise TableError(
                    "Not enough people have joined yet: {number} so far, and it takes at least {least} to "
                    "start.",
                    number=len(season.entries),
                    least=LEAST,
                )
            if await leagues.change(self._store, league, {"ends": now, "due": AT_ONCE}):
                await self.advance(number)
                return await self.get(number)
        raise TableBusy(BUSY)

    async def close(self, number: int) -> League:
        """End a league for good; games that are being played go on as ordinary games. The league as it was.

        :raises TableError: when it is closed already.
        """
        for _ in range(ATTEMPTS):
            season, now = await self.get(number), self._tables.now()
            if await leagues.change(self._store, season.league, _closed(now)):
                self._changed(number)
                return season.league
        raise TableBusy(BUSY)

    async def get(self, number: int) -> Season:
        """A league that goes on, with its present season.

        :raises TableError: when there is none with this number.
        """
        season = await leagues.season(self._store, number)
        if season is None or season.league.status not in leagues.ALIVE:
            raise TableError(NO_SUCH_LEAGUE)
        return season

    # What happens by itself

    async def earliest(self) -> int | None:
        """When the next league has to be looked at."""
        found = await leagues.earliest(self._store, without=self._failed)
        return min((each for each in (found, *self._failed.values()) if each is not None), default=None)

    async def pass_time(self) -> None:
        """Look at each league for which it is time; an error at one doesn't affect the others."""
        now = self._tables.now()
        self._failed = {each: at for each, at in self._failed.items() if now < at <= now + RETRY_MS}
        for number in await leagues.due(self._store, now, without=self._failed):
            await self._try(number, now)

    async def _try(self, number: int, now: int) -> None:
        """Advance a league; an error is logged, and the league is looked at again later."""
        try:
            await self.advance(number)
        except Exception:
            LOG.exception("league %s can't continue; trying again in %d s", number, RETRY_MS // 1000)
            self._failed[number] = now + RETRY_MS

    async def give_back(self, beat: int, now: int, server: int | None = None) -> None:
        """Rounds end later by the time in which nobody could play."""
        await leagues.postpone(self._store, beat, now - beat, AT_ONCE, server)

    async def advance(self, number: int) -> None:
        """Do all that can be done in a league now."""
        async with self._locks.lock(number):
            while (season := await leagues.season(self._store, number)) is not None:
                due = await self._step(season)
                if due is not None:
                    if due != season.league.due:
                        await leagues.attended(self._store, season.league, due)
                    break
        self._changed(number)

    async def decided(self, table: Table) -> bool:
        """Let a league decide at once who has won, if somebody ran out of time.

        Returns whether that was needed.
        """
        if not table.timing.flagged or (number := await leagues.league_of(self._store, table.id)) is None:
            return False
        await self._try(number, self._tables.now())
        return True

    async def _step(self, season: Season) -> int | None:
        """Do the next thing; when to look again if there is nothing to do now."""
        league, now = season.league, self._tables.now()
        if league.status == "closed":
            if now < league.ends + KEPT_MS:
                return league.ends + KEPT_MS
            await leagues.remove(self._store, league.id)
            return None
        if league.game not in self._tables.games:
            await leagues.change(self._store, league, _closed(now))
            return None
        if league.status == "joining":
            if now < league.ends:
                return league.ends
            await self._begin(season, now)
            return None
        waiting = [game for game in season.games if game.result is None]
        done, again = 0, False
        for game in waiting:
            try:
                done += await self._attend(season, game, now)
            except TryAgainError as fault:
                LOG.info("a game of league %s can't be looked at: %s", league.id, type(fault).__name__)
                again = True
        if done:
            return None
        if waiting:
            return league.ends if now < league.ends and not again else now + RETRY_MS
        await self._next_round(season, now)
        return None

    async def _begin(self, season: Season, now: int) -> None:
        """Begin a season with those who are in, wait for more, or give up."""
        league = season.league
        if len(season.entries) < LEAST:
            latest = max((entry.at for entry in season.entries), default=0)
            wait = DAY if league.swiss else GIVE_UP_MS
            later = now + min(DAY, league.round_ms)
            changes = _closed(now) if now >= latest + wait else {"ends": later, "due": later}
            await leagues.change(self._store, league, changes)
            return
        order = await self._order(season)
        split = [order] if league.swiss else schedule.divisions(order, league.size)
        known = {entry.person: entry for entry in season.entries}
        entries = [
            replace(known[person], division=number, place=order.index(person) + 1)
            for number, people in enumerate(split, 1)
            for person in people
        ]
        if league.swiss:
            rounds = min(league.rounds or schedule.swiss_rounds(len(order)), len(order) - 1)
        else:
            rounds = max(len(schedule.all_play_all(people, twice=league.twice)) for people in split)
        begun: dict[str, Any] = {"status": "playing", "round": 1, "rounds": rounds}
        games = _games(replace(league, **begun), entries, ())
        await self._start_round(league, begun, entries, games, now)

    async def _order(self, season: Season) -> list[int]:
        """Who begins the season, strongest first: by rating, or by the last season."""
        league, joined = season.league, [entry.person for entry in season.entries]
        if league.season > 1:
            last = await leagues.season(self._store, league.id, league.season - 1)
            assert last is not None
            return next_order([[line.person for line in each] for each in divisions(last)], joined)
        ladder, found = ladder_of(league.game), await shown_to_all(self._store, joined)
        strength = {person: own[ladder].mu for person, own in found.items() if ladder in own}
        return sorted(joined, key=lambda person: -strength.get(person, MEAN))

    async def _next_round(self, season: Season, now: int) -> None:
        """All games of the round are decided: begin the next one, or end the season."""
        league = season.league
        gone = [
            replace(entry, out=True)
            for entry in season.entries
            if not entry.out and absent(entry.person, season.games)
        ]
        left = {entry.person: entry for entry in (*season.entries, *gone)}
        playing = sum(not entry.out for entry in left.values())
        if league.round < league.rounds and playing > 1:
            following = replace(league, round=league.round + 1)
            games = _games(following, list(left.values()), season.games)
            await self._start_round(league, {"round": following.round}, gone, games, now)
        elif league.swiss:
            await leagues.change(self._store, league, _closed(now), entries=gone)
        else:
            begins = now + BREAK_MS
            changes = {"status": "joining", "season": league.season + 1, "round": 0, "ends": begins}
            await leagues.change(self._store, league, changes | {"due": begins}, entries=gone)

    async def _start_round(
        self,
        league: League,
        changes: Mapping[str, Any],
        entries: Sequence[LeagueEntry],
        games: Sequence[LeagueGame],
        now: int,
    ) -> None:
        times = {"ends": now + league.round_ms, "due": now}
        await leagues.change(self._store, league, {**changes, **times}, entries=entries, games=games)

    async def _attend(self, season: Season, game: LeagueGame, now: int) -> bool:
        """Open the table of a game, or end the game if it has to. Returns whether anything was done."""
        league, out = season.league, {entry.person for entry in season.entries if entry.out}
        gone = [side for side, person in enumerate((game.first, game.second)) if person in out]
        if game.table_id is None:
            if gone:
                result = NEITHER if len(gone) == 2 else (LOST, WON)[gone[0]]
                await self._decide(game, result, forfeit=True)
            else:
                await self._open(season, game)
            return True
        late = now >= league.ends
        if len(gone) == 2:
            await self._decide(game, NEITHER, forfeit=False)

        def end(table: Table) -> Sequence[Event]:
            people = (game.first, game.second)
            leaving = [side for side in gone if table.seating.side_number(people[side]) == side]
            return ending(table, leaving, now, late=late)

        try:
            table = await self._tables.change(game.table_id, end)
        except NoSuchTable:
            await self._decide(game, NEITHER, forfeit=False)
            return True
        except TableError:
            status = "frozen"
        else:
            status = table.status
        if status in ("over", "closed"):
            result, forfeit = results.result(table, (), now)
            await self._decide(game, result, forfeit=forfeit)
        elif late:
            await self._decide(game, DRAWN, forfeit=False)
        return late or status in ("over", "closed")

    async def _decide(self, game: LeagueGame, result: int, *, forfeit: bool) -> None:
        await self._store.write(results.note, game, result, forfeit=forfeit)

    async def _open(self, season: Season, game: LeagueGame) -> None:
        league, names = season.league, {entry.person: entry.name for entry in season.entries}
        people = (Person(game.first, names[game.first]), Person(game.second, names[game.second]))
        address = Address(guild=league.guild, home=league.channel)
        begun = await self._tables.pair(league.game, people, address, pace.read(league.pace), league.rated)
        number = await leagues.open_table(self._store, game, begun)
        if number is not None:
            self._tables.changed(number)


def ending(table: Table, gone: Sequence[int], now: int, *, late: bool) -> Sequence[Event]:
    """What ends a league's game that isn't played to its end.

    ``gone`` are the sides that have left the season; ``late``: the round has ended.
    """
    if table.status != "playing":
        return ()
    lost = {*gone, *table.timing.flagged}
    if len(lost) == 1:
        (loser,) = lost
        first = [table.seating.side_people(side)[0] for side in table.seating.sides]
        if loser in gone:
            return agreements.resign(table, Act(first[loser], now))
        if not table.timing.paused:
            return timeouts.claim(table, Act(first[1 - loser], now))
    if late or len(lost) == 2:
        return (Event("close", text=BOTH_OUT if lost else ROUND_OVER, at=now),)
    return ()


def _games(league: League, entries: Sequence[LeagueEntry], before: Sequence[LeagueGame]) -> list[LeagueGame]:
    """The games of the present round of ``league``."""
    in_order = sorted(entries, key=lambda entry: entry.place)
    pairs: list[schedule.Pair] = []
    if league.swiss:
        lines = standings([entry.person for entry in in_order if not entry.out], before)
        points = {line.person: line.halves for line in lines}
        played = [(game.first, game.second) for game in before]
        pairs = schedule.swiss([line.person for line in lines], points, played)
    else:
        for people in _divided(in_order):
            rounds = schedule.all_play_all(people, twice=league.twice)
            pairs += rounds[league.round - 1] if league.round <= len(rounds) else []
    # In a league everybody is without a game equally often, so that isn't worth anything.
    return [
        LeagueGame(
            league.id, league.season, league.round, first, second, result=WON if second == BYE else None
        )
        for first, second in pairs
        if second != BYE or league.swiss
    ]


def _closed(now: int) -> dict[str, Any]:
    return {"status": "closed", "ends": now, "due": now + KEPT_MS}


def _length(written: str) -> int:
    """A length of time in milliseconds.

    :raises TableError: when it can't be read.
    """
    found = pace.read(written)
    if not found or found.increment is not None:
        raise TableError("Enter a single length of time, such as `30m`, `12h` or `3d`.")
    return found.time
