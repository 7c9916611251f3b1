"""Makes a new database, or upgrades one to this release's schema after making a copy of a SQLite file.

Alembic is only imported for an upgrade, since it takes 10 MB of memory.
"""

from __future__ import annotations

import asyncio
import glob
import logging
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from data.store.sqlite.backup import copy_sqlite, open_file
from data.store.sqlite.executor import sqlite_engine
from data.store.sqlite.files import create_private_folder

from . import schema
from .connection_errors import name, opening
from .engines import migrating, sqlite_path, sqlite_url
from .postgres import dump
from .postgres.shard_holders import shard_holders
from .postgres.shards import ShardRange
from .program import program
from .records import DatabaseUnusable, StoreError

LOG: Final = logging.getLogger(__name__)
MIGRATIONS: Final = Path(__file__).with_name("migrations")
MIGRATION_LOCK: Final = 0x43617074
"""The advisory lock that a process holds while it migrates a server."""
COPIES: Final = 3
"""The number of copies kept beside the database; older ones are removed."""
VERSION: Final = sa.Table(
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)
"""Where Alembic finds a database's revision."""


def head() -> str:
    """The revision of this release's schema."""
    return revisions(MIGRATIONS)[0]


@cache
def revisions(folder: Path) -> tuple[str, ...]:
    """All revisions known to this release, newest first; file names sort in the order of revisions."""
    files = sorted((path.name for path in (folder / "versions").glob("[0-9]*.py")), reverse=True)
    return tuple(file.partition("_")[0] for file in files)


def can_go_on(revision: str) -> bool:
    """Whether a process made for ``revision`` can go on at a database of :func:`head`.

    Each migration says whether those made for the one before can, with this line. (To import it would load
    Alembic.)
    """
    files = (MIGRATIONS / "versions").glob("[0-9]*.py")
    later = [path for path in files if path.name.partition("_")[0] > revision]
    return all("\nbackward_compatible = True\n" in path.read_text(encoding="utf-8") for path in later)


def revision(connection: sa.Connection) -> str | None:
    """The database's revision; None if it was never migrated."""
    if not sa.inspect(connection).has_table(VERSION.name):
        return None
    return connection.scalar(sa.select(VERSION.c.version_num))


def require_known(path: Path) -> str:
    """The revision of a database file, which is not changed.

    :raises DatabaseUnusable: when it isn't a database of this program, or is of an unknown revision.
    """
    with opening(sqlite_url(path), "read"), closing(open_file(path)) as connection:
        try:
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise
            rows = []
    if len(rows) != 1:
        raise DatabaseUnusable(f"{path} isn’t a Captain’s Table database.")
    return _known(str(rows[0][0]), partial(_copy_before, path))


def _known(found: str, find_copy: Callable[[], Path | None]) -> str:
    if found not in revisions(MIGRATIONS):
        copy = find_copy()
        back = (
            f"the copy made before that upgrade: {program()} restore {copy}" if copy else "an older backup."
        )
        raise DatabaseUnusable(
            f"The database is at revision {found}, which this release doesn’t know, because a newer release "
            f"wrote it. Upgrade the program, or go back to {back}"
        )
    return found


def _copy_before(path: Path) -> Path | None:
    """The latest copy made before an upgrade of ``path`` that this release can open."""
    for copy in reversed(upgrade_copies(path)):
        try:
            require_known(copy)
        except StoreError:
            continue
        return copy
    return None


def _dump_before(url: sa.URL, folder: Path | None) -> Path | None:
    """The dump in a folder made before the first upgrade that this release doesn't know."""
    if folder is None:
        return None
    made = {
        copy.stem.rpartition("-")[2]: copy
        for copy in upgrade_copies(folder / str(url.database))
        if copy.suffix == dump.ENDING
    }
    return made.get(min((before for before in made if before > head()), default=""))


async def revision_of(url: sa.URL, dumps: Path | None = None) -> str | None:
    """The revision of a database on a server, which is not changed; None if it has no tables.

    ``dumps`` is where those made before upgrades are.

    :raises DatabaseUnusable: when it can't be opened, is another program's or of an unknown revision.
    """

    def look(connection: sa.Connection) -> str | None:
        found = revision(connection)
        if found is None:
            require_empty(connection)
        return _known(found, partial(_dump_before, url, dumps)) if found is not None else None

    with opening(url, "used"):
        async with migrating(url).connect() as connection:
            return await connection.run_sync(look)


def stop_first(holders: Mapping[ShardRange, str]) -> str:
    """That some of the processes holding shards can't go on after the upgrade; empty if all can."""
    left = ", ".join(part.phrase for part, revision in holders.items() if not can_go_on(revision))
    return left and (
        f"An older release is still running (for {left}), and it can’t go on once the database is "
        "upgraded. Stop all processes of the bot, then start them with this release."
    )


async def upgrade(url: sa.URL, dumps: Path | None = None) -> Path | None:
    """Upgrade the database at ``url`` to :func:`head`, in one transaction; a new one gets its tables.

    Returns the path of the copy made before: beside a file, or in the folder ``dumps`` of a database on a
    server. None if there was nothing to upgrade, or no such folder or program to make it.

    :raises DatabaseUnusable: when it can't be opened or written, belongs to another program, is of an
        unknown revision, or is used by processes that can't go on after the upgrade.
    """
    path = sqlite_path(url)
    with opening(url, "used"):
        if path is None:
            async with migrating(url).begin() as connection:
                copied = await connection.run_sync(_upgrade, path, dumps)
        else:
            copied = await asyncio.to_thread(_upgrade_file, path)
    if copied is not None:
        upgraded = f"The database {name(url)} was upgraded to revision {head()}."
        LOG.info("%s", f"{upgraded} A copy of it from before is {copied}.")
    return copied


def _upgrade_file(path: Path) -> Path | None:
    # SQLite alters a table by recreating it: with foreign keys on, dropping the old one would delete every
    # row that refers to it.
    pragmas = ("synchronous=FULL", "foreign_keys=OFF", "secure_delete=ON")
    with sqlite_engine(path, pragmas).begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return _upgrade(connection, path)


def _upgrade(connection: sa.Connection, path: Path | None, dumps: Path | None = None) -> Path | None:
    # Processes that start at the same time take turns.
    schema.lock(connection, MIGRATION_LOCK)
    found = revision(connection)
    if found is None:
        require_empty(connection)
        create(connection)
        return None
    url, copied = connection.engine.url, None
    find_copy = partial(_dump_before, url, dumps) if path is None else partial(_copy_before, path)
    if _known(found, find_copy) == head():
        return None
    if path is not None:
        copied = _copy(path)
    elif obstacle := stop_first(shard_holders(connection)):
        raise DatabaseUnusable(obstacle)
    else:
        copied = _dump(url, dumps)
    _run(connection)
    if path is not None and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise DatabaseUnusable("The upgrade would break references between tables, so nothing was changed.")
    return copied


def create(connection: sa.Connection) -> None:
    """Create the tables of :func:`head` in an empty database."""
    schema.METADATA.create_all(connection, checkfirst=False)
    VERSION.create(connection)
    connection.execute(sa.insert(VERSION).values(version_num=head()))


def _run(connection: sa.Connection) -> None:
    """Migrate to :func:`head` with Alembic, configured without a file."""
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


def require_empty(connection: sa.Connection) -> None:
    """:raises DatabaseUnusable: when there are any tables."""
    if sa.inspect(connection).get_table_names():
        raise DatabaseUnusable(
            f"The database {name(connection.engine.url)} contains another program’s tables. Give the bot a "
            "database of its own."
        )


def _copy(path: Path) -> Path:
    """Copy the database before the upgrade; only the newest few copies are kept."""
    copied = path.with_name(f"{path.name}.before-{head()}")
    copy_sqlite(path, copied)
    _keep_newest(path, copied)
    return copied


def _dump(url: sa.URL, folder: Path | None) -> Path | None:
    """Dump the database before the upgrade, where the program for that is; the newest few dumps are kept."""
    if folder is None or (why := dump.missing()):
        if folder is not None:
            LOG.warning("%s", why)
        return None
    with suppress(OSError):  # otherwise the dump says what is wrong
        create_private_folder(folder)
    base = folder / str(url.database)
    copied = base.with_name(f"{base.name}.before-{head()}{dump.ENDING}")
    try:
        dump.dump(url, copied)
    except DatabaseUnusable as error:
        raise DatabaseUnusable(f"The database isn’t upgraded without a backup. {error} {dump.OWN}") from error
    _keep_newest(base, copied)
    return copied


def _keep_newest(base: Path, copied: Path) -> None:
    for old in upgrade_copies(base)[:-COPIES]:
        if old != copied:
            old.unlink(missing_ok=True)


def upgrade_copies(base: Path) -> list[Path]:
    """The copies made before upgrades, oldest first, whose names begin as ``base``: the file, or its like."""
    found = base.parent.glob(f"{glob.escape(base.name)}.before-*")
    return sorted(
        (each for each in found if not each.name.endswith(".part")), key=lambda each: each.stat().st_mtime
    )
