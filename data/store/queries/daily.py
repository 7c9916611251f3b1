"""The daily challenges: who has begun which day's, and the secret that their dice are made of."""

from __future__ import annotations

import secrets
from typing import Final

import sqlalchemy as sa

from data.store import event_log, schema
from data.store.records import Opening, StoreError
from data.store.store import Store

SECRET: Final = "secret of the daily dice"  # noqa: S105 (the name that it is kept under)
SECRET_BYTES: Final = 32
PAST: Final = "past"
"""What takes a claim's place, with the table's number."""


class Attempted(StoreError):
    """The claim is taken: this person has begun this day's challenge here."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"attempted at table {table_id}")
        self.table_id = table_id


async def secret(store: Store) -> bytes:
    """The host's secret: drawn once, for good."""
    for _ in range(2):
        if (kept := await store.value(SECRET)) is not None:
            return bytes.fromhex(kept)
        try:
            await store.write(_draw_secret)
        except sa.exc.IntegrityError:
            # Another program was faster: its secret counts.
            continue
    kept = await store.value(SECRET)
    assert kept is not None
    return bytes.fromhex(kept)


def _draw_secret(connection: sa.Connection) -> None:
    values = {"key": SECRET, "value": secrets.token_hex(SECRET_BYTES)}
    connection.execute(sa.insert(schema.kv).values(values))


async def open_attempt(store: Store, opening: Opening, guild: int, day: str, claim: str) -> int:
    """Store the table of somebody's attempt at ``day`` (ISO 8601); gives its id.

    ``claim`` stands for the person on that day: it is kept only while the day is the server's latest.

    :raises Attempted: when the claim is taken.
    """

    def insert(connection: sa.Connection) -> int:
        _drop_claims(connection, schema.daily.c.guild == guild, schema.daily.c.day < day)
        number = event_log.insert(connection, opening)
        row = {"table_id": number, "guild": guild, "day": day, "claim": claim}
        connection.execute(sa.insert(schema.daily).values(row))
        return number

    try:
        return await store.write(insert)
    except sa.exc.IntegrityError as error:
        if (done := await attempt(store, claim)) is not None:
            raise Attempted(done) from error
        raise


async def drop_claims(store: Store, day: str) -> None:
    """Keep no claims of days before ``day``, in any server: they tell who has made an attempt."""
    await store.write(_drop_claims, schema.daily.c.day < day)


def _drop_claims(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> None:
    table = schema.daily.c
    past = sa.literal(f"{PAST} ") + sa.cast(table.table_id, sa.String)
    # Claims are hexadecimal, so all of them sort before that word: an index finds the few there are.
    connection.execute(sa.update(schema.daily).where(table.claim < PAST, *which).values(claim=past))


async def attempt(store: Store, claim: str) -> int | None:
    """The table of the attempt that ``claim`` stands for."""
    return await store.first(sa.select(schema.daily.c.table_id).where(schema.daily.c.claim == claim))


async def day_of(store: Store, table_id: int) -> tuple[int, str] | None:
    """The server and the day of a table; None for one that is no daily challenge."""
    table = schema.daily.c
    query = sa.select(table.guild, table.day).where(table.table_id == table_id)
    row = await store.read(lambda connection: connection.execute(query).one_or_none())
    return (row.guild, row.day) if row is not None else None


async def rules_of(store: Store, game: str, guild: int, day: str) -> int | None:
    """The version of ``game``'s rules that the first attempt at a day's challenge is played under."""
    table, game_table = schema.daily.c, schema.game_table.c
    query = (
        sa.select(game_table.rules)
        .join(schema.daily, table.table_id == game_table.id)
        .where(table.guild == guild, table.day == day, game_table.game == game)
        .order_by(table.table_id)
        .limit(1)
    )
    return await store.first(query)


async def open_before(store: Store, game: str, guild: int, person: int, day: str) -> int | None:
    """The latest unfinished attempt of ``person`` at a challenge of ``game`` before ``day``."""
    table, seat, game_table = schema.daily.c, schema.seat.c, schema.game_table.c
    query = (
        sa.select(table.table_id)
        .join(schema.seat, seat.table_id == table.table_id)
        .join(schema.game_table, game_table.id == table.table_id)
        .where(table.guild == guild, table.day < day, seat.person == person)
        .where(game_table.game == game, game_table.status == "playing")
        .order_by(table.day.desc())
    )
    return await store.first(query)


async def days_finished(store: Store, game: str, guild: int, person: int, limit: int) -> list[str]:
    """The days on which ``person`` has finished the challenge of ``game``, the latest first."""
    table, seat, score, game_table = schema.daily.c, schema.seat.c, schema.score.c, schema.game_table.c
    query = (
        sa.select(table.day)
        .join(schema.seat, seat.table_id == table.table_id)
        .join(schema.score, score.table_id == table.table_id)
        .join(schema.game_table, game_table.id == table.table_id)
        .where(table.guild == guild, seat.person == person, score.points.is_not(None))
        .where(game_table.game == game)
        .order_by(table.day.desc())
        .limit(limit)
    )
    return await store.read(lambda connection: list(connection.scalars(query).all()))
