"""The scores of finished solo tables: an index of their logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store

_TABLE: Final = schema.game_table.c
_SEAT: Final = schema.seat.c
_SCORE: Final = schema.score.c


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The score of one finished table that counts."""

    table_id: int
    points: int
    rank: int
    """The title's number, from 1 for the lowest; 0 for no title."""
    tiebreak: int
    """Breaks ties between equal points; higher is better."""
    penalties: int
    goals: int
    """The number of goals met."""
    at: int
    """When the table ended, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A score that counts, with its player."""

    person: int
    """Negative for an erased person."""
    score: ScoreRow


_COLUMNS: Final = tuple(field.name for field in fields(ScoreRow))


def _best_first(columns: Any) -> tuple[sa.ColumnElement[Any], ...]:
    """The order of scores with these ``columns``."""
    ranks = (columns[name].desc() for name in ("rank", "points", "tiebreak"))
    return (*ranks, columns.at, columns.table_id)


def insert(connection: sa.Connection, row: ScoreRow) -> None:
    """Store the score of a table, in the transaction that ends it."""
    connection.execute(sa.insert(schema.score).values(asdict(row)))


def insert_missing(connection: sa.Connection, rows: Sequence[ScoreRow]) -> int:
    """Store those of ``rows`` that aren't there yet. Returns how many that were."""
    stored = {*connection.scalars(sa.select(_SCORE.table_id))}
    missing = [row for row in rows if row.table_id not in stored]
    schema.insert_missing(connection, schema.score, [asdict(row) for row in missing])
    return len(missing)


async def best_of_each(
    store: Store, game: str, guild: int, limit: int, *, day: str | None
) -> list[PlayerScore]:
    """Each person's best score in a server, best first; with ``day``, only that day's challenge."""
    # An erased person's number is only valid at one table, so each table counts as a separate person.
    whose = sa.case((_SEAT.person < 0, -_SCORE.table_id), else_=_SEAT.person)
    place = sa.func.row_number().over(partition_by=whose, order_by=_best_first(_SCORE)).label("place")
    query = _counting(game).add_columns(place).where(_TABLE.guild == guild)
    if day is not None:
        query = query.join(schema.daily, schema.daily.c.table_id == _SCORE.table_id)
        query = query.where(schema.daily.c.guild == guild, schema.daily.c.day == day)
    ranked = query.subquery()
    first = sa.select(ranked).where(ranked.c.place == 1).order_by(*_best_first(ranked.c))
    return await _standings(store, first.limit(limit))


async def best_of(store: Store, game: str, person: int, limit: int) -> list[PlayerScore]:
    """One person's scores, best first."""
    own = _counting(game).where(_SEAT.person == person)
    return await _standings(store, own.order_by(*_best_first(_SCORE)).limit(limit))


async def count_titles(store: Store, game: str, person: int) -> dict[int, int]:
    """How often a person has earned each rank, including 0."""
    found = _counting(game).where(_SEAT.person == person).subquery()
    return await store.pairs(sa.select(found.c.rank, sa.func.count()).group_by(found.c.rank))


async def first_ranks(store: Store, game: str, guild: int, since: int, until: int) -> list[tuple[int, int]]:
    """Who has earned which rank for the first time, in a server between two times; the highest of each."""
    found = _counting(game).where(_TABLE.guild == guild, _SCORE.at >= since, _SCORE.at < until)
    won = found.where(_SCORE.rank > 0, _SEAT.person > 0).subquery()
    best = await store.pairs(sa.select(won.c.person, sa.func.max(won.c.rank)).group_by(won.c.person))
    new = []
    for person, rank in best.items():
        earlier = _counting(game).where(_SEAT.person == person, _SCORE.at < since, _SCORE.rank >= rank)
        if await store.first(earlier.limit(1)) is None:
            new.append((person, rank))
    return sorted(new, key=lambda each: (-each[1], each[0]))


def _counting(game: str) -> sa.Select[Any]:
    return (
        sa.select(_SEAT.person, *(_SCORE[name] for name in _COLUMNS))
        .select_from(schema.score)
        .join(schema.game_table, _TABLE.id == _SCORE.table_id)
        .join(schema.seat, _SEAT.table_id == _SCORE.table_id)
        .where(_TABLE.game == game, _SCORE.points.is_not(None))
    )


async def _standings(store: Store, query: sa.Select[Any]) -> list[PlayerScore]:
    found = await store.rows(query)
    return [PlayerScore(person, ScoreRow(*score[: len(_COLUMNS)])) for person, *score in found]
