#!/bin/sh
# Alembic 1.20.1 with SQLAlchemy 2.1.9 on SQLite: the comparison of tables and database overlooks the WHERE of an index.
#
# A good guess: compare_metadata, by which "alembic check" and --autogenerate go, compares an index's columns, whether
# it is unique, and its condition, which SQLAlchemy reads from the database.
# Seen: another condition is no difference, nor is one that is gone, nor one that is new. A second column, another
# uniqueness and a foreign key's ON DELETE are differences.
# Why it matters: "one open game for each host" is a unique index with a condition. If a migration forgets it, each host
# has one game ever, in upgraded databases only; the check that is to find such a thing in CI says that there is
# nothing to do. Compare the SQL of the indexes yourself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q alembic==1.20.1 SQLAlchemy==2.1.9
"$folder/venv/bin/python" - <<'PYTHON'
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

OPEN = "status = 'open'"


def tables(*columns, where, unique=True, deleted="CASCADE"):
    metadata = sa.MetaData()
    sa.Table("server", metadata, sa.Column("id", sa.Integer, primary_key=True))
    game = sa.Table(
        "game",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("server", sa.ForeignKey("server.id", ondelete=deleted)),
        sa.Column("host", sa.Integer),
        sa.Column("status", sa.Text),
    )
    condition = where and sa.text(where)
    sa.Index("one_open_game", *(game.c[name] for name in columns), unique=unique, sqlite_where=condition)
    return metadata


def differences(database, wanted):
    """The kinds of changes that Alembic would make, and the condition that the database's index has."""
    with sa.create_engine("sqlite://").connect() as connection:
        database.create_all(connection)
        found = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), wanted)
        (index,) = sa.inspect(connection).get_indexes("game")
        return [each[0] for each in found], str(index["dialect_options"].get("sqlite_where"))


with_it = tables("host", where=OPEN)
overlooked = {
    "other condition": differences(with_it, tables("host", where="status <> 'closed'")),
    "none wanted": differences(with_it, tables("host", where=None)),
    "none there": differences(tables("host", where=None), with_it),
}
seen = {
    "nothing changed": differences(with_it, with_it),
    "second column": differences(with_it, tables("host", "server", where=OPEN)),
    "not unique": differences(with_it, tables("host", where=OPEN, unique=False)),
    "ON DELETE": differences(with_it, tables("host", where=OPEN, deleted="SET NULL")),
}
for name, (changes, condition) in (overlooked | seen).items():
    print(f"{name}: {changes}; read from the database: WHERE {condition}")
assert [condition for _, condition in overlooked.values()] == [OPEN, OPEN, "None"]
assert seen["nothing changed"][0] == []
assert seen["second column"][0] == seen["not unique"][0] == ["remove_index", "add_index"]
assert seen["ON DELETE"][0] == ["remove_fk", "add_fk"]
told = "a changed condition of an index is now a difference"
assert all(changes == [] for changes, _ in overlooked.values()), told
PYTHON
