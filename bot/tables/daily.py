"""Daily challenges: the same chance for everybody in a server that day (UTC), one attempt each.

Nothing that fixes the chance is kept at the table. The n-th result of a day is drawn when it is due, from
HMAC-SHA-256 over server, day and n under a secret of the host's: who knows all results so far can't compute
the next one, and no option, record or export holds a seed. And since the results would spoil the attempts of
others, such a table is private: it has no home on Discord, and only its player sees it.
"""

from __future__ import annotations

import hmac
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, Final

from bot.games.core import CHANCE, DailyChallenge, Game
from bot.tables.model.table import Person, Table
from data.store.queries import daily as attempts
from data.store.records import NOWHERE, Address
from data.store.store import Store

from .chance import ChanceSource
from .errors import NoSuchTable, TableError
from .events import opening
from .service import TableService

LONGEST_STREAK: Final = 1000


def require_sight(table: Table, person: int) -> None:
    """:raises NoSuchTable: when the table is private, and not to ``person``."""
    if table.private and table.side_of(person) is None:
        raise NoSuchTable(table.id)


def day_at(now: int) -> str:
    """The day of a time in milliseconds, as ISO 8601."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def read_day(day: str) -> str:
    """A day as people read it, such as 21 November 2026."""
    when = date.fromisoformat(day)
    return f"{when.day} {when:%B %Y}"


class DailyChance(ChanceSource):
    """Where the chance of all tables comes from: at a daily challenge, the day's own."""

    def __init__(self, store: Store, rng: Random) -> None:
        super().__init__(rng)
        self._store = store

    async def for_table(self, table: Table) -> Random:
        """What the next results of chance at ``table`` are drawn from."""
        challenge = table.game.daily
        if not table.private or challenge is None:
            return self.rng
        if (found := await attempts.day_of(self._store, table.id)) is None:
            return self.rng
        drawn = sum(turn.seat == CHANCE for turn in table.turns)
        return _generator(await attempts.secret(self._store), challenge, *found, drawn)


def _generator(secret: bytes, challenge: DailyChallenge, guild: int, day: str, number: int) -> Random:
    return Random(_digest(secret, f"dice{challenge.salt} {guild} {day} {number}"))


def _claim(secret: bytes, challenge: DailyChallenge, guild: int, day: str, person: int) -> str:
    return _digest(secret, f"claim{challenge.salt} {guild} {day} {person}").hex()


def _digest(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode("ascii"), "sha256")


def challenge_of(game: Game[Any, Any]) -> DailyChallenge:
    """The daily challenge of ``game``.

    :raises TableError: when it has none.
    """
    if game.daily is None:
        raise TableError(f"{game.title} has no daily challenge.")
    return game.daily


async def attempt(
    service: TableService, game: Game[Any, Any], person: Person, guild: int, key: str | None = None
) -> Table:
    """The table of ``person``'s attempt at today's challenge of ``game`` in a server; begun if it was not."""
    store, now, challenge = service.store, service.now(), challenge_of(game)
    secret, day = await attempts.secret(store), day_at(now)
    claim = _claim(secret, challenge, guild, day, person.id)
    number = await attempts.attempt(store, claim)
    if number is None:
        rng = _generator(secret, challenge, guild, day, 0)
        begun = opening.open_table(game, {}, person, Address(guild, NOWHERE), rng, now, key=key)
        try:
            number = await attempts.open_attempt(store, begun, guild, day, claim)
        except attempts.Attempted as done:
            number = done.table_id
    return await service.get(number)


async def begun(service: TableService, game: Game[Any, Any], person: Person, guild: int) -> bool:
    """Whether ``person`` has made today's attempt in a server, or is at it."""
    secret, day = await attempts.secret(service.store), day_at(service.now())
    claim = _claim(secret, challenge_of(game), guild, day, person.id)
    return await attempts.attempt(service.store, claim) is not None


async def unfinished(service: TableService, person: int, guild: int) -> int | None:
    """An earlier day's challenge that ``person`` can still finish: its table's number."""
    return await attempts.open_before(service.store, guild, person, day_at(service.now()))


async def day_of(service: TableService, table: Table) -> tuple[int, str]:
    """The server and the day whose challenge is played at a private table.

    :raises TableError: when there is none.
    """
    if (found := await attempts.day_of(service.store, table.id)) is None:
        raise TableError(f"Table {table.id} is no daily challenge.")
    return found


async def streak(service: TableService, person: int, guild: int) -> int:
    """How many days in a row, up to today or yesterday, ``person`` has played to the end there."""
    days = await attempts.days_finished(service.store, guild, person, LONGEST_STREAK)
    return in_a_row(days, day_at(service.now()))


def in_a_row(days: list[str], today: str) -> int:
    """The length of the run of ``days`` (the latest first) that reaches ``today`` or the day before."""
    expected = date.fromisoformat(today)
    if days[:1] != [today]:
        expected -= timedelta(days=1)
    for length, day in enumerate(days):
        if day != expected.isoformat():
            return length
        expected -= timedelta(days=1)
    return len(days)
