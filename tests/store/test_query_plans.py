"""How SQLite finds what is asked for on each press, each minute and at each start: not through all of it.

The same goes for what is kept of one person, and for what the sweep removes.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.components.hooks import load, table_hooks
from bot.features import FEATURES
from bot.features.ratings import history
from bot.features.ratings.rated_games import RatedGame
from data.store import schema
from data.store.queries import (
    ballots,
    bulletins,
    daily,
    due,
    followers,
    guesses,
    leagues,
    people,
    plans,
    practice,
    ratings,
    reviews,
    servers,
    staying,
)
from data.store.queries.guesses import Guess, GuessCard
from data.store.records import Limits
from data.store.store import Store
from tests.databases import hear_statements, open_store

from .logs import ANN, BOB, header, loaded, opened, play

LIVE = ("lobby", "playing")
SMALL = (
    "USING INDEX ix_game_table_live",
    "USING INDEX ix_game_table_unshown",
    "USING INDEX ix_person_forced",
    "USING INDEX ix_person_away",
    "USING INDEX ix_seat_planned",
    "SCAN followup",
)
"""Indexes and a table that hold what is to be gone through, and nothing else."""


async def work(store: Store) -> None:
    """What presses, the timer and a start ask of the store."""
    number = await store.create(header(), opened(), Limits(9, 9, 9, 9))
    await store.append(number, 2, [play("a1", "k1")], status="playing", deadline=9)
    await store.load(number)
    await store.load(number, 2)
    await store.set_address(number, card=7, shown=3)
    await store.set_seat(number, "red", draft="a1")
    stored = await loaded(store, number)
    assert await plans.save(store, stored.seats[0], "a1")
    assert await plans.table_ids(store) == [number]
    await plans.clear(store, number, stored.seats[0].person)
    await store.table_of_keys(["k1"])
    await store.rematch_of(number)
    await store.challenge(ANN, BOB, "toy")
    await store.table_ids_of(ANN, LIVE, 50)
    assert await store.plays_elsewhere(ANN, number + 1)
    assert not await store.plays_elsewhere(ANN, number)
    await store.table_ids_in(10, LIVE, 50)
    await store.latest_in(10, (*LIVE, "over", "closed"))
    await store.person_settings(ANN)
    await people.who_want_forced_moves(store)
    await people.who_have_been_away(store)
    await store.server_settings(5)
    await servers.headers_in(store, 5, LIVE, 100)
    await servers.headers_in(store, 5, ("over",), 10)
    await due.due(store, 10)
    await due.earliest(store)
    await due.set_deadline(store, number, 3, 11)
    await due.last_heartbeat(store)
    await leagues.due(store, 10)
    await leagues.earliest(store)
    await leagues.title_and_round(store, number)
    await leagues.league_of(store, number)
    await store.unshown()
    await due.running(store, paced=True)
    await due.running(store, paced=False)
    for place in (2, 1):
        game = RatedGame(place, "toy", ("toy", "toy"), ((ANN,), (BOB,)), 1, 5, place)
        await store.write(history.rate, game)
    await ratings.top(store, 5, "toy", 0, 10)
    await ratings.place(store, 5, "toy", 0, 25.0)
    await ratings.ended_in(store, 5, ["toy"], 10)
    await ratings.wins(store, 5, ["toy"], 10)
    await ratings.present(store, [ANN, BOB])
    await ratings.changes(store, 1)
    await ratings.results(store, ANN, 10)
    await ratings.rivals(store, ANN, 10)
    await ratings.acquainted(store, ANN, 5, [BOB])
    await ratings.finished(store, ANN)
    await ratings.has_won_another(store, ANN, "toy", 1)
    await ratings.others_over(store, ANN, "toy", 1, 10)
    await people.latest_table(store, ANN, ["toy"])
    await ratings.names(store, [ANN])
    await store.write(history.relist, ANN)
    assert await people.person_data(store, ANN)
    hooks = table_hooks(load(FEATURES))
    for export in hooks.export:
        assert await export(store, ANN)
    assert await people.erase(store, ANN, (), 12, forget=hooks.forget)
    await servers.remove_closed(store, 5)
    await daily.drop_claims(store, "2026-11-21")
    guess = Guess(number, 1, BOB, 3, "a1", None, 12)
    assert await guesses.keep(store, guess, ballots.vote_on(number, 0, BOB))
    assert await guesses.tables(store) == [number]
    await guesses.keep_card(store, GuessCard(number, BOB, 70, "key", 20), 12)
    assert await guesses.cards(store, 12) == [(GuessCard(number, BOB, 70, "key", 20), 3)]
    (kept,) = await guesses.latest(store, number)
    await guesses.judge(store, {kept: 1})
    await guesses.of_table(store, number)
    await guesses.share(store, BOB, 5)
    await followers.follow(store, number, BOB, 1, 12)
    assert await followers.followed_by(store, BOB, 10) == [number]
    assert await followers.told_by_letter(store, number) == [BOB]
    await followers.notes_of(store, number)
    await bulletins.set_up(store, 5, "day", channel=1, minute=540, zone="UTC", due=10)
    (number,) = await bulletins.due(store, 10)
    await bulletins.earliest(store)
    assert await bulletins.load(store, number) is not None
    assert await bulletins.in_server(store, 5)
    await staying.latest(store, ANN, 20)
    await practice.finished_in(store, 5, "2026-11-21 snorkels/x", 1, 2)
    await reviews.of_games_in(store, 5, 1, 20)


@pytest.fixture
async def asked(path: Path) -> list[tuple[str, Any]]:
    """The statements of :func:`work`, with their parameters."""
    store = await open_store(path)
    found: list[tuple[str, Any]] = []

    def hear(
        _connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool
    ) -> None:
        found.append((statement, parameters[0] if many else parameters))

    await hear_statements(store, hear)
    await work(store)
    await store.close()
    return found


async def test_nothing_goes_through_all_tables(asked: list[tuple[str, Any]], path: Path) -> None:
    assert len(asked) > 25
    with closing(sqlite3.connect(path)) as connection:
        for statement, parameters in asked:
            for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters):
                scanned = step.startswith("SCAN") and not step.startswith("SCAN CONSTANT")
                through = step.replace("COVERING ", "")  # Which index is one differs between versions.
                assert not scanned or any(index in through for index in SMALL), f"{step}: {statement}"
                assert not step.endswith("(status=?)"), f"{step}: {statement}"


async def test_the_latest_of_a_server_are_not_sorted(path: Path) -> None:
    await (await open_store(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM game_table WHERE guild = 5 AND status IN ('over') "
            f"AND {schema.ENDED} ORDER BY touched DESC, id DESC LIMIT 10"
        )
        assert [step for *_, step in plan] == [
            "SEARCH game_table USING COVERING INDEX ix_game_table_ended (guild=? AND status=?)"
        ]
