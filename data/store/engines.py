"""Addresses of databases, and the engines of a PostgreSQL server."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from . import text
from .records import DatabaseUnusable

EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
CONNECT_TIMEOUT_S: Final = 10
"""Seconds within which a database server must be reached."""
MAX_IDLE_S: Final = 1.0
"""Seconds after which a connection that was not used may be lost though nobody has said so."""
ANSWER_TIMEOUT_S: Final = 30
"""Seconds within which it must answer a statement."""
DEFAULT_POOL_SIZE: Final = 5
"""Connections to a server that transactions and readings share, unless the address says ``pool_size``."""
QUEUE_TIMEOUT_S: Final = 900
"""Seconds that a job waits for a connection: as long as Discord takes an answer at all."""


def database_url(written: str) -> sa.URL:
    """The URL of a database as a host names it: the path of a file, or ``postgresql://…``.

    :raises DatabaseUnusable: when it is neither; the message repeats no password.
    """
    scheme, colon, _ = written.partition("://")
    if not colon:
        return sqlite_url(Path(written).expanduser())
    if scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise DatabaseUnusable(text.OTHER_SCHEME)
    try:
        url = sa.make_url(written)
    except (sa.exc.ArgumentError, ValueError):
        url = None
    if url is None or not url.database:
        raise DatabaseUnusable(text.UNREADABLE_ADDRESS)
    # The name that other programs give to what asyncpg calls ssl.
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    return url.set(drivername="postgresql+asyncpg", query=query)


def sqlite_url(path: Path) -> sa.URL:
    """The URL of a SQLite file, for this store."""
    return sa.URL.create("sqlite", database=str(path))


def sqlite_path(url: sa.URL) -> Path | None:
    """The file of a SQLite URL; None for another database."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def reading(writer: AsyncEngine) -> AsyncEngine:
    """Statements that read, each a transaction of its own: none to begin and to roll back.

    They share the connections of ``writer``.
    """
    engine = writer.execution_options(isolation_level="AUTOCOMMIT")
    sa.event.listen(engine.sync_engine, "before_cursor_execute", _require_reading)
    return engine


def migrating(url: sa.URL) -> AsyncEngine:
    """One transaction that changes the schema."""
    return _served(url, poolclass=sa.NullPool, connect_args={"timeout": CONNECT_TIMEOUT_S})


def listening(url: sa.URL) -> AsyncEngine:
    """One connection to a server, for long: it hears what others say there, and holds locks.

    The server, too, finds out within a minute when this machine is no more: a lock must not outlive it.
    """
    alive = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
    return serving(url, isolation_level="AUTOCOMMIT", readonly="on", settings=alive, poolclass=sa.NullPool)


def _require_reading(_connection: object, _cursor: object, statement: str, *_about: object) -> None:
    """:raises InvalidRequestError: for a statement that writes."""
    if not statement.lstrip().upper().startswith(("SELECT", "WITH")):
        raise sa.exc.InvalidRequestError("this connection is read-only")


def serving(
    url: sa.URL, *, readonly: str = "off", settings: Mapping[str, str] = EMPTY, **options: Any
) -> AsyncEngine:
    """An engine whose connections are looked at before they are used: a server may have been restarted.

    Secrets of games are among a statement's parameters: no error repeats them, since errors are logged.
    """
    # Whatever the server's own default is: at a stricter level writers that meet would fail.
    usual = {
        "application_name": "captains-table",
        "default_transaction_isolation": "read committed",
        "default_transaction_read_only": readonly,
    }
    asked = {
        "timeout": CONNECT_TIMEOUT_S,
        "command_timeout": ANSWER_TIMEOUT_S,
        "server_settings": {**usual, **settings},
    }
    # The one that was used last comes first: it need not be asked.
    order: dict[str, Any] = {}
    if "poolclass" not in options:
        order = {
            "pool_use_lifo": True,
            "pool_timeout": QUEUE_TIMEOUT_S,
            "max_overflow": 0,
            "pool_size": _pool_size(url),
        }
    engine = _served(url, connect_args=asked, **order, **options)
    sa.event.listen(engine.sync_engine, "checkin", _checked_in)
    sa.event.listen(engine.sync_engine, "checkout", _require_alive)
    return engine


def _checked_in(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info["left"] = time.monotonic()


def _require_alive(connection: Any, record: ConnectionPoolEntry, _fairy: object) -> None:
    """Replace a connection that is no more; the server is asked only where it was idle for a while.

    SQLAlchemy's own way asks each time, in a transaction of its own: three messages there and back before
    the two or three of an action.
    """
    left = record.info.get("left")  # a new one was not left yet
    if connection.driver_connection.is_closed():
        raise sa.exc.InvalidatePoolError("the server has closed it")
    if left is not None and time.monotonic() - left > MAX_IDLE_S:
        try:
            connection.ping()
        except Exception as error:
            raise sa.exc.InvalidatePoolError("the server does not answer on it") from error


def _pool_size(url: sa.URL) -> int:
    """:raises DatabaseUnusable: when the address says something else than a number of connections."""
    said = url.query.get("pool_size", str(DEFAULT_POOL_SIZE))
    if isinstance(said, str) and said.isdecimal() and 0 < int(said) <= 100:
        return int(said)
    raise DatabaseUnusable(text.POOL_SIZE)


def _served(url: sa.URL, **options: Any) -> AsyncEngine:
    try:
        return create_async_engine(
            url.difference_update_query(["pool_size"]), hide_parameters=True, **options
        )
    except ModuleNotFoundError as error:
        raise DatabaseUnusable(text.missing_package(error.name)) from error
