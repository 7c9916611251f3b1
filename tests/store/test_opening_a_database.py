"""Opening a database: made, upgraded after a copy, or refused with a sentence."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from data.store import schema, schema_upgrade
from data.store.records import DatabaseUnusable
from data.store.schema_upgrade import head, require_known, upgrade
from data.store.store import sqlite_url
from tests.databases import careless, open_store
from tests.hosting.sample_database import ask, change

from .logs import create, loaded
from .release import RELEASES, restore

NextRelease = Callable[[str], object]


def set_revision(path: Path, revision: str) -> None:
    change(path, f"UPDATE alembic_version SET version_num = '{revision}'")


def content(path: Path) -> bytes:
    return path.read_bytes()


def copies(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if ".before-" in each.name)


async def test_a_new_file_is_made_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "sea 100%" / "d?#é" / "tables.sqlite3"
    store = await open_store(path)
    number = await create(store)
    await store.close()
    again = await open_store(path)
    assert await again.load(number) is not None
    await again.close()
    assert copies(path) == []


def made(path: Path) -> dict[str, object]:
    """What SQLite says of each table and index of a file, whatever the order of columns."""
    with closing(sqlite3.connect(path)) as connection:
        found: dict[str, object] = {}
        for kind, name, table, sql in connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master"
        ):
            if table == "alembic_version" or name.startswith("sqlite_sequence"):
                continue
            if kind == "table":
                columns = connection.execute(
                    f"SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('{name}')"
                )
                keys = connection.execute(
                    f'SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(\'{name}\')'
                )
                found[name] = sorted(columns), sorted(keys), "AUTOINCREMENT" in sql
            else:
                info = connection.execute(
                    f"SELECT name FROM pragma_index_info('{name}') ORDER BY seqno"
                ).fetchall()
                unique = connection.execute(
                    f"SELECT \"unique\" FROM pragma_index_list('{table}') WHERE name = '{name}'"
                ).fetchone()
                where = (sql or "").partition(" WHERE ")[2]
                # SQLite numbers the indexes of constraints in the order of their making.
                found[name if sql else f"{table} {info}"] = table, info, unique, where
        return found


@pytest.mark.parametrize("release", RELEASES)
async def test_a_released_database_becomes_what_a_new_one_is(path: Path, release: str, blank: Path) -> None:
    restore(path, release)
    store = await open_store(path)
    stored = await loaded(store, 1)
    assert stored.header.version == len(stored.events) > 5
    assert await store.person_settings(2**60 + 1) == '{"palette": "high-contrast"}'
    await store.close()
    assert made(path) == made(blank)


def test_the_files_of_revisions_follow_each_other_as_the_revisions_do() -> None:
    settings = Config()
    settings.set_main_option("script_location", str(schema_upgrade.MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(settings).walk_revisions()
    assert [script.revision for script in scripts] == list(
        schema_upgrade.revisions(schema_upgrade.MIGRATIONS)
    )


OPENS_TWICE = """
import asyncio, sys
from pathlib import Path
from data.store.store import Store, sqlite_url

async def main():
    for _ in range(2):
        await (await Store.open(sqlite_url(Path(%r)))).close()

asyncio.run(main())
print("alembic" in sys.modules)
"""


def test_a_program_that_upgrades_nothing_never_imports_alembic(path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", OPENS_TWICE % str(path)], capture_output=True, text=True)
    assert ran.stdout == "False\n", ran


def test_this_release_is_kept() -> None:
    assert head() in RELEASES, "run python -m tests.write release"


async def test_a_copy_is_made_and_logged_before_a_file_is_changed(
    path: Path, next_release: NextRelease, caplog: pytest.LogCaptureFixture
) -> None:
    restore(path)
    with caplog.at_level(logging.INFO, "data.store"):
        copied = await upgrade(sqlite_url(path))
        assert await upgrade(sqlite_url(path)) is None, "nothing is left to do"
    assert copied == path.with_name("tables.sqlite3.before-9999")
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.endswith(f"upgraded to revision 9999. A copy of it from before is {copied}.")
    with closing(sqlite3.connect(copied)) as old, closing(sqlite3.connect(path)) as new:
        for table in ("game_table", "seat", "event", "person"):
            count = f"SELECT count(*) FROM {table}"
            assert old.execute(count).fetchone() == new.execute(count).fetchone() > (0,), table
        new.execute("SELECT more FROM game_table")
        with pytest.raises(sqlite3.OperationalError):
            old.execute("SELECT more FROM game_table")
    await (await open_store(copied)).close()


async def test_what_an_upgrade_deletes_can_not_be_read_any_more(
    path: Path, next_release: NextRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless(monkeypatch)
    restore(path)
    change(path, "INSERT INTO kv (key, value) VALUES ('name', 'Zebedee Quill')")
    assert b"Zebedee Quill" in content(path)
    next_release("DELETE FROM kv")
    await upgrade(sqlite_url(path))
    assert b"Zebedee Quill" not in content(path)


async def test_only_the_newest_copies_stay(path: Path, next_release: NextRelease) -> None:
    restore(path)
    for age, name in enumerate(("0009", "0008", "0007", "0006"), 1):
        old = path.with_name(f"{path.name}.before-{name}")
        old.touch()
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    await upgrade(sqlite_url(path))
    assert copies(path) == [f"{path.name}.before-{name}" for name in ("0008", "0009", "9999")]


async def test_a_migration_that_fails_changes_nothing(path: Path, next_release: NextRelease) -> None:
    restore(path)
    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute("SELECT * FROM game_table").fetchall()
    for fault, words in (("nonsense", "nonsense"), ("DELETE FROM game_table", "break references")):
        next_release(fault)
        with pytest.raises(DatabaseUnusable, match=words):
            await upgrade(sqlite_url(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (RELEASES[-1],)
        assert connection.execute("SELECT * FROM game_table").fetchall() == kept != []
        with pytest.raises(sqlite3.OperationalError):
            connection.execute("SELECT more FROM game_table")


async def test_two_programs_that_start_at_once_upgrade_once(path: Path) -> None:
    stores = await asyncio.gather(*(open_store(path) for _ in range(4)))
    for store in stores:
        await store.close()


async def test_a_database_of_a_later_release_is_refused_untouched(path: Path) -> None:
    restore(path)
    set_revision(path, "7777")
    before = content(path)
    with pytest.raises(DatabaseUnusable, match="at revision 7777, which this release doesn’t know"):
        await open_store(path)
    assert content(path) == before
    assert copies(path) == []


async def test_a_refused_database_of_a_later_release_names_the_copy_to_go_back_to(path: Path) -> None:
    restore(path)
    older, newest, unknown = (
        path.with_name(f"{path.name}.before-{name}") for name in ("7775", "7776", "7777")
    )
    for order, copy in enumerate((older, newest, unknown)):
        shutil.copy(path, copy)
        os.utime(copy, (order, order))
    set_revision(unknown, "7776")
    set_revision(path, "7777")
    with pytest.raises(
        DatabaseUnusable, match=f"that upgrade: python -m bot restore {re.escape(str(newest))}$"
    ):
        await open_store(path)
    with pytest.raises(DatabaseUnusable, match=f"restore {re.escape(str(newest))}$"):
        require_known(path)


@pytest.fixture
def diary(path: Path) -> Path:
    path.write_text("Dear diary, " * 500)
    return path


async def test_what_is_no_database_is_refused(diary: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match=r"tables\.sqlite3 can’t be used: file is not a database\."):
        await open_store(diary)
    with pytest.raises(DatabaseUnusable, match="is a folder"):
        await open_store(tmp_path)
    with pytest.raises(DatabaseUnusable, match=r"Can’t create the folder for .*: .*CAPTAINS_TABLE_DB"):
        await open_store(diary / "below" / "a file")
    with pytest.raises(DatabaseUnusable, match="has to be a file"):
        await open_store(Path(":memory:"))
    with pytest.raises(DatabaseUnusable, match="unable to open database file"):
        await open_store(Path("/proc/tables.sqlite3"))


async def test_a_sqlite_without_returning_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr("sqlite3.sqlite_version", "3.34.1")
    with pytest.raises(
        DatabaseUnusable, match=r"needs SQLite 3\.35\.0 or newer, but this Python has 3\.34\.1\."
    ):
        await open_store(path)


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    change(path, "CREATE TABLE recipe (id INTEGER)")
    with pytest.raises(DatabaseUnusable, match="another program’s tables"):
        await open_store(path)
    assert ask(path, "SELECT count(*) FROM sqlite_master") == [1]


async def test_a_file_that_another_program_holds_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_store(path)).close()
    monkeypatch.setattr("data.store.sqlite.pragmas.BUSY_TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnusable, match="database is locked"):
            await open_store(path)


def test_ids_of_discord_and_times_fit_into_their_columns() -> None:
    """SQLite would take them whatever the type."""
    large = {"person", "host", "opponent", "guild", "home", "channel", "at", "touched"}
    for table in schema.METADATA.sorted_tables:
        for column in table.c:
            if column.name in large:
                assert isinstance(column.type, sa.BigInteger), f"{table.name}.{column.name}"
