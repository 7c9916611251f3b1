"""Dumps of a database on a server, made and read by PostgreSQL's own programs.

They get the password in their environment: everybody on a machine can read its programs' arguments.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from data.store.connection_errors import name
from data.store.records import BackupCancelled, DatabaseUnusable
from data.store.sqlite.files import create_private_file

ENDING: Final = ".dump"
MAGIC: Final = b"PGDMP"
"""How a file by ``pg_dump --format=custom`` begins."""
OWN: Final = "If you make your own backups, set CAPTAINS_TABLE_BACKUPS_KEPT to 0."
"""What else there is to do about a dump that fails."""
NEWER: Final = "Install PostgreSQL’s client programs of the server’s version, or a later one."
POLL_S: Final = 0.2
VARIABLES: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "database": "PGDATABASE",
    "ssl": "PGSSLMODE",
}
"""What the driver calls a part of the address, and PostgreSQL's programs."""
EMPTIED: Final = (
    "SET lock_timeout = '10s'",
    "SET client_min_messages = warning",
    """DO $$ DECLARE each text; BEGIN
        FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
        LOOP EXECUTE format('DROP TABLE %I CASCADE', each); END LOOP;
    END $$""",
)
"""What empties a database."""


def missing() -> str:
    """That a program isn't there, and what to do; empty if all are."""
    if all(map(shutil.which, ("pg_dump", "pg_restore", "psql"))):
        return ""
    return (
        "There’s no pg_dump here, so the bot can’t back up PostgreSQL. Install its client programs (on "
        "Debian and Ubuntu: postgresql-client), of the server’s version or a later one."
    )


def dump(url: sa.URL, target: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Dump a database, which may be written to meanwhile; ``target`` is complete or doesn't exist.

    It is a single file that only its owner may read. ``wanted`` is called a few times a second.

    :raises DatabaseUnusable: when the database or the file can't be used, or a program is missing.
    :raises BackupCancelled: when ``wanted`` returns False.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        create_private_file(part)
        _run(url, ["pg_dump", "--format=custom", "--no-password", f"--file={part}"], wanted)
        if not is_dump(part):
            raise DatabaseUnusable(
                f"pg_dump ended without an error, but what it wrote is no dump of {name(url)}. Is "
                f"{shutil.which('pg_dump')} PostgreSQL’s own?"
            )
        part.replace(target)
    except OSError as error:
        raise DatabaseUnusable(f"Couldn’t write {target}: {error.strerror}.") from error
    finally:
        # What was written before the disk was full would keep it so.
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def require_able(url: sa.URL) -> None:
    """:raises DatabaseUnusable: when the database can't be dumped: no program, too old a one, no right to."""
    _run(url, ["pg_dump", "--schema-only", "--no-password"])


def load(url: sa.URL, source: Path | None, after: Sequence[str] = ()) -> None:
    """Replace all tables of a database with those of a dump, in one transaction that ends with ``after``.

    With None for ``source``, the database is empty afterwards.

    :raises DatabaseUnusable: when that fails, and nothing was changed.
    """
    with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
        script = Path(folder) / "dump.sql"
        script.touch()
        if source is not None:
            plain = ["--no-owner", "--no-privileges"]
            # As a whole before any of it is used: psql would take what there is of half a dump.
            _run(url, ["pg_restore", *plain, f"--file={script}", str(source)])
        texts = []
        for number, statements in enumerate((EMPTIED, ("RESET search_path", *after))):
            (path := Path(folder) / f"{number}.sql").write_text(";\n".join(statements), encoding="utf-8")
            texts.append(f"--file={path}")
        texts.insert(1, f"--file={script}")
        whole = ["--single-transaction", "--set=ON_ERROR_STOP=1"]
        _run(url, ["psql", "--no-psqlrc", "--quiet", "--no-password", *whole, *texts])


def is_dump(path: Path) -> bool:
    """Whether a file begins as a dump does."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _environment(url: sa.URL) -> dict[str, str]:
    _, options = url.get_dialect()().create_connect_args(url.difference_update_query(["pool_size"]))
    given = {VARIABLES[key]: value for key, value in options.items() if key in VARIABLES}
    lists = {key: value if isinstance(value, (list, tuple)) else [value] for key, value in given.items()}
    return os.environ | {key: ",".join(map(str, values)) for key, values in lists.items()}


def _run(url: sa.URL, command: Sequence[str], wanted: Callable[[], bool] = lambda: True) -> None:
    if not (program := shutil.which(command[0])):
        raise DatabaseUnusable(missing())
    with (
        subprocess.Popen(  # noqa: S603 (a program of PostgreSQL's, and no shell)
            [program, *command[1:]],
            env=_environment(url),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        ) as process
    ):
        while True:
            try:
                _, told = process.communicate(timeout=POLL_S)
                break
            except subprocess.TimeoutExpired:
                if not wanted():
                    process.kill()
                    raise BackupCancelled("The backup was abandoned.") from None
    if process.returncode:
        # Whoever stops the bot may stop its children, too, and a moment earlier.
        time.sleep(POLL_S)
        if not wanted():
            raise BackupCancelled("The backup was abandoned.")
        lines = [re.sub(r"^\w+: (error|detail): ", "", line.strip()) for line in told.splitlines()]
        reason = "; ".join([line for line in lines if line][:3]) or f"it ended with {process.returncode}"
        said = f"{command[0]} couldn’t do its work on {name(url)}: {reason.rstrip('.?')}."
        raise DatabaseUnusable(f"{said} {NEWER}" if "version mismatch" in told else said)
