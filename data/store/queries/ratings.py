"""Ratings: an index of the logs of finished games, written in the transactions that end them.

``rated`` has a row for each person in a rated game, ``rating`` one for each person, ladder and server as it
is now. What stands in them is for the caller to say.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

import sqlalchemy as sa

from data.store import schema
from data.store.records import settings_in
from data.store.store import Store

T = TypeVar("T")
EVERYWHERE: Final = 0
"""The server that stands for all of them."""
ADVANTAGES: Final = range(1, 100)
"""Instead of a person: the advantage of one against so many."""
ROWS_AT_ONCE: Final = 500
_LOCKS: Final = 0x7261
"""PostgreSQL's advisory locks of pools: the first of their two numbers."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody is, as far as their games tell."""

    mu: float
    sigma: float
    """The standard deviation of ``mu``."""
    games: int = 0
    at: int = 0
    """The end of the last of these games, in milliseconds since 1970."""


class RatedRow(NamedTuple):
    """What one rated game changed for one person in it: the columns of ``rated``."""

    table_id: int
    person: int
    pool: str
    ladder: str
    side: int
    result: int
    """1 if they won, 0 for a draw, -1 if they lost."""
    guild: int | None
    at: int
    games: int
    weight: float
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float

    @property
    def before(self) -> Strength:
        """Their strength before the game."""
        return Strength(self.mu_before, self.sigma_before, self.games - 1, self.at)

    @property
    def after(self) -> Strength:
        """Their strength after it."""
        return Strength(self.mu, self.sigma, self.games, self.at)


_STRENGTH: Final = tuple(schema.rating.c[name] for name in ("mu", "sigma", "games", "at"))


# In a transaction


def lock(connection: sa.Connection, pool: str) -> None:
    """Games of one pool are rated one after the other, until the transaction ends."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        number = zlib.crc32(pool.encode()) - 2**31
        numbers = (sa.cast(each, sa.Integer) for each in (_LOCKS, number))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(*numbers)))


def lock_pools_of(connection: sa.Connection, person: int) -> None:
    """Nothing of ``person`` is rated until the transaction ends."""
    rated = schema.rated.c
    pools = sa.select(rated.pool).where(rated.person == person).distinct().order_by(rated.pool)
    for pool in connection.scalars(pools).all():
        lock(connection, pool)


def set_choice(connection: sa.Connection, table_id: int, rated: str) -> None:
    """Note whether a table is rated."""
    own = schema.game_table.c.id == table_id
    connection.execute(sa.update(schema.game_table).where(own).values(rated=rated))


def rows_of(connection: sa.Connection, pool: str, after: tuple[int, int] | None = None) -> list[RatedRow]:
    """The rows of ``pool`` in the order of its games, or of those after an end and a table's number."""
    rated = schema.rated.c
    where = [rated.pool == pool]
    if after is not None:
        at, number = after
        where += [rated.at >= at, sa.or_(rated.at > at, rated.table_id > number)]
    found = sa.select(schema.rated).where(*where).order_by(rated.at, rated.table_id, rated.person)
    return [RatedRow(*row) for row in connection.execute(found)]


def add_rows(connection: sa.Connection, rows: Sequence[RatedRow]) -> None:
    """Store ``rows``."""
    for some in _some(rows):
        connection.execute(sa.insert(schema.rated), [row._asdict() for row in some])


def remove_rows(connection: sa.Connection, pool: str, tables: Collection[int] | None = None) -> None:
    """Remove the rows of these tables in ``pool``; without ``tables``, of all."""
    rated = schema.rated.c
    where = [rated.pool == pool]
    if tables is not None:
        where.append(rated.table_id.in_(tables))
    connection.execute(sa.delete(schema.rated).where(*where))


def latest(connection: sa.Connection, person: int, pool: str, ladder: str) -> Strength | None:
    """The strength of ``person`` after their latest game in ``pool``."""
    rated = schema.rated.c
    own = (rated.person == person, rated.pool == pool, rated.ladder == ladder)
    found = sa.select(rated.mu, rated.sigma, rated.games, rated.at).where(*own)
    row = connection.execute(found.order_by(rated.at.desc(), rated.table_id.desc()).limit(1)).first()
    return Strength(*row) if row is not None else None


def meetings(connection: sa.Connection, pool: str, one: int, another: int, after: int) -> list[int]:
    """The ends of the games after a time in which two people were opponents."""
    rated, other = schema.rated.c, schema.rated.alias()
    opposite = (other.c.table_id == rated.table_id, other.c.person == another, other.c.side != rated.side)
    met = sa.select(rated.at).join(other, sa.and_(*opposite))
    own = (rated.person == one, rated.pool == pool, rated.at > after)
    return list(connection.scalars(met.where(*own)))


def settings(connection: sa.Connection, people: Collection[int]) -> dict[int, dict[str, Any]]:
    """The settings of ``people``; empty for those who never changed any."""
    person, found = schema.person.c, dict[int, dict[str, Any]]()
    for some in _some(list(people)):
        query = sa.select(person.id, person.settings).where(person.id.in_(some))
        for number, text in connection.execute(query):
            found[number] = settings_in(text)
    return {number: found.get(number, {}) for number in people}


def add_places(connection: sa.Connection, places: Collection[tuple[int, str, int]]) -> None:
    """Have a present rating of each person in each ladder and server."""
    blank = {"mu": 0.0, "sigma": 0.0, "games": 0, "at": 0, "listed": 0}
    new = [{"person": person, "ladder": ladder, "guild": guild, **blank} for person, ladder, guild in places]
    for some in _some(new):
        schema.insert_missing(connection, schema.rating, some)


def set_present(connection: sa.Connection, new: Mapping[tuple[int, str], tuple[Strength, bool]]) -> None:
    """Set the present ratings of people in ladders, in all servers, and whether rankings name them."""
    values = [
        {
            "whose": person,
            "which": ladder,
            "new_mu": strength.mu,
            "new_sigma": strength.sigma,
            "new_games": strength.games,
            "new_at": strength.at,
            "new_listed": int(listed),
        }
        for (person, ladder), (strength, listed) in new.items()
    ]
    connection.execute(_UPDATE, values)


_UPDATE: Final = (
    sa.update(schema.rating)
    .where(
        schema.rating.c.person == sa.bindparam("whose"),
        schema.rating.c.ladder == sa.bindparam("which"),
    )
    .values({name: sa.bindparam(f"new_{name}") for name in ("mu", "sigma", "games", "at", "listed")})
)


def remove_present(connection: sa.Connection, ladders: Collection[str]) -> None:
    """Remove all present ratings of these ladders."""
    connection.execute(sa.delete(schema.rating).where(schema.rating.c.ladder.in_(ladders)))


def present_of(connection: sa.Connection, person: int) -> dict[str, Strength]:
    """The present ratings of ``person``, by ladder."""
    rating = schema.rating.c
    own = (rating.person == person, rating.guild == EVERYWHERE)
    found = connection.execute(sa.select(rating.ladder, *_STRENGTH).where(*own))
    return {ladder: Strength(*strength) for ladder, *strength in found}


def set_listed(connection: sa.Connection, person: int, ladder: str, *, listed: bool) -> None:
    """Note whether rankings of a ladder name ``person``."""
    own = (schema.rating.c.person == person, schema.rating.c.ladder == ladder)
    connection.execute(sa.update(schema.rating).where(*own).values(listed=int(listed)))


def _some(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """``rows``, so many at a time as fit into one statement."""
    return (rows[start : start + ROWS_AT_ONCE] for start in range(0, len(rows), ROWS_AT_ONCE))


def forget(connection: sa.Connection, person: int, numbers: Mapping[int, int]) -> None:
    """Take ``person`` out of all ratings; ``numbers`` say who they are from now on at which table.

    Games keep how strong they were, without a name, so that the ratings of the others stay what they are.
    """
    lock_pools_of(connection, person)
    rated, rating, other = schema.rated, schema.rating, schema.rated.alias()
    at_table = {"number": sa.bindparam("number", type_=sa.Integer)}
    nobody = sa.bindparam("nobody", type_=sa.BigInteger)
    own = sa.update(rated).where(rated.c.table_id == at_table["number"], rated.c.person == person)
    if known := [{"number": table_id, "nobody": number} for table_id, number in numbers.items()]:
        connection.execute(own.values(person=nobody), known)
    # Their table is gone with its server.
    lowest = sa.select(sa.func.min(other.c.person)).where(other.c.table_id == rated.c.table_id)
    least = sa.case((lowest.scalar_subquery() < 0, lowest.scalar_subquery()), else_=0)
    connection.execute(sa.update(rated).where(rated.c.person == person).values(person=least - 1))
    connection.execute(sa.delete(rating).where(rating.c.person == person))


def leave_servers(connection: sa.Connection, gone: Collection[int]) -> None:
    """Remove the rankings of servers that are removed; people keep their ratings."""
    rated, rating = schema.rated, schema.rating
    connection.execute(sa.delete(rating).where(rating.c.guild.in_(gone), rating.c.guild != EVERYWHERE))
    connection.execute(sa.update(rated).where(rated.c.guild.in_(gone)).values(guild=None))


# Reading


class Listed(NamedTuple):
    """One person's place in a ranking."""

    person: int
    strength: Strength


async def top(store: Store, guild: int, ladder: str, since: int, limit: int) -> list[Listed]:
    """The strongest people listed in a server (or ``EVERYWHERE``) who have played at ``since`` or later."""
    rating = schema.rating.c
    query = sa.select(rating.person, *_STRENGTH).where(*_listed(guild, ladder, since))
    query = query.order_by(rating.mu.desc(), rating.at.desc(), rating.person).limit(limit)
    rows = await store.rows(query)
    return [Listed(row[0], Strength(*row[1:])) for row in rows]


async def place(store: Store, guild: int, ladder: str, since: int, mu: float | None) -> tuple[int, int]:
    """How many of those listed are stronger than ``mu``, and how many are listed."""
    rating = schema.rating.c
    above = sa.func.count().filter(rating.mu > mu) if mu is not None else sa.literal(0)
    query = sa.select(above, sa.func.count()).where(*_listed(guild, ladder, since))
    ((stronger, listed),) = await store.rows(query)
    return stronger, listed


async def played_in(store: Store, person: int, ladder: str, guild: int) -> bool:
    """Whether ``person`` is in the rankings of a server."""
    rating = schema.rating.c
    here = (rating.person == person, rating.ladder == ladder, rating.guild == guild)
    return await store.first(sa.select(rating.person).where(*here)) is not None


def _listed(guild: int, ladder: str, since: int) -> tuple[sa.ColumnElement[bool] | sa.TextClause, ...]:
    rating = schema.rating.c
    here = (rating.guild == guild, rating.ladder == ladder, rating.at >= since)
    return (sa.text(schema.LISTED), *here)


async def settings_of(store: Store, people: Collection[int]) -> dict[int, dict[str, Any]]:
    """The settings of each of ``people``; empty for those who never changed any."""
    return await store.read(settings, people)


async def present(store: Store, people: Collection[int]) -> dict[int, dict[str, Strength]]:
    """The present ratings of each of ``people``, by ladder."""
    rating, found = schema.rating.c, dict[int, dict[str, Strength]]()
    query = sa.select(rating.person, rating.ladder, *_STRENGTH)
    here = query.where(rating.person.in_(people), rating.guild == EVERYWHERE)
    for person, ladder, *strength in await store.rows(here.order_by(rating.person, rating.ladder)):
        found.setdefault(person, {})[ladder] = Strength(*strength)
    return found


async def pools(store: Store) -> list[str]:
    """All pools that have rated games."""
    query = sa.select(schema.rated.c.pool).distinct()
    return await store.column(query)


async def changes(store: Store, table_id: int) -> list[RatedRow]:
    """What a game changed for each person in it; empty if it wasn't rated."""
    rated = schema.rated.c
    query = sa.select(schema.rated).where(rated.table_id == table_id, rated.person > max(ADVANTAGES))
    return await store.records(RatedRow, query.order_by(rated.side, rated.person))


class RatedResult(NamedTuple):
    """One rated game of a person."""

    pool: str
    ladder: str
    result: int
    at: int
    mu: float


async def results(store: Store, person: int, limit: int) -> list[RatedResult]:
    """A person's latest rated games, in the order in which they ended."""
    rated = schema.rated.c
    query = sa.select(rated.pool, rated.ladder, rated.result, rated.at, rated.mu)
    query = query.where(rated.person == person).order_by(rated.at.desc(), rated.table_id.desc())
    rows = await store.rows(query.limit(limit))
    return [RatedResult(*row) for row in reversed(rows)]


class Rival(NamedTuple):
    """The rated games of a person against another."""

    person: int
    won: int
    drawn: int
    lost: int


async def rivals(store: Store, person: int, limit: int) -> list[Rival]:
    """Those whom a person has met most often in rated games; people only."""
    own, other, count = schema.rated.alias(), schema.rated.alias(), sa.func.count()
    counted = [count.filter(own.c.result == result).label(f"n{result + 1}") for result in (1, 0, -1)]
    query = (
        sa.select(other.c.person, *counted)
        .select_from(own)
        .join(other, sa.and_(other.c.table_id == own.c.table_id, other.c.side != own.c.side))
        .where(own.c.person == person, other.c.person > max(ADVANTAGES))
        .group_by(other.c.person)
        .order_by(count.desc(), other.c.person)
        .limit(limit)
    )
    rows = await store.rows(query)
    return [Rival(*row) for row in rows]


async def acquainted(store: Store, person: int, guild: int | None, others: Collection[int]) -> set[int]:
    """Those of ``others`` who have rated games in a server, or a seat at a table of ``person``."""
    rating, own, other = schema.rating.c, schema.seat.alias(), schema.seat.alias()
    here = sa.select(rating.person).where(rating.guild == guild, rating.person.in_(others))
    seated = sa.select(other.c.person).join(own, own.c.table_id == other.c.table_id)
    seated = seated.where(own.c.person == person, other.c.person.in_(others))
    return set(await store.column(sa.union(here, seated)))


async def finished(store: Store, person: int) -> dict[str, int]:
    """How many games of each kind a person has finished, rated or not; the most frequent first."""
    table = schema.game_table.c
    over = (table.id.in_(schema.seated(person)), table.status == "over")
    query = sa.select(table.game, sa.func.count()).where(*over)
    query = query.group_by(table.game).order_by(sa.func.count().desc(), table.game)
    rows = await store.rows(query)
    return {row[0]: row[1] for row in rows}


async def names(store: Store, people: Collection[int]) -> dict[int, str]:
    """The name that each of ``people`` last had at a table."""
    event = schema.event.c

    def read(connection: sa.Connection) -> dict[int, str]:
        found = {}
        for person in people:
            own = (event.person == person, event.name != "")
            last = sa.select(sa.func.max(event.table_id)).where(*own, sa.text(schema.NO_TURN))
            there = sa.select(event.name).where(*own, event.table_id == last.scalar_subquery())
            latest = there.order_by(event.seq.desc()).limit(1)
            if (name := connection.scalar(latest)) is not None:
                found[person] = name
        return found

    return await store.read(read)


async def data_of(store: Store, person: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All rows about ``person``: their rated games, and their present ratings."""
    rated, rating = schema.rated, schema.rating
    games = sa.select(rated).where(rated.c.person == person).order_by(rated.c.at, rated.c.table_id)
    now = sa.select(rating).where(rating.c.person == person).order_by(rating.c.ladder, rating.c.guild)
    return await store.dicts(games), await store.dicts(now)
