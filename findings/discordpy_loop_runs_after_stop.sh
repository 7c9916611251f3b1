#!/bin/sh
# discord.py 2.7.1: tasks.loop.stop() between two runs lets the next one run, a day later if it's a daily loop.
#
# A good guess: stop() is the gentle end that doesn't break off a run, and cancel() the hard one. While the loop only
# waits for its time, there is no run to finish: it ends at once, or when it wakes up, without another one.
# Seen: it waits until its next time, runs once more in full, and only then ends; so with an interval and with times of
# the day. Until then is_running() is True, and start() raises RuntimeError. Called in the body, it is the last run.
# Why it matters: "no more daily puzzles here" is given at noon, the command says that they're off, and at eight in the
# evening one is posted; who thinks better of it and switches them on again gets an error. cancel() ends the wait.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
from datetime import datetime, timedelta, timezone

from discord.ext import tasks

EVERY = timedelta(seconds=3)
TIMES = 3


async def runs(end, at_times):
    """When a loop runs that is ended after its first run, whether it is running then, and if it can be started."""
    seen, start = [], datetime.now(timezone.utc) + timedelta(seconds=1)
    noon = timezone(timedelta(hours=12 - start.hour))
    day = [(start + number * EVERY).astimezone(noon).timetz() for number in range(TIMES)]

    async def wait_until(intervals):
        await asyncio.sleep((start + intervals * EVERY - datetime.now(timezone.utc)).total_seconds())

    @tasks.loop(**({"time": day} if at_times else {"seconds": EVERY.total_seconds()}))
    async def puzzle():
        seen.append(round((datetime.now(timezone.utc) - start) / EVERY))
        if end == "stop in the body":
            puzzle.stop()

    if not at_times:
        await wait_until(0)
    puzzle.start()
    await wait_until(0.3)
    assert seen == [0]
    if end != "stop in the body":
        getattr(puzzle, end)()
    await wait_until(0.6)
    running, startable = puzzle.is_running(), True
    try:
        puzzle.start()
        puzzle.cancel()
    except RuntimeError:
        startable = False
    await wait_until(TIMES - 0.5)
    assert not puzzle.is_running()
    return seen, running, startable


async def main():
    cases = [(end, at_times) for end in ("stop", "stop in the body", "cancel") for at_times in (False, True)]
    results = dict(zip(cases, await asyncio.gather(*(runs(*case) for case in cases)), strict=True))
    for (end, at_times), (seen, running, startable) in results.items():
        kind = "times of the day" if at_times else "an interval"
        print(f"{end}, {kind}: runs {seen}; then running: {running}, can be started: {startable}")
        assert (seen, running, startable) == (([0, 1], True, False) if end == "stop" else ([0], False, True))


asyncio.run(main())
PYTHON
