"""Brings a database to the schema of this release, after a copy of the file has been made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from data.store.records import DatabaseTooNew, DatabaseUnusable

MIGRATIONS: Final = Path(__file__).with_name("migrations")


def config(connection: sa.Connection | None = None) -> Config:
    """Alembic's settings, without a file of its own."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def head() -> str:
    """The revision of this release's schema."""
    revision = ScriptDirectory.from_config(config()).get_current_head()
    assert revision is not None
    return revision


def revision(connection: sa.Connection) -> str | None:
    """The revision of the database behind ``connection``; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def copy_sqlite(source: Path, target: Path) -> None:
    """A whole copy of a SQLite file, taken while others may write to it.

    :raises DatabaseUnusable: when either file can't be used.
    """
    try:
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
            here.backup(there)
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"Could not copy {source} to {target}: {error}.") from error


def migrate(url: sa.URL) -> Path | None:
    """Upgrade the database at ``url`` (a synchronous driver's) to :func:`head`.

    Gives the copy that was made of a SQLite file before it was changed; None when nothing had to change,
    the database was new, or is no file.

    :raises DatabaseTooNew: when a later release has written it.
    :raises DatabaseUnusable: when it can't be opened or written.
    """
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    copied = None
    try:
        with engine.connect() as connection:
            found = revision(connection)
            connection.rollback()
            if found == head():
                return None
            known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
            if found is not None and found not in known:
                raise DatabaseTooNew(
                    f"The database is at revision {found}, which this release does not know: it was written "
                    f"by a newer one. Upgrade the program, or go back to a copy of the database."
                )
            if found is not None and url.get_backend_name() == "sqlite" and url.database:
                source = Path(url.database)
                copied = source.with_name(f"{source.name}.before-{head()}")
                copy_sqlite(source, copied)
            command.upgrade(config(connection), "head")
    except sa.exc.DBAPIError as error:
        raise DatabaseUnusable(f"The database can’t be used: {error.orig}.") from error
    finally:
        engine.dispose()
    return copied
