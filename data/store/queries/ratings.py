"""Ratings: an index of the logs of finished games, written in the transactions that end them.

The games of a pool count in the order in which they ended (then of their numbers), whatever the order in
which they are stored: a game that comes late is put in its place, and those after it are computed again. So
the rows are the same to the last digit as if everything were computed afresh. How strengths follow from
results is the :class:`Method` of the caller.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

import sqlalchemy as sa

from data.store import schema
from data.store.records import settings_in
from data.store.store import Store

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


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game that is rated: the facts from its log."""

    table_id: int
    pool: str
    ladders: tuple[str, str]
    """The rating that counts for each side. If they differ, the first side is one against several."""
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    result: int
    """1 if the first side won, 0 for a draw, -1 if the second won."""
    guild: int | None
    at: int

    @property
    def place(self) -> tuple[int, int]:
        """Sorts the games of a pool."""
        return (self.at, self.table_id)

    @property
    def players(self) -> dict[int, tuple[str, int]]:
        """Ladder and side of each person, and of the first side's advantage if there is one."""
        found = {
            person: (self.ladders[number], number)
            for number, side in enumerate(self.sides)
            for person in side
        }
        if self.ladders[0] != self.ladders[1]:
            found[len(self.sides[1])] = (self.pool, 0)
        return found


@dataclass(frozen=True, slots=True)
class Played:
    """What a game does to strengths."""

    weight: float
    before: Mapping[int, Strength]
    after: Mapping[int, Strength]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a game keeps of somebody who was erased, whose earlier games can't be found any more."""

    weight: float
    strengths: Mapping[int, Strength]


class Method(Protocol):
    """How ratings are computed. Pure: the same games give the same strengths."""

    window: int
    """Milliseconds for which a game between the same people is remembered."""

    def play(
        self, game: RatedGame, before: Mapping[int, Strength], met: Sequence[int], kept: Kept | None
    ) -> Played:
        """The strengths after ``game``; ``met``: the latest games of each two opponents in it."""

    def takes_part(self, settings: Mapping[str, Any]) -> bool:
        """Whether somebody with these settings has ratings."""

    def lists(self, settings: Mapping[str, Any], strength: Strength) -> bool:
        """Whether they are named in rankings."""


class Change(NamedTuple):
    """What a rated game changed for one person."""

    person: int
    before: Strength
    after: Strength
    result: int


@dataclass(slots=True)
class Book:
    """A pool at a point in its history."""

    strengths: dict[tuple[int, str], Strength] = field(default_factory=dict)
    meetings: defaultdict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    """The ends of the latest games between two opponents, ascending."""

    def play(self, game: RatedGame, method: Method, kept: Kept | None) -> list[dict[str, Any]]:
        """Add a game; its rows."""
        pairs = [(min(a, b), max(a, b)) for a in game.sides[0] for b in game.sides[1]]
        for pair in pairs:
            self.meetings[pair] = [at for at in self.meetings[pair] if at > game.at - method.window]
        met = [len(self.meetings[pair]) for pair in pairs]
        known = {
            person: self.strengths[person, ladder]
            for person, (ladder, _) in game.players.items()
            if (person, ladder) in self.strengths
        }
        played = method.play(game, known, met, kept)
        for pair in pairs:
            self.meetings[pair].append(game.at)
        rows = []
        for person, (ladder, side) in game.players.items():
            before, after = played.before[person], played.after[person]
            self.strengths[person, ladder] = after
            row = {"table_id": game.table_id, "person": person, "pool": game.pool, "ladder": ladder}
            row |= {"side": side, "result": game.result if side == 0 else -game.result, "guild": game.guild}
            row |= {"at": game.at, "games": after.games, "weight": played.weight}
            row |= {"mu_before": before.mu, "sigma_before": before.sigma}
            rows.append(row | {"mu": after.mu, "sigma": after.sigma})
        return rows


def settle(connection: sa.Connection, game: RatedGame, method: Method) -> None:
    """Rate a game in the transaction that ends it; not if somebody has ratings off, which is noted."""
    _lock(connection, game.pool)
    chosen = _settings(connection, [person for side in game.sides for person in side])
    if not all(map(method.takes_part, chosen.values())):
        own = schema.game_table.c.id == game.table_id
        connection.execute(sa.update(schema.game_table).where(own).values(rated="out"))
        return
    late, kept = _games(connection, game.pool, game.place)
    games = sorted([*late, game], key=lambda each: each.place)
    rated = schema.rated
    if late:
        gone = [each.table_id for each in late]
        connection.execute(sa.delete(rated).where(rated.c.table_id.in_(gone), rated.c.pool == game.pool))
    book = _book_before(connection, games, method)
    rows = [row for each in games for row in book.play(each, method, kept.get(each.table_id))]
    connection.execute(sa.insert(rated), rows)
    _rank(connection, rows, chosen if not late else None, method)


async def recompute(
    store: Store, games: Collection[RatedGame], read: Collection[int], method: Method
) -> tuple[int, int]:
    """Compute all ratings afresh from ``games``, the facts found in the logs of the tables ``read``.

    Games of other tables (removed with their server, or ended since) stay as they are stored. Returns the
    number of games and of rows that are different now.
    """
    found: defaultdict[str, list[RatedGame]] = defaultdict(list)
    for game in games:
        found[game.pool].append(game)
    stored = sa.select(schema.rated.c.pool).distinct()
    pools = await store.read(lambda connection: list(connection.scalars(stored)))
    counts = [
        await store.write(_recompute, pool, found[pool], frozenset(read), method)
        for pool in sorted({*found, *pools})
    ]
    return sum(number for number, _ in counts), sum(changed for _, changed in counts)


def _recompute(
    connection: sa.Connection, pool: str, games: Sequence[RatedGame], read: Collection[int], method: Method
) -> tuple[int, int]:
    _lock(connection, pool)
    rated, rating = schema.rated, schema.rating
    before = {_key(row): row for row in _rows(connection, rated.c.pool == pool)}
    stored, kept = _games(connection, pool, None)
    games = [*games, *(game for game in stored if game.table_id not in read)]
    book = Book()
    rows = [
        row
        for game in sorted(games, key=lambda each: each.place)
        for row in book.play(game, method, kept.get(game.table_id))
    ]
    ladders = {row["ladder"] for row in (*rows, *before.values())}
    connection.execute(sa.delete(rated).where(rated.c.pool == pool))
    connection.execute(sa.delete(rating).where(rating.c.ladder.in_(ladders)))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        connection.execute(sa.insert(rated), rows[start : start + ROWS_AT_ONCE])
    _rank(connection, rows, None, method)
    after = {_key(row): row for row in rows}
    return len(games), sum(before.get(key) != after.get(key) for key in {*before, *after})


def _key(row: Mapping[str, Any]) -> tuple[int, int]:
    return row["table_id"], row["person"]


def _lock(connection: sa.Connection, pool: str) -> None:
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
        _lock(connection, pool)


def _rows(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    rated = schema.rated
    found = sa.select(rated).where(*where).order_by(rated.c.at, rated.c.table_id, rated.c.person)
    return [dict(row) for row in connection.execute(found).mappings()]


def _games(
    connection: sa.Connection, pool: str, after: tuple[int, int] | None
) -> tuple[list[RatedGame], dict[int, Kept]]:
    """The stored games of ``pool`` (after a place in it), and what they keep of the erased."""
    rated = schema.rated.c
    where = [rated.pool == pool]
    if after is not None:
        at, number = after
        where += [rated.at >= at, sa.or_(rated.at > at, rated.table_id > number)]
    tables: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in _rows(connection, *where):
        tables[row["table_id"]].append(row)
    games, kept = [], {}
    for number, rows in tables.items():
        people = [row for row in rows if row["person"] not in ADVANTAGES]
        first, second = ([row for row in people if row["side"] == side] for side in (0, 1))
        erased = {
            row["person"]: Strength(row["mu_before"], row["sigma_before"], row["games"] - 1)
            for row in people
            if row["person"] < 0
        }
        if erased:
            kept[number] = Kept(rows[0]["weight"], erased)
        games.append(
            RatedGame(
                number,
                pool,
                (first[0]["ladder"], second[0]["ladder"]),
                (tuple(row["person"] for row in first), tuple(row["person"] for row in second)),
                first[0]["result"],
                rows[0]["guild"],
                rows[0]["at"],
            )
        )
    return games, kept


def _book_before(connection: sa.Connection, games: Sequence[RatedGame], method: Method) -> Book:
    """What the rows before ``games`` say about the people in them."""
    book, rated, first = Book(), schema.rated.c, games[0]
    for person, ladder in {(person, part[0]) for game in games for person, part in game.players.items()}:
        if (strength := _latest(connection, person, first.pool, ladder)) is not None:
            book.strengths[person, ladder] = strength
    other = schema.rated.alias()
    since = (rated.pool == first.pool, rated.at > first.at - method.window)
    pairs = {(min(a, b), max(a, b)) for game in games for a in game.sides[0] for b in game.sides[1]}
    for a, b in pairs:
        opposite = (other.c.table_id == rated.table_id, other.c.person == b, other.c.side != rated.side)
        met = sa.select(rated.at).join(other, sa.and_(*opposite)).where(rated.person == a, *since)
        book.meetings[a, b] = list(connection.scalars(met))
    return book


def _latest(connection: sa.Connection, person: int, pool: str, ladder: str) -> Strength | None:
    rated = schema.rated.c
    own = (rated.person == person, rated.pool == pool, rated.ladder == ladder)
    found = sa.select(rated.mu, rated.sigma, rated.games, rated.at).where(*own)
    row = connection.execute(found.order_by(rated.at.desc(), rated.table_id.desc()).limit(1)).first()
    return Strength(*row) if row is not None else None


def _settings(connection: sa.Connection, people: Collection[int]) -> dict[int, dict[str, Any]]:
    """The settings of ``people``; empty for those who never changed any."""
    person, found = schema.person.c, dict[int, dict[str, Any]]()
    numbers = list(people)
    for start in range(0, len(numbers), ROWS_AT_ONCE):
        some = person.id.in_(numbers[start : start + ROWS_AT_ONCE])
        for number, text in connection.execute(sa.select(person.id, person.settings).where(some)):
            found[number] = settings_in(text)
    return {number: found.get(number, {}) for number in numbers}


def _rank(
    connection: sa.Connection,
    rows: Sequence[Mapping[str, Any]],
    chosen: Mapping[int, Mapping[str, Any]] | None,
    method: Method,
) -> None:
    """Bring the present strengths of the people in ``rows`` up to date."""
    latest: dict[tuple[int, str], Strength] = {}
    guilds: dict[tuple[int, str, int], None] = {}
    for row in rows:
        who = (row["person"], row["ladder"])
        if row["person"] > 0 and row["person"] not in ADVANTAGES:
            latest[who] = Strength(row["mu"], row["sigma"], row["games"], row["at"])
            guilds |= {(*who, EVERYWHERE): None, (*who, row["guild"] or EVERYWHERE): None}
    if not latest:
        return
    if chosen is None:
        chosen = _settings(connection, {person for person, _ in latest})
    rating = schema.rating
    blank = {"mu": 0.0, "sigma": 0.0, "games": 0, "at": 0, "listed": 0}
    new = [{"person": who, "ladder": ladder, "guild": guild, **blank} for who, ladder, guild in guilds]
    for start in range(0, len(new), ROWS_AT_ONCE):
        schema.insert_missing(connection, rating, new[start : start + ROWS_AT_ONCE])
    values = [
        {
            "whose": person,
            "which": ladder,
            "new_mu": strength.mu,
            "new_sigma": strength.sigma,
            "new_games": strength.games,
            "new_at": strength.at,
            "new_listed": int(method.lists(chosen[person], strength)),
        }
        for (person, ladder), strength in latest.items()
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


def relist(connection: sa.Connection, person: int, method: Method) -> None:
    """Name ``person`` in rankings, or don't, after their settings have changed in this transaction."""
    lock_pools_of(connection, person)
    chosen, rating = _settings(connection, [person])[person], schema.rating
    found = connection.execute(
        sa.select(rating).where(rating.c.person == person, rating.c.guild == EVERYWHERE)
    ).mappings()
    for row in found.all():
        strength = Strength(row["mu"], row["sigma"], row["games"], row["at"])
        own = (rating.c.person == person, rating.c.ladder == row["ladder"])
        listed = int(method.lists(chosen, strength))
        connection.execute(sa.update(rating).where(*own).values(listed=listed))


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


_STRENGTH: Final = tuple(schema.rating.c[name] for name in ("mu", "sigma", "games", "at"))


async def top(store: Store, guild: int, ladder: str, since: int, limit: int) -> list[Listed]:
    """The strongest people listed in a server (or ``EVERYWHERE``) who have played at ``since`` or later."""
    rating = schema.rating.c
    query = sa.select(rating.person, *_STRENGTH).where(*_listed(guild, ladder, since))
    query = query.order_by(rating.mu.desc(), rating.at.desc(), rating.person).limit(limit)
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [Listed(row[0], Strength(*row[1:])) for row in rows]


async def place(store: Store, guild: int, ladder: str, since: int, mu: float | None) -> tuple[int, int]:
    """How many of those listed are stronger than ``mu``, and how many are listed."""
    rating = schema.rating.c
    above = sa.func.count().filter(rating.mu > mu) if mu is not None else sa.literal(0)
    query = sa.select(above, sa.func.count()).where(*_listed(guild, ladder, since))
    row = await store.read(lambda connection: connection.execute(query).one())
    return row[0], row[1]


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
    return await store.read(_settings, people)


class Present(NamedTuple):
    """A person's rating as it is now."""

    ladder: str
    strength: Strength
    settings: Mapping[str, Any]


async def present(store: Store, people: Collection[int]) -> dict[int, list[Present]]:
    """All ratings of ``people``, with their settings, which may forbid to show them."""
    rating, person = schema.rating, schema.person
    query = (
        sa.select(rating.c.person, rating.c.ladder, *_STRENGTH, person.c.settings)
        .outerjoin(person, person.c.id == rating.c.person)
        .where(rating.c.person.in_(people), rating.c.guild == EVERYWHERE)
        .order_by(rating.c.person, rating.c.ladder)
    )
    found: dict[int, list[Present]] = {}
    for number, ladder, *strength, settings in await store.read(lambda c: c.execute(query).all()):
        found.setdefault(number, []).append(Present(ladder, Strength(*strength), settings_in(settings)))
    return found


async def changes(store: Store, table_id: int) -> list[Change]:
    """What a game changed for each person in it; empty if it wasn't rated."""
    rated = schema.rated.c
    query = sa.select(schema.rated).where(rated.table_id == table_id, rated.person > max(ADVANTAGES))
    query = query.order_by(rated.side, rated.person)
    rows = await store.read(lambda connection: connection.execute(query).mappings().all())
    return [_change(dict(row)) for row in rows]


def _change(row: Mapping[str, Any]) -> Change:
    before = Strength(row["mu_before"], row["sigma_before"], row["games"] - 1, row["at"])
    after = Strength(row["mu"], row["sigma"], row["games"], row["at"])
    return Change(row["person"], before, after, row["result"])


class Result(NamedTuple):
    """One rated game of a person."""

    pool: str
    ladder: str
    result: int
    at: int
    mu: float


async def results(store: Store, person: int, limit: int) -> list[Result]:
    """A person's latest rated games, in the order in which they ended."""
    rated = schema.rated.c
    query = sa.select(rated.pool, rated.ladder, rated.result, rated.at, rated.mu)
    query = query.where(rated.person == person).order_by(rated.at.desc(), rated.table_id.desc())
    rows = await store.read(lambda connection: connection.execute(query.limit(limit)).all())
    return [Result(*row) for row in reversed(rows)]


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
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [Rival(*row) for row in rows]


async def acquainted(store: Store, person: int, guild: int | None, others: Collection[int]) -> set[int]:
    """Those of ``others`` who have rated games in a server, or a seat at a table of ``person``."""
    rating, own, other = schema.rating.c, schema.seat.alias(), schema.seat.alias()
    here = sa.select(rating.person).where(rating.guild == guild, rating.person.in_(others))
    seated = sa.select(other.c.person).join(own, own.c.table_id == other.c.table_id)
    seated = seated.where(own.c.person == person, other.c.person.in_(others))
    return set(await store.read(lambda connection: connection.scalars(sa.union(here, seated)).all()))


async def finished(store: Store, person: int) -> dict[str, int]:
    """How many games of each kind a person has finished, rated or not; the most frequent first."""
    table, seat = schema.game_table.c, schema.seat.c
    seated = sa.select(seat.table_id).where(seat.person == person)
    query = sa.select(table.game, sa.func.count()).where(table.id.in_(seated), table.status == "over")
    query = query.group_by(table.game).order_by(sa.func.count().desc(), table.game)
    rows = await store.read(lambda connection: connection.execute(query).all())
    return {row[0]: row[1] for row in rows}


async def names(store: Store, people: Collection[int]) -> dict[int, str]:
    """The name that each of ``people`` last had at a table."""
    event = schema.event.c

    def read(connection: sa.Connection) -> dict[int, str]:
        found = {}
        for person in people:
            own = sa.select(event.name).where(event.person == person, event.name != "")
            latest = own.order_by(event.table_id.desc(), event.seq.desc()).limit(1)
            if (name := connection.scalar(latest)) is not None:
                found[person] = name
        return found

    return await store.read(read)


async def data_of(store: Store, person: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All rows about ``person``: their rated games, and their present ratings."""
    rated, rating = schema.rated, schema.rating

    def read(connection: sa.Connection) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        games = _rows(connection, rated.c.person == person)
        own = sa.select(rating).where(rating.c.person == person).order_by(rating.c.ladder, rating.c.guild)
        return games, [dict(row) for row in connection.execute(own).mappings()]

    return await store.read(read)
