#!/bin/sh
# SQLAlchemy 2.1.9: the sum of a Boolean column is True, however many rows are true; its mean is a number.
#
# A good guess: select(func.sum(seats.c.won)) is the number of games won, 5, as SQLite keeps 1 and 0 and adds them up;
# a database that can't add booleans says so.
# Seen: SQLite answers 5, and SQLAlchemy makes True of it, since a sum has the type of what is added. So it is with a
# condition (func.sum(seats.c.points > 2)), in groups, and inside coalesce(…, 0). func.avg gives 0.56, func.total 5.0;
# sorted by it, the rows are in the right order. The sum of CASE WHEN … THEN 1 ELSE 0, or of a cast to integer, is 5.
# Why it matters: "games won" in a list of the best. True counts as 1: whoever has won at all has won once, in the right
# order, and nothing is raised. A test in which the player wins one game passes, as True == 1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q SQLAlchemy==2.1.9
"$folder/venv/bin/python" - <<'PYTHON'
from sqlalchemy import Boolean, Column, Integer, MetaData, String, Table
from sqlalchemy import case, cast, create_engine, func, insert, select

engine, tables = create_engine("sqlite://"), MetaData()
seats = Table("seats", tables, Column("player", String), Column("points", Integer), Column("won", Boolean))
tables.create_all(engine)
ROWS = [("Bert", 4, True), ("Bert", 1, False), *[("Anne", points, points % 2 == 0) for points in range(9)]]
with engine.begin() as connection:
    connection.execute(insert(seats), [dict(zip(seats.c.keys(), row)) for row in ROWS])
    anne = {}
    for what, expression in {
        "sum": func.sum(seats.c.won),
        "sum of a condition": func.sum(seats.c.points > 2),
        "coalesce of the sum": func.coalesce(func.sum(seats.c.won), 0),
        "avg": func.avg(seats.c.won),
        "total": func.total(seats.c.won),
        "sum of a CASE": func.sum(case((seats.c.won, 1), else_=0)),
        "sum of the cast": func.sum(cast(seats.c.won, Integer)),
    }.items():
        anne[what] = connection.scalar(select(expression).where(seats.c.player == "Anne"))
        print(what, anne[what], sep=": ")
    best = select(seats.c.player, func.sum(seats.c.won)).group_by(seats.c.player).order_by(func.sum(seats.c.won).desc())
    listed = [tuple(row) for row in connection.execute(best)]
    plain = connection.exec_driver_sql("SELECT sum(won) FROM seats WHERE player = 'Anne'").scalar()
    print("the list of the best:", listed, "and without SQLAlchemy's types:", plain)
assert all(anne[what] is True for what in ("sum", "sum of a condition", "coalesce of the sum"))
assert round(anne["avg"], 2) == 0.56 and anne["total"] == 5.0
assert anne["sum of a CASE"] == anne["sum of the cast"] == plain == 5
assert listed == [("Anne", True), ("Bert", True)]
PYTHON
