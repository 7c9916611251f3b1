"""Why a database can't be opened, in one sentence that says what to do and repeats no password."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sa

from .engines import sqlite_path
from .records import DatabaseUnusable

REFUSED: Final = ("28000", "28P01")
"""PostgreSQL's codes for a user or a password that it does not accept."""
NO_DATABASE: Final = "3D000"


def sqlstate(error: BaseException) -> str | None:
    """PostgreSQL's code of an error, whether the driver's own or SQLAlchemy's around it."""
    for each in (error, getattr(error, "orig", None), error.__cause__):
        if (code := getattr(each, "sqlstate", None)) is not None:
            return str(code)
    return None


def name(url: sa.URL) -> str:
    """A database as messages call it: its file, or its server and name, without user and password."""
    path = sqlite_path(url)
    return str(path) if path is not None else f"{url.database} at {_server(url)}"


def _server(url: sa.URL) -> str:
    host = url.query.get("host") or url.host or "this machine"
    return f"{host}:{url.port}" if url.port else str(host)


@contextmanager
def opening(url: sa.URL, what: str) -> Iterator[None]:
    """Around the first use of a database: what its driver complains of becomes a sentence.

    ``what`` is to be done to it: *used*, *written*.

    :raises DatabaseUnusable: for whatever a driver raises.
    """
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise DatabaseUnusable(describe_error(url, what, error.orig or error)) from error
    except Exception as error:
        # Before there is a connection, asyncpg's own errors come through as they are.
        if sqlite_path(url) is not None or isinstance(error, DatabaseUnusable):
            raise
        if not isinstance(error, (OSError, TypeError, ValueError)) and not hasattr(error, "sqlstate"):
            raise
        raise DatabaseUnusable(describe_error(url, what, error)) from error


def describe_error(url: sa.URL, what: str, error: Any) -> str:
    """What a driver's error says of a database, in one sentence; ``what`` as in :func:`opening`."""
    # SQLAlchemy's error names the class of the driver's own, which is behind it.
    cause = error.__cause__ if getattr(error, "sqlstate", None) and error.__cause__ else error
    code = getattr(cause, "sqlstate", None)
    if code in REFUSED:
        return f"The database server {_server(url)} refuses the user {url.username} or the password."
    if code == NO_DATABASE:
        return (
            f"The server {_server(url)} has no database {url.database}: make it with "
            f"createdb --owner={url.username} {url.database}."
        )
    if isinstance(cause, OSError):
        reason = f" ({cause})" if str(cause) else ""
        return (
            f"The database server {_server(url)} can’t be reached{reason}. Look whether it runs, "
            f"and whether the address is right."
        )
    return f"The database {name(url)} can’t be {what}: {cause}.{_advice(cause)}"


def _advice(error: Any) -> str:
    """What to do about an error of SQLite's."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
            return " If this file was a database of the bot, it is damaged: python -m bot restore FILE."
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return " Is the disk full? Make room, or name a file on another disk."
        case _:
            return ""
