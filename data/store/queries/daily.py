"""Attempts at daily challenges, and the secret from which their dice are derived."""

from __future__ import annotations

import secrets
from typing import Final

import sqlalchemy as sa

from data.store import event_log, schema
from data.store.records import Opening, StoreError
from data.store.store import Store

_TABLE: Final = schema.game_table.c
_SEAT: Final = schema.seat.c
_DAILY: Final = schema.daily.c
_SCORE: Final = schema.score.c
SECRET: Final = "secret of the daily dice"  # noqa: S105 (the key it is stored under)
SECRET_BYTES: Final = 32
PAST: Final = "past"
"""Replaces an old claim, followed by the table's number."""


class Attempted(StoreError):
    """This person has already started this day's challenge in this server."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id


async def secret(store: Store) -> bytes:
    """The bot's secret, generated once and never changed."""
    while (kept := await store.value(SECRET)) is None:
        # If another process has stored its secret first, that one is used.
        drawn = {"key": SECRET, "value": secrets.token_hex(SECRET_BYTES)}
        await store.write(schema.insert_missing, schema.kv, [drawn])
    return bytes.fromhex(kept)


async def open_attempt(store: Store, opening: Opening, guild: int, day: str, claim: str) -> int:
    """Store the table of a person's attempt at ``day`` (ISO 8601) and return its id.

    ``claim`` identifies the person on that day, and is dropped once the server has a later day's attempt.

    :raises Attempted: when the claim is taken.
    """

    def insert(connection: sa.Connection) -> int:
        _drop_claims(connection, _DAILY.guild == guild, _DAILY.day < day)
        number = event_log.insert(connection, opening)
        row = {"table_id": number, "guild": guild, "day": day, "claim": claim}
        connection.execute(sa.insert(schema.daily).values(row))
        return number

    try:
        return await store.write(insert)
    except sa.exc.IntegrityError as error:
        if (existing := await attempt(store, claim)) is not None:
            raise Attempted(existing) from error
        raise


async def drop_claims(store: Store, day: str) -> None:
    """Drop all claims of days before ``day``: they could reveal who made an attempt."""
    await store.write(_drop_claims, _DAILY.day < day)


def _drop_claims(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> None:
    past = sa.literal(f"{PAST} ") + sa.cast(_DAILY.table_id, sa.String)
    # Claims are hexadecimal and sort before "past", so an index finds the few that are left.
    connection.execute(sa.update(schema.daily).where(_DAILY.claim < PAST, *which).values(claim=past))


async def attempt(store: Store, claim: str) -> int | None:
    """The table of the attempt with this ``claim``."""
    return await store.first(sa.select(_DAILY.table_id).where(_DAILY.claim == claim))


async def day_of(store: Store, table_id: int) -> tuple[int, str] | None:
    """The server and the day of a table; None if it isn't a daily challenge."""
    rows = await store.rows(sa.select(_DAILY.guild, _DAILY.day).filter_by(table_id=table_id))
    return (rows[0].guild, rows[0].day) if rows else None


async def rules_of(store: Store, game: str, guild: int, day: str) -> int | None:
    """The version of ``game``'s rules that the first attempt at a day's challenge is played under."""
    query = (
        sa.select(_TABLE.rules)
        .join(schema.daily, _DAILY.table_id == _TABLE.id)
        .where(_DAILY.guild == guild, _DAILY.day == day, _TABLE.game == game)
        .order_by(_DAILY.table_id)
        .limit(1)
    )
    return await store.first(query)


async def open_before(store: Store, game: str, guild: int, person: int, day: str) -> int | None:
    """The latest unfinished attempt of ``person`` at a challenge of ``game`` before ``day``."""
    query = (
        sa.select(_DAILY.table_id)
        .join(schema.seat, _SEAT.table_id == _DAILY.table_id)
        .join(schema.game_table, _TABLE.id == _DAILY.table_id)
        .where(_DAILY.guild == guild, _DAILY.day < day, _SEAT.person == person)
        .where(_TABLE.game == game, _TABLE.status == "playing")
        .order_by(_DAILY.day.desc())
    )
    return await store.first(query)


async def days_finished(store: Store, game: str, guild: int, person: int, limit: int) -> list[str]:
    """The days whose challenge of ``game`` ``person`` has finished, latest first."""
    query = (
        sa.select(_DAILY.day)
        .join(schema.seat, _SEAT.table_id == _DAILY.table_id)
        .join(schema.score, _SCORE.table_id == _DAILY.table_id)
        .join(schema.game_table, _TABLE.id == _DAILY.table_id)
        .where(_DAILY.guild == guild, _SEAT.person == person, _SCORE.points.is_not(None))
        .where(_TABLE.game == game)
        .order_by(_DAILY.day.desc())
        .limit(limit)
    )
    return await store.column(query)
