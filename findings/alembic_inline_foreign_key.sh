#!/bin/sh
# Alembic 1.20.1 with SQLAlchemy 2.1.9: a batch migration on SQLite drops ON DELETE CASCADE of a foreign key that is
# written beside its column, and keeps it if it is written at the end of the table.
#
# A good guess: batch_alter_table reflects the foreign keys, as SQLite lists both kinds alike, with their options in
# PRAGMA foreign_key_list; whatever it can't carry over it warns about, as it does for unnamed CHECKs.
# Seen: of "pid INTEGER REFERENCES p (id) ON DELETE CASCADE" the new table has the reference without its ON DELETE, and
# so does one with DEFERRABLE; no warning. "FOREIGN KEY (pid) REFERENCES p (id) ON DELETE CASCADE" is kept whole.
# Why it matters: hand-written schemas put the reference beside the column. After a migration that only adds a column,
# deleting a table of a game fails, or leaves its seats and turns, on old databases only.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q alembic==1.20.1 SQLAlchemy==2.1.9
"$folder/venv/bin/python" - <<'PYTHON'
import warnings

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

ON_DELETE = 6
COLUMNS = "CREATE TABLE seat (id INTEGER PRIMARY KEY, game INTEGER"
REFERENCE = "REFERENCES game (id) ON DELETE CASCADE"
BESIDE = f"{COLUMNS} {REFERENCE})"
DEFERRED = f"{COLUMNS} {REFERENCE} DEFERRABLE INITIALLY DEFERRED)"
AT_THE_END = f"{COLUMNS}, FOREIGN KEY (game) {REFERENCE})"


def action(connection):
    ((*key,),) = connection.exec_driver_sql("PRAGMA foreign_key_list(seat)")
    return key[ON_DELETE]


def before_and_after(table):
    with sa.create_engine("sqlite://").begin() as connection, warnings.catch_warnings():
        warnings.simplefilter("error")
        connection.exec_driver_sql("CREATE TABLE game (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql(table)
        before = action(connection)
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("seat", recreate="always") as batch:
            batch.add_column(sa.Column("colour", sa.Text))
        return before, action(connection)


beside, deferred, at_the_end = map(before_and_after, (BESIDE, DEFERRED, AT_THE_END))
print(f"beside the column {beside}, deferred {deferred}, at the end {at_the_end}")
assert beside == deferred == ("CASCADE", "NO ACTION")
assert at_the_end == ("CASCADE", "CASCADE")
PYTHON
