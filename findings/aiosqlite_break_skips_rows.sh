#!/bin/sh
# aiosqlite 0.22.1: after "async for … break" the next row of the same cursor is the 65th.
#
# A good guess: a cursor remembers where it is; who takes the first row with "async for" and break, goes on with the
# second, by fetchone(), fetchall() or another loop. So it is with a cursor of sqlite3.
# Seen: the loop fetches 64 rows at a time and keeps them to itself. After break, those that it has not given out are
# lost: fetchone() is row 65, a second loop begins there too, and of 50 rows fetchall() has none left. The other way
# round nothing is lost: a loop after fetchone() begins with row 2. With iter_chunk_size=1 all is as in sqlite3.
# Why it matters: "take moves up to the one that is asked for, the rest later", or "the head of the table, then the
# others": 63 rows are left out, with no error. In a test with three rows it looks as if there were no more.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q aiosqlite==0.22.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import sqlite3

import aiosqlite

ROWS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < {}) SELECT n FROM t"


async def after_one(rows, **options):
    """What fetchone(), a second loop and fetchall() give after a loop that was left at its first row."""
    seen = []
    async with aiosqlite.connect(":memory:", **options) as database:
        for how in ("fetchone", "loop", "fetchall"):
            async with database.execute(ROWS.format(rows)) as cursor:
                async for row in cursor:
                    break
                assert row == (1,)
                if how == "fetchone":
                    row = await cursor.fetchone()
                    seen.append(row and row[0])
                elif how == "loop":
                    seen.append(await anext((row[0] async for row in cursor), None))
                else:
                    seen.append(len(list(await cursor.fetchall())))
    return seen


async def main():
    many, few, single = await after_one(200), await after_one(50), await after_one(200, iter_chunk_size=1)
    print("of 200 rows, after the first: fetchone and a loop give, and fetchall has left:", *many)
    print("of 50 rows:", *few)
    print("of 200 rows, fetched one by one:", *single)
    assert many == [65, 65, 136] and few == [None, None, 0] and single == [2, 2, 199]
    async with aiosqlite.connect(":memory:") as database, database.execute(ROWS.format(200)) as cursor:
        await cursor.fetchone()
        assert await anext(aiter(cursor)) == (2,)


cursor = sqlite3.connect(":memory:").execute(ROWS.format(200))
for row in cursor:
    break
assert cursor.fetchone() == (2,)
asyncio.run(main())
PYTHON
