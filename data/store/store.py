"""The store: append-only logs of tables, in SQLite or PostgreSQL.

Concurrency is optimistic: an event is appended at ``seq = version + 1``, part of the event table's primary
key, and the second of two writers gets :class:`Conflict`. Indexes are written in the same transaction.
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from data.store.postgres.shards import ALL_SHARDS, ShardRange
from data.store.sqlite.executor import connect, require_recent
from data.store.sqlite.file_lock import lock_database
from data.store.sqlite.files import create_private_file, create_private_folder

from . import engines, event_log, limits, preconditions, schema
from .compiled_statements import Compiled
from .connection_errors import name, opening
from .database import Database
from .engines import sqlite_url
from .program import program
from .records import (
    AlreadyChallenged,
    Conflict,
    DatabaseUnusable,
    Event,
    Header,
    Limits,
    Opening,
    Repeated,
    Seating,
    Stored,
    StoreError,
)
from .row_cache import Key
from .schema_upgrade import upgrade

_TABLE: Final = schema.game_table.c
_SEAT: Final = schema.seat.c
_KV: Final = schema.kv.c
_VALUES: Final = Compiled(
    sa.select(_KV.key, _KV.value).where(_KV.key >= sa.bindparam("first"), _KV.key < sa.bindparam("behind"))
)

__all__ = ["Store", "sqlite_url"]

T = TypeVar("T")
RESTORING: Final = "restoring"
"""The key in ``kv`` of whoever has to be forgotten again, while a database on a server is being restored."""
MAX_TABLE_ID: Final = 2**31 - 1
"""The largest possible table id."""


class Store(Database):
    """Everything stored about tables, people and servers."""

    @classmethod
    async def open(
        cls, url: sa.URL, part: ShardRange = ALL_SHARDS, *, alone: bool = False, dumps: Path | None = None
    ) -> Store:
        """Open the store at ``url``, after upgrading its schema (``dumps`` as in :func:`upgrade`).

        With ``alone``, no other process can open a SQLite file the same way, or holds these shards of a
        server (:class:`.shard_locks.ShardLocks`).

        :raises DatabaseInUse: with ``alone``, when another process has the file.
        :raises DatabaseUnusable: when it can't be opened or written, is of an unknown revision, or, with
            ``alone``, is only half restored.
        """
        path = engines.sqlite_path(url)
        if path is not None:
            require_recent()
            _require_file(url.database, path)
        lock = await lock_database(path) if alone and path is not None else None
        store = cls(url, part, alone=alone, lock=lock)
        try:
            if path is not None:
                # If that fails, SQLite reports the reason.
                with contextlib.suppress(OSError):
                    create_private_file(path.resolve())
            await upgrade(url, dumps)
            with opening(url, "written"):
                await store.set_value("opened", "1")
                if alone and path is None and await store.value(RESTORING) is not None:
                    raise DatabaseUnusable(
                        f"Somebody began to restore {name(url)}, and that didn’t finish. Run {program()} "
                        "restore with the same file again."
                    )
            with opening(url, "read"):
                await store.read(_require_tables)
            store._opened()
        except BaseException:
            await store.close()
            raise
        return store

    async def create(
        self,
        header: Header,
        events: Sequence[Event],
        most: Limits | None = None,
        index: Callable[[sa.Connection, int], None] | None = None,
    ) -> int:
        """Store a new table and return its id; ``header.id`` and ``version`` are ignored.

        ``index`` writes what else belongs to it, given its id.

        :raises LimitExceeded: when this makes more tables than ``most`` allows.
        :raises Repeated: when an event's key is taken, or the parent already has a rematch.
        :raises AlreadyChallenged: when the host already has this challenge open.
        """

        def insert(connection: sa.Connection) -> int:
            number = event_log.insert(connection, Opening(header, tuple(events)))
            if most is not None:
                limits.require_within(connection, header, most)
            if index is not None:
                index(connection, number)
            self.notify(connection, number)
            return number

        taken = AlreadyChallenged(f"{header.host} challenges {header.opponent} already")
        return await self._once(self.write(insert), events, header.parent, taken)

    async def load(self, table_id: int, after: int = 0) -> Stored | None:
        """A table with its events of seq > ``after``; None if there is no table with this id."""
        if not 0 < table_id <= MAX_TABLE_ID:
            return None
        known: Stored | None = self.known(key := _table(table_id))
        if known is not None and known.header.version <= after:
            return known

        def read(connection: sa.Connection) -> tuple[Stored | None, dict[Key, Any]]:
            found = event_log.read(connection, table_id, after)
            if found is None or not self.remembers:
                return found, {}
            return found, event_log.settings_at(connection, found.header)

        def kept(found: tuple[Stored | None, dict[Key, Any]]) -> dict[Key, Any]:
            stored, settings = found
            return {_table(table_id): stored._replace(events=()), **settings} if stored is not None else {}

        return (await self.read_row(key, read, kept))[0]

    async def append(
        self,
        table_id: int,
        version: int,
        events: Sequence[Event],
        *,
        status: str,
        child: Opening | None = None,
        deadline: int | None = None,
        seating: Seating | None = None,
        precondition: preconditions.Precondition | None = None,
        read: Header | None = None,
        index: Callable[[sa.Connection], None] | None = None,
    ) -> int | None:
        """Append ``events`` after ``version``, the log's end, and update status, deadline and seats.

        ``child`` is a rematch to open in the same transaction; its id is returned. ``seating`` is a person
        who takes or asks for a seat, and whose number of tables is limited. ``read`` is the table's header as
        read; None for a table that nobody was erased from. ``index`` writes what else follows.
        ``precondition`` must hold, or this doesn't happen.

        :raises LimitExceeded: when the person would be at too many tables.
        :raises Conflict: when the log has other events by now or was rewritten, or the table is frozen.
        :raises Repeated: when an event's key is in a log, or the child exists.
        :raises PreconditionFailed: when the precondition doesn't hold any more.
        """
        at_home = read is not None and self.part.holds(read.address.guild) and table_id not in self.shared

        def write(connection: sa.Connection) -> int | None:
            event_log.append(connection, table_id, version, events, status, deadline, read)
            begun = event_log.insert(connection, child) if child is not None else None
            if seating is not None:
                limits.require_seat_within(connection, seating)
            if precondition is not None:
                precondition(connection)
            if index is not None:
                index(connection)
            for number in (table_id, begun):
                if number is not None and not at_home:
                    self.notify(connection, number)
            return begun

        def appended(row: Stored) -> Stored:
            reached, at = version + len(events), events[-1].at
            header = row.header._replace(version=reached, status=status, touched=at, deadline=deadline)
            return row._replace(header=header)

        known = index is None and not event_log.seated_by(events)
        writing = self.write_row(_table(table_id), write, appended if known else None)
        conflict = Conflict(f"table {table_id} is past version {version}")
        return await self._once(writing, events, child.header.parent if child else None, conflict)

    async def _once(
        self, writing: Awaitable[T], events: Iterable[Event], parent: int | None, taken: StoreError
    ) -> T:
        """The result of ``writing``; ``taken`` is raised if something else is in its place.

        :raises Repeated: when it was done before, or now: only its answer may have been lost.
        """
        try:
            return await writing
        except sa.exc.DBAPIError as error:
            if (existing := await self._done(events, parent)) is not None:
                raise Repeated(existing) from error
            if isinstance(error, sa.exc.IntegrityError):
                raise taken from error
            raise

    async def _done(self, events: Iterable[Event], parent: int | None) -> int | None:
        """The table with one of these events, or the rematch of ``parent``."""
        keys = [event.key for event in events if event.key is not None]
        return await self.table_of_keys(keys) or (
            await self.rematch_of(parent) if parent is not None else None
        )

    async def table_of_keys(self, keys: Collection[str]) -> int | None:
        """The table whose log has an event with one of ``keys``."""
        if not keys:
            return None
        return await self.first(sa.select(schema.event.c.table_id).where(schema.event.c.key.in_(keys)))

    async def freeze(self, table_id: int, version: int, rewritten: int = 0) -> bool:
        """Mark a table as frozen and not shown, without an event. Returns False if its log has changed."""
        as_read = {"id": table_id, "version": version, "rewritten": rewritten}

        def write(connection: sa.Connection) -> bool:
            done = schema.change(connection, schema.game_table, as_read, status="frozen", shown=0)
            self.notify(connection, table_id)
            return done

        return await self.write(write)

    async def set_address(
        self, table_id: int, index: Callable[[sa.Connection], None] | None = None, /, **columns: int | None
    ) -> None:
        """Set where a table is shown: any columns of :class:`Address`. ``index`` writes what else follows."""
        assert set(columns) <= set(event_log.ADDRESS_COLUMNS)
        values = {"old_id": table_id, **{f"new_{name}": value for name, value in columns.items()}}
        statement = event_log.changing(schema.game_table, frozenset(columns))

        def write(connection: sa.Connection) -> None:
            statement.run(connection, values)
            if index is not None:
                index(connection)

        def moved(row: Stored) -> Stored:
            address = row.header.address._replace(**columns)  # type: ignore[arg-type]
            return row._replace(header=row.header._replace(address=address))

        await self.write_row(_table(table_id), write, moved, patient=True)

    async def set_seat(self, table_id: int, seat: str, **columns: int | str | None) -> None:
        """Set a seat's draft, marks or the address of its private chart."""
        assert set(columns) <= {"draft", "marks", "chart_channel", "chart", "chart_state"}
        new = {f"new_{name}": value for name, value in columns.items()}
        values = {"old_table_id": table_id, "old_seat": seat, **new}
        statement = event_log.changing(schema.seat, frozenset(columns))
        await self.write_row(_table(table_id), lambda connection: statement.run(connection, values))

    async def unshown(self) -> list[int]:
        """This part's tables whose newest version has not been published, oldest first."""
        found = sa.select(_TABLE.id, _TABLE.touched).where(self.part.holding(_TABLE.guild))
        live = found.where(sa.text(schema.LIVE), _TABLE.shown < _TABLE.version)
        both = sa.union_all(live, found.where(sa.text(schema.UNSHOWN)))
        return await self.column(both.order_by("touched", "id"))

    async def table_ids_of(self, person: int, statuses: Collection[str], limit: int) -> list[int]:
        """At most ``limit`` tables at which ``person`` sits, games in progress first."""
        query = sa.select(_TABLE.id).where(_TABLE.id.in_(schema.seated(person)), _TABLE.status.in_(statuses))
        return await self.column(query.order_by(*event_log.played_first()).limit(limit))

    async def plays_elsewhere(self, person: int, here: int) -> bool:
        """Whether ``person`` sits at a table in play other than ``here``."""
        return bool(await self.found(event_log.PLAYED_ELSEWHERE, person=person, here=here))

    async def table_ids(self, *where: sa.ColumnElement[bool] | sa.TextClause) -> list[int]:
        """The tables that meet all conditions, ascending."""
        return await self.column(sa.select(_TABLE.id).where(*where).order_by(_TABLE.id))

    async def played_by(self, people: range) -> list[int]:
        """This part's tables in play at which somebody with an id in ``people`` sits."""
        found = await self.found(_played_by(self.part), first=people.start, behind=people.stop)
        return [number for (number,) in found]

    async def table_ids_in(self, channel: int, statuses: Collection[str], limit: int) -> list[int]:
        """At most ``limit`` tables whose card or lobby is in ``channel``, games in progress first."""
        return await self.column(event_log.listed_in(tuple(statuses)), {"channel": channel, "most": limit})

    async def latest_in(self, channel: int, statuses: Collection[str]) -> int | None:
        """The table in ``channel`` with the latest event."""
        where = (sa.or_(_TABLE.channel == channel, _TABLE.home == channel), _TABLE.status.in_(statuses))
        query = sa.select(_TABLE.id).where(*where)
        return await self.first(query.order_by(_TABLE.touched.desc(), _TABLE.id.desc()))

    async def rematch_of(self, table_id: int) -> int | None:
        """The rematch of a table."""
        return await self.first(sa.select(_TABLE.id).where(_TABLE.parent == table_id))

    async def challenge(self, host: int, opponent: int, game: str) -> int | None:
        """The open challenge of ``host`` to ``opponent`` in ``game``."""
        open_ = sa.select(_TABLE.id).filter_by(host=host, opponent=opponent, game=game, status="lobby")
        return await self.first(open_)

    async def person_settings(self, person: int, table_id: int | None = None) -> str | None:
        """A person's settings, as JSON text.

        With a table where they may sit, which is needed next, both are read at once.
        """
        if table_id is not None and self.remembers and self.known((schema.person, person)) is None:
            await self.load(table_id, after=sys.maxsize)
        return await self._text(schema.person, person)

    async def server_settings(self, server: int) -> str | None:
        """A server's settings, as JSON text."""
        return await self._text(schema.server, server)

    async def value(self, key: str) -> str | None:
        """The value stored under ``key``."""
        return await self._text(schema.kv, key)

    async def set_value(self, key: str, value: str | None) -> None:
        """Store ``value`` under ``key``; None removes it."""

        def write(connection: sa.Connection) -> None:
            if value is None:
                schema.remove(connection, schema.kv, key=key)
            else:
                schema.upsert(connection, schema.kv, key=key, value=value)

        await self.write_row((schema.kv, key), write)

    async def values(self, prefix: str) -> dict[str, str]:
        """The values whose keys start with ``prefix``."""
        # A range of keys can use the index.
        behind = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        found = await self.found(_VALUES, first=prefix, behind=behind)
        return {key: value for key, value in found if key.startswith(prefix)}

    async def require_writable(self, now: int) -> None:
        """Write ``now`` (milliseconds since 1970) to the database and check the file at its path.

        If the file is overwritten while it is open, writes succeed but are lost.

        :raises DatabaseUnusable: when the file is damaged.
        :raises sqlalchemy.exc.DBAPIError: when the write fails.
        """
        await self.set_value(f"heartbeat {self.part}", str(now))
        path = self.path
        if path is not None:
            # Between writes, because a checkpoint during the check would change the file.
            await self.between_writes(lambda: _require_readable(path))

    async def _text(self, table: sa.Table, key: int | str) -> str | None:
        name, query, wanted = (table, key), event_log.TEXTS[table], {"wanted": key}
        # The rows, since that there is none can be known, too.
        found = self.known(name)
        if found is None:
            found = await self.read_row(name, lambda connection: query.rows(connection, wanted))
        return found[0][0] if found else None


@cache
def _played_by(part: ShardRange) -> Compiled:
    """Selects the tables of a part in play at which somebody from ``first`` on and before ``behind`` sits."""
    among = (_SEAT.person >= sa.bindparam("first"), _SEAT.person < sa.bindparam("behind"))
    seated = sa.select(_SEAT.table_id).where(*among)
    where = (_TABLE.id.in_(seated), _TABLE.status == "playing", part.holding(_TABLE.guild))
    return Compiled(sa.select(_TABLE.id).where(*where).order_by(_TABLE.touched, _TABLE.id))


def _table(table_id: int) -> Key:
    """The key of what is kept of a table: a :class:`Stored` without events."""
    return schema.game_table, table_id


def _require_readable(path: Path) -> None:
    """:raises DatabaseUnusable: when the file at ``path`` is damaged."""
    # "immutable" skips the write-ahead log, so this reads the file itself. SQLite has to open it: if this
    # process opened and closed the file directly, it would lose SQLite's locks on it.
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(connect(uri, uri=True)) as connection:
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"The database file is damaged: {error}.") from error


def _require_tables(connection: sa.Connection) -> None:
    """Select every column, so that a damaged schema fails here and not in the middle of a game."""
    for table in schema.METADATA.sorted_tables:
        connection.execute(sa.select(table).limit(0)).all()


def _require_file(database: str | None, path: Path) -> None:
    """:raises DatabaseUnusable: when there can't be a database file at ``path``."""
    if database in (None, "", ":memory:"):
        raise DatabaseUnusable("The database has to be a file, because games have to survive a restart.")
    try:
        if path.is_dir():
            raise DatabaseUnusable(f"The database {path} is a folder. Name a file in it.")
        create_private_folder(path.parent)
    except OSError as error:
        raise DatabaseUnusable(
            f"Can’t create the folder for {str(path)[:200]}: {error.strerror}. Set "
            "CAPTAINS_TABLE_DB, or --database of the local table, to a path where the bot’s user can write."
        ) from error
