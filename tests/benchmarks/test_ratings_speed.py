"""How fast rankings of 50,000 people are read, and what rating a game adds to the transaction that ends it.

``/rank`` reads the best ten, the number of people and the asker's place, together in 20 ms at most.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
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


class Bench:
    """A store with a large server."""

    def __init__(self, path: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.store: Store = self(Store.open(sqlite_url(path)))
        rng = Random(1)
        rows = [
            {"person": 2**60 + n, "ladder": "snorkels", "guild": guild, "mu": rng.gauss(25, 5), "sigma": 2.0}
            | {"games": 20, "at": NOW - n, "listed": 1}
            for n in range(PEOPLE)
            for guild in (ratings.EVERYWHERE, SERVER)
        ]
        self(self.store.write(lambda connection: connection.execute(sa.insert(schema.rating), rows).close()))

    def __call__(self, work: Awaitable[Any]) -> Any:
        async def run() -> Any:
            return await work

        return self.loop.run_until_complete(run())

    def close(self) -> None:
        self(self.store.close())
        self.loop.close()


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with closing(Bench(tmp_path_factory.mktemp("ratings") / "tables.sqlite3")) as bench:
        yield bench


def test_a_ranking_of_fifty_thousand(bench: Bench, benchmark: BenchmarkFixture) -> None:
    game, asker = GAMES["snorkels"], 2**60 + 7

    def read() -> int:
        return bench(rankings(bench.store, [game], SERVER, asker, NOW, 10))[0].people

    assert benchmark(read) == PEOPLE


@pytest.mark.benchmark(timer=time.perf_counter)
def test_the_whole_card_of_a_ranking_of_fifty_thousand(bench: Bench, benchmark: BenchmarkFixture) -> None:
    """What somebody waits for: queries, names and a picture, on the clock on the wall."""
    studio, rng = Studio(), Random(3)

    service = TableService(bench.store, GAMES, rng=Random(1), now=lambda: NOW)
    context = BotContext(service, studio, Thinkers(0))

    def answer() -> bool:
        # Somebody else each time, so that the picture is a new one.
        asker = 2**60 + rng.randrange(PEOPLE)
        games = [GAMES["snorkels"]]
        card = bench(rank_card(context, games, SERVER, asker, words=False))
        return bool(card.pictures)

    assert benchmark(answer)
    bench(studio.close())


def test_rating_a_game(bench: Bench, benchmark: BenchmarkFixture) -> None:
    numbers, rng = count(1), Random(2)

    def settle() -> None:
        number = next(numbers)
        one, other = rng.sample(range(2**60, 2**60 + PEOPLE), 2)
        sides = ((one,), (other,))
        game = RatedGame(number, "snorkels", ("snorkels", "snorkels"), sides, 1, SERVER, NOW + number)
        bench(bench.store.write(history.rate, game))

    benchmark(settle)


def test_a_bare_write(bench: Bench, benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: bench(bench.store.set_value("beat", "1")))
