"""Fixtures that run a test on each kind of database: a SQLite file, and a PostgreSQL server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pytest
import sqlalchemy as sa

from data.store import schema, schema_upgrade
from data.store.postgres.shards import ShardRange
from data.store.shard_locks import ShardLocks
from data.store.sqlite import backup, pragmas
from data.store.store import Store, sqlite_url

from . import postgres
from .blank import blank_database

TRANSACTION: Final = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "COMMIT")
KINDS: Final = ("sqlite", "postgresql")
SHIPPED: Final = schema_upgrade.MIGRATIONS
"""This release's migrations, also in a test with the next ones."""
REVISION: Final = schema_upgrade.head()
"""This release's revision of the database, also in a test with the next one."""
DURABLE: Final = pragmas.DURABLE
"""How a program opens a file: each commit waits for the disk."""
on_both = pytest.mark.parametrize("url", KINDS, indirect=True)
"""Marks a test that runs on both kinds of database, where others take SQLite's word for it."""


async def open_store(file: Path) -> Store:
    """A store in a file."""
    return await Store.open(sqlite_url(file))


async def open_alone(file: Path) -> Store:
    """The store of a bot that has a file to itself."""
    return await Store.open(sqlite_url(file), alone=True)


async def execute(
    store: Store, statement: str | sa.Executable, parameters: Mapping[str, Any] | None = None
) -> None:
    """Change a store behind the bot's back."""
    made = sa.text(statement) if isinstance(statement, str) else statement
    await store.write(lambda connection: connection.execute(made, parameters).close())


async def put_settings(store: Store, whose: str, number: int, settings: str) -> None:
    """Store the settings of a person or a server, whatever they are."""
    await store.write(schema.upsert, schema.METADATA.tables[whose], id=number, settings=settings)


async def fetch(store: Store, query: str | sa.Executable) -> list[Any]:
    """The first column of what ``query`` finds."""
    made = sa.text(query) if isinstance(query, str) else query
    return await store.read(lambda connection: list(connection.execute(made).scalars()))


async def content(store: Store) -> str:
    """All that a store holds, as text."""

    def read(connection: sa.Connection) -> str:
        metadata = sa.MetaData()
        metadata.reflect(connection)
        return "\n".join(str(connection.execute(sa.select(table)).all()) for table in metadata.sorted_tables)

    return await store.read(read)


def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite leave what was deleted in the file, as most builds of it do unless told otherwise."""
    connect = sqlite3.connect

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **kwargs)
        connection.execute("PRAGMA secure_delete=OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connected)


async def hear_statements(store: Store, hear: Callable[..., None]) -> None:
    """Call ``hear`` before each statement, as SQLAlchemy's ``before_cursor_execute`` does."""

    def listen(connection: sa.Connection) -> None:
        # A store keeps its connections to a file, and gets another one to a server for each job.
        target = connection if connection.dialect.name == "sqlite" else connection.engine
        sa.event.listen(target, "before_cursor_execute", hear)
        raw = connection.connection.driver_connection
        if isinstance(raw, sqlite3.Connection):
            raw.__dict__["execute"] = partial(run_heard, connection, raw.execute)

    def run_heard(
        connection: sa.Connection, run: Callable[..., Any], sql: str, parameters: Sequence[Any] = ()
    ) -> Any:
        """What is executed without SQLAlchemy, but for the limits of transactions."""
        if not sql.startswith(TRANSACTION):
            hear(connection, None, sql, parameters, None, False)
        return run(sql, parameters)

    await store.read(listen)
    await store.write(listen)


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder of a server that may be started; processes of the same run inherit the name."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="ct-", suffix=f"-{os.getpid()}", dir=postgres.in_memory())
        os.environ[postgres.FOLDER] = folder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder where no server was started in it; one that was removes it itself."""
    folder = Path(os.environ[postgres.FOLDER])
    if not hasattr(config, "workerinput") and not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)


async def require_postgres() -> None:
    """Skip a test where there is no PostgreSQL; in continuous integration that is a failure."""
    try:
        await asyncio.to_thread(postgres.running)
    except postgres.NoServer as why:
        if os.environ.get("CI"):
            pytest.fail(f"PostgreSQL is missing, and this is continuous integration: {why}.")
        pytest.skip(f"{why}.")


@pytest.fixture(scope="session")
def blank() -> Path:
    """An empty SQLite database: copying one is faster than making one."""
    return blank_database()


NEXT_MIGRATION: Final = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"
backward_compatible = {backward_compatible}


def upgrade() -> None:
    anew = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("game_table", recreate=anew) as table:
        table.add_column(sa.Column("more", sa.Text()))
    for statement in {statements}:
        op.execute(statement)
"""


def next_migrations(folder: Path, *statements: str, backward_compatible: bool = False) -> Path:
    """The migrations of a release with one more, which makes the table of tables anew as SQLite must."""
    shutil.copytree(SHIPPED, folder, dirs_exist_ok=True)
    file = folder / "versions" / "9999_next.py"
    file.write_text(
        NEXT_MIGRATION.format(head=REVISION, statements=statements, backward_compatible=backward_compatible)
    )
    return folder


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A release with one more migration; whoever calls it has that run statements, too, or allow processes
    of this release beside it."""
    written = partial(next_migrations, tmp_path / "next release")
    monkeypatch.setattr(schema_upgrade, "MIGRATIONS", written())
    return written


@asynccontextmanager
async def a_process_of_each(url: sa.URL, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A process of this release serves shard 0 of 2, and one of the next release the other."""
    releases = SHIPPED, schema_upgrade.MIGRATIONS
    held = [ShardLocks(url, ShardRange(shard, shard, 2), lambda _taken: None) for shard in range(2)]
    try:
        for process, migrations in zip(held, releases, strict=True):
            monkeypatch.setattr(schema_upgrade, "MIGRATIONS", migrations)
            await process.acquire()
        yield
    finally:
        for process in held:
            await process.release()


@pytest.fixture
def file(tmp_path: Path, blank: Path) -> Path:
    """A SQLite database with this release's schema, and nothing in it."""
    return Path(shutil.copy(blank, tmp_path / "tables.sqlite3"))


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file of this process can grow past ``size`` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
async def server_url() -> AsyncIterator[sa.URL]:
    """A PostgreSQL database with this release's schema, and nothing in it."""
    await require_postgres()
    async with postgres.reused_database() as url:
        yield url


@pytest.fixture
async def own_server_url() -> AsyncIterator[sa.URL]:
    """One whose schema and settings a test may change: it takes a third of a second to make and drop."""
    await require_postgres()
    async with postgres.database() as url:
        yield url


@asynccontextmanager
async def database(kind: str, folder: Path, blank: Path) -> AsyncIterator[sa.URL]:
    """A database of ``kind`` with this release's schema, and nothing in it."""
    if kind == "sqlite":
        yield sqlite_url(Path(shutil.copy(blank, folder / "tables.sqlite3")))
        return
    await require_postgres()
    async with postgres.reused_database() as address:
        yield address


@pytest.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path, blank: Path) -> AsyncIterator[sa.URL]:
    """A database with this release's schema, and nothing in it: of each kind one."""
    async with database(request.param, tmp_path, blank) as address:
        yield address


@pytest.fixture(scope="session", autouse=True)
def undelayed() -> Iterator[None]:
    """Have no commit to a file wait for the disk, nor the emptying of its log at a start: they took most of
    the time of many tests. What a machine's own end would lose is lost with the tests; programs do wait."""
    hasty = [each for each in DURABLE if not each.startswith("synchronous")]

    def opened(*given: Any, **options: Any) -> sqlite3.Connection:
        connection = open_file(*given, **options)
        # One that is no database says so when it is used.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA synchronous=OFF")
        return connection

    open_file = backup.open_file
    with (
        mock.patch.object(pragmas, "DURABLE", (*hasty, "synchronous=OFF")),
        mock.patch.object(backup, "open_file", opened),
    ):
        yield
