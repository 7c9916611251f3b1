"""The engines of the store: one that writes, one that reads, one that migrates."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from data.store.sqlite.driver import connector

from .records import DatabaseUnusable

DURABLE: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
"""``secure_delete``: what was deleted or overwritten can't be read from the file any more."""
EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
REACH: Final = 10
"""Seconds within which a database server must be reached."""
IDLE: Final = 1.0
"""Seconds after which a connection that was not used may be lost though nobody has said so."""
ANSWER: Final = 30
"""Seconds within which it must answer a statement."""
CONNECTIONS: Final = 5
"""Connections to a server that transactions and readings share, unless the address says ``pool_size``."""
QUEUE: Final = 900
"""Seconds that whoever wants a connection waits for one: as long as Discord takes an answer at all."""


def database_url(text: str) -> sa.URL:
    """The URL of a database as a host names it: the path of a file, or ``postgresql://…``.

    :raises DatabaseUnusable: when it is neither; the message repeats no password.
    """
    scheme, colon, _ = text.partition("://")
    if not colon:
        return sqlite_url(Path(text).expanduser())
    if scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise DatabaseUnusable(
            "A database is a file, or PostgreSQL: postgresql://user:password@host/name. No other will do."
        )
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        url = None
    if url is None or not url.database:
        raise DatabaseUnusable(
            "The database’s address can’t be read. Write it as postgresql://user:password@host/name, "
            "with %40 for an @ and %2F for a / in the password."
        )
    # The name that other programs give to what asyncpg calls ssl.
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    return url.set(drivername="postgresql+asyncpg", query=query)


def sqlite_url(path: Path) -> sa.URL:
    """The URL of a SQLite file, for this store."""
    return sa.URL.create("sqlite+aiosqlite", database=str(path))


def sqlite_path(url: sa.URL) -> Path | None:
    """The file of a SQLite URL; None for another database."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def writing(url: sa.URL) -> AsyncEngine:
    """Transactions that write. SQLite has one writer at a time, so one connection serves them in turn.

    Secrets of games are among a statement's parameters: no error repeats them, since errors are logged.
    """
    path = sqlite_path(url)
    if path is None:
        return _serving(url)
    creator = connector(path, DURABLE, writes=True)
    # Each transaction is ended where it was begun: the pool need not roll back once more behind a commit.
    return create_async_engine(
        url,
        async_creator=creator,
        pool_size=1,
        max_overflow=0,
        pool_timeout=QUEUE,
        pool_reset_on_return=None,
        hide_parameters=True,
    )


def reading(url: sa.URL, writer: AsyncEngine | None = None) -> AsyncEngine:
    """Statements that read, each a transaction of its own: none to begin and to roll back.

    At a server they share the connections of ``writer``.
    """
    path = sqlite_path(url)
    if path is None:
        engine = (writer or _serving(url)).execution_options(isolation_level="AUTOCOMMIT")
        sa.event.listen(engine.sync_engine, "before_cursor_execute", _require_reading)
        return engine
    return create_async_engine(
        url,
        async_creator=connector(path, (*DURABLE, "query_only=ON"), writes=False),
        pool_size=3,
        max_overflow=0,
        pool_timeout=QUEUE,
        isolation_level="AUTOCOMMIT",
        pool_reset_on_return=None,
        skip_autocommit_rollback=True,
        hide_parameters=True,
    )


def migrating(url: sa.URL) -> AsyncEngine:
    """One transaction that changes the schema.

    Foreign keys stay unchecked meanwhile: SQLite changes a table by making it anew, and dropping the old one
    would take every row that refers to it along.
    """
    path = sqlite_path(url)
    if path is None:
        return _served(url, poolclass=sa.NullPool, connect_args={"timeout": REACH})
    creator = connector(path, ("synchronous=FULL", "foreign_keys=OFF", "secure_delete=ON"), writes=True)
    return create_async_engine(url, async_creator=creator, poolclass=sa.NullPool)


def listening(url: sa.URL) -> AsyncEngine:
    """One connection to a server, for long: it hears what others say there, and holds locks.

    The server, too, finds out within a minute when this machine is no more: a lock must not outlive it.
    """
    alive = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
    return _serving(url, isolation_level="AUTOCOMMIT", readonly="on", settings=alive, poolclass=sa.NullPool)


def _require_reading(_connection: object, _cursor: object, statement: str, *_about: object) -> None:
    """:raises InvalidRequestError: for a statement that writes."""
    if not statement.lstrip().upper().startswith(("SELECT", "WITH")):
        raise sa.exc.InvalidRequestError("this connection is read-only")


def _serving(
    url: sa.URL, *, readonly: str = "off", settings: Mapping[str, str] = EMPTY, **options: Any
) -> AsyncEngine:
    """An engine whose connections are looked at before they are used: a server may have been restarted."""
    # Whatever the server's own default is: at a stricter level writers that meet would fail.
    usual = {
        "application_name": "captains-table",
        "default_transaction_isolation": "read committed",
        "default_transaction_read_only": readonly,
    }
    asked = {"timeout": REACH, "command_timeout": ANSWER, "server_settings": {**usual, **settings}}
    # The one that was used last comes first: it need not be asked.
    order: dict[str, Any] = {}
    if "poolclass" not in options:
        order = {
            "pool_use_lifo": True,
            "pool_timeout": QUEUE,
            "max_overflow": 0,
            "pool_size": _pool_size(url),
        }
    engine = _served(url, connect_args=asked, **order, **options)
    sa.event.listen(engine.sync_engine, "checkin", _left)
    sa.event.listen(engine.sync_engine, "checkout", _looked_at)
    return engine


def _left(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info["left"] = time.monotonic()


def _looked_at(connection: Any, record: ConnectionPoolEntry, _fairy: object) -> None:
    """Replace a connection that is no more; the server is asked only where it was idle for a while.

    SQLAlchemy's own way asks each time, in a transaction of its own: three messages there and back before
    the two or three of an action.
    """
    left = record.info.get("left")  # a new one was not left yet
    if connection.driver_connection.is_closed():
        raise sa.exc.InvalidatePoolError("the server has closed it")
    if left is not None and time.monotonic() - left > IDLE:
        try:
            connection.ping()
        except Exception as error:
            raise sa.exc.InvalidatePoolError("the server does not answer on it") from error


def _pool_size(url: sa.URL) -> int:
    """:raises DatabaseUnusable: when the address says something else than a number of connections."""
    said = url.query.get("pool_size", str(CONNECTIONS))
    if isinstance(said, str) and said.isdecimal() and 0 < int(said) <= 100:
        return int(said)
    raise DatabaseUnusable(
        "The database’s address says a wrong pool_size: it has to be a number from 1 to 100."
    )


def _served(url: sa.URL, **options: Any) -> AsyncEngine:
    try:
        return create_async_engine(
            url.difference_update_query(["pool_size"]), hide_parameters=True, **options
        )
    except ModuleNotFoundError as error:
        raise DatabaseUnusable(
            f"PostgreSQL needs the package {error.name}: pip install '.[postgres]'."
        ) from error
