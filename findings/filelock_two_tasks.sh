#!/bin/sh
# filelock 4.3.1: an AsyncFileLock that two tasks share lets both of them in.
#
# A good guess: "async with lock" in two tasks lets one in after the other, as asyncio.Lock does; a lock between
# processes that has an asynchronous form of its own keeps apart the tasks of one process too, or says that it won't.
# Seen: the second task goes in while the first is there: whoever holds the object may take it again, and the holder is
# the object, not the task. With timeout=0 and with blocking=False it is no different, nor with thread_local=False. Two
# objects for the same file do keep the tasks apart: the second waits, or with timeout=0 raises Timeout.
# Why it matters: one lock made at the start of the bot around its save file or backup: other processes are kept out,
# two commands at once aren't, and the test with two processes passes. Make the lock where it is used, or put an
# asyncio.Lock around it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q filelock==4.3.1
"$folder/venv/bin/python" - "$folder/lock" <<'PYTHON'
import asyncio
import sys

from filelock import AsyncFileLock, Timeout

PATH = sys.argv[1]


async def hold(lock, name, seen, entered, leave):
    """Take the lock, say so, and keep it until it is time to leave."""
    async with lock:
        seen.append(f"{name} in")
        entered.set()
        await leave.wait()
        seen.append(f"{name} out")


async def second_comes(first_lock, second_lock):
    """What happens if a second task wants in half a second before the first one leaves."""
    seen, entered, leave = [], asyncio.Event(), asyncio.Event()
    first = asyncio.create_task(hold(first_lock, "first", seen, entered, leave))
    await entered.wait()
    second = asyncio.create_task(hold(second_lock, "second", seen, entered, leave))
    await asyncio.sleep(0.5)
    leave.set()
    for found in await asyncio.gather(first, second, return_exceptions=True):
        if isinstance(found, Timeout):
            seen.append("Timeout")
        elif found is not None:
            raise found
    return seen


async def main():
    for options in ({}, {"timeout": 0}, {"blocking": False}, {"thread_local": False}):
        shared = AsyncFileLock(PATH, **options)
        seen = await second_comes(shared, shared)
        print("one object", options, *seen, sep=", ")
        assert seen == ["first in", "second in", "first out", "second out"]
        assert not shared.is_locked
    seen = await second_comes(AsyncFileLock(PATH), AsyncFileLock(PATH))
    print("two objects", *seen, sep=", ")
    assert seen == ["first in", "first out", "second in", "second out"]
    seen = await second_comes(AsyncFileLock(PATH), AsyncFileLock(PATH, timeout=0))
    print("two objects, timeout=0", *seen, sep=", ")
    assert seen == ["first in", "first out", "Timeout"]
    alone = asyncio.Lock()
    seen = await second_comes(alone, alone)
    assert seen == ["first in", "first out", "second in", "second out"]


asyncio.run(main())
PYTHON
