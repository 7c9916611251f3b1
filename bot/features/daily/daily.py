"""Daily challenges: on each day (UTC) everybody in a server gets the same dice and one attempt.

The n-th result of a day is drawn when it is due, from an HMAC-SHA-256 of server, day and n, keyed with the
bot's secret. So nobody can compute the next result, and no option, record or export contains a seed. Only its
player can see such a table, because it would spoil the attempts of others.
"""

from __future__ import annotations

import hmac
from random import Random
from typing import Any, Final

from bot.games.core import CHANCE, AnyGame, DailyChallenge
from bot.tables import days
from bot.tables.errors import NoSuchTable, TableError
from bot.tables.events import opening
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import daily as attempts
from data.store.records import NOWHERE, Address
from data.store.store import Store

LONGEST_STREAK: Final = 1000
RESULTS: Final = 80
"""More results of chance than any challenge takes."""


def require_sight(table: Table, person: int) -> None:
    """:raises NoSuchTable: when the table is somebody else's private one."""
    if table.private and person not in table.seating:
        raise NoSuchTable(table.id)


async def chance(store: Store, table: Table) -> Random | None:
    """The day's own dice for daily challenges."""
    challenge = table.game.daily
    if not table.private or challenge is None or (found := await attempts.day_of(store, table.id)) is None:
        return None
    return generator(await attempts.secret(store), challenge, *found, table.played.get(CHANCE, 0))


async def sweep(service: TableService) -> None:
    """Drop the digests that record who has attempted an earlier day's challenge."""
    await attempts.drop_claims(service.store, days.day_at(service.now()))


def generator(secret: bytes, challenge: DailyChallenge, guild: int, day: str, number: int) -> Random:
    return Random(_digest(secret, f"dice{challenge.salt} {guild} {day} {number}"))


async def results(store: Store, game: AnyGame, guild: int, day: str) -> tuple[Any, ...]:
    """What chance brought a server on ``day``, which is over, in turn; none if it was under older rules."""
    if await attempts.rules_of(store, game.key, guild, day) != game.rules:
        return ()
    secret, challenge = await attempts.secret(store), challenge_of(game)
    begun = game.start(game.read_options({}))
    rngs = (generator(secret, challenge, guild, day, number) for number in range(RESULTS))
    return tuple(begun.sample_chance(rng) for rng in rngs)


def _claim(secret: bytes, challenge: DailyChallenge, guild: int, day: str, person: int) -> str:
    return _digest(secret, f"claim{challenge.salt} {guild} {day} {person}").hex()


def _digest(secret: bytes, message: str) -> bytes:
    return hmac.digest(secret, message.encode("ascii"), "sha256")


def challenge_of(game: AnyGame) -> DailyChallenge:
    """The daily challenge of ``game``.

    :raises TableError: when it has none.
    """
    if game.daily is None:
        raise TableError("{game} has no daily challenge.", game=game.title)
    return game.daily


async def attempt(
    service: TableService, game: AnyGame, person: Person, guild: int, key: str | None = None
) -> Table:
    """``person``'s attempt at today's challenge of ``game`` in a server, opened if there isn't one yet.

    A day that was begun under older rules, before the bot was upgraded, ends under them for everybody.
    """
    store, now, challenge = service.store, service.now(), challenge_of(game)
    secret, day = await attempts.secret(store), days.day_at(now)
    claim = _claim(secret, challenge, guild, day, person.id)
    number = await attempts.attempt(store, claim)
    if number is None:
        rng = generator(secret, challenge, guild, day, 0)
        rules = await attempts.rules_of(store, game.key, guild, day)
        game = (game.under(rules) if rules is not None else None) or game
        begun = opening.open_table(game, {}, person, Address(guild, NOWHERE), rng, now, key=key)
        try:
            number = await attempts.open_attempt(store, begun, guild, day, claim)
        except attempts.Attempted as existing:
            number = existing.table_id
    return await service.get(number)


async def begun(service: TableService, game: AnyGame, person: Person, guild: int) -> bool:
    """Whether ``person`` has started today's challenge in a server."""
    secret, day = await attempts.secret(service.store), days.day_at(service.now())
    claim = _claim(secret, challenge_of(game), guild, day, person.id)
    return await attempts.attempt(service.store, claim) is not None


async def unfinished(service: TableService, game: AnyGame, person: int, guild: int) -> int | None:
    """The table of an earlier day's challenge of ``game`` that ``person`` can still finish."""
    return await attempts.open_before(service.store, game.key, guild, person, days.day_at(service.now()))


async def day_of(service: TableService, table: Table) -> tuple[int, str]:
    """The server and the day of a daily challenge.

    :raises TableError: when it is not a daily challenge.
    """
    if (found := await attempts.day_of(service.store, table.id)) is None:
        raise TableError("Table {number} isn’t a daily challenge.", number=table.id)
    return found


async def streak(
    service: TableService, game: AnyGame, person: int, guild: int, day: str | None = None
) -> int:
    """The number of days in a row, up to ``day`` (today) or the one before, with a finished challenge."""
    finished = await attempts.days_finished(service.store, game.key, guild, person, LONGEST_STREAK)
    return days.in_a_row(finished, day or days.day_at(service.now()))
