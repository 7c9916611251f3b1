"""A room with tables and people: tables on a real database, as many programs at it as a test wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.components.hooks import load, table_hooks
from bot.features import FEATURES
from bot.games.core import CHANCE, Game, Placement, Seat
from bot.tables.automatic_turns import AutomaticTurns, TurnSource
from bot.tables.errors import TableError
from bot.tables.events import agreements, opening
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model import pace
from bot.tables.model.clock import Clock
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.postgres.shards import ALL_SHARDS
from data.store.records import Address, Stored
from data.store.store import Store
from tests.games.registry import GAMES

from .tug_of_war import LONELY, SOLO, TUG

ANN, BOB, CID, DEE = (Person(100 + n, name) for n, name in enumerate(("Ann", "Bob", "Cid", "Dee")))
EVE = Person(200, "Eve")
"""Never at a table."""
HERE = Address(guild=5, home=10)
TOYS: dict[str, Game[Any, Any]] = {game.key: game for game in (TUG, SOLO, LONELY)}


class Room:
    """Tables, and short ways to fill them."""

    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self.stores: list[Store] = []
        self.ticks = 1_760_000_000_000
        self.changed: list[int] = []

    def now(self) -> int:
        self.ticks += 1000
        return self.ticks

    async def program(self, seed: int = 1, **options: Any) -> TableService:
        """Another program at the same database."""
        store = await Store.open(self.url, options.pop("part", ALL_SHARDS))
        self.stores.append(store)
        games = options.pop("games", GAMES | TOYS)
        service = TableService(
            store, games, rng=Random(seed), hooks=table_hooks(load(FEATURES)), now=self.now, **options
        )
        service.after_commit = lambda number, _table: self.changed.append(number)
        return service

    async def close(self) -> None:
        for store in self.stores:
            await store.close()


async def seated(
    service: TableService, game: str, *people: Person, measure: str = "none", **given: str
) -> Table:
    """A table with these people on it, begun."""
    first, *rest = people
    table = await service.open(game, first, given, HERE, measure=pace.read(measure))
    for person in rest:
        table = await service.join(table.id, person, None)
    return (
        table if table.status == "playing" else await service.change_as(table.id, first, opening.start_early)
    )


def some_action(table: Table, seat: Seat, rng: Random) -> str:
    """An action of ``seat``, as text."""
    legal = table.legal(seat)
    if isinstance(legal, Placement):
        return legal.text(rng.sample(legal.squares, legal.count))
    return str(rng.choice([each for each in legal if str(each) not in ("break", "slip")]))


def holder(table: Table, seat: Seat) -> Person:
    """Who acts for ``seat``."""
    person = table.holder(seat)
    assert person is not None
    return person


async def play_on(service: TableService, table: Table, rng: Random) -> Table:
    """One random action of whoever may act."""
    seat = rng.choice([seat for seat in table.acting if seat != CHANCE])
    return await service.play(table.id, holder(table, seat), some_action(table, seat, rng))


async def played_out(service: TableService, table: Table, rng: Random) -> Table:
    """``table`` after a random game."""
    while table.status == "playing":
        table = await play_on(service, table, rng)
    return table


async def refused(
    request: Awaitable[object], why: str | None = None, error: type[Exception] = TableError
) -> None:
    """What somebody asks for isn't done, and they are told why."""
    with pytest.raises(error, match=why):
        await request


async def accepted(service: TableService, table_id: int, *people: Person) -> Table:
    """These people say yes to what was asked first."""
    for person in people:
        ask = (await service.get(table_id)).agreements.requests[0].seq
        await service.change_as(table_id, person, partial(agreements.accept, ask=ask))
    return await service.get(table_id)


async def undone(service: TableService, table_id: int, person: Person, *others: Person) -> Table:
    """``person`` has taken back their last action, as the others agree."""
    await service.change_as(table_id, person, agreements.request_undo)
    return await accepted(service, table_id, *others)


async def replaced(service: TableService, table_id: int, old: Person, new: Person, *others: Person) -> Table:
    """``new`` takes over from ``old``, as the others agree."""
    await service.change_as(table_id, old, agreements.offer_seat)
    await service.change_as(table_id, new, partial(agreements.take_over, whose=old.id))
    return await accepted(service, table_id, *others)


async def rematched(service: TableService, table_id: int, *people: Person) -> Table:
    """The rematch that all of them have asked for."""
    for person in people:
        _, new = await service.rematch(table_id, person)
    assert new is not None
    return await service.get(new)


async def log_of(service: TableService, table_id: int) -> tuple[Any, ...]:
    """All that is stored of a table."""
    stored = await loaded(service, table_id)
    return (stored.header, stored.events, stored.seats)


def failing_at(table_id: int, otherwise: Any, fault: BaseException) -> Any:
    """A function that fails at one table, and does what ``otherwise`` does at all others."""

    async def called(number: int, *given: Any, **named: Any) -> Any:
        if number == table_id:
            raise fault
        return await otherwise(number, *given, **named)

    return called


class Calls:
    """Counts how often the tables ask a game's rules; what the rules ask of themselves does not count."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self._inside = False

    def counted(self, name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any) -> Any:
            if self._inside:
                return rule(*given)
            self.seen[f"{name} of chance" if CHANCE in given else name] += 1
            self._inside = True
            try:
                return rule(*given)
            finally:
                self._inside = False

        return ask


def automatic(source: Callable[[TableService], TurnSource], service: TableService) -> AutomaticTurns:
    """Automatic turns from one source."""
    return AutomaticTurns(service, [source(service)])


async def opened(
    service: TableService, measure: str, game: str = "snorkels", *people: Person, **options: str
) -> Table:
    """A table with a clock, begun."""
    return await seated(service, game, *(people or (ANN, BOB)), measure=measure, **options)


def clock_of(table: Table) -> Clock:
    assert table.timing.clock is not None
    return table.timing.clock


def time_left(table: Table, now: int, side: int = 0) -> int:
    """What a side has left."""
    return clock_of(table).at(now).left[side]


async def loaded(service: TableService, table_id: int) -> Stored:
    """What is stored of a table."""
    stored = await service.store.load(table_id)
    assert stored is not None
    return stored


async def verbs(service: TableService, table_id: int) -> list[str]:
    return [event.verb for event in (await loaded(service, table_id)).events]


class Hours:
    """Deadlines on the room's clock."""

    def __init__(self, room: Room, service: TableService, **options: Any) -> None:
        self.room = room
        self.service = service
        self.deadlines = Scheduler(service, **options)

    async def pass_(self, time: int) -> None:
        """Let time pass, as the timer would: from one look at the clock to the next."""
        end = self.room.ticks + time
        while True:
            pause = int(await self.deadlines.tick() * 1000)
            if self.room.ticks + pause >= end:
                break
            self.room.ticks += pause
        self.room.ticks = max(end, self.room.ticks)
        await self.deadlines.tick()
