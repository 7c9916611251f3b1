"""How fast rankings of 50,000 people are read, and what rating a game adds to the transaction that ends it.

``/rank`` reads the best ten, the number of people and the asker's place, together in 20 ms at most.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from pytest_benchmark.fixture import BenchmarkFixture

from bot.components.interactions.context import BotContext
from bot.features.ratings import history
from bot.features.ratings.profile_cards import rank_card
from bot.features.ratings.rated_games import RatedGame
from bot.features.ratings.standings import rankings
from bot.games import GAMES
from bot.tables.service import TableService
from bot.thinking.thinkers import Thinkers
from data.store import schema
from data.store.queries import ratings
from data.store.store import Store, sqlite_url
from rendering.studio import Studio

PEOPLE, SERVER, NOW = 50_000, 5, 1_760_000_000_000


Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture(scope="module")
def store(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with a large server."""
    store: Store = run(Store.open(sqlite_url(tmp_path_factory.mktemp("ratings") / "tables.sqlite3")))
    rng = Random(1)
    rows = [
        {"person": 2**60 + n, "ladder": "snorkels", "guild": guild, "mu": rng.gauss(25, 5), "sigma": 2.0}
        | {"games": 20, "at": NOW - n, "listed": 1}
        for n in range(PEOPLE)
        for guild in (ratings.EVERYWHERE, SERVER)
    ]
    run(store.write(lambda connection: connection.execute(sa.insert(schema.rating), rows).close()))
    yield store
    run(store.close())


def test_a_ranking_of_fifty_thousand(run: Run, store: Store, benchmark: BenchmarkFixture) -> None:
    game, asker = GAMES["snorkels"], 2**60 + 7

    def read() -> int:
        return int(run(rankings(store, [game], SERVER, asker, NOW, 10))[0].people)

    assert benchmark(read) == PEOPLE


@pytest.mark.benchmark(timer=time.perf_counter)
def test_the_whole_card_of_a_ranking_of_fifty_thousand(
    run: Run, store: Store, benchmark: BenchmarkFixture
) -> None:
    """What somebody waits for: queries, names and a picture, on the clock on the wall."""
    studio, rng = Studio(), Random(3)
    service = TableService(store, GAMES, rng=Random(1), now=lambda: NOW)
    context = BotContext(service, studio, Thinkers(0))

    def answer() -> bool:
        # Somebody else each time, so that the picture is a new one.
        asker = 2**60 + rng.randrange(PEOPLE)
        return bool(run(rank_card(context, [GAMES["snorkels"]], SERVER, asker, words=False)).pictures)

    assert benchmark(answer)
    run(studio.close())


def test_rating_a_game(run: Run, store: Store, benchmark: BenchmarkFixture) -> None:
    numbers, rng = count(1), Random(2)

    def settle() -> None:
        number = next(numbers)
        one, other = rng.sample(range(2**60, 2**60 + PEOPLE), 2)
        sides = ((one,), (other,))
        game = RatedGame(number, "snorkels", ("snorkels", "snorkels"), sides, 1, SERVER, NOW + number)
        run(store.write(history.rate, game))

    benchmark(settle)


def test_a_bare_write(run: Run, store: Store, benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: run(store.set_value("beat", "1")))
