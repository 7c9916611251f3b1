#!/bin/sh
# peewee 4.5.3 on SQLite: a migration that makes one column NOT NULL deletes the rows of other tables.
#
# A good guess: migrate(migrator.add_not_null("game", "name")) copies the table, as SQLite can't change a column; what
# refers to it is kept, and if SQLite objects, an error says so.
# Seen: with foreign_keys=1 the old copy is dropped while the keys are enforced, SQLite deletes its rows first, and ON
# DELETE CASCADE takes every seat with them; nothing is raised, with db.atomic() and without. So do drop_not_null
# and alter_column_type. A trigger of the table is gone in any case. The table itself is complete. (Issue 2439 says that
# these steps leave foreign keys out of account.)
# Why it matters: the games are all there after the update, and nobody sits at them. Switch foreign_keys off for the
# migration, before the transaction: within it the pragma does nothing.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q peewee==4.5.3
"$folder/venv/bin/python" - <<'PYTHON'
import contextlib

from peewee import CharField, SqliteDatabase
from playhouse.migrate import SqliteMigrator, migrate


def left(atomic, enforced, step, *more):
    """How many games, seats and triggers there are after the migration, of two, three and one."""
    db = SqliteDatabase(":memory:", pragmas={"foreign_keys": enforced})
    db.connection().executescript("""
        CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE seat (game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE);
        CREATE TRIGGER seated AFTER INSERT ON game BEGIN INSERT INTO seat VALUES (new.id); END;
        INSERT INTO game (name) VALUES ('Chess'), ('Go');
        INSERT INTO seat VALUES (1);""")
    with db.atomic() if atomic else contextlib.nullcontext():
        migrate(getattr(SqliteMigrator(db), step)("game", "name", *more))
    tables = ("game", "seat", "sqlite_master WHERE type = 'trigger'")
    return [db.execute_sql(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]


for step in (("add_not_null",), ("drop_not_null",), ("alter_column_type", CharField())):
    for atomic, enforced in ((True, 1), (False, 1), (True, 0), (False, 0)):
        rest = left(atomic, enforced, *step)
        print(f"{step[0]}, atomic {atomic}, foreign_keys={enforced}: games, seats and triggers left:", *rest)
        assert rest == [2, 0 if enforced else 3, 0]
PYTHON
