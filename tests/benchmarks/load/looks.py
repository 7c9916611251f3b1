"""Looks at lists, leagues and profiles beside turns: how much longer the slowest turns take with them."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any, Final

import discord
import sqlalchemy as sa

from bot.features.leagues.schedule import all_play_all, divisions
from data.store import schema
from data.store.queries import leagues
from data.store.queries.leagues import League, LeagueEntry, LeagueGame
from data.store.queries.ratings import EVERYWHERE, RatedRow, add_rows
from data.store.store import Store

from . import payloads
from .numbers import Numbers
from .sample_turns import Turn
from .standin import StandIn

TABLES: Final = 1_000
SERVERS: Final = 4
"""Few, so that people have many tables each."""
MEMBERS: Final = 16
"""Of each server; all take part in its league."""
RATED: Final = 200
"""Rated games of each."""
RATE: Final = 20
"""Turns a second beside them."""
COMMANDS: Final = (("games",), ("league", "standings"), ("profile",), ("rank",))
"""Used one after another."""
EVERY_S: Final = 0.25
"""Seconds between two looks."""
BLOCK_S: Final = 5.0
"""Seconds without looks, and then with them, and so on, so that both meet the same machine."""
HOUR: Final = 60 * 60 * 1000


async def write(store: Store, turns: list[Turn], now: int) -> None:
    """Add to a database of tables what people look at: a league in each server, and everybody's ratings."""
    servers: defaultdict[int, list[Turn]] = defaultdict(list)
    for turn in turns:
        servers[turn.server].append(turn)
    for server, some in servers.items():
        people = sorted({turn.person for turn in some})
        await _write_league(store, some, people, now)
        await store.write(_write_ratings, server, people, now)


async def _write_league(store: Store, turns: list[Turn], people: list[int], now: int) -> None:
    """A league of ``people`` in its fourth round, whose games are played at tables of ``turns``."""
    new = League(
        guild=turns[0].server,
        channel=turns[0].home,
        title="Harbour League",
        game="checkers",
        pace="none",
        rated="yes",
        swiss=False,
        size=8,
        twice=False,
        rounds=7,
        round_ms=24 * HOUR,
        ends=now + 24 * HOUR,
        status="playing",
        round=4,
        due=now + 24 * HOUR,
        message=turns[0].card,
    )
    league = replace(new, id=await store.write(leagues.insert, new))
    tables, entries, games = iter(turns), [], []
    for place, group in enumerate(divisions(people, league.size), 1):
        entries += [
            LeagueEntry(league.id, 1, person, f"Sailor {person % 1000}", now, place, person % 1000)
            for person in group
        ]
        for number, pairs in enumerate(all_play_all(group), 1):
            for first, second in pairs:
                table = next(tables).table if number == league.round else None
                result = int(first > second) if number < league.round else None
                games.append(LeagueGame(league.id, 1, number, first, second, table, result))
    await leagues.change(store, league, {"shown": league.version + 1}, entries=entries, games=games)


def _write_ratings(connection: sa.Connection, server: int, people: list[int], now: int) -> None:
    for person in people:
        add_rows(connection, [_rated(server, person, people, game, now) for game in range(RATED)])
        standing = {"person": person, "ladder": "checkers", "mu": 25.0 + person % 7, "sigma": 2.0}
        for guild in (EVERYWHERE, server):
            seen = {"guild": guild, "games": RATED, "at": now - HOUR, "listed": 1}
            connection.execute(sa.insert(schema.rating).values(standing | seen))


def _rated(server: int, person: int, people: list[int], game: int, now: int) -> RatedRow:
    mu = 25.0 + game % 5
    # Two people in a row of the list have played each other; their tables are gone by now.
    table = 10**6 + server % 100 * 10**5 + people.index(person) // 2 * 10**3 + game
    side, at = people.index(person) % 2, now - (RATED - game) * HOUR
    result = 1 if game % 2 == side else -1
    return RatedRow(
        *(table, person, "checkers", "checkers", side, result, server, at, game + 1, 1.0),
        *(mu, 3.0, mu + result, 2.9),
    )


async def look(turns: list[Turn], standin: StandIn, hear: Callable[[Any], None], started: float) -> None:
    """Look at one thing after another, on and on, in every second block after ``started``."""
    numbers = Numbers(time.time_ns() // 1_000_000 - 120_000)
    people = {turn.person: turn for turn in turns}.values()
    each = zip(cycle(people), cycle(COMMANDS), strict=False)
    while True:
        await asyncio.sleep(EVERY_S)
        if not is_looked_at(time.perf_counter() - started):
            continue
        who, command = next(each)
        began = time.thread_time()
        written = json.dumps(payloads.command(who, numbers.fresh(), *command))
        standin.spent += time.thread_time() - began
        hear(discord.utils._from_json(written))


def is_looked_at(after: float) -> bool:
    """Whether somebody looks at something so many seconds after the first turn."""
    return int(after / BLOCK_S) % 2 == 1
