#!/bin/sh
# interactions.py 5.16.0: a Task that is started again while it runs does everything twice from then on.
#
# A good guess: start() of a running task raises, as discord.py's tasks.loop does, or begins its interval anew: there is
# restart() beside it, the task has one loop, and "running" says so.
# Seen: each start() adds a loop. After the second each run happens twice, after the third three times. Nothing is
# raised or logged, and running is True as before; stop() ends them all.
# Why it matters: the start stands in a listener for Ready, which comes again when the gateway has to be entered anew.
# After four such times each reminder is sent five times and each night's gold paid out five times. In a test there is
# one Ready. Start tasks in a listener for Startup, or ask task.running first.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord-py-interactions==5.16.0
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

from interactions import IntervalTrigger, Task


async def main():
    runs = []

    @Task.create(IntervalTrigger(seconds=0.5))
    async def remind():
        runs.append("reminder")

    for starts in (1, 2, 3):
        remind.start()
        await asyncio.sleep(0.7)
        runs.clear()
        await asyncio.sleep(5)
        print(f"started {starts} times, running {remind.running}: {len(runs)} runs in ten intervals")
        # One more or less for each loop, and one that is late.
        assert abs(len(runs) - 10 * starts) <= starts + 1
    remind.stop()
    runs.clear()
    await asyncio.sleep(1)
    assert not runs


asyncio.run(main())
PYTHON
