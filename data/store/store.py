"""The store: append-only logs of sessions in SQLite, or another database that SQLAlchemy speaks to.

Optimistic concurrency is the event table's primary key: an event is appended at ``seq = version + 1``, and
whoever comes second gets :class:`Conflict`. Index and addresses are written in the same transaction.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from data.store import schema
from data.store.migrating import migrate
from data.store.records import (
    Address,
    Conflict,
    DatabaseUnusable,
    Event,
    Header,
    Repeated,
    SeatRow,
    Stored,
)

ADDRESS_COLUMNS: Final = ("guild", "home", "lobby", "channel", "card", "shown")

_HEADER_AND_SEATS: Final = (
    sa.select(schema.session, *(column.label(f"seat_{column.name}") for column in schema.seat.c))
    .outerjoin(schema.seat, schema.seat.c.session == schema.session.c.id)
    .where(schema.session.c.id == sa.bindparam("session"))
    .order_by(schema.seat.c.seat)
)


def sqlite_url(path: Path) -> sa.URL:
    """The URL of a SQLite file, for this store."""
    return sa.URL.create("sqlite+aiosqlite", database=str(path))


def _prepare_sqlite(engine: AsyncEngine) -> None:
    @sa.event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # SQLAlchemy begins transactions itself: the driver must not, or BEGIN IMMEDIATE can't be said.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def _writing(url: sa.URL) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=2, max_overflow=0)
    if url.get_backend_name() == "sqlite":
        _prepare_sqlite(engine)

        @sa.event.listens_for(engine.sync_engine, "begin")
        def begin(connection: sa.Connection) -> None:
            # A deferred transaction that turns into a write fails at once when another writer was faster.
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _reading(url: sa.URL) -> AsyncEngine:
    # Each read is one statement's worth of truth: there is no transaction to open and to roll back.
    engine = create_async_engine(
        url, pool_size=3, max_overflow=0, isolation_level="AUTOCOMMIT", pool_reset_on_return=None
    )
    if url.get_backend_name() == "sqlite":
        _prepare_sqlite(engine)
    return engine


class Store:
    """All that is kept of sessions, people and servers."""

    def __init__(self, url: sa.URL) -> None:
        self._writer = _writing(url)
        self._reader = _reading(url)

    @classmethod
    async def open(cls, url: sa.URL) -> Store:
        """The store at ``url``, its schema brought up to date first.

        :raises DatabaseTooNew: when a later release has written it.
        :raises DatabaseUnusable: when it can't be opened or written.
        """
        if url.get_backend_name() == "sqlite" and url.database:
            try:
                Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise DatabaseUnusable(f"The folder of {url.database} can’t be made: {error}.") from error
        migrate(url.set(drivername=url.get_backend_name()))
        store = cls(url)
        try:
            await store.set_fact("opened", "1")
        except sa.exc.DBAPIError as error:
            await store.close()
            raise DatabaseUnusable(f"The database {url.database} can’t be written: {error.orig}.") from error
        return store

    async def close(self) -> None:
        """Give all connections back; the store is of no use afterwards."""
        await self._writer.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        async with self._writer.begin() as connection:
            yield connection

    async def create(self, header: Header, events: Sequence[Event]) -> int:
        """Store a new session (``header.id`` and ``version`` are set here) and give its id.

        :raises Repeated: when an event's key, or the parent that it is the rematch of, is taken.
        """
        row = _header_row(header) | {"version": len(events)}
        row.pop("id")
        async with self._write() as connection:
            try:
                done = await connection.execute(sa.insert(schema.session).values(row))
                assert done.inserted_primary_key is not None
                number = int(done.inserted_primary_key[0])
                await _insert_events(connection, number, 0, events)
                await _write_seats(connection, number, events)
            except sa.exc.IntegrityError as error:
                raise Repeated("This table has been opened already.") from error
        return number

    async def load(self, session: int, after: int = 0) -> Stored | None:
        """A session with its events of seq > ``after``; None when there is none of this id."""
        async with self._reader.connect() as connection:
            rows = (await connection.execute(_HEADER_AND_SEATS, {"session": session})).all()
            if not rows:
                return None
            header = _header(rows[0])
            events: Sequence[Event] = ()
            if header.version > after:
                log = schema.event.c
                lines = await connection.execute(
                    sa.select(log.verb, log.seat, log.person, log.name, log.text, log.at, log.key)
                    .where(log.session == session, log.seq > after, log.seq <= header.version)
                    .order_by(log.seq)
                )
                events = [Event(*line) for line in lines]
            seats = (SeatRow(*row[-len(schema.seat.c) :]) for row in rows if row.seat_seat is not None)
            return Stored(header, tuple(events), tuple(seats))

    async def append(
        self, session: int, version: int, events: Sequence[Event], *, status: str | None = None
    ) -> None:
        """Append ``events`` behind ``version``, the log's present end, with status and seats.

        :raises Conflict: when the log has grown meanwhile.
        :raises Repeated: when an event's key is in the log.
        """
        async with self._write() as connection:
            keys = [event.key for event in events if event.key is not None]
            if (
                keys
                and (
                    await connection.execute(
                        sa.select(schema.event.c.key).where(schema.event.c.key.in_(keys))
                    )
                ).first()
            ):
                raise Repeated("This has been done already.")
            try:
                await _insert_events(connection, session, version, events)
            except sa.exc.IntegrityError as error:
                raise Conflict(f"session {session} is past version {version}") from error
            values: dict[str, Any] = {"version": version + len(events), "touched": events[-1].at}
            if status is not None:
                values["status"] = status
            where = (schema.session.c.id == session, schema.session.c.version == version)
            done = await connection.execute(sa.update(schema.session).where(*where).values(values))
            if done.rowcount != 1:
                raise Conflict(f"session {session} is not at version {version}")
            await _write_seats(connection, session, events)

    async def has_key(self, keys: Iterable[str | None]) -> bool:
        """Whether an event with one of ``keys`` is in any log."""
        query = sa.select(schema.event.c.seq).where(schema.event.c.key.in_([key for key in keys if key]))
        async with self._reader.connect() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def set_status(self, session: int, status: str) -> None:
        """Mark a session without an event: for logs that no longer fold."""
        async with self._write() as connection:
            await connection.execute(
                sa.update(schema.session).where(schema.session.c.id == session).values(status=status)
            )

    async def set_address(self, session: int, **columns: int | None) -> None:
        """Note where a session is shown: any of guild, home, lobby, channel, card, shown."""
        assert set(columns) <= set(ADDRESS_COLUMNS)
        async with self._write() as connection:
            await connection.execute(
                sa.update(schema.session).where(schema.session.c.id == session).values(**columns)
            )

    async def unshown(self) -> list[int]:
        """The sessions whose newest version was not published, oldest first."""
        table = schema.session.c
        return await self._ids(
            sa.select(table.id)
            .where(table.shown < table.version, table.status != "void")
            .order_by(table.touched)
        )

    async def sessions_of(self, person: int, statuses: Collection[str]) -> list[int]:
        """The sessions at which ``person`` sits, newest first."""
        table = schema.session.c
        return await self._ids(
            sa.select(table.id)
            .where(
                table.id.in_(sa.select(schema.seat.c.session).where(schema.seat.c.person == person)),
                table.status.in_(statuses),
            )
            .order_by(table.touched.desc(), table.id.desc())
        )

    async def sessions_in(self, channel: int, statuses: Collection[str]) -> list[int]:
        """The sessions that are shown, or have their lobby, in ``channel``, newest first."""
        table = schema.session.c
        return await self._ids(
            sa.select(table.id)
            .where(sa.or_(table.channel == channel, table.home == channel), table.status.in_(statuses))
            .order_by(table.touched.desc(), table.id.desc())
        )

    async def rematch_of(self, session: int) -> int | None:
        """The session that is the rematch of ``session``."""
        found = await self._ids(sa.select(schema.session.c.id).where(schema.session.c.parent == session))
        return found[0] if found else None

    async def challenges(self, host: int, opponent: int, game: str) -> list[int]:
        """The open challenges of ``host`` to ``opponent`` in ``game``."""
        table = schema.session.c
        where = (table.host == host, table.opponent == opponent, table.game == game, table.status == "lobby")
        return await self._ids(sa.select(table.id).where(*where))

    async def _ids(self, query: sa.Select[int]) -> list[int]:
        async with self._reader.connect() as connection:
            return list((await connection.scalars(query)).all())

    async def set_seat(self, session: int, seat: str, **columns: int | str | None) -> None:
        """Note a seat's draft, or where its private chart stands."""
        assert set(columns) <= {"draft", "chart_channel", "chart", "chart_state"}
        where = (schema.seat.c.session == session, schema.seat.c.seat == seat)
        async with self._write() as connection:
            await connection.execute(sa.update(schema.seat).where(*where).values(**columns))

    async def person_settings(self, person: int) -> str | None:
        """A person's settings, as JSON text."""
        return await self._text(schema.person.c.settings, schema.person.c.id == person)

    async def set_person_settings(self, person: int, settings: str) -> None:
        """Keep a person's settings."""
        await self._put(schema.person, {"id": person}, {"settings": settings})

    async def server_settings(self, server: int) -> str | None:
        """A server's settings, as JSON text."""
        return await self._text(schema.server.c.settings, schema.server.c.id == server)

    async def set_server_settings(self, server: int, settings: str) -> None:
        """Keep a server's settings."""
        await self._put(schema.server, {"id": server}, {"settings": settings})

    async def fact(self, key: str) -> str | None:
        """What the program noted under ``key``."""
        return await self._text(schema.fact.c.value, schema.fact.c.key == key)

    async def set_fact(self, key: str, value: str) -> None:
        """Note ``value`` under ``key``."""
        await self._put(schema.fact, {"key": key}, {"value": value})

    async def _text(self, column: sa.Column[str], where: sa.ColumnElement[bool]) -> str | None:
        async with self._reader.connect() as connection:
            return (await connection.execute(sa.select(column).where(where))).scalar_one_or_none()

    async def _put(self, table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> None:
        where = [table.c[name] == value for name, value in key.items()]
        async with self._write() as connection:
            done = await connection.execute(sa.update(table).where(*where).values(values))
            if done.rowcount == 0:
                await connection.execute(sa.insert(table).values(key | values))


async def _insert_events(
    connection: AsyncConnection, session: int, version: int, events: Iterable[Event]
) -> None:
    rows = [
        {"session": session, "seq": seq, **asdict(event)} for seq, event in enumerate(events, version + 1)
    ]
    await connection.execute(sa.insert(schema.event), rows)


async def _write_seats(connection: AsyncConnection, session: int, events: Iterable[Event]) -> None:
    """Keep the seat table in step with the log: ``sit`` fills a seat, ``leave`` empties it."""
    seats = schema.seat
    for event in events:
        if event.verb not in ("sit", "leave"):
            continue
        await connection.execute(
            sa.delete(seats).where(seats.c.session == session, seats.c.seat == event.seat)
        )
        if event.verb == "sit":
            await connection.execute(
                sa.insert(seats).values(session=session, seat=event.seat, person=event.person)
            )


def _header_row(header: Header) -> dict[str, Any]:
    row = asdict(header)
    row.update(row.pop("address"))
    return row


def _header(row: sa.Row[Any]) -> Header:
    fields = dict(zip(schema.session.c.keys(), row, strict=False))
    address = Address(**{name: fields.pop(name) for name in ADDRESS_COLUMNS})
    return Header(**fields, address=address)
