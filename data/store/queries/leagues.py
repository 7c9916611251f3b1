"""Leagues: their seasons, who takes part, and who plays whom at which table.

Each step changes a league at the version that it was read at, or nothing: repeating one does no harm. A table
is opened in the transaction that notes it down, and a result is noted in the one that ends the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from data.store import event_log, schema
from data.store.compiled_statements import Compiled
from data.store.database import Row
from data.store.records import Opening
from data.store.store import Store

from .due import Moments, served
from .people import SOMEBODY

T = TypeVar("T", "League", "LeagueEntry", "LeagueGame")
ALIVE: Final = ("joining", "playing")
AT_ONCE: Final = 0
"""When a league is due that has to be looked at now, even if the clock is set back before that."""
_LEAGUE: Final = schema.league.c
_ENTRY: Final = schema.league_entry.c
_GAME: Final = schema.league_game.c


@dataclass(frozen=True, slots=True)
class League:
    """A league or a Swiss tournament. Times are milliseconds since 1970, durations milliseconds."""

    guild: int
    channel: int
    title: str
    game: str
    pace: str
    rated: str
    swiss: bool
    size: int
    """About how many people a division has."""
    twice: bool
    rounds: int
    """Of this season; of a Swiss tournament 0: as many as are needed."""
    round_ms: int
    ends: int
    """When joining ends, or the round; when a closed league was closed."""
    status: str = "joining"
    """``joining``, ``playing`` or ``closed``."""
    season: int = 1
    round: int = 0
    due: int = 0
    """When it has to be looked at."""
    message: int | None = None
    """Its card."""
    card_season: int = 1
    """The season that this card is about."""
    version: int = 1
    shown: int = 0
    event: int | None = None
    """The scheduled event of the season that its card is about; 0: that is over."""
    id: int = 0


@dataclass(frozen=True, slots=True)
class LeagueEntry:
    """Somebody who takes part in a season."""

    league: int
    season: int
    person: int
    name: str
    at: int
    division: int = 0
    place: int = 0
    out: bool = False


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """Two people who play in a round, or one who has no game."""

    league: int
    season: int
    round: int
    first: int
    second: int
    table_id: int | None = None
    result: int | None = None
    forfeit: bool = False
    id: int = 0


@dataclass(frozen=True, slots=True)
class Season:
    """A league with one of its seasons."""

    league: League
    entries: tuple[LeagueEntry, ...]
    """In the order in which they began, or joined."""
    games: tuple[LeagueGame, ...]
    """In the order of rounds."""


def _read(kind: type[T], row: Row) -> T:
    """A row of all columns; truths are numbers in the database."""
    truths = {field.name for field in fields(kind) if field.type == "bool"}
    values: dict[str, Any] = dict(row._mapping)
    return kind(**values | {name: bool(values[name]) for name in truths})


def _stored(row: League | LeagueEntry | LeagueGame) -> dict[str, Any]:
    """The columns of a row, except its id, which the database chooses."""
    values = {name: int(value) if isinstance(value, bool) else value for name, value in asdict(row).items()}
    values.pop("id", None)
    return values


# Reading


async def load(store: Store, league: int) -> League | None:
    """A league by its number."""
    rows = await store.rows(sa.select(schema.league).filter_by(id=league))
    return _read(League, rows[0]) if rows else None


async def in_server(store: Store, guild: int) -> list[League]:
    """The leagues of a server that go on, oldest first."""
    query = sa.select(schema.league).where(_LEAGUE.guild == guild, _LEAGUE.status.in_(ALIVE))
    return [_read(League, row) for row in await store.rows(query.order_by(_LEAGUE.id))]


async def ended_in(store: Store, guild: int, since: int, until: int) -> list[League]:
    """The leagues of a server that were closed between two times."""
    closed = (_LEAGUE.status == "closed", _LEAGUE.ends >= since, _LEAGUE.ends < until)
    query = sa.select(schema.league).where(_LEAGUE.guild == guild, *closed)
    return [_read(League, row) for row in await store.rows(query.order_by(_LEAGUE.ends, _LEAGUE.id))]


async def season(store: Store, league: int, number: int | None = None) -> Season | None:
    """A league with a season: its present one, or one by its number."""
    return await store.read(_season, league, number)


def _season(connection: sa.Connection, league: int, number: int | None) -> Season | None:
    row = connection.execute(sa.select(schema.league).filter_by(id=league)).one_or_none()
    if row is None:
        return None
    found = _read(League, row)
    number = found.season if number is None else number
    entries = sa.select(schema.league_entry).filter_by(league=league, season=number)
    games = sa.select(schema.league_game).filter_by(league=league, season=number)
    in_order = (_ENTRY.place, _ENTRY.at, _ENTRY.person)
    return Season(
        found,
        tuple(_read(LeagueEntry, each) for each in connection.execute(entries.order_by(*in_order))),
        tuple(_read(LeagueGame, each) for each in connection.execute(games.order_by(_GAME.round, _GAME.id))),
    )


_DUE: Final = Moments(_LEAGUE.due)
due: Final = _DUE.due
"""This part's leagues that have to be looked at."""
earliest: Final = _DUE.earliest
"""When the next of this part's leagues has to be looked at."""


async def unshown(store: Store) -> list[int]:
    """This part's leagues whose card is behind."""
    where = (_LEAGUE.shown < _LEAGUE.version, store.part.holding(_LEAGUE.guild))
    return await store.column(sa.select(_LEAGUE.id).where(*where).order_by(_LEAGUE.id))


_OF_TABLE: Final = Compiled(
    sa.select(
        _LEAGUE.title,
        _GAME.round,
        sa.case(
            (
                sa.and_(
                    _LEAGUE.status == "playing", _LEAGUE.season == _GAME.season, _LEAGUE.round == _GAME.round
                ),
                _LEAGUE.ends,
            )
        ),
    )
    .join(schema.league_game, _GAME.league == _LEAGUE.id)
    .where(_GAME.table_id == sa.bindparam("table"))
)


async def title_and_round(store: Store, table_id: int) -> tuple[str, int, int | None] | None:
    """The name of the league that a table belongs to, the round in it, and when that ends.

    No end: it is no longer the present round, or the league is closed.
    """
    found = await store.found(_OF_TABLE, table=table_id)
    return next(((title, number, ends) for title, number, ends in found), None)


async def league_of(store: Store, table_id: int) -> int | None:
    """The league that goes on and in which a table's result is yet to count."""
    query = sa.select(_GAME.league).join(schema.league, _GAME.league == _LEAGUE.id)
    own = query.where(_GAME.table_id == table_id, _GAME.result.is_(None), _LEAGUE.status.in_(ALIVE))
    return await store.first(own)


# Changing


def count(connection: sa.Connection, guild: int) -> int:
    """How many leagues of a server go on."""
    alive = sa.select(sa.func.count()).where(_LEAGUE.guild == guild, _LEAGUE.status.in_(ALIVE))
    return connection.scalar(alive) or 0


def insert(connection: sa.Connection, new: League) -> int:
    """Store a new league. Returns its number."""
    return schema.insert(connection, schema.league, _stored(new))


async def change(
    store: Store,
    before: League,
    changes: Mapping[str, Any],
    *,
    entries: Sequence[LeagueEntry] = (),
    games: Sequence[LeagueGame] = (),
    without: LeagueEntry | None = None,
) -> bool:
    """Change a league if it is still as it was read. Returns whether it was.

    ``entries`` are inserted, or replaced; ``games`` are inserted; the entry ``without`` is removed.
    """
    new = {"version": before.version + 1, **changes}

    def write(connection: sa.Connection) -> bool:
        if not schema.change(connection, schema.league, _as_read(before), **new):
            return False
        for entry in entries:
            schema.upsert(connection, schema.league_entry, **_stored(entry))
        if games:
            connection.execute(sa.insert(schema.league_game), [_stored(game) for game in games])
        if without is not None:
            season, person = without.season, without.person
            schema.remove(connection, schema.league_entry, league=before.id, season=season, person=person)
        return True

    return await store.write(write)


def _as_read(league: League) -> dict[str, int]:
    return {"id": league.id, "version": league.version}


async def remove(store: Store, league: int) -> None:
    """Remove a league with all its seasons; its tables stay."""
    await store.write(schema.remove, schema.league, id=league)


async def open_table(store: Store, game: LeagueGame, opening: Opening) -> int | None:
    """Open the table of a game and note it down.

    None if the game has one or is decided, or if its league is closed.
    """
    going_on = sa.select(_LEAGUE.id).where(_LEAGUE.id == game.league, _LEAGUE.status.in_(ALIVE))

    def write(connection: sa.Connection) -> int | None:
        open_ = sa.select(_GAME.id).filter_by(id=game.id, table_id=None, result=None)
        if connection.scalar(open_.with_for_update()) is None:
            return None
        if connection.scalar(going_on.with_for_update(read=True)) is None:
            return None
        number = event_log.insert(connection, opening)
        schema.change(connection, schema.league_game, {"id": game.id}, table_id=number)
        store.notify(connection, number)
        return number

    return await store.write(write)


def set_result(connection: sa.Connection, game: int, result: int, *, forfeit: bool) -> bool:
    """Note the result of a game, unless it has one. Returns whether it had none."""
    open_ = {"id": game, "result": None}
    return schema.change(connection, schema.league_game, open_, result=result, forfeit=int(forfeit))


def raise_version(connection: sa.Connection, league: int, due: int) -> None:
    """A league is another one now, and due at that time."""
    schema.change(connection, schema.league, {"id": league}, due=due, version=_LEAGUE.version + 1)


def open_game(connection: sa.Connection, table_id: int) -> LeagueGame | None:
    """The game that is played at a table and has no result yet."""
    query = sa.select(schema.league_game).filter_by(table_id=table_id, result=None)
    row = connection.execute(query).one_or_none()
    return _read(LeagueGame, row) if row is not None else None


def set_due(connection: sa.Connection, league: int, due: int) -> None:
    """Note when a league has to be looked at next."""
    schema.change(connection, schema.league, {"id": league}, due=due)


async def attended(store: Store, before: League, due: int) -> None:
    """Note when a league has to be looked at next, if it is still as it was read."""
    await store.write(schema.change, schema.league, _as_read(before), due=due)


async def set_card(
    store: Store, league: League, message: int | None, event: int | None = None, *, shown: int
) -> None:
    """Note the message that shows ``league``, in which version, and the scheduled event of its season."""
    card = {"message": message, "card_season": league.season, "shown": shown, "event": event}
    await store.write(schema.change, schema.league, {"id": league.id}, **card)


async def postpone(store: Store, after: int, by: int, due: int, server: int | None) -> None:
    """Move the ends that come ``after`` a time.

    ``server``: only its leagues; None: those of all servers where the bot is.
    """
    here = served(store.part, _LEAGUE.guild) if server is None else _LEAGUE.guild == server
    where = (_LEAGUE.ends > after, _LEAGUE.status.in_(ALIVE), here)
    late = {"ends": _LEAGUE.ends + by, "version": _LEAGUE.version + 1}
    change = sa.update(schema.league).where(*where).values(due=due, **late)
    await store.execute(change)


# People


async def data_of(store: Store, person: int) -> list[tuple[League, LeagueEntry, list[LeagueGame]]]:
    """All that leagues hold about ``person``: each season with their games in it."""

    def read(connection: sa.Connection) -> list[tuple[League, LeagueEntry, list[LeagueGame]]]:
        own, found = sa.select(schema.league_entry).filter_by(person=person), []
        for row in connection.execute(own.order_by(_ENTRY.league, _ENTRY.season)).all():
            entry = _read(LeagueEntry, row)
            season = _season(connection, entry.league, entry.season)
            assert season is not None
            found.append((season.league, entry, [g for g in season.games if person in (g.first, g.second)]))
        return found

    return await store.read(read)


def forget(connection: sa.Connection, person: int, _numbers: object) -> None:
    """Take ``person`` out of all leagues: a number that is nobody's there takes their place in the standings.

    They leave the seasons that go on; those that are over stay as they ended.
    """
    present = (_LEAGUE.id == _ENTRY.league, _LEAGUE.season == _ENTRY.season)
    begins = sa.select(_LEAGUE.id).where(*present, _LEAGUE.status == "joining")
    goes_on = sa.select(_LEAGUE.id).where(*present, _LEAGUE.status == "playing").exists()
    joining = (_ENTRY.person == person, begins.exists())
    gone = sa.delete(schema.league_entry).where(*joining).returning(_ENTRY.league)
    changed = connection.scalars(gone).all()
    known = sa.select(_ENTRY.league).where(_ENTRY.person == person).distinct()
    for league in sorted({*changed, *connection.scalars(known).all()}):
        lowest = connection.scalar(sa.select(sa.func.min(_ENTRY.person)).where(_ENTRY.league == league)) or 0
        nobody = min(0, lowest) - 1
        own, out = {"league": league, "person": person}, sa.case((goes_on, 1), else_=_ENTRY.out)
        schema.change(connection, schema.league_entry, own, person=nobody, name=SOMEBODY, out=out)
        for side in ("first", "second"):
            schema.change(connection, schema.league_game, {"league": league, side: person}, **{side: nobody})
        raise_version(connection, league, AT_ONCE)
