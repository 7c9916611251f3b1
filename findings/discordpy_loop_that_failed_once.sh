#!/bin/sh
# discord.py 2.7.1: a tasks.loop with times of the day that fails once isn't tried again, and at its next time runs
# twice.
#
# A good guess: after a ConnectionError the loop does what it then logs, "Retrying in 1.52s", as a loop of every hour
# does; at its next time it runs once, as ever.
# Seen: nothing happens until the next time of the day. Then the body runs, and at once a second time; from then on
# once each. A loop with an interval is tried again when the log says so, and then keeps its rhythm.
# Why it matters: the nightly prizes, the daily puzzle, interest on gold. When Discord or the database was away for a
# moment, one evening has none, in spite of the log, and on the next everybody gets two.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import logging
from datetime import datetime, timedelta, timezone

from discord.ext import tasks

EVERY = timedelta(seconds=4)
TIMES = 3
logged = []


class Listener(logging.Handler):
    def emit(self, record):
        logged.append(record.getMessage())


async def runs(start, **when):
    """How many intervals after its first time each run of a loop begins whose first run fails, until the third time."""
    seen = []

    @tasks.loop(**when)
    async def prizes():
        seen.append(datetime.now(timezone.utc))
        if len(seen) == 1:
            raise ConnectionError("Discord is away")

    prizes.start()
    until = start + (TIMES - 0.5) * EVERY
    await asyncio.sleep((until - datetime.now(timezone.utc)).total_seconds())
    prizes.cancel()
    return [round((at - start) / EVERY, 2) for at in seen]


async def main():
    logging.getLogger("discord").addHandler(Listener())
    logging.getLogger("discord").propagate = False
    now = datetime.now(timezone.utc)
    noon = timezone(timedelta(hours=12 - now.hour))
    first = now + timedelta(seconds=1)
    times = [(first + number * EVERY).astimezone(noon).timetz() for number in range(TIMES)]
    timed, steady = await asyncio.gather(runs(first, time=times), runs(now, seconds=EVERY.total_seconds()))
    print(*logged, sep="\n")
    print(f"three times of the day: {timed}; an interval: {steady}")
    assert len(logged) == 2
    assert all("Retrying in" in line for line in logged)
    assert [round(at) for at in timed] == [0, 1, 1, 2], "a retry, or no second run"
    assert timed[2] - timed[1] < 0.1
    assert [int(at + 0.05) for at in steady] == [0, 0, 1, 2]


asyncio.run(main())
PYTHON
