"""Ratings: an index of the logs of finished games, written in the transactions that end them.

``rated`` has a row for each person in a rated game, ``rating`` one for each person, ladder and server as it
is now. What stands in them is for the caller to say.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from data.store import schema
from data.store.records import settings_in
from data.store.store import Store

_TABLE: Final = schema.game_table.c
_EVENT: Final = schema.event.c
_PERSON: Final = schema.person.c
_RATED: Final = schema.rated.c
_RATING: Final = schema.rating.c
EVERYWHERE: Final = 0
"""The server that stands for all of them."""
ADVANTAGES: Final = range(1, 100)
"""Instead of a person: the advantage of one against so many."""
ROWS_AT_ONCE: Final = 500
"""The most people that one statement asks for."""


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


_STRENGTH: Final = tuple(_RATING[name] for name in ("mu", "sigma", "games", "at"))


# In a transaction


def lock(connection: sa.Connection, pool: str) -> None:
    """Games of one pool are rated one after the other, until the transaction ends."""
    # Negative, unlike the numbers of people and servers; those of shards are far below.
    schema.lock(connection, -1 - zlib.crc32(pool.encode()))


def lock_pools_of(connection: sa.Connection, person: int) -> None:
    """Nothing of ``person`` is rated until the transaction ends."""
    pools = sa.select(_RATED.pool).where(_RATED.person == person).distinct().order_by(_RATED.pool)
    for pool in connection.scalars(pools).all():
        lock(connection, pool)


def set_choice(connection: sa.Connection, table_id: int, rated: str) -> None:
    """Note whether a table is rated."""
    schema.change(connection, schema.game_table, {"id": table_id}, rated=rated)


def rows_of(connection: sa.Connection, pool: str, after: tuple[int, int] | None = None) -> list[RatedRow]:
    """The rows of ``pool`` in the order of its games, or of those after an end and a table's number."""
    where = [_RATED.pool == pool]
    if after is not None:
        at, number = after
        where += [_RATED.at >= at, sa.or_(_RATED.at > at, _RATED.table_id > number)]
    found = sa.select(schema.rated).where(*where).order_by(_RATED.at, _RATED.table_id, _RATED.person)
    return [RatedRow(*row) for row in connection.execute(found)]


def add_rows(connection: sa.Connection, rows: Sequence[RatedRow]) -> None:
    """Store ``rows``."""
    if rows:
        connection.execute(sa.insert(schema.rated), [row._asdict() for row in rows])


def remove_rows(connection: sa.Connection, pool: str, tables: Collection[int] | None = None) -> None:
    """Remove the rows of these tables in ``pool``; without ``tables``, of all."""
    where = [_RATED.pool == pool]
    if tables is not None:
        where.append(_RATED.table_id.in_(tables))
    connection.execute(sa.delete(schema.rated).where(*where))


def latest(connection: sa.Connection, person: int, pool: str, ladder: str) -> Strength | None:
    """The strength of ``person`` after their latest game in ``pool``."""
    found = sa.select(_RATED.mu, _RATED.sigma, _RATED.games, _RATED.at)
    found = found.filter_by(person=person, pool=pool, ladder=ladder)
    row = connection.execute(found.order_by(_RATED.at.desc(), _RATED.table_id.desc()).limit(1)).first()
    return Strength(*row) if row is not None else None


def meetings(connection: sa.Connection, pool: str, one: int, another: int, after: int) -> list[int]:
    """The ends of the games after a time in which two people were opponents."""
    other = schema.rated.alias()
    opposite = (other.c.table_id == _RATED.table_id, other.c.person == another, other.c.side != _RATED.side)
    met = sa.select(_RATED.at).join(other, sa.and_(*opposite))
    own = (_RATED.person == one, _RATED.pool == pool, _RATED.at > after)
    return list(connection.scalars(met.where(*own)))


def settings(connection: sa.Connection, people: Collection[int]) -> dict[int, dict[str, Any]]:
    """The settings of ``people``; empty for those who never changed any."""
    found, wanted = dict[int, str](), list(people)
    for start in range(0, len(wanted), ROWS_AT_ONCE):
        some = wanted[start : start + ROWS_AT_ONCE]
        query = sa.select(_PERSON.id, _PERSON.settings).where(_PERSON.id.in_(some))
        found.update(map(tuple, connection.execute(query)))
    return {number: settings_in(found.get(number)) for number in people}


def add_places(connection: sa.Connection, places: Collection[tuple[int, str, int]]) -> None:
    """Have a present rating of each person in each ladder and server."""
    blank = {"mu": 0.0, "sigma": 0.0, "games": 0, "at": 0, "listed": 0}
    new = [{"person": person, "ladder": ladder, "guild": guild, **blank} for person, ladder, guild in places]
    schema.insert_missing(connection, schema.rating, new)


def set_present(connection: sa.Connection, new: Mapping[tuple[int, str], tuple[Strength, bool]]) -> None:
    """Set the present ratings of people in ladders, in all servers, and whether rankings name them."""
    own = (_RATING.person == sa.bindparam("whose"), _RATING.ladder == sa.bindparam("which"))
    rows = [
        {"whose": person, "which": ladder, "listed": int(listed), **asdict(strength)}
        for (person, ladder), (strength, listed) in new.items()
    ]
    connection.execute(sa.update(schema.rating).where(*own), rows)


def remove_present(connection: sa.Connection, ladders: Collection[str]) -> None:
    """Remove all present ratings of these ladders."""
    connection.execute(sa.delete(schema.rating).where(_RATING.ladder.in_(ladders)))


def present_of(connection: sa.Connection, person: int) -> dict[str, Strength]:
    """The present ratings of ``person``, by ladder."""
    own = sa.select(_RATING.ladder, *_STRENGTH).filter_by(person=person, guild=EVERYWHERE)
    return {ladder: Strength(*strength) for ladder, *strength in connection.execute(own)}


def set_listed(connection: sa.Connection, person: int, ladder: str, *, listed: bool) -> None:
    """Note whether rankings of a ladder name ``person``."""
    own = {"person": person, "ladder": ladder}
    schema.change(connection, schema.rating, own, listed=int(listed))


def forget(connection: sa.Connection, person: int, numbers: Mapping[int, int]) -> None:
    """Take ``person`` out of all ratings; ``numbers`` say who they are from now on at which table.

    Games keep how strong they were, without a name, so that the ratings of the others stay what they are.
    """
    lock_pools_of(connection, person)
    own = sa.update(schema.rated).where(_RATED.table_id == sa.bindparam("number"), _RATED.person == person)
    if known := [{"number": table_id, "nobody": nobody} for table_id, nobody in numbers.items()]:
        connection.execute(own.values(person=sa.bindparam("nobody")), known)
    # Their table is gone with its server.
    other = schema.rated.alias()
    lowest = sa.select(sa.func.min(other.c.person)).where(other.c.table_id == _RATED.table_id)
    least = sa.case((lowest.scalar_subquery() < 0, lowest.scalar_subquery()), else_=0)
    schema.change(connection, schema.rated, {"person": person}, person=least - 1)
    schema.remove(connection, schema.rating, person=person)


def leave_servers(connection: sa.Connection, gone: Collection[int]) -> None:
    """Remove the rankings of servers that are removed; people keep their ratings."""
    for guild in gone:
        schema.remove(connection, schema.rating, guild=guild)
        schema.change(connection, schema.rated, {"guild": guild}, guild=None)


# Reading


class Listed(NamedTuple):
    """One person's place in a ranking."""

    person: int
    strength: Strength


async def top(
    store: Store, guild: int, ladder: str, since: int, limit: int, *, after: int = 0
) -> list[Listed]:
    """The strongest people listed in a server (or ``EVERYWHERE``) who have played at ``since`` or later.

    Those ``after`` the first so many.
    """
    query = sa.select(_RATING.person, *_STRENGTH).where(*_listed(guild, ladder, since))
    query = query.order_by(_RATING.mu.desc(), _RATING.at.desc(), _RATING.person).limit(limit).offset(after)
    return [Listed(person, Strength(*strength)) for person, *strength in await store.rows(query)]


async def place(store: Store, guild: int, ladder: str, since: int, mu: float | None) -> tuple[int, int]:
    """How many of those listed are stronger than ``mu``, and how many are listed."""
    above = sa.func.count().filter(_RATING.mu > mu) if mu is not None else sa.literal(0)
    query = sa.select(above, sa.func.count()).where(*_listed(guild, ladder, since))
    ((stronger, listed),) = await store.rows(query)
    return stronger, listed


async def ended_in(store: Store, guild: int, games: Collection[str], limit: int) -> list[int]:
    """At most ``limit`` tables of a server at which games of these kinds were finished."""
    where = (_TABLE.guild == guild, _TABLE.game.in_(games), _TABLE.status == "over")
    return await store.column(sa.select(_TABLE.id).where(*where).limit(limit))


class Wins(NamedTuple):
    """Somebody's games in a server."""

    person: int
    won: int
    games: int


async def wins(store: Store, guild: int, games: Collection[str], limit: int) -> list[Wins]:
    """Who has won most of the rated games of these kinds at a server's tables, also against computers."""
    table, own = schema.game_table, _TABLE.id == _RATED.table_id
    won = sa.func.count().filter(_RATED.result == 1)
    query = sa.select(_RATED.person, won, sa.func.count()).select_from(sa.join(table, schema.rated, own))
    query = query.where(_TABLE.guild == guild, _TABLE.game.in_(games), _TABLE.status == "over")
    query = query.where(_RATED.person > max(ADVANTAGES)).group_by(_RATED.person)
    ordered = query.order_by(won.desc(), sa.func.count().desc(), _RATED.person).limit(limit)
    return [Wins(*row) for row in await store.rows(ordered)]


async def played_in(store: Store, person: int, ladder: str, guild: int) -> bool:
    """Whether ``person`` is in the rankings of a server."""
    here = sa.select(_RATING.person).filter_by(person=person, ladder=ladder, guild=guild)
    return await store.first(here) is not None


def _listed(guild: int, ladder: str, since: int) -> tuple[sa.ColumnElement[bool] | sa.TextClause, ...]:
    here = (_RATING.guild == guild, _RATING.ladder == ladder, _RATING.at >= since)
    return (sa.text(schema.LISTED), *here)


async def settings_of(store: Store, people: Collection[int]) -> dict[int, dict[str, Any]]:
    """The settings of each of ``people``; empty for those who never changed any."""
    return await store.read(settings, people)


async def present(store: Store, people: Collection[int]) -> dict[int, dict[str, Strength]]:
    """The present ratings of each of ``people``, by ladder."""
    found = dict[int, dict[str, Strength]]()
    query = sa.select(_RATING.person, _RATING.ladder, *_STRENGTH)
    own = query.where(_RATING.person.in_(people), _RATING.guild == EVERYWHERE)
    for person, ladder, *strength in await store.rows(own):
        found.setdefault(person, {})[ladder] = Strength(*strength)
    return found


async def pools(store: Store) -> list[str]:
    """All pools that have rated games."""
    return await store.column(sa.select(_RATED.pool).distinct())


async def changes(store: Store, table_id: int) -> list[RatedRow]:
    """What a game changed for each person in it; empty if it wasn't rated."""
    query = sa.select(schema.rated).where(_RATED.table_id == table_id, _RATED.person > max(ADVANTAGES))
    return await store.records(RatedRow, query.order_by(_RATED.side, _RATED.person))


class RatedResult(NamedTuple):
    """One rated game of a person."""

    pool: str
    ladder: str
    result: int
    at: int
    mu: float


async def results(store: Store, person: int, limit: int) -> list[RatedResult]:
    """A person's latest rated games, in the order in which they ended."""
    query = sa.select(_RATED.pool, _RATED.ladder, _RATED.result, _RATED.at, _RATED.mu)
    query = query.where(_RATED.person == person).order_by(_RATED.at.desc(), _RATED.table_id.desc())
    return (await store.records(RatedResult, query.limit(limit)))[::-1]


class Rival(NamedTuple):
    """The rated games of a person against another."""

    person: int
    won: int
    drawn: int
    lost: int


@cache
def _met() -> sa.Select[int, int, int, int]:
    """Selects whom ``person`` has met in rated games; made once, since SQLAlchemy takes long over aliases."""
    own, other, count = schema.rated.alias(), schema.rated.alias(), sa.func.count()
    counted = [count.filter(own.c.result == result).label(f"n{result + 1}") for result in (1, 0, -1)]
    return (
        sa.select(other.c.person, *counted)
        .select_from(own)
        .join(other, sa.and_(other.c.table_id == own.c.table_id, other.c.side != own.c.side))
        .where(own.c.person == sa.bindparam("person"), other.c.person > max(ADVANTAGES))
        .group_by(other.c.person)
        .order_by(count.desc(), other.c.person)
        .limit(sa.bindparam("most", type_=sa.Integer))
    )


async def rivals(store: Store, person: int, limit: int) -> list[Rival]:
    """Those whom a person has met most often in rated games; people only."""
    return [Rival(*row) for row in await store.rows(_met(), {"person": person, "most": limit})]


async def acquainted(store: Store, person: int, guild: int | None, others: Collection[int]) -> set[int]:
    """Those of ``others`` who have rated games in a server, or a seat at a table of ``person``."""
    own, other = schema.seat.alias(), schema.seat.alias()
    here = sa.select(_RATING.person).where(_RATING.guild == guild, _RATING.person.in_(others))
    seated = sa.select(other.c.person).join(own, own.c.table_id == other.c.table_id)
    seated = seated.where(own.c.person == person, other.c.person.in_(others))
    return set(await store.column(sa.union(here, seated)))


async def finished(store: Store, person: int) -> dict[str, int]:
    """How many games of each kind a person has finished, rated or not; the most frequent first."""
    over = (_TABLE.id.in_(schema.seated(person)), _TABLE.status == "over")
    query = sa.select(_TABLE.game, sa.func.count()).where(*over)
    query = query.group_by(_TABLE.game).order_by(sa.func.count().desc(), _TABLE.game)
    return await store.pairs(query)


async def has_won_another(store: Store, person: int, game: str, table_id: int) -> bool:
    """Whether ``person`` has won a rated game of this kind at another table."""
    query = sa.select(_TABLE.id).join(schema.rated, _TABLE.id == _RATED.table_id)
    own = (_RATED.person == person, _RATED.result == 1, _TABLE.game == game, _TABLE.id != table_id)
    return await store.first(query.where(*own).limit(1)) is not None


async def others_over(store: Store, person: int, game: str, table_id: int, limit: int) -> list[int]:
    """At most ``limit`` other tables where ``person`` has finished a game of this kind."""
    over = (_TABLE.game == game, _TABLE.id != table_id, _TABLE.status == "over")
    return await store.column(
        sa.select(_TABLE.id).where(_TABLE.id.in_(schema.seated(person)), *over).limit(limit)
    )


async def names(store: Store, people: Collection[int]) -> dict[int, str]:
    """The name that each of ``people`` last had at a table."""

    def read(connection: sa.Connection) -> dict[int, str]:
        found = {}
        for person in people:
            own = (_EVENT.person == person, _EVENT.name != "")
            last = sa.select(sa.func.max(_EVENT.table_id)).where(*own, sa.text(schema.NO_TURN))
            there = sa.select(_EVENT.name).where(*own, _EVENT.table_id == last.scalar_subquery())
            latest = there.order_by(_EVENT.seq.desc()).limit(1)
            if (name := connection.scalar(latest)) is not None:
                found[person] = name
        return found

    return await store.read(read)
