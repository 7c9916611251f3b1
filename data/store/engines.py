"""Database URLs, and engines for a PostgreSQL server."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from sqlalchemy.pool import ConnectionPoolEntry

from .records import DatabaseUnusable

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

ADDRESS_FORM: Final = "postgresql://user:password@host/name"
CONNECT_TIMEOUT_S: Final = 10
"""Seconds to wait for a connection to a server."""
MAX_IDLE_S: Final = 1.0
"""Idle seconds after which a connection is checked before use: it may have been lost silently."""
ANSWER_TIMEOUT_S: Final = 30
"""Seconds to wait for the result of a statement."""
DEFAULT_POOL_SIZE: Final = 5
"""Connections shared by all reads and writes, unless the URL has a ``pool_size``."""
QUEUE_TIMEOUT_S: Final = 900
"""Seconds that a job waits for a connection: Discord's interaction tokens expire after 15 minutes."""


def no_home(written: str) -> str:
    """That there is no such home folder."""
    return f"There’s no home folder {written} on this machine. Write out the whole path."


def database_url(written: str) -> sa.URL:
    """The URL of a database as a host writes it: a file path or ``postgresql://…``.

    :raises DatabaseUnusable: when it is neither, or in nobody's home; the message contains no password.
    """
    scheme, colon, _ = written.partition("://")
    if not colon:
        try:
            return sqlite_url(Path(written).expanduser())
        except RuntimeError:
            raise DatabaseUnusable(no_home(Path(written).parts[0])) from None
    if scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise DatabaseUnusable(
            f"The database can be a file, or PostgreSQL: {ADDRESS_FORM}. Of a file, write just the path."
        )
    try:
        url = sa.make_url(written)
    except (sa.exc.ArgumentError, ValueError):
        url = None
    # An @ of a password is taken for the end of it, and the rest for the host.
    if url is None or not url.database or "@" in (url.host or ""):
        raise DatabaseUnusable(
            f"The bot can’t read the database URL. Write it as {ADDRESS_FORM}, with %40 for an @ and %2F for "
            "a / in the password."
        )
    # libpq calls it sslmode, asyncpg calls it ssl.
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    return url.set(drivername="postgresql+asyncpg", query=query)


def sqlite_url(path: Path) -> sa.URL:
    """The URL of a SQLite file."""
    return sa.URL.create("sqlite", database=str(path))


def sqlite_path(url: sa.URL) -> Path | None:
    """The file of a SQLite URL; None for any other database."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def migrating(url: sa.URL) -> AsyncEngine:
    """An engine for schema changes, without a pool or a statement timeout."""
    return _served(url, poolclass=sa.NullPool, connect_args={"timeout": CONNECT_TIMEOUT_S})


def listening(url: sa.URL) -> AsyncEngine:
    """An engine for one long-lived connection, used for LISTEN and for locks.

    With its keepalives the server notices within a minute when this machine is gone, and releases its locks.
    """
    alive = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
    return serving(url, isolation_level="AUTOCOMMIT", readonly="on", settings=alive, poolclass=sa.NullPool)


def serving(
    url: sa.URL, *, readonly: str = "off", settings: Mapping[str, str] | None = None, **options: Any
) -> AsyncEngine:
    """An engine that checks idle connections before use, since the server may have been restarted.

    Errors don't include a statement's parameters: they are logged, and parameters may hold games' secrets.
    """
    # Set explicitly: under a stricter server default, concurrent writers would fail.
    server_settings = {
        "application_name": "captains-table",
        "default_transaction_isolation": "read committed",
        "default_transaction_read_only": readonly,
    }
    connect_args = {
        "timeout": CONNECT_TIMEOUT_S,
        "command_timeout": ANSWER_TIMEOUT_S,
        "server_settings": server_settings | dict(settings or {}),
    }
    # LIFO: a recently used connection needs no check.
    pooling: dict[str, Any] = {}
    if "poolclass" not in options:
        pooling = {
            "pool_use_lifo": True,
            "pool_timeout": QUEUE_TIMEOUT_S,
            "max_overflow": 0,
            "pool_size": _pool_size(url),
        }
    engine = _served(url, connect_args=connect_args, **pooling, **options)
    sa.event.listen(engine.sync_engine, "checkin", _checked_in)
    sa.event.listen(engine.sync_engine, "checkout", _require_alive)
    return engine


def _checked_in(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info["left"] = time.monotonic()


def _require_alive(connection: Any, record: ConnectionPoolEntry, _fairy: object) -> None:
    """Have the pool replace a dead connection; the server is only pinged after :data:`MAX_IDLE_S`.

    SQLAlchemy's ``pool_pre_ping`` pings on each checkout, in a separate transaction: three round trips on
    top of the two or three that a turn takes.
    """
    left = record.info.get("left")  # None for a new connection
    if connection.driver_connection.is_closed():
        raise sa.exc.InvalidatePoolError("the server has closed it")
    if left is not None and time.monotonic() - left > MAX_IDLE_S:
        try:
            connection.ping()
        except Exception as error:
            raise sa.exc.InvalidatePoolError("the server does not answer on it") from error


def _pool_size(url: sa.URL) -> int:
    """:raises DatabaseUnusable: when the URL's ``pool_size`` isn't a number from 1 to 100."""
    size = url.query.get("pool_size", str(DEFAULT_POOL_SIZE))
    if isinstance(size, str) and size.isdecimal() and 0 < int(size) <= 100:
        return int(size)
    raise DatabaseUnusable("pool_size in the database URL must be a number from 1 to 100.")


def _served(url: sa.URL, **options: Any) -> AsyncEngine:
    try:
        # Without it SQLAlchemy says so only at its first attempt, and without its name.
        importlib.import_module("greenlet")
        # A file needs none of it, and it comes with the ORM: 6 MB, and a tenth of a second of the start.
        from sqlalchemy.ext.asyncio import create_async_engine

        return create_async_engine(
            url.difference_update_query(["pool_size"]), hide_parameters=True, **options
        )
    except ModuleNotFoundError as error:
        raise DatabaseUnusable(
            f"PostgreSQL needs the package {error.name}. In the bot’s folder, run: {sys.executable} -m pip "
            "install '.[postgres]'"
        ) from error
