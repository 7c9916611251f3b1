"""Direct access to a SQLite file: what is done in one go in its connection's thread, past any engine.

For a statement that SQLite answers in a hundredth of a millisecond an engine takes ten times as long: the
pool, the greenlet, one hop to the thread and back for each statement. A job here is one hop for all its
statements. They are SQLAlchemy's like all others, each compiled once; whatever is asked seldom, and all that
PostgreSQL is asked, goes through the engines.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from .driver import Connection, connector

P = ParamSpec("P")
T = TypeVar("T")
TOGETHER: Final = 64
"""Jobs that are committed together at most."""
_DIALECT: Final = sqlite.dialect()


class Executing(Protocol):
    """Whatever executes a statement: a connection of SQLAlchemy's, or :class:`DirectConnection`."""

    def execute(self, statement: Any, parameters: Any = None, /) -> Any:
        """One statement; for a list of parameters, once for each."""


class Rows:
    """What a statement has found or done, as SQLAlchemy's results tell it."""

    __slots__ = ("_cursor",)

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def all(self) -> list[tuple[Any, ...]]:
        """The rows."""
        return self._cursor.fetchall()

    def scalar_one_or_none(self) -> Any:
        """The first column of the only row; None where there is none."""
        row = self._cursor.fetchone()
        return row[0] if row is not None else None

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._cursor.rowcount


@lru_cache(maxsize=512)
def _written(statement: Any, names: tuple[str, ...]) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A statement as SQL, the names of its places in their order, and what it says of them itself."""
    # The columns of an insertion are those that it is given; the other statements name theirs.
    columns = list(names) if isinstance(statement, sa.Insert) else None
    compiled = statement.compile(dialect=_DIALECT, column_keys=columns)
    own = {name: value for name, value in compiled.params.items() if not compiled.binds[name].required}
    return str(compiled), tuple(compiled.positiontup or ()), own


class DirectConnection:
    """A connection as a job has it, in the connection's thread."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def execute(self, statement: Any, parameters: Any = None, /) -> Rows:
        """One statement; for a list of parameters, once for each."""
        many = parameters if isinstance(parameters, list) else None
        given: Mapping[str, Any] = (many[0] if many else parameters) or {}
        sql, places, own = _written(statement, tuple(given))
        try:
            if many is None:
                return Rows(self.raw.execute(sql, _filled(places, given, own)))
            return Rows(self.raw.executemany(sql, [_filled(places, each, own) for each in many]))
        except sqlite3.Error as error:
            raise _told(error, sql) from error


def _filled(places: Sequence[str], given: Mapping[str, Any], own: Mapping[str, Any]) -> list[Any]:
    return [given[name] if name in given else own[name] for name in places]


def _told(error: sqlite3.Error, sql: str = "") -> Exception:
    """The error as SQLAlchemy would raise it: without the parameters, since errors are logged."""
    return sa.exc.DBAPIError.instance(sql, None, error, sqlite3.Error, hide_parameters=True)


class _Link:
    """A connection that is made when it is first needed."""

    def __init__(self, path: Path, pragmas: Sequence[str], *, writes: bool) -> None:
        self._connect = connector(path, pragmas, writes=writes)
        self._making = asyncio.Lock()
        self.made: Connection | None = None

    async def there(self) -> Connection:
        async with self._making:
            if self.made is None:
                made = self._connect()
                try:
                    await made
                except sqlite3.Error as error:
                    raise _told(error) from error
                self.made = made
            return self.made

    async def end(self) -> None:
        made, self.made = self.made, None
        if made is not None:
            await made.close()


class Reading:
    """Jobs that only read, one after another."""

    def __init__(self, path: Path, pragmas: Sequence[str]) -> None:
        self._link = _Link(path, (*pragmas, "query_only=ON"), writes=False)

    async def run(
        self, job: Callable[Concatenate[DirectConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What ``job`` finds."""
        connection = self._link.made or await self._link.there()
        return await connection.lend(lambda raw: job(DirectConnection(raw), *args, **kwargs))

    async def close(self) -> None:
        """End the connection."""
        await self._link.end()


class Writing:
    """Jobs that write: those that come while others are written down are committed together.

    Each is there as a whole or not at all, and is answered when the disk has it. ``gate`` is held meanwhile:
    a file has one writer at a time.
    """

    def __init__(self, path: Path, pragmas: Sequence[str], gate: asyncio.Lock) -> None:
        self._link = _Link(path, pragmas, writes=False)
        self._gate = gate
        self._waiting: list[tuple[Callable[[DirectConnection], Any], asyncio.Future[Any]]] = []
        self._working: asyncio.Task[None] | None = None

    async def run(
        self, job: Callable[Concatenate[DirectConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Commit what ``job`` does, or nothing where it raises; one that is cancelled may be committed."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting.append((lambda connection: job(connection, *args, **kwargs), answer))
        if self._working is None:
            self._working = loop.create_task(self._work(), name="writing")
        return await answer

    async def close(self) -> None:
        """Finish what is under way, and end the connection."""
        if self._working is not None:
            await self._working
        await self._link.end()

    async def _work(self) -> None:
        try:
            while self._waiting:
                async with self._gate:
                    batch = [each for each in self._waiting[:TOGETHER] if not each[1].cancelled()]
                    del self._waiting[:TOGETHER]
                    if batch:
                        await self._together(batch)
        finally:
            self._working = None

    async def _together(
        self, batch: list[tuple[Callable[[DirectConnection], Any], asyncio.Future[Any]]]
    ) -> None:
        try:
            connection = self._link.made or await self._link.there()
            done = await connection.lend(
                lambda raw: _committed(DirectConnection(raw), [job for job, _ in batch])
            )
        except Exception as error:  # noqa: BLE001 (whoever waits is told)
            done = [error] * len(batch)
        for (_, answer), outcome in zip(batch, done, strict=True):
            if answer.done():
                continue
            if isinstance(outcome, Exception):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome[0])


def _committed(
    connection: DirectConnection, jobs: list[Callable[[DirectConnection], Any]]
) -> list[tuple[Any] | Exception]:
    """What each of ``jobs`` gives or raises, once all that could be done is on the disk."""
    raw = connection.raw
    try:
        raw.execute("BEGIN IMMEDIATE")
        done = [_apart(connection, job) for job in jobs]
        raw.execute("COMMIT")
    except sqlite3.Error as error:
        raise _told(error) from error
    finally:
        # Not after a commit. What SQLite could not write it has taken back itself at times.
        if raw.in_transaction:
            raw.execute("ROLLBACK")
    return done


def _apart(connection: DirectConnection, job: Callable[[DirectConnection], Any]) -> tuple[Any] | Exception:
    """What one of several jobs of a transaction gives or raises; what it did before it raised is undone."""
    raw = connection.raw
    raw.execute("SAVEPOINT job")
    try:
        outcome: tuple[Any] | Exception = (job(connection),)
    except Exception as error:
        if not raw.in_transaction:
            # A full disk takes all of the transaction along.
            raise
        raw.execute("ROLLBACK TO job")
        outcome = error
    raw.execute("RELEASE job")
    return outcome
