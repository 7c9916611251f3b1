"""Driver errors as one sentence that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sa

from .engines import sqlite_path
from .program import program
from .records import DatabaseUnusable

REFUSED: Final = ("28000", "28P01")
"""PostgreSQL's error codes for a wrong user or password."""
NO_DATABASE: Final = "3D000"
BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DISK: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""SQLite's error codes for a disk that takes nothing, or whose rights have changed."""
SERVER_TROUBLE: Final = ("08", "53", "57", "58")
"""The classes of PostgreSQL's error codes for lost connections, full resources, shutdowns and the system."""
READ_ONLY: Final = "25006"
"""PostgreSQL's error code for a write at a server that takes none, as after a failover."""
DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def sqlstate(error: BaseException) -> str | None:
    """The SQLSTATE of an error, which may be the driver's own or SQLAlchemy's wrapper."""
    for candidate in (error, getattr(error, "orig", None), error.__cause__):
        if (code := getattr(candidate, "sqlstate", None)) is not None:
            return str(code)
    return None


def outage(error: BaseException | None) -> BaseException | None:
    """The driver's error behind ``error`` if the database can't be used for now, whatever it is asked."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, DatabaseUnusable):
            return error
        if isinstance(error, sa.exc.DBAPIError) and _is_outage(error):
            cause: BaseException = error.orig or error
            return cause.__cause__ or cause
        error = error.__cause__ or error.__context__
    return None


def _is_outage(error: sa.exc.DBAPIError) -> bool:
    code = sqlstate(error) or ""
    return (
        error.connection_invalidated
        or isinstance(error.orig, OSError)
        or code == READ_ONLY
        or code[:2] in SERVER_TROUBLE
        or sqlite_code(error.orig) in (*BUSY, *DISK)
    )


def name(url: sa.URL) -> str:
    """The name of a database for messages: its file, or its name and server without user and password."""
    path = sqlite_path(url)
    return str(path) if path is not None else f"{url.database} at {_server(url)}"


def _server(url: sa.URL) -> str:
    host = url.query.get("host") or url.host or "this machine"
    return f"{host}:{url.port}" if url.port else str(host)


@contextmanager
def opening(url: sa.URL, what: str) -> Iterator[None]:
    """Turn driver errors raised inside the block into :class:`DatabaseUnusable`.

    ``what`` is what the block does with the database, as a participle: *used*, *read* or *written*.

    :raises DatabaseUnusable: for any driver error.
    """
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise DatabaseUnusable(describe_error(url, what, error.orig or error)) from error
    except Exception as error:
        if not _is_drivers(url, error) or isinstance(error, DatabaseUnusable):
            raise
        raise DatabaseUnusable(describe_error(url, what, error)) from error


def _is_drivers(url: sa.URL, error: Exception) -> bool:
    if sqlite_path(url) is not None:
        return isinstance(error, sqlite3.Error)
    # Until there is a connection, SQLAlchemy doesn't wrap asyncpg's errors.
    return isinstance(error, (OSError, TypeError, ValueError)) or hasattr(error, "sqlstate")


def describe_error(url: sa.URL, what: str, error: Any) -> str:
    """A driver error as one sentence; ``what`` as in :func:`opening`."""
    # SQLAlchemy's wrapper would put a class name into the message; the driver's error is its cause.
    cause = error.__cause__ if getattr(error, "sqlstate", None) and error.__cause__ else error
    code = getattr(cause, "sqlstate", None)
    if code in REFUSED:
        return f"The database server {_server(url)} doesn’t accept the user {url.username} or the password."
    if code == NO_DATABASE:
        return (
            f"The server {_server(url)} has no database {url.database}. Create it: createdb "
            f"--owner={url.username} {url.database}."
        )
    if isinstance(cause, OSError) and sqlite_path(url) is None:
        because = f" ({cause})" if str(cause) else ""
        return (
            f"Can’t reach the database server {_server(url)}{because}. Check that it’s running and that the "
            "address is right."
        )
    return f"The database {name(url)} can’t be {what}: {cause}.{_advice(cause)}"


def sqlite_code(error: object) -> int:
    """SQLite's primary error code; 0 for other errors."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: object) -> bool:
    """Whether a SQLite error means that the file is damaged, or isn't the bot's database."""
    return sqlite_code(error) in DAMAGE


def _advice(error: object) -> str:
    """What to do about a SQLite error."""
    if is_damage(error):
        return (
            " If this file was the bot’s database, it’s damaged. To restore a backup: "
            f"{program()} restore FILE."
        )
    code = sqlite_code(error)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return " Make the bot’s user the owner of that file and of its folder, and let it write there."
    return (
        " Is the disk full? Make room, or use a file on another disk."
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
        else ""
    )
