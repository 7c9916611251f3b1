#!/bin/sh
# SQLAlchemy 2.1.9 on SQLite: an insert that a conflict has turned away or made an update tells the key of another row,
# even of another table.
#
# A good guess: result.inserted_primary_key is (None,) when ON CONFLICT DO NOTHING has inserted nothing, and the key of
# the row that is there after DO UPDATE.
# Seen: in both cases, and with OR IGNORE, it is the number that this connection gave out last, to whatever table.
# A player has number 1; after forty moves have been written, putting in the same player again gives 40. No warning, and
# a number that may belong to another player. With RETURNING it is right: no row, or 1.
# Why it matters: "put in the player if they are new, and seat them" seats somebody else, or fails at the foreign key.
# In a test with one table the last number is often the right one by chance.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q SQLAlchemy==2.1.9
"$folder/venv/bin/python" - <<'PYTHON'
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

metadata = sa.MetaData()
player = sa.Table(
    "player",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, unique=True),
    sa.Column("seen", sa.Integer, server_default="0"),
)
move = sa.Table("move", metadata, sa.Column("id", sa.Integer, primary_key=True), sa.Column("square", sa.Text))

anne = insert(player).values(name="Anne")
again = {
    "do nothing": anne.on_conflict_do_nothing(),
    "do update": anne.on_conflict_do_update(index_elements=["name"], set_={"seen": player.c.seen + 1}),
    "or ignore": anne.prefix_with("OR IGNORE"),
}
with sa.create_engine("sqlite://").begin() as connection:
    metadata.create_all(connection)
    first = tuple(connection.execute(anne).inserted_primary_key)
    for _ in range(40):
        connection.execute(sa.insert(move).values(square="e4"))
    told = {how: tuple(connection.execute(each).inserted_primary_key) for how, each in again.items()}
    returned = {
        how: list(connection.scalars(each.returning(player.c.id))) for how, each in again.items()
    }
    players = connection.execute(sa.select(player.c.id, player.c.seen)).all()
print(f"Anne is {first}; put in again: {told}; with RETURNING: {returned}")
assert first == (1,)
assert players == [(1, 2)], "Anne is the only player, and was updated twice"
assert returned == {"do nothing": [], "do update": [1], "or ignore": []}
assert told == dict.fromkeys(again, (40,)), "an insert that put in no row no longer tells the last row's key"
PYTHON
