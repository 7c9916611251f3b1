#!/bin/sh
# aiosqlite 0.22.1 without transactions: what INSERT … RETURNING has written isn't there for others until its last row
# has been read.
#
# A good guess: with isolation_level=None each statement is committed by the time that execute() returns; RETURNING only
# leaves rows to read. (SQLite makes all of a statement's changes before it gives out the first row.)
# Seen: after "INSERT … RETURNING id" for two rows, another connection finds none of them and can't write ("database is
# locked"), though in_transaction is False and commit() succeeds. Reading one of the two ids changes nothing; reading
# both, or closing the cursor, does. One row, read with fetchone(), is enough for one row.
# Why it matters: "INSERT … RETURNING", whose ids aren't wanted this time, or of which only the first is: as long as
# something holds the cursor, no other process can write, and if this one is killed, the rows are gone that commit()
# was asked to keep. Use execute_fetchall, or "async with" for the cursor.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q aiosqlite==0.22.1
cat > "$folder/see.py" <<'PYTHON'
import asyncio
import os
import sqlite3
import subprocess
import sys

import aiosqlite

TWO = "INSERT INTO seat (game) VALUES (1), (1) RETURNING id"
ONE = "INSERT INTO seat (game) VALUES (1) RETURNING id"


async def seats(connection):
    ((number,),) = await connection.execute_fetchall("SELECT count(*) FROM seat")
    return number


async def seen_by_others(ours, theirs, statement, reads):
    """How many of the new rows others see, whether they can write, and how many they see once the cursor is closed."""
    await theirs.execute_fetchall("DELETE FROM seat")
    cursor = await ours.execute(statement)
    for _ in range(reads):
        await cursor.fetchone()
    await ours.commit()
    assert not ours.in_transaction
    before = await seats(theirs)
    try:
        await theirs.execute_fetchall("UPDATE seat SET game = 2")
        writes = "can write"
    except sqlite3.OperationalError as error:
        writes = str(error)
    await cursor.close()
    return before, writes, await seats(theirs)


async def write_and_vanish(path):
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        cursor = await connection.execute(TWO)
        await connection.commit()
        os._exit(0 if cursor else 1)


async def main():
    path, how = sys.argv[1], {"isolation_level": None, "timeout": 0.2}
    async with aiosqlite.connect(path, **how) as ours, aiosqlite.connect(path, **how) as theirs:
        await ours.execute_fetchall("PRAGMA journal_mode = WAL")
        await ours.execute_fetchall("CREATE TABLE seat (id INTEGER PRIMARY KEY, game INTEGER)")
        found = {
            (rows, reads): await seen_by_others(ours, theirs, statement, reads)
            for rows, statement in ((2, TWO), (1, ONE))
            for reads in range(rows + 1)
        }
        await theirs.execute_fetchall("DELETE FROM seat")
        subprocess.run([sys.executable, __file__, path, "vanish"], check=True)
        left = await seats(theirs)
    print(f"2 written, commit() called, and the process ended at once: {left} are left")
    for (rows, reads), each in found.items():
        print(f"{rows} written, {reads} read: others see {each[0]}, {each[1]}; closed: {each[2]}")
    for unread in ((2, 0), (2, 1), (1, 0)):
        told = "a row that is returned but not read no longer keeps the insert from being committed"
        assert found[unread] == (0, "database is locked", unread[0]), told
    for read in ((2, 2), (1, 1)):
        assert found[read] == (read[0], "can write", read[0])
    assert left == 0, "the rows are now kept though they weren't read"


asyncio.run(write_and_vanish(sys.argv[1]) if sys.argv[2:] else main())
PYTHON
"$folder/venv/bin/python" "$folder/see.py" "$folder/game.sqlite3"
