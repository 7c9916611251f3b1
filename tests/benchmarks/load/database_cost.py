"""What turns cost the database: rows and bytes written, growth, and a server's processes on this machine."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from data.store.compiled_statements import Compiled
from data.store.store import Store

WRITE: Final = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)')
SIZE: Final = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}
LOGGED: Final = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
TICK: Final = os.sysconf("SC_CLK_TCK")


class WrittenRows:
    """Rows that any engine inserts, changes or deletes from now on, by table."""

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()
        sa.event.listen(sa.Engine, "after_cursor_execute", self._executed)
        run, run_all = Compiled.run, Compiled.run_all

        def one(statement: Compiled, connection: sa.Connection, parameters: Mapping[str, Any]) -> int:
            changed = run(statement, connection, parameters)
            self._count(statement.sql, changed)
            return changed

        def many(statement: Compiled, connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
            run_all(statement, connection, rows)
            # A server's only row passes through the other one.
            if len(rows) != 1 or connection.dialect.name == "sqlite":
                self._count(statement.sql, len(rows))

        Compiled.run, Compiled.run_all = one, many  # type: ignore[method-assign, assignment]

    def _count(self, statement: str, rows: int) -> None:
        if (match := WRITE.match(statement)) is not None:
            self.rows[match[1]] += rows

    def _executed(
        self, _connection: object, cursor: Any, statement: str, parameters: Any, _context: object, many: bool
    ) -> None:
        # Not every driver counts what it executes many times.
        self._count(statement, len(parameters) if many else max(cursor.rowcount, 0))


@dataclass(frozen=True, slots=True)
class Spent:
    """What has been spent until a moment."""

    rows: Counter[str]
    written: int
    """Bytes that the bot has written to a file, or a server to its write-ahead log."""
    size: int
    """Bytes of the database."""
    processor: float
    """Seconds of processor that the server's processes have had."""


async def server_pids(store: Store) -> tuple[int, ...]:
    """The processes of the PostgreSQL server, which runs on this machine; none for a SQLite file."""
    if store.path is not None:
        return ()
    return _with_siblings(await _number(store, "SELECT pg_backend_pid()"))


async def spent(store: Store, written: WrittenRows) -> Spent:
    """What has been spent until now."""
    size = await _number(store, SIZE[store.url.get_backend_name()])
    pids = await server_pids(store)
    return Spent(
        Counter(written.rows),
        await _number(store, LOGGED) if pids else _written(),
        size,
        # The first process has what those of its children had that are gone.
        sum(sum(map(int, _stat(pid)[11:15] if pid == pids[0] else _stat(pid)[11:13])) for pid in pids) / TICK,
    )


async def _number(store: Store, query: str) -> int:
    return await store.read(lambda connection: int(connection.scalar(sa.text(query))))


def _with_siblings(pid: int) -> tuple[int, ...]:
    parent = int(_stat(pid)[1])
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
    return (parent, *map(int, children))


def _stat(pid: int) -> list[str]:
    """The fields of a process from its state on."""
    return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()


def _written() -> int:
    lines = Path("/proc/self/io").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes:")).split()[1])
