"""Leagues: what people do in them, and what happens by itself, on each kind of database."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from operator import attrgetter
from random import Random
from typing import Any
from unittest.mock import DEFAULT, AsyncMock

import pytest

from bot.features.leagues.results import slower
from bot.features.leagues.schedule import BYE, LEAST
from bot.features.leagues.service import (
    BOTH_OUT,
    BREAK_MS,
    KEPT_MS,
    RETRY_MS,
    LeagueService,
    divisions,
    withdraw,
)
from bot.features.leagues.standings import winners
from bot.features.privacy import erasure
from bot.features.privacy.data_export import export
from bot.features.ratings import history
from bot.features.ratings.rated_games import RatedGame
from bot.tables import absences as away
from bot.tables.errors import InternalError, TableError
from bot.tables.events import agreements
from bot.tables.jobs import guild_retention
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import due, leagues, people, servers
from data.store.queries.leagues import Season
from data.store.records import Conflict
from tests.databases import content, fetch, on_both

from .harness import Hours, Room, failing_at, play_on, refused

GUILD, CHANNEL = 5, 10
PEOPLE = [Person(710_900_001 + number, f"Mate {number + 1}") for number in range(24)]


class Club:
    """A server with leagues, whose time passes as a test says."""

    def __init__(self, room: Room, service: TableService) -> None:
        self.room = room
        self.tables = service
        self.leagues = LeagueService(service)
        owed_since = service.owed_since
        self._deadlines = Scheduler(service)
        # It never looks at the clock, so it knows of no downtime.
        service.owed_since = owed_since

    async def pass_(self, time: int) -> None:
        """Let time pass, from one deadline to the next."""
        room, store, end = self.room, self.tables.store, self.room.ticks + time
        while True:
            found = await due.earliest(store), await self.leagues.earliest()
            earliest = min((each for each in found if each is not None), default=end)
            if earliest >= end:
                break
            room.ticks = max(room.ticks, earliest)
            for table_id in await due.due(store, room.ticks):
                await self._deadlines.pass_time(table_id, room.ticks)
            await self.leagues.pass_time()
        room.ticks = max(end, room.ticks)

    async def create(self, game: str = "hex", **chosen: Any) -> int:
        given: dict[str, Any] = {"measure": "1d", "round_time": "7d", "starts": "1d"} | chosen
        return await self.leagues.create(GUILD, CHANNEL, "Harbour Cup", game, **given)

    async def begun(self, count: int = LEAST, **chosen: Any) -> int:
        """A league in its first round."""
        number = await self.joined(count, **chosen)
        await self.pass_(DAY)
        return number

    async def joined(self, count: int, **chosen: Any) -> int:
        """A league that so many people have joined."""
        number = await self.create(**chosen)
        for person in PEOPLE[:count]:
            await self.leagues.join(number, person)
        return number

    async def season(self, number: int, which: int | None = None) -> Season:
        found = await leagues.season(self.tables.store, number, which)
        assert found is not None
        return found

    async def withdraw(self, number: int, person: Person) -> None:
        """Somebody leaves, and the league isn't looked at yet."""
        season = await self.season(number)
        own = next(entry for entry in season.entries if entry.person == person.id)
        assert await withdraw(self.tables.store, season, own)

    async def playing(self, number: int) -> list[Table]:
        """The tables that are played now."""
        games = (await self.season(number)).games
        tables = [await self.tables.get(game.table_id) for game in games if game.table_id is not None]
        return [table for table in tables if table.status == "playing"]

    async def win(self, table: Table, winner: Person, turns: int = 4) -> None:
        """``winner`` wins a game in which both had their turns."""
        for _ in range(turns):
            table = await play_on(self.tables, table, Random(table.version))
        loser = next(person for person in table.seating.people if person != winner)
        await self.tables.resign(table.id, loser)

    async def play_round(self, number: int) -> None:
        """Whoever has the smaller number wins each game."""
        for table in await self.playing(number):
            await self.win(table, min(table.seating.people, key=lambda person: person.id), turns=2)
        await self.leagues.advance(number)

    async def play_season(self, number: int) -> None:
        season = (await self.season(number)).league.season
        while (now := (await self.season(number)).league).status == "playing" and now.season == season:
            await self.play_round(number)


@pytest.fixture
def club(room: Room, service: TableService) -> Club:
    return Club(room, service)


@on_both
async def test_a_season_is_played_round_by_round_until_everybody_has_met(club: Club) -> None:
    number = await club.begun(5, measure="2d+6h", rated=False)
    assert (await club.season(number)).league.rounds == 5
    table, _ = await club.playing(number)
    header, host = table.header, table.seating.people[0].id
    assert (header.pace, header.rated, header.host) == ("2d+6h", "no", host)
    assert (table.address.guild, table.address.home) == (GUILD, CHANNEL)
    await club.play_season(number)
    season = await club.season(number, 1)
    met = Counter(frozenset((game.first, game.second)) for game in season.games)
    assert len(met) == 10
    assert set(met.values()) == {1}
    (lines,) = divisions(season)
    assert [(line.person - 710_900_000, line.halves, line.won, line.lost) for line in lines] == [
        (1, 8, 4, 0),
        (2, 6, 3, 1),
        (3, 4, 2, 2),
        (4, 2, 1, 3),
        (5, 0, 0, 4),
    ]
    assert await fetch(club.tables.store, "SELECT count(*) FROM game_table WHERE status != 'over'") == [0]


async def test_with_too_few_people_a_league_waits_for_more(club: Club) -> None:
    number = await club.begun(LEAST - 1)
    assert (await club.season(number)).league.status == "joining"
    await club.leagues.join(number, PEOPLE[LEAST])
    await club.pass_(2 * DAY)
    assert (await club.season(number)).league.status == "playing"


@pytest.mark.parametrize(
    ("swiss", "people", "days"), [(False, 3, 15), (False, 0, 2), (True, 3, 2), (True, 0, 2)]
)
async def test_a_league_that_nobody_joins_any_more_gives_up(
    club: Club, swiss: bool, people: int, days: int
) -> None:
    number = await club.joined(people, swiss=swiss, round_time="1d")
    await club.pass_((days - 1) * DAY - HOUR)
    assert (await club.season(number)).league.status == "joining"
    await club.pass_(DAY + HOUR)
    assert (await club.season(number)).league.status == "closed"
    assert await club.playing(number) == []


@on_both
async def test_people_join_once_and_only_before_a_season(club: Club) -> None:
    number = await club.create()
    await club.leagues.join(number, PEOPLE[0])
    await refused(club.leagues.join(number, PEOPLE[0]), "already in")
    await asyncio.gather(*(club.leagues.join(number, person) for person in PEOPLE[1:4]))
    await club.leagues.leave(number, PEOPLE[0])
    await refused(club.leagues.leave(number, PEOPLE[0]), "not in this league")
    await club.leagues.join(number, PEOPLE[0])
    await club.pass_(DAY)
    await refused(club.leagues.join(number, PEOPLE[9]), "already started")


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"game": "tug"}, "isn’t a game for exactly two players. Leagues can play"),
        ({"game": "solo"}, "isn’t a game for exactly two"),
        ({"measure": "none"}, "needs a time limit"),
        ({"measure": "8d"}, "can’t take longer than a round"),
        ({"round_time": "2d+6h"}, "single length of time"),
        ({"starts": "soon"}, "isn’t a time limit the bot understands"),
        ({"size": 9}, "4 to 8 people"),
        ({"swiss": True, "rounds": 13}, "1 to 12 rounds"),
        ({"rounds": 5}, "You can only set `rounds` for a Swiss tournament"),
        ({"swiss": True, "twice": True}, "Leave out either `twice` or `swiss`"),
    ],
)
async def test_what_is_not_possible_is_refused_with_a_reason(
    club: Club, chosen: dict[str, Any], words: str
) -> None:
    with pytest.raises(TableError, match=words):
        await club.create(**chosen)


async def test_leagues_have_limits(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.leagues.service.MOST_LEAGUES", 1)
    monkeypatch.setattr("bot.features.leagues.service.MOST", 1)
    number = await club.create()
    await refused(club.create(), "which is the limit")
    await club.leagues.join(number, PEOPLE[0])
    await refused(club.leagues.join(number, PEOPLE[1]), "as many as a league can have")
    await club.leagues.close(number)
    await club.create()


async def test_somebody_who_runs_out_of_time_loses_and_after_two_games_without_a_move_is_out(
    club: Club,
) -> None:
    number = await club.begun(measure="1h", round_time="7d")
    absentee = PEOPLE[2]
    for missed in range(1, 4):
        for table in await club.playing(number):
            if absentee in table.seating.people:
                # The other one moves if it is their turn.
                while absentee not in table.awaited:
                    table = await play_on(club.tables, table, Random(1))
            else:
                await club.win(table, min(table.seating.people, key=lambda person: person.id))
        await club.pass_(HOUR + HOUR // 2)
        if missed == 2:
            await refused(club.leagues.leave(number, absentee), "or missed 2 games in a row")
    season = await club.season(number, 1)
    own = [game for game in season.games if absentee.id in (game.first, game.second)]
    assert len(own) == 3
    assert all(game.forfeit for game in own)
    assert [entry.person for entry in season.entries if entry.out] == [absentee.id]
    assert divisions(season)[0][-1].person == absentee.id
    assert [game.table_id is None for game in own] == [False, False, True], "the third isn’t even opened"


async def test_when_a_round_ends_whoever_took_more_time_loses_the_unfinished_game(club: Club) -> None:
    number = await club.begun(measure="1d", round_time="2d")
    tables = await club.playing(number)
    slow = [table.awaited[0] for table in tables]
    for hour in range(47):
        for table, person in zip(tables, slow, strict=True):
            now = await club.tables.get(table.id)
            # The slow ones move after twelve hours, the others at once.
            if now.awaited[0] != person or hour % 12 == 11:
                await play_on(club.tables, now, Random(hour))
        await club.pass_(HOUR)
    assert [(await club.tables.get(table.id)).status for table in tables] == ["playing"] * 2
    await club.pass_(2 * HOUR)
    season = await club.season(number)
    assert season.league.round == 2
    for table, person in zip(tables, slow, strict=True):
        assert (await club.tables.get(table.id)).status == "closed"
        game = next(each for each in season.games if each.table_id == table.id)
        assert game.result == (-1 if game.first == person.id else 1)
        assert not game.forfeit


async def test_when_a_round_ends_whoever_is_away_on_their_turn_loses(club: Club) -> None:
    number = await club.begun(measure="1d", round_time="2d")
    table = (await club.playing(number))[0]
    for seed in range(3):
        club.room.ticks += HOUR
        table = await play_on(club.tables, table, Random(seed))
    (gone,) = table.awaited
    until = club.room.ticks + 7 * DAY
    absent = partial(away.events, person=gone.id, until=until, at=club.room.ticks)
    table = await club.tables.change(table.id, absent)
    assert slower(table, club.room.ticks) != table.seating.side_number(gone.id), "and has been quicker"
    await club.pass_(2 * DAY)
    game = next(each for each in (await club.season(number)).games if each.table_id == table.id)
    assert game.result == (-1 if game.first == gone.id else 1)


@pytest.mark.parametrize(
    ("part", "fault"), [("tables.store.append", Conflict()), ("tables.cache.get", InternalError())]
)
async def test_a_game_that_cannot_be_looked_at_when_its_round_ends_is_not_judged(
    club: Club, monkeypatch: pytest.MonkeyPatch, part: str, fault: Exception
) -> None:
    number = await club.begun(measure="1d", round_time="2d")
    first, other = await club.playing(number)
    for table in (first, other):
        for seed in range(3):
            table = await play_on(club.tables, table, Random(seed))
            club.room.ticks += HOUR
    place, name = attrgetter(part.rpartition(".")[0])(club), part.rpartition(".")[2]
    club.room.ticks = (await club.season(number)).league.ends
    with monkeypatch.context() as now:
        now.setattr(place, name, failing_at(first.id, getattr(place, name), fault))
        club.tables.cache.clear()
        await club.leagues.pass_time()
    season = await club.season(number)
    assert {game.table_id: game.result is None for game in season.games} == {first.id: True, other.id: False}
    assert season.league.round == 1
    assert 0 < season.league.due - club.room.ticks <= RETRY_MS
    first = await club.tables.get(first.id)
    assert first.status == "playing"
    loser = first.seating.people[0]
    await club.tables.resign(first.id, loser)
    await club.pass_(RETRY_MS + 1)
    season = await club.season(number)
    assert season.league.round == 2
    (game,) = (each for each in season.games if each.table_id == first.id)
    assert game.result == (-1 if game.first == loser.id else 1)


async def test_a_league_that_fails_is_not_looked_at_again_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await club.begun()
    club.room.ticks = (await club.season(number)).league.ends
    monkeypatch.setattr(club.leagues, "advance", AsyncMock(side_effect=OSError("the disk is full")))
    await club.leagues.pass_time()
    assert (await club.leagues.earliest() or 0) > club.room.ticks + RETRY_MS // 2


async def test_somebody_who_leaves_resigns_soon_even_if_their_table_is_busy(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await club.begun()
    table = next(each for each in await club.playing(number) if PEOPLE[0] in each.seating.people)
    with monkeypatch.context() as now:
        now.setattr(club.tables.store, "append", failing_at(table.id, club.tables.store.append, Conflict()))
        await club.leagues.leave(number, PEOPLE[0])
    assert (await club.tables.get(table.id)).status == "playing"
    await club.pass_(RETRY_MS + 1)
    assert (await club.tables.get(table.id)).status == "over"


@pytest.mark.parametrize("why", ["down", "paused"])
async def test_time_in_which_a_game_stood_still_is_nobodys(club: Club, why: str) -> None:
    table = (await club.playing(await club.begun()))[0]
    for seed in range(3):
        table = await play_on(club.tables, table, Random(seed))
    quick, (slow,) = table.awaited[0], (each for each in table.seating.people if each != table.awaited[0])

    async def moves(person: Person, after: int) -> None:
        club.room.ticks += after
        now = await club.tables.get(table.id)
        assert now.awaited == (person,)
        await play_on(club.tables, now, Random(after))

    await moves(quick, 0)
    await moves(slow, 6 * HOUR)
    if why == "paused":
        for time in (DAY, 0):
            for person in (quick, slow):
                await club.tables.change_as(table.id, person, agreements.pause_or_resume)
            club.room.ticks += time
    else:
        for time in (DAY, 0):
            await Scheduler(club.tables, others=(club.leagues,)).tick()
            club.room.ticks += time
    await moves(quick, 0)
    now = await club.tables.get(table.id)
    assert slower(now, club.room.ticks) == now.seating.side_number(slow.id)


@on_both
async def test_somebody_who_leaves_resigns_and_forfeits_the_rest(club: Club) -> None:
    number = await club.begun()
    table = next(each for each in await club.playing(number) if PEOPLE[0] in each.seating.people)
    await club.leagues.leave(number, PEOPLE[0])
    assert (await club.tables.get(table.id)).status == "over"
    await refused(club.leagues.leave(number, PEOPLE[0]), "already out of this season")
    await club.play_season(number)
    season = await club.season(number, 1)
    (lines,) = divisions(season)
    assert (lines[-1].person, lines[-1].halves, lines[-1].out) == (PEOPLE[0].id, 0, True)
    assert len([game for game in season.games if game.table_id is not None]) == 4


async def test_if_both_players_leave_at_the_same_moment_neither_gets_a_point(club: Club) -> None:
    number = await club.begun()
    table = (await club.playing(number))[0]
    table = await play_on(club.tables, table, Random(1))
    for person in table.seating.people:
        await club.withdraw(number, person)
    await club.leagues.advance(number)
    assert (await club.tables.get(table.id)).word == BOTH_OUT
    lines = {line.person: line for group in divisions(await club.season(number)) for line in group}
    assert [lines[person.id].halves for person in table.seating.people] == [0, 0]


async def test_what_happens_in_a_league_is_noticed_at_once_even_if_the_clock_is_set_back(club: Club) -> None:
    number = await club.begun()
    (table, *_) = await club.playing(number)
    for change in ("resign", "leave", "forget"):
        await club.leagues.pass_time()
        if change == "resign":
            await club.tables.resign(table.id, table.seating.people[0])
        elif change == "leave":
            await club.withdraw(number, PEOPLE[0])
        else:
            await erasure.erase(club.tables, PEOPLE[1])
        club.room.ticks -= HOUR
        assert await leagues.due(club.tables.store, club.room.ticks) == [number], change


async def test_the_next_season_starts_a_week_later_with_those_who_are_in(club: Club) -> None:
    number = await club.begun(8, size=4)
    await club.play_season(number)
    league = (await club.season(number)).league
    assert (league.status, league.season) == ("joining", 2)
    assert league.ends == pytest.approx(club.room.ticks + BREAK_MS, abs=HOUR)
    last = [[line.person for line in lines] for lines in divisions(await club.season(number, 1))]
    for person in (*PEOPLE[:7], PEOPLE[20]):
        await club.leagues.join(number, person)
    await club.pass_(BREAK_MS)
    season = await club.season(number)
    assert season.league.status == "playing"
    upper = {entry.person for entry in season.entries if entry.division == 1}
    assert upper == {*last[0][:2], *last[1][:2]}
    assert season.entries[-1].person == PEOPLE[20].id


@pytest.mark.parametrize("hidden", ["", "public", "ratings"])
async def test_the_first_season_puts_the_strongest_first_unless_ratings_are_hidden(
    club: Club, hidden: str
) -> None:
    facts = [
        RatedGame(9000 + n, "hex", ("hex", "hex"), ((PEOPLE[7 - n % 4].id,), (PEOPLE[n % 4].id,)), 1, 5, n)
        for n in range(40)
    ]
    await history.recompute(club.tables.store, facts, ())
    for person in PEOPLE[:8] if hidden else ():
        await people.change_person(club.tables.store, person.id, {hidden: False})
    number = await club.begun(8, size=4)
    upper = {entry.person for entry in (await club.season(number)).entries if entry.division == 1}
    assert upper == {person.id for person in (PEOPLE[:4] if hidden else PEOPLE[4:8])}


async def test_a_swiss_night_has_its_rounds_and_closes_itself(club: Club) -> None:
    number = await club.begun(9, swiss=True, measure="10m", round_time="1h", starts="1d")
    assert (await club.season(number)).league.rounds == 4
    await club.play_season(number)
    season = await club.season(number)
    assert season.league.status == "closed"
    met = Counter(frozenset((game.first, game.second)) for game in season.games)
    assert set(met.values()) == {1}
    assert sum(game.second == BYE for game in season.games) == 4
    assert divisions(season)[0][0].person == PEOPLE[0].id
    await club.pass_(KEPT_MS + HOUR)
    assert await leagues.season(club.tables.store, number) is None
    assert await fetch(club.tables.store, "SELECT count(*) FROM league_game") == [0]


@on_both
async def test_once_a_league_is_closed_no_more_games_open(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await club.joined(8)
    club.room.ticks += DAY
    pair, seated = club.tables.pair, list[int]()

    async def pair_and_close(*given: Any) -> Any:
        if len(seated) == 1:
            await club.leagues.close(number)
        seated.append(number)
        return await pair(*given)

    monkeypatch.setattr(club.tables, "pair", pair_and_close)
    await club.leagues.advance(number)
    assert len(await club.playing(number)) == 1, "the one that was open before"


@on_both
async def test_when_a_league_is_closed_its_games_are_ordinary_ones(club: Club) -> None:
    number = await club.begun()
    table, other = await club.playing(number)
    await refused(club.tables.require_allowed(table.id, "seat"), "Nobody can take over")
    await refused(club.tables.close(table.id, table.seating.people[0]), "can’t be cancelled")
    await club.leagues.close(number)
    await refused(club.leagues.close(number), "no longer exists")
    await club.tables.require_allowed(table.id, "seat")
    await club.tables.close(table.id, table.seating.people[0])
    assert (await club.tables.get(table.id)).status == "closed"
    await club.pass_(2 * DAY)
    assert (await club.tables.get(other.id)).status == "playing"
    assert (await club.season(number)).league.round == 1


@on_both
async def test_time_in_which_nobody_could_play_is_given_back(club: Club) -> None:
    number = await club.begun(measure="12h", round_time="1d")
    ends = (await club.season(number)).league.ends
    await Scheduler(club.tables, others=(club.leagues,)).tick()
    club.room.ticks += 3 * DAY
    await Scheduler(club.tables, others=(club.leagues,)).tick()
    league = (await club.season(number)).league
    assert league.round == 1
    assert league.ends - ends == pytest.approx(3 * DAY, abs=2 * HOUR)


@on_both
async def test_no_time_passes_in_a_server_while_the_bot_is_not_in_it(club: Club, seldom: None) -> None:
    service = club.tables
    number = await club.begun(measure="12h", round_time="1d")
    ends = (await club.season(number)).league.ends
    hours = Hours(club.room, service, others=(club.leagues,), poll_s=6 * 3600.0)
    await hours.pass_(HOUR)
    await guild_retention.left(service, GUILD)
    await hours.pass_(3 * DAY)
    await hours.deadlines.returned({GUILD, GUILD + 1})
    await guild_retention.joined(service, GUILD)
    await hours.pass_(10 * HOUR)
    tables = await club.playing(number)
    assert [table.timing.flagged for table in tables] == [frozenset()] * 2
    league = (await club.season(number)).league
    assert league.round == 1
    assert league.ends - ends == pytest.approx(3 * DAY, abs=MINUTE)
    await hours.pass_(2 * HOUR)
    assert (await club.season(number)).league.round == 2, "then they have run out of time, as elsewhere"


@on_both
async def test_several_processes_open_each_table_once(club: Club) -> None:
    number = await club.joined(8)
    club.room.ticks += DAY
    others = [LeagueService(await club.room.program(seed)) for seed in (2, 3)]
    await asyncio.gather(*(each.advance(number) for each in (club.leagues, *others)))
    season = await club.season(number)
    tables = await fetch(club.tables.store, "SELECT id FROM game_table ORDER BY id")
    assert sorted(game.table_id or 0 for game in season.games) == tables
    assert len(tables) == 4


async def test_what_was_under_way_goes_on_after_a_stop_at_any_write(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each write in turn is the last one before the program ends, and the next program goes on."""
    number = await club.joined(5)
    club.room.ticks += DAY

    class Stopped(Exception):
        pass

    stops = 0
    while (await club.season(number)).league.season == 1:
        service = await club.room.program(stops + 2)
        writes = chain(repeat(DEFAULT, Random(stops).randrange(1, 3)), repeat(Stopped()))
        stopping = AsyncMock(wraps=service.store.write, side_effect=writes)
        monkeypatch.setattr(service.store, "write", stopping)
        try:
            await LeagueService(service).advance(number)
        except Stopped:
            stops += 1
        else:
            for table in await club.playing(number):
                await club.win(table, min(table.seating.people, key=lambda person: person.id), turns=2)
    assert stops > 5
    season = await club.season(number, 1)
    assert sorted(game.table_id or 0 for game in season.games) == list(range(1, 11))
    assert await fetch(club.tables.store, "SELECT count(*) FROM game_table") == [10]


# People's data


async def test_the_export_has_ones_leagues_and_forgetting_takes_one_out(club: Club) -> None:
    number = await club.begun()
    ann = PEOPLE[0]
    (stored,) = (await export(club.tables, ann.id))["leagues"]
    assert (stored["league"], stored["season"], stored["name"]) == ("Harbour Cup", 1, ann.name)
    assert not stored["left"]
    assert [game["round"] for game in stored["games"]] == [1]
    assert str(PEOPLE[1].id) not in str(stored)
    await club.play_round(number)
    (stored,) = (await export(club.tables, ann.id))["leagues"]
    assert [game["result"] for game in stored["games"]] == ["won", None]
    await erasure.erase(club.tables, ann)
    kept = await content(club.tables.store)
    assert str(ann.id) not in kept
    assert ann.name not in kept
    assert (await export(club.tables, ann.id))["leagues"] == []
    await club.play_season(number)
    (lines,) = divisions(await club.season(number, 1))
    assert (lines[-1].person, lines[-1].out) == (-1, True)


@on_both
async def test_two_who_are_forgotten_stay_two_and_others_may_still_join(club: Club) -> None:
    number = await club.joined(6)
    await erasure.erase(club.tables, PEOPLE[5])
    assert len((await club.season(number)).entries) == 5
    await club.pass_(DAY)
    for person in PEOPLE[:2]:
        await erasure.erase(club.tables, person)
    assert sorted(entry.person for entry in (await club.season(number)).entries)[:2] == [-2, -1]
    assert PEOPLE[2].id in await people.everybody(club.tables.store)
    await club.play_season(number)
    await club.leagues.join(number, PEOPLE[0])


@on_both
async def test_a_season_that_is_over_keeps_its_winner_even_if_they_are_forgotten(club: Club) -> None:
    number = await club.begun(swiss=True, measure="10m", round_time="1h")
    await club.play_season(number)
    (before,) = divisions(await club.season(number))
    assert winners(before) == [PEOPLE[0].id]
    await erasure.erase(club.tables, PEOPLE[0])
    (after,) = divisions(await club.season(number))
    assert after == [replace(before[0], person=-1), *before[1:]]
    assert winners(after) == [-1]


@on_both
async def test_a_server_that_is_removed_takes_its_leagues_along(club: Club) -> None:
    await club.begun()
    await servers.note_server(club.tables.store, GUILD, 1)
    await servers.remove_servers(club.tables.store, 2)
    for table in ("league", "league_entry", "league_game"):
        assert await fetch(club.tables.store, f"SELECT count(*) FROM {table}") == [0]
