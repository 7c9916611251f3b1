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
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from data.store import event_log, schema, schema_upgrade
from data.store.queries import people, scores, tables
from data.store.queries.scores import ScoreRow
from data.store.records import DatabaseTooNew, DatabaseUnusable
from data.store.schema_upgrade import head, require_known, upgrade
from data.store.sqlite import executor
from data.store.sqlite.backup import copy_sqlite
from data.store.store import Store, sqlite_url

from .logs import header, opened
from .release import RELEASED

RELEASES = sorted(path.stem for path in RELEASED.glob("*.sql"))


def restore(release: str, path: Path) -> None:
    """A database file of a release."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((RELEASED / f"{release}.sql").read_text(encoding="utf-8"))


def set_revision(path: Path, revision: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))


def content(path: Path) -> bytes:
    return path.read_bytes()


def copies(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if ".before-" in each.name)


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A release with one more migration, which makes the table table anew as SQLite must."""
    folder = tmp_path / "migrations"
    shutil.copytree(schema_upgrade.MIGRATIONS, folder)
    (folder / "versions" / "9999_next.py").write_text(
        f"""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head()}"


def upgrade() -> None:
    with op.batch_alter_table("game_table", recreate="always") as table:
        table.add_column(sa.Column("more", sa.Text()))
"""
    )
    monkeypatch.setattr(schema_upgrade, "MIGRATIONS", folder)
    return "9999"


async def test_a_new_file_is_made_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "sea 100%" / "d?#é" / "tables.sqlite3"
    store = await Store.open(sqlite_url(path))
    number = await store.create(header(), opened())
    await store.close()
    again = await Store.open(sqlite_url(path))
    assert await again.load(number) is not None
    await again.close()
    assert copies(path) == []


async def test_models_and_migrations_agree(path: Path) -> None:
    await (await Store.open(sqlite_url(path))).close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
        found = connection.execute(
            sa.text("SELECT sql FROM sqlite_master WHERE name LIKE 'uq_game_table_ch%'")
        )
        assert "status = 'lobby'" in found.scalar_one(), "which the comparison does not see"
    engine.dispose()


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


async def test_the_models_make_the_database_that_the_migrations_make(path: Path, tmp_path: Path) -> None:
    await (await Store.open(sqlite_url(path))).close()
    fresh = tmp_path / "fresh.sqlite3"
    engine = sa.create_engine(f"sqlite:///{fresh}")
    schema.METADATA.create_all(engine)
    engine.dispose()
    assert made(fresh) == made(path)


@pytest.mark.parametrize("release", RELEASES)
async def test_every_released_database_is_upgraded(path: Path, release: str) -> None:
    restore(release, path)
    store = await Store.open(sqlite_url(path))
    stored = await store.load(1)
    assert stored is not None
    assert stored.header.version == len(stored.events) > 5
    assert await store.person_settings(2**60 + 1) == '{"palette": "high-contrast"}'
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_who_is_away_or_wants_forced_moves_is_still_known(path: Path) -> None:
    restore("0009", path)
    stored = ('{"forced": true}', '{"away": [[1, 2]], "forced": false}', '{"away": []}', "damaged")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executemany("INSERT INTO person (id, settings) VALUES (?, ?)", enumerate(stored, 1))
    store = await Store.open(sqlite_url(path))
    assert await people.who_want_forced_moves(store) == [1]
    assert await people.who_have_been_away(store) == [2]
    await store.close()


async def test_frozen_tables_and_scores_keep_their_values_under_their_new_names(path: Path) -> None:
    restore("0008", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE game_table SET status = 'void' WHERE id = 2")
        connection.execute(
            'INSERT INTO score (table_id, points, "rank", land, crossed, goals, at)'
            " VALUES (3, 70, 1, 12, 4, 2, 9)"
        )
    store = await Store.open(sqlite_url(path))
    assert await tables.frozen(store) == [2]
    (best,) = await scores.best_of(store, "snorkels", 2**60 + 1, None, 5)
    assert best.score == ScoreRow(3, points=70, rank=1, tiebreak=12, penalties=4, goals=2, at=9)
    await store.close()


def test_the_files_of_revisions_follow_each_other_as_the_revisions_do() -> None:
    settings = Config()
    settings.set_main_option("script_location", str(schema_upgrade.MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(settings).walk_revisions()
    assert [script.revision for script in scripts] == list(
        schema_upgrade.revisions(schema_upgrade.MIGRATIONS)
    )


UP_TO_DATE = """
import asyncio, sys
from pathlib import Path
from data.store.store import Store, sqlite_url

async def main():
    await (await Store.open(sqlite_url(Path(%r)))).close()

asyncio.run(main())
print("alembic" in sys.modules)
"""


def test_a_program_that_is_up_to_date_never_imports_alembic(path: Path) -> None:
    found = [
        subprocess.run([sys.executable, "-c", UP_TO_DATE % str(path)], capture_output=True, text=True)
        for _ in range(2)
    ]
    assert [each.stdout.strip() for each in found] == ["True", "False"], found


def test_this_release_is_kept() -> None:
    assert head() in RELEASES, "run python -m tests.store.release"


async def test_a_copy_is_made_before_a_file_is_changed(path: Path, next_release: str) -> None:
    restore(RELEASES[-1], path)
    copied = await upgrade(sqlite_url(path))
    assert copied == path.with_name("tables.sqlite3.before-9999")
    with closing(sqlite3.connect(copied)) as old, closing(sqlite3.connect(path)) as new:
        for table in ("game_table", "seat", "event", "person"):
            count = f"SELECT count(*) FROM {table}"
            assert old.execute(count).fetchone() == new.execute(count).fetchone() > (0,), table
        new.execute("SELECT more FROM game_table")
        with pytest.raises(sqlite3.OperationalError):
            old.execute("SELECT more FROM game_table")
    assert await upgrade(sqlite_url(path)) is None, "nothing is left to do"
    await (await Store.open(sqlite_url(copied))).close()


async def test_an_upgrade_leaves_nothing_readable_that_was_deleted_before(
    path: Path, next_release: str
) -> None:
    restore(RELEASES[-1], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete=OFF")
        connection.execute("INSERT INTO kv (key, value) VALUES ('name', 'Zebedee Quill')")
        connection.execute("DELETE FROM kv WHERE key = 'name'")
    assert b"Zebedee Quill" in await asyncio.to_thread(path.read_bytes)
    await upgrade(sqlite_url(path))
    assert b"Zebedee Quill" not in await asyncio.to_thread(path.read_bytes)


async def test_a_file_that_can_not_be_compacted_is_upgraded_all_the_same(
    path: Path, next_release: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_path: Path) -> None:
        raise DatabaseUnusable("Could not compact it: the disk is full.")

    monkeypatch.setattr("data.store.schema_upgrade.rewrite", full)
    restore(RELEASES[-1], path)
    await upgrade(sqlite_url(path))
    assert await upgrade(sqlite_url(path)) is None
    assert "might still be readable in it" in caplog.text


async def test_only_the_newest_copies_stay(path: Path, next_release: str) -> None:
    restore(RELEASES[-1], path)
    for age, name in enumerate(("0009", "0008", "0007", "0006"), 1):
        old = path.with_name(f"{path.name}.before-{name}")
        old.touch()
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    await upgrade(sqlite_url(path))
    assert copies(path) == [f"{path.name}.before-{name}" for name in ("0008", "0009", "9999")]


async def test_a_migration_that_fails_changes_nothing(path: Path, next_release: str, tmp_path: Path) -> None:
    restore(RELEASES[-1], path)
    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute("SELECT * FROM game_table").fetchall()
    step = tmp_path / "migrations" / "versions" / "9999_next.py"
    step.write_text(
        step.read_text() + '    op.execute("DELETE FROM game_table")\n    op.execute("nonsense")\n'
    )
    with pytest.raises(DatabaseUnusable, match="nonsense"):
        await upgrade(sqlite_url(path))
    step.write_text(step.read_text().replace('    op.execute("nonsense")\n', ""))
    with pytest.raises(DatabaseUnusable, match="break references"):
        await upgrade(sqlite_url(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (RELEASES[-1],)
        assert connection.execute("SELECT * FROM game_table").fetchall() == kept != []
        with pytest.raises(sqlite3.OperationalError):
            connection.execute("SELECT more FROM game_table")


async def test_two_programs_that_start_at_once_upgrade_once(path: Path) -> None:
    stores = await asyncio.gather(*(Store.open(sqlite_url(path)) for _ in range(4)))
    for store in stores:
        await store.close()


async def test_a_database_of_a_later_release_is_refused_untouched(path: Path) -> None:
    restore(RELEASES[-1], path)
    set_revision(path, "7777")
    before = content(path)
    with pytest.raises(DatabaseTooNew, match="revision 7777, which this release doesn’t know"):
        await Store.open(sqlite_url(path))
    assert content(path) == before
    assert copies(path) == []


async def test_a_refused_database_of_a_later_release_names_the_copy_to_go_back_to(path: Path) -> None:
    restore(RELEASES[-1], path)
    older, newest, unknown = (
        path.with_name(f"{path.name}.before-{name}") for name in ("7775", "7776", "7777")
    )
    for order, copy in enumerate((older, newest, unknown)):
        shutil.copy(path, copy)
        os.utime(copy, (order, order))
    set_revision(unknown, "7776")
    set_revision(path, "7777")
    with pytest.raises(
        DatabaseTooNew, match=f"that upgrade: python -m bot restore {re.escape(str(newest))}$"
    ):
        await Store.open(sqlite_url(path))
    with pytest.raises(DatabaseTooNew, match=f"restore {re.escape(str(newest))}$"):
        require_known(path)


async def test_an_upgrade_is_logged_with_its_copy(
    path: Path, next_release: str, caplog: pytest.LogCaptureFixture
) -> None:
    restore(RELEASES[-1], path)
    with caplog.at_level(logging.INFO, "data.store"):
        await upgrade(sqlite_url(path))
        await upgrade(sqlite_url(path))
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.endswith(f"upgraded to revision 9999. A copy of it from before is {path}.before-9999.")


@pytest.fixture
def diary(path: Path) -> Path:
    path.write_text("Dear diary, " * 500)
    return path


async def test_what_is_no_database_is_refused(diary: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match=r"tables\.sqlite3 can’t be used: file is not a database\."):
        await Store.open(sqlite_url(diary))
    with pytest.raises(DatabaseUnusable, match="is a folder"):
        await Store.open(sqlite_url(tmp_path))
    with pytest.raises(DatabaseUnusable, match=r"Can’t create the folder for .*: "):
        await Store.open(sqlite_url(diary / "below" / "a file"))
    with pytest.raises(DatabaseUnusable, match="has to be a file"):
        await Store.open(sqlite_url(Path(":memory:")))
    with pytest.raises(DatabaseUnusable, match="unable to open database file"):
        await Store.open(sqlite_url(Path("/proc/tables.sqlite3")))


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipe (id INTEGER)")
    with pytest.raises(DatabaseUnusable, match="another program’s tables"):
        await Store.open(sqlite_url(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


async def test_a_file_that_can_not_be_written_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    restore(RELEASES[-1], path)
    monkeypatch.setattr(executor, "DURABLE", (*executor.DURABLE, executor.READ_ONLY))
    with pytest.raises(DatabaseUnusable, match="can’t be written: attempt to write a readonly database"):
        await Store.open(sqlite_url(path))


async def test_a_file_that_another_program_holds_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(sqlite_url(path))).close()
    monkeypatch.setattr("data.store.sqlite.executor.BUSY_TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnusable, match="database is locked"):
            await Store.open(sqlite_url(path))


async def test_a_copy_that_can_not_be_made_is_told(path: Path, tmp_path: Path) -> None:
    restore(RELEASES[-1], path)
    with pytest.raises(DatabaseUnusable, match="Couldn’t copy"):
        copy_sqlite(path, tmp_path / "nowhere" / "copy")


def test_the_schema_is_fit_for_postgresql() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in schema.METADATA.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert "INDEX" in str(CreateIndex(index).compile(dialect=dialect))
            parts = [index.dialect_options[each].get("where") for each in ("postgresql", "sqlite")]
            assert str(parts[0]) == str(parts[1]), f"{index.name} is of the same rows on both"
        for column in table.c:
            if column.name in ("person", "host", "opponent", "guild", "home", "channel", "at", "touched"):
                assert isinstance(column.type, sa.BigInteger), f"{table.name}.{column.name}"
    for statement in (event_log.HEADER_AND_SEATS, event_log.EVENTS, event_log.advancing(frozenset())):
        assert str(statement.statement.compile(dialect=dialect))
